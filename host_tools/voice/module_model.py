"""A model of a sound module of the DFPlayer Mini class, as its data sheet and its users describe it.

It hears nothing for the first two seconds and no second command within 100 ms, and a clip begins a while after its
command; it tells of each end twice, as many chips do, and of how many files it has when it is asked. Public logs have
chips that tell of ends otherwise: `Ends`.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from firmware.sound_module import ENDED, FILES, FILES_IN_FOLDER, PLAY, VOLUME
from host_tools.sim.virtual.hal import SilentPort
from host_tools.sim.virtual.sound_port import MESSAGE_BYTES, clip_of, write_message

_PACKET_MS = 10.4
"""Ten bytes of ten bits each at 9600 baud."""
DEAF_MS = 2000
BEGIN_MS = 100
"""From a command's last bit to the first sound: assumed; no data sheet has it (see .github/site/figures.md)."""
_APART_MS = 95
_TWICE_MS = 30


class Ends(NamedTuple):
    """How a chip tells of a clip's end: after `ms` each (of its true end), with what number, and whether at all.

    `early_ms`: a first time so long after the command already, 0: not. `number`: the file's (None), or always this one.
    """

    ms: tuple[float, ...] = (0, _TWICE_MS)
    early_ms: float = 0
    number: int | None = None


TWICE_AT_ONCE = Ends()


class Heard(NamedTuple):
    """A clip that sounded: its number, when it began and ended (ms), and whether it was cut."""

    clip: int
    began: float
    ended: float
    cut: bool


class ModuleModel(SilentPort):
    """The port of a modelled module: what the driver sees of a UART, and `heard`, what a player heard.

    `length_ms` gives a clip's length by its number; `files` is what it answers, None: it answers nothing at all.
    `advance(now)` lets time pass. `lost` counts commands that came too soon.
    """

    def __init__(
        self,
        length_ms: Callable[[int], float],
        files: int | None,
        begin_ms: float = BEGIN_MS,
        ends: Ends = TWICE_AT_ONCE,
    ) -> None:
        self._ends = ends
        self._length_ms = length_ms
        self._files = files
        self._begin_ms = begin_ms
        self._now = 0.0
        self._commanded_at = -1000.0
        self._sounding: tuple[int, float, float] | None = None
        self._outgoing: deque[tuple[float, int]] = deque()
        self.heard: list[Heard] = []
        self.volume = -1
        self.lost = 0

    def advance(self, now: float) -> None:
        """Let time pass until `now` (ms since power came); a clip that ends by then is told of."""
        self._now = now
        if self._sounding and now >= self._sounding[2]:
            clip, began, ended = self._sounding
            self._sounding = None
            self.heard.append(Heard(clip, began, ended, False))
            for late in self._ends.ms:
                self._tell_end(clip, ended + late)

    def busy(self) -> bool:
        """Return whether the busy line says that a clip sounds."""
        return self._sounding is not None and self._sounding[1] <= self._now

    # -- as a UART -----------------------------------------------------------------------------------------------

    def any(self) -> int:
        return sum(1 for at, _ in self._outgoing if at <= self._now)

    def readinto(self, buffer: bytearray) -> int:
        if not self.any():
            return 0
        buffer[0] = self._outgoing.popleft()[1]
        return 1

    def write(self, packet: bytes) -> int:
        arrived = self._now + _PACKET_MS
        _check(packet)
        if self._now < DEAF_MS or self._now - self._commanded_at < _APART_MS:
            self.lost += 1
            return len(packet)
        self._commanded_at = self._now
        command = packet[3]
        if command == VOLUME:
            self.volume = packet[6]
        elif command == FILES and self._files is not None:
            self._tell(FILES, self._files, arrived + 50)
        elif command == PLAY:
            self._begin(clip_of(packet), arrived + self._begin_ms, arrived)
        return len(packet)

    def _begin(self, clip: int, begins: float, arrived: float) -> None:
        if self._sounding:
            sounding, began, _ = self._sounding
            self.heard.append(Heard(sounding, began, max(arrived, began), True))
        self._sounding = (clip, begins, begins + self._length_ms(clip))
        if self._ends.early_ms:
            self._tell_end(clip, arrived + self._ends.early_ms)

    def _tell_end(self, clip: int, at: float) -> None:
        number = clip % FILES_IN_FOLDER + 1 if self._ends.number is None else self._ends.number
        self._tell(ENDED, number, at)

    def _tell(self, command: int, value: int, at: float) -> None:
        if self._files is not None:
            message = bytearray(MESSAGE_BYTES)
            write_message(message, command, value)
            bytes_at = [(at + 1.04 * place, byte) for place, byte in enumerate(message)]
            self._outgoing = deque(sorted([*self._outgoing, *bytes_at], key=lambda one: one[0]))


def _check(packet: bytes) -> None:
    """Raise ValueError for a packet that a module would not take."""
    total = int.from_bytes(packet[7:9], "big")
    if len(packet) != 10 or packet[0] != 0x7E or packet[9] != 0xEF or (sum(packet[1:7]) + total) & 0xFFFF:
        raise ValueError(f"no packet of ten bytes with its checksum: {bytes(packet).hex()}")
