"""Bundles the Python sources for real MicroPython: firmware, virtual hardware, card game, the captain's page."""

from importlib.resources import files

from host_tools.firmware_build.sources import firmware_sources, sources_below


def bundle() -> dict[str, str]:
    """Return the paths below the root of a MicroPython's file system, sorted, and the Python text of each.

    There the firmware is imported as `firmware`, the virtual hardware as `virtual`, the card game as `cards`, and the
    captain's page's modules as `results` and `sans_io`.
    """
    tools = files("host_tools")
    folders = {"virtual": tools / "sim" / "virtual", "cards": tools / "cards", "results": tools / "results"}
    folders["sans_io"] = tools / "usb" / "sans_io"
    texts = {path: text for name, folder in folders.items() for path, text in sources_below(folder, name).items()}
    return dict(sorted((texts | firmware_sources()).items()))
