"""Bundles the Python sources for a virtual board on real MicroPython: firmware, virtual hardware, card game."""

from importlib.resources import files

from host_tools.firmware_build.sources import firmware_sources, sources_below


def bundle() -> dict[str, str]:
    """Return the paths below the root of a MicroPython's file system, sorted, and the Python text of each.

    The firmware is importable there as `firmware`, the virtual hardware as `virtual`, the card game as `cards`.
    """
    tools = files("host_tools")
    texts = sources_below(tools / "sim" / "virtual", "virtual") | sources_below(tools / "cards", "cards")
    return dict(sorted((texts | firmware_sources()).items()))
