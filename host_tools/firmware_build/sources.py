"""Reads the firmware's source files for the build: its modules, boot.py and main.py."""

import hashlib
import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

START = ("boot.py", "main.py")
"""Files that the interpreter runs at start; boards carry them as source."""
_LEFT_OUT = ("firmware/hal/pi/", "firmware/manifest.py")
"""What is for CPython only, and the manifest for freezing the firmware into MicroPython."""
_ON_BOARDS = ("/__init__.py", "/carrier.py")
"""The kind of board that firmware takes for granted: of others a board is told, by its hardware.json."""
BUILD_MODULE = "firmware/link/read_handlers.py"
"""The module that tells a host the id of the build."""
_NO_BUILD = 'BUILD = ""\n'
_BUILD_DIGITS = 8
_MACHINE_CODE = "@micropython.viper\n"


def firmware_sources() -> dict[str, str]:
    """Return path (`firmware/…`) and text of every module that MicroPython can import, sorted by path."""
    texts = sources_below(files("firmware"), "firmware")
    others = {path for path in texts if path.startswith("firmware/boards/") and not path.endswith(_ON_BOARDS)}
    return {path: texts[path] for path in sorted(texts) if path not in others and not path.startswith(_LEFT_OUT)}


def modules_named(folder: str, prefix: str) -> tuple[str, ...]:
    """Return the full names of the modules in a folder of the firmware whose own names begin with `prefix`, sorted.

    So languages (`words_`, `clips_`) and drivers of displays are found.
    """
    names = (item.name for item in files("firmware").joinpath(folder).iterdir())
    wanted = (name for name in names if name.startswith(prefix) and name.endswith(".py") and name[:2] != "__")
    return tuple(sorted(f"firmware.{folder.replace('/', '.')}.{name.removesuffix('.py')}" for name in wanted))


def sources_below(folder: Traversable, name: str) -> dict[str, str]:
    """Return path and text of every Python file below a folder; the paths begin with `name`."""
    texts = {}
    for item in folder.iterdir():
        if item.is_dir():
            texts.update(sources_below(item, f"{name}/{item.name}"))
        elif item.name.endswith(".py"):
            texts[f"{name}/{item.name}"] = item.read_text(encoding="utf-8")
    return texts


@cache
def build_id() -> str:
    """Return the id of the firmware that these sources are: the first digits of a hash of boot.py, main.py and modules.

    It is the same on every kind of board.
    """
    digest = hashlib.sha256()
    texts = {**{name: read_start_file(name).decode() for name in START}, **firmware_sources()}
    for path, text in texts.items():
        digest.update(f"{path}\0{text}\0".encode())
    return digest.hexdigest()[:_BUILD_DIGITS]


def with_build_id(text: str) -> str:
    """Return the text of BUILD_MODULE with the id of the build in it."""
    assert text.count(_NO_BUILD) == 1
    return text.replace(_NO_BUILD, f'BUILD = "{build_id()}"\n')


def strip_viper(text: str) -> str:
    """Return a module's text without the decorators for machine code (viper)."""
    return text.replace(_MACHINE_CODE, "")


def read_start_file(name: str) -> bytes:
    """Return the bytes of boot.py or main.py: from beside the firmware, or from the installed project's data files."""
    sibling = Path(str(files("firmware"))).parent / name
    return (sibling if sibling.exists() else Path(sys.prefix, "share", "cribboard", name)).read_bytes()
