"""Run a board on real MicroPython with sockets in a process of its own (`micropython_board`)."""

import json
import subprocess
import threading
from pathlib import Path

import pytest

from host_tools.sim.unix_board import NoInterpreterError, find_interpreter, write_sources
from tests.patience import PATIENCE_S

from .scripted_broker import UID

SCRIPT = Path(__file__).with_name("micropython_board.py")


def interpreter() -> str:
    try:
        return find_interpreter()
    except NoInterpreterError as error:
        pytest.skip(str(error))


class Remote:
    """Such a board, with further `settings`. A call is a command, and returns the answer."""

    def __init__(self, folder: Path, port: int, uid: str = UID, login: str = "x", **settings: object) -> None:
        write_sources(folder / "source")
        command = [interpreter(), str(SCRIPT), str(folder / "source"), str(folder / "flash"), str(port), uid]
        command += [login, json.dumps(settings)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, **command) -> dict:
        """What the board answers, once it has done that."""
        process = self._process
        assert process.stdin
        assert process.stdout
        late = threading.Timer(PATIENCE_S, process.kill)
        late.start()
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
        late.cancel()
        assert line, f"{command}: no answer"
        return json.loads(line)

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
