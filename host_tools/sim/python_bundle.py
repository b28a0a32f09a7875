"""Bundles the Python sources for real MicroPython: firmware, virtual hardware, card game, reader of result lines."""

from importlib.resources import files

from host_tools.firmware_build.sources import firmware_sources, sources_below


def bundle() -> dict[str, str]:
    """Return the paths below the root of a MicroPython's file system, sorted, and the Python text of each.

    The firmware is importable there as `firmware`, the virtual hardware as `virtual`, the card game as `cards`, the
    reader of result lines as `results`.
    """
    tools = files("host_tools")
    folders = {"virtual": tools / "sim" / "virtual", "cards": tools / "cards", "results": tools / "results"}
    texts = {path: text for name, folder in folders.items() for path, text in sources_below(folder, name).items()}
    return dict(sorted((texts | firmware_sources()).items()))
