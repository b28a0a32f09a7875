"""Run a real Mosquitto on a free port: kill, stop and start it again."""

import signal
import socket
import subprocess
import time
from pathlib import Path

from host_tools.live.mosquitto import free_port
from tests.installed import mosquitto
from tests.patience import PATIENCE_S


class Mosquitto:
    """`rules` are further lines of its configuration. `port` stays the same from one start to the next."""

    def __init__(self, folder: Path, rules: str = "allow_anonymous true") -> None:
        self._program = mosquitto()
        self._folder = folder
        self._process: subprocess.Popen | None = None
        self._rules = rules
        self.port = free_port()

    def start(self) -> None:
        """Returns once it accepts connections; where another program was quicker to take the port, at another one."""
        for _ in range(5):
            config = self._folder / "mosquitto.conf"
            config.write_text(f"listener {self.port} 127.0.0.1\nuser root\n{self._rules}\n")
            log = (self._folder / "mosquitto.log").open("ab")
            self._process = subprocess.Popen([self._program, "-c", str(config)], stdout=log, stderr=log)
            log.close()
            if self._accepts():
                return
            self.port = free_port()
        raise AssertionError((self._folder / "mosquitto.log").read_text())

    def _accepts(self) -> bool:
        assert self._process
        deadline = time.monotonic() + PATIENCE_S
        while self._process.poll() is None and time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S).close()
                return True
            except OSError:
                time.sleep(0.02)
        return False

    def kill(self) -> None:
        """As a power cut: it saves nothing and says nothing."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def halt(self) -> None:
        """It stands still: connections stay open, nothing answers."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
