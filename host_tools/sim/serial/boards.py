"""Virtual boards that are whole microcontrollers: a Node process with MicroPython, boot.py and all, behind a pty."""

import os
import subprocess
import threading
import time
from pathlib import Path

from firmware.boards.carrier import BOARD
from firmware.hardware_config import key_pins
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.micropython_process import node_path
from host_tools.sim.serial import ptys
from host_tools.sim.virtual.board import KeyedBoard, key_mask
from host_tools.sim.virtual.scenario_parser import ScriptError

MAX_PAUSE_MS = 2000
"""Longer pauses between two key changes are reported to the board as this long."""
_SCRIPT = Path(__file__).with_name("board.mjs")
_PINS = key_pins(BOARD["pins"], 4)


class SerialBoard(KeyedBoard):
    """A virtual board with its flash in `folder`; `uid`: serial number, 16 hex digits; `port`: path of its serial port.

    It is on from the start. Raises FetchError if MicroPython or Node is missing, PtyError.
    """

    def __init__(self, folder: Path, uid: str) -> None:
        self.folder = folder
        self.uid = uid
        node = node_path()
        module = package_dir() / "micropython.mjs"
        master, self._slave, self.port = ptys.open_pty()
        command: list[Path | str] = [node, _SCRIPT, module, folder, uid, str(master)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(master,))
        self._changed_at = time.monotonic()
        os.close(master)

    def hold(self, *keys: str | int) -> None:
        """Hold exactly these keys, by name or number; none: release all."""
        mask = key_mask(*keys)
        pins = sum(1 << pin for key, pin in _PINS.items() if (mask >> key) & 1)
        now = time.monotonic()
        held_ms, self._changed_at = int(1000 * (now - self._changed_at)), now
        assert self._process.stdin
        self._process.stdin.write(f"{pins} {min(held_ms, MAX_PAUSE_MS)}\n".encode())
        self._process.stdin.flush()

    def wait_for_end(self) -> int:
        """Wait until the board's process has ended, and return its exit status: negative, the signal that ended it."""
        return self._process.wait()

    def wait(self, ms: int) -> None:
        """Let `ms` pass, by the clock."""
        time.sleep(ms / 1000)

    def unplug(self) -> None:
        """Disconnect the board: its process and its port end at once. Idempotent."""
        assert self._process.stdin
        if self._process.stdin.closed:
            return
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        os.close(self._slave)


class KeyPort:
    """A pty at `path`: each line of keys (`A+5 OK wait 2500`) written to it is played, and answered "ok" or why not."""

    def __init__(self, board: SerialBoard) -> None:
        self._board = board
        self._master, self._slave, self.path = ptys.open_pty()
        threading.Thread(target=self._serve_lines, daemon=True).start()

    def _serve_lines(self) -> None:
        with os.fdopen(self._master, "rb", closefd=False) as lines:
            for line in lines:
                os.write(self._master, f"{self._play(line.decode(errors='replace'))}\n".encode())

    def _play(self, text: str) -> str:
        try:
            self._board.play(text)
        except ScriptError as error:
            return error.message
        return "ok"
