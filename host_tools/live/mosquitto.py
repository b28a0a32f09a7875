"""Run a private Mosquitto process: start, stop, kill, pause, reload. For the demo, benchmarks and tests."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from host_tools.desk.store import DeskError
from host_tools.words import word

_PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"])
_START_S = 10
_LOOK_S = 0.01


class MosquittoError(DeskError):
    """The broker cannot be started; it says why, and how to get it."""


def find_program() -> str:
    """Where Mosquitto is. Raises MosquittoError."""
    found = shutil.which("mosquitto", path=_PLACES)
    if found is None:
        raise MosquittoError(word("live.mosquitto.missing"))
    return found


class Mosquitto:
    """The broker of a configuration file that listens at `port` of this computer."""

    def __init__(self, configuration: Path, port: int) -> None:
        self.port = port
        self._command = [find_program(), "-c", str(configuration)]
        self._log = configuration.with_name("mosquitto.log")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Mosquitto":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it, and wait until it listens. Raises MosquittoError."""
        with open(self._log, "ab") as log:
            # A group of its own: Ctrl-C at the terminal is not for the broker.
            quiet = {"stdin": subprocess.DEVNULL, "stderr": log, "start_new_session": True}
            self._process = subprocess.Popen(self._command, **quiet)  # type: ignore[call-overload]
        deadline = time.monotonic() + _START_S
        while not self._listens():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise MosquittoError(word("live.mosquitto.start", why=self._last_words()))
            time.sleep(_LOOK_S)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _last_words(self) -> str:
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else ""

    def stop(self) -> None:
        """End it as a computer does that shuts down: it keeps what it has."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it without a word, as a loss of power does."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Let it answer nothing until `resume`."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        self._send(signal.SIGCONT)

    def reload(self) -> None:
        """Let it read its passwords and rights anew."""
        self._send(signal.SIGHUP)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._send(how)
            self._send(signal.SIGCONT)
            self._process.wait()
            self._process = None

    def _send(self, which: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(which)


def free_port() -> int:
    """A port of this computer that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
