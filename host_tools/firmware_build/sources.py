"""Read the firmware's source files for the build: its modules, boot.py and main.py."""

import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

START = ("boot.py", "main.py")
"""What the interpreter runs; boards carry them as source."""
_LEFT_OUT = ("firmware/hal/pi.py", "firmware/hal/pi_displays.py", "firmware/manifest.py")
"""The kind of board that no MicroPython can be, and how the firmware is frozen into one."""
_MACHINE_CODE = "@micropython.viper\n"


def firmware_sources() -> dict[str, str]:
    """Return path, `firmware/…`, and text of every module that a MicroPython can import, sorted."""
    texts = sources_below(files("firmware"), "firmware")
    return dict(sorted((path, text) for path, text in texts.items() if path not in _LEFT_OUT))


def sources_below(folder: Traversable, name: str) -> dict[str, str]:
    """Return path and text of every module below a folder, which is called `name` in the paths."""
    texts = {}
    for item in folder.iterdir():
        if item.is_dir():
            texts.update(sources_below(item, f"{name}/{item.name}"))
        elif item.name.endswith(".py"):
            texts[f"{name}/{item.name}"] = item.read_text(encoding="utf-8")
    return texts


def plain(text: str) -> str:
    """Return a module's text without the decorators that ask for machine code."""
    return text.replace(_MACHINE_CODE, "")


def start_file(name: str) -> bytes:
    """Return boot.py or main.py, which stand beside the firmware; where the project is installed, among its data."""
    sibling = Path(str(files("firmware"))).parent / name
    return (sibling if sibling.exists() else Path(sys.prefix, "share", "cribboard", name)).read_bytes()
