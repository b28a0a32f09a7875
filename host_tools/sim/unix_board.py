"""Virtual boards on MicroPython for Unix, each in a process of its own: a power cut kills that."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host_tools.firmware_build.sources import strip_viper
from host_tools.i18n import message
from host_tools.sim.python_bundle import bundle


class NoInterpreterError(Exception):
    """MicroPython for Unix is not installed, or has ended by itself; the text is one line that says so."""


def find_interpreter() -> str:
    """Return the path of a MicroPython with sockets. Raises NoInterpreterError if none is installed."""
    path = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if path is None:
        raise NoInterpreterError(message("cli.micropython.no_unix"))
    return path


def write_sources(folder: Path) -> None:
    """Write what a board runs into a folder, for all boards."""
    for path, text in bundle().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(strip_viper(text), encoding="utf-8")


class UnixBoard:
    """A board with all methods of a `VirtualBoard`, called in a MicroPython for Unix.

    `root` is its flash, `sources` the folder of `write_sources`. Every call raises NoInterpreterError if the process
    has ended.
    """

    def __init__(self, root: Path, uid: str, sources: Path) -> None:
        self.uid, self.now = uid, 0
        script = sources / "virtual" / "served.py"
        self._command = [find_interpreter(), str(script), str(sources), str(root), uid]
        self.power_on()

    def power_on(self) -> None:
        """Start the process on the same flash."""
        self._process = subprocess.Popen(
            [*self._command, str(self.now)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._call("step")

    def power_off(self) -> None:
        """Kill the process: the system closes its connection, and the broker publishes the last will."""
        self._process.kill()
        self._process.communicate()

    def cut(self) -> None:
        """Lose power and start again."""
        self.power_off()
        self.power_on()

    def shown(self) -> dict[str, Any]:
        """Return what players look at, as it was after the last call."""
        return self._shown

    @property
    def connected(self) -> bool:
        """Whether the broker has accepted the board's connection."""
        return bool(self._shown["connected"])

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *arguments, **fields: self._call(name, *arguments, **fields)

    def _call(self, name: str, *arguments: object, **fields: object) -> Any:
        process = self._process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps([name, arguments, fields]) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise NoInterpreterError(message("cli.micropython.board_ended", uid=self.uid))
        value, self.now, self._shown = json.loads(answer)
        return value
