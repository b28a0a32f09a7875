"""Reading one segment: its checkpoint, the events since, and what of it is damaged."""

from ..rules.events import FORFEIT
from . import record
from .unpacking import Checkpoint, CheckpointError, NewerError


class Segment:
    """A segment's bytes, looked through once.

    `checkpoint` is its Checkpoint, or None where that is damaged. `events` are tuples (`record.unpack`) in order, up
    to the first damage; `texts` the words of reasons by sequence number. `damage` says in words what is wrong, "" if
    nothing. `ended`: another segment follows; `anew`: of a match begun anew. `newer`: a format of the future, not read
    further.
    """

    def __init__(self, data) -> None:
        self.data = data
        self.checkpoint = None
        self.events: list = []
        self.texts: dict = {}
        self.damage = ""
        self.ended = False
        self.anew = False
        self.newer = False
        try:
            self.checkpoint = Checkpoint(data)
        except CheckpointError as error:
            self.damage = str(error)
            self.newer = isinstance(error, NewerError)
        else:
            self._read(self.checkpoint.size, self.checkpoint.sequence, self.checkpoint.clock)

    def rescue(self, sequence: int, clock: int) -> None:
        """Behind a damaged checkpoint, read the events that follow the one of these numbers, if they do."""
        self._read(self._first_record(), sequence, clock)

    @property
    def last(self) -> int:
        """Sequence number of the last event that can be read; -1 where the checkpoint is damaged."""
        if self.checkpoint is None:
            return -1
        return self.events[-1][4] if self.events else self.checkpoint.sequence

    def _read(self, at: int, sequence: int, clock: int) -> None:
        while at < len(self.data):
            if not record.sound(self.data, at):
                self._damaged("unreadable from byte %d of %d" % (at, len(self.data)))
                return
            event = record.unpack(self.data, at, sequence, clock)
            if not self._take(event, at, sequence):
                return
            if event[0] <= FORFEIT:
                sequence, clock = event[4], event[5]
            at += record.SIZE

    def _take(self, event: tuple, at: int, sequence: int) -> bool:
        if event[0] == record.TEXT:
            words = bytes(self.data[at + 1 : at + 1 + record.WORDS])
            self.texts[sequence] = self.texts.get(sequence, b"") + words.rstrip(b"\0")
        elif event[0] == record.ENDED:
            self.ended = True
            self.anew = event[2] == 1
        elif event[4] != sequence + 1 or not 0 < event[0] <= FORFEIT:
            self._damaged("event %d (kind %d) cannot follow event %d" % (event[4], event[0], sequence))
            return False
        else:
            self.events.append(event)
        return True

    def _damaged(self, why: str) -> None:
        self.damage = self.damage or why

    def _first_record(self) -> int:
        """Where sound records begin that stand end to end up to the segment's end."""
        first = len(self.data)
        for end in range(len(self.data) - record.SIZE + 1, len(self.data) + 1):
            at = end
            while at >= record.SIZE and record.sound(self.data, at - record.SIZE):
                at -= record.SIZE
            if at < end:
                first = min(first, at)
        return first
