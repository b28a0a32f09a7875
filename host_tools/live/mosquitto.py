"""Run a private Mosquitto process: start, stop, kill, pause, reload. For the demo, benchmarks and tests."""

import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from host_tools.desk.errors import DeskError
from host_tools.file_limit import raise_file_limit
from host_tools.i18n import message
from host_tools.live.broker_files import OPEN_FILES
from host_tools.live.parent_death import ending_with_parent
from host_tools.timeouts import stretched

SEARCH_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"])
_START_S = 10
_END_S = 10
_AGAIN_S = 1
"""After which a broker that has not ended is told to once more."""
_POLL_S = 0.01


class MosquittoError(DeskError):
    """The broker cannot be started; the message says why, and how to install it."""


def find_program() -> str:
    """Return the path of the `mosquitto` program. Raises MosquittoError if it is not installed."""
    program = shutil.which("mosquitto", path=SEARCH_PATH)
    if program is None:
        raise MosquittoError(message("live.mosquitto.missing"))
    return program


class Mosquitto:
    """A Mosquitto process with this configuration file, which listens at `port` of `address`, one of this computer.

    On Linux it ends with the thread that has started it, also where nothing is left to stop it.
    """

    def __init__(self, configuration: Path, port: int, address: str = "127.0.0.1") -> None:
        self.port, self._address = port, address
        self._command = ending_with_parent([find_program(), "-c", str(configuration)])
        self._log = configuration.with_name("mosquitto.log")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id; the process has to run."""
        assert self._process is not None
        return self._process.pid

    def __enter__(self) -> "Mosquitto":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the process, and wait until it listens. Raises MosquittoError if it never listens, or another does."""
        if self._listens():
            raise MosquittoError(message("live.mosquitto.taken", port=self.port))
        raise_file_limit(OPEN_FILES)
        with open(self._log, "ab") as log:
            # A group of its own: Ctrl-C at the terminal is not for the broker.
            options = {"stdin": subprocess.DEVNULL, "stderr": log, "start_new_session": True, "cwd": self._log.parent}
            self._process = subprocess.Popen(self._command, **options)  # type: ignore[call-overload]
        try:
            self._wait_until_it_listens(self._process)
        except BaseException:
            self.kill()
            raise

    def _wait_until_it_listens(self, process: subprocess.Popen[bytes]) -> None:
        """Return once the process listens. Raises MosquittoError if it ends, or takes too long."""
        deadline = time.monotonic() + stretched(_START_S)
        while not self._listens():
            if process.poll() is not None or time.monotonic() > deadline:
                raise MosquittoError(message("live.mosquitto.start", why=self._log_tail()))
            time.sleep(_POLL_S)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex((self._address, self.port)) == 0

    def _log_tail(self) -> str:
        """Return the last line of the broker's log, for an error message."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else ""

    def stop(self) -> None:
        """Terminate the broker (SIGTERM), which saves its retained messages and sessions. Raises MosquittoError."""
        self._signal_and_wait(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the broker (SIGKILL), as a power failure does."""
        self._signal_and_wait(signal.SIGKILL)

    def pause(self) -> None:
        """Pause the broker (SIGSTOP) until `resume`."""
        self._send(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume the broker (SIGCONT)."""
        self._send(signal.SIGCONT)

    def reload(self) -> None:
        """Make the broker reload its password and access-control files (SIGHUP)."""
        self._send(signal.SIGHUP)

    def _signal_and_wait(self, number: signal.Signals) -> None:
        """Send a signal, resume the process if it is paused, and wait for its end.

        Raises MosquittoError if it does not end, after killing it.
        """
        if self._process is None:
            return
        process, self._process = self._process, None
        deadline = time.monotonic() + stretched(_END_S)
        while time.monotonic() < deadline:
            # Again, as Mosquitto 2.0 forgets a SIGTERM that comes just after it listens.
            for each in (number, signal.SIGCONT):
                process.send_signal(each)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_AGAIN_S)
                return
        process.kill()
        raise MosquittoError(message("live.mosquitto.end", pid=process.pid))

    def _send(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)


def free_port() -> int:
    """Return a TCP port of this computer that no program uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
