"""The journal: short segments, each a checkpoint of the full state and the events since.

A segment stays below the size up to which littlefs keeps a file inline. Its name is its number, in eight digits.
"""

from ..interpreter import const
from . import checkpoint, record

FOLDER = "journal"
_SEGMENT_BYTES = const(480)
_KEPT = const(16)
"""Segments kept: the present one, and what came before it for inspection."""
_SPARE = 8 * record.SIZE
"""Room always left in a segment, so that one step's events fit whatever it brings."""


class Journal:
    """Appends events and brings a match back. `sequence` counts events; `faults` counts writes that failed."""

    def __init__(self, disk) -> None:
        self._disk = disk
        self._buf = bytearray(record.SIZE)
        self._file = None
        self._size = 0
        self._number = 0
        self.sequence = 0
        self.clock = 0
        self.faults = 0
        self.notes: list = []
        disk.make_folder(FOLDER)

    def restore(self, match, preset) -> bool:
        """Make `match` what the newest readable segment says. False where there is none: then it is untouched.

        `preset` is the one in the settings; the segment says whether it was the match's.
        """
        names = self._names()
        if names:
            self._number = int(names[-1])
        for name in reversed(names):
            try:
                data = self._read(name)
                if self._replay(data, match, preset):
                    return True
            except (checkpoint.CheckpointError, OSError) as error:
                self.notes.append("%s: %s" % (name, error))
        return False

    def _names(self) -> list:
        return [name for name in self._disk.names(FOLDER) if len(name) == 8 and name.isdigit()]

    def _read(self, name: str) -> bytes:
        file = self._disk.open("%s/%s" % (FOLDER, name), "rb")
        data = file.read()
        file.close()
        return data

    def _replay(self, data: bytes, match, preset) -> bool:
        at = checkpoint.length_of(data)
        preset = checkpoint.preset_of(data, preset)
        if preset is None:
            raise checkpoint.CheckpointError("made under a custom preset that is not in the settings")
        self.sequence, self.clock = checkpoint.read(data, match, preset)
        while at + record.SIZE <= len(data):
            event = record.unpack(data[at : at + record.SIZE])
            if event is None or event[5] != self.sequence + 1:
                self.notes.append("event %d is damaged" % (self.sequence + 1))
                break
            self.sequence, self.clock = event[5], event[6]
            match.apply(event[0], event[1], event[2], event[6])
            at += record.SIZE
        return True

    def append(self, kind: int, team: int, amount: int, actor: int, reason: int, clock: int) -> None:
        """Write one event and flush it. Allocates nothing; a write that fails is counted, and mended by `rotate`."""
        self.sequence += 1
        record.pack(self._buf, kind, team, amount, actor, reason, self.sequence, clock)
        self._size += record.SIZE
        try:
            self._file.write(self._buf)
            self._file.flush()
        except OSError:
            self.faults += 1
            self._size = _SEGMENT_BYTES

    @property
    def full(self) -> bool:
        """Whether `rotate` should be called before more events come."""
        return self._size + _SPARE > _SEGMENT_BYTES

    def rotate(self, match, clock: int) -> None:
        """Open a new segment with a checkpoint of the match as it is; old ones beyond those kept go. Allocates."""
        if self._file is not None:
            self._file.close()
        self._number += 1
        data = checkpoint.write(match, self.sequence, clock)
        self._file = self._disk.open("%s/%08d" % (FOLDER, self._number), "wb")
        self._file.write(data)
        self._file.flush()
        self._size = len(data)
        names = self._names()
        for name in names[: max(len(names) - _KEPT, 0)]:
            self._disk.remove("%s/%s" % (FOLDER, name))
