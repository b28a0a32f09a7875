"""Bundles the Python sources a MicroPython needs to be a board: firmware, virtual hardware, card game."""

from importlib.resources import files
from importlib.resources.abc import Traversable

_LEFT_OUT = ("firmware/hal/pi.py", "firmware/hal/pi_displays.py", "firmware/manifest.py")
"""The kind of board that no MicroPython can be, and how the firmware is frozen into one."""
_MACHINE_CODE = "@micropython.viper\n"


def bundle() -> dict[str, str]:
    """Paths below the root of a MicroPython's file system, sorted, and the Python text that belongs there.

    The firmware is importable there as `firmware`, the virtual hardware as `virtual`, the card game as `cards`.
    """
    tools = files("host_tools")
    found = _sources(files("firmware"), "firmware") | _sources(tools / "sim" / "virtual", "virtual")
    found |= _sources(tools / "cards", "cards")
    return dict(sorted((path, text) for path, text in found.items() if path not in _LEFT_OUT))


def plain(text: str) -> str:
    """A module's source without the decorators that compile machine code."""
    return text.replace(_MACHINE_CODE, "")


def _sources(folder: Traversable, name: str) -> dict[str, str]:
    found = {}
    for item in folder.iterdir():
        if item.is_dir():
            found.update(_sources(item, f"{name}/{item.name}"))
        elif item.name.endswith(".py"):
            found[f"{name}/{item.name}"] = item.read_text(encoding="utf-8")
    return found
