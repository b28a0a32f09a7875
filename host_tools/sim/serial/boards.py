"""Starts and stops virtual boards, each a Node process with MicroPython behind a pty, and presses their keys."""

import os
import subprocess
import time
from pathlib import Path

from firmware.config import PINS_KEYS
from host_tools.sim.micropython_package import package_dir
from host_tools.sim.micropython_process import node_path
from host_tools.sim.serial import ptys

LONGEST_MS = 2000
"""A pause between two presses matters no more when it is longer."""
_SCRIPT = Path(__file__).with_name("board.mjs")


class SerialBoard:
    """A board whose flash is `folder`; `uid` is its number, 16 hex digits. `port` is its serial port's path.

    Power is on from the start. Raises FetchError where MicroPython or Node cannot be had, ptys.PtyError.
    """

    def __init__(self, folder: Path, uid: str) -> None:
        self.folder = folder
        self.uid = uid
        node = node_path()
        module = package_dir() / "micropython.mjs"
        master, self._slave, self.port = ptys.open_pty()
        command: list[Path | str] = [node, _SCRIPT, module, folder, uid, str(master)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(master,))
        self._moved_at = time.monotonic()
        os.close(master)

    def hold(self, keys: int) -> None:
        """Hold exactly the keys of this mask (bit = key number), and release the others."""
        pins = sum(1 << pin for key, pin in enumerate(PINS_KEYS) if (keys >> key) & 1)
        now = time.monotonic()
        held_ms, self._moved_at = int(1000 * (now - self._moved_at)), now
        assert self._process.stdin
        self._process.stdin.write(f"{pins} {min(held_ms, LONGEST_MS)}\n".encode())
        self._process.stdin.flush()

    def cut(self) -> None:
        """Pull the cable: power and port are gone at once. Idempotent."""
        if self._process.returncode is not None:
            return
        self._process.kill()
        self._process.wait()
        assert self._process.stdin
        self._process.stdin.close()
        os.close(self._slave)
