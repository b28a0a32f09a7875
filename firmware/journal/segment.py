"""Reading one segment: its checkpoint, the events since, and what of it is damaged."""

from . import record
from .checkpoint import Checkpoint, CheckpointError, NewerError


class Segment:
    """A segment's bytes, looked through once.

    `checkpoint` is its Checkpoint, or None where it is damaged: then `first` still finds the events behind it.
    `events` are their tuples (`record.unpack`) in order, up to the first damage; `damage` says in words what is wrong,
    "" if nothing. `ended`: another segment follows. `newer`: a format of the future.
    """

    def __init__(self, data) -> None:
        self.data = data
        self.checkpoint = None
        self.events: list = []
        self.texts: dict = {}
        self.damage = ""
        self.ended = False
        self.newer = False
        try:
            self.checkpoint = Checkpoint(data)
        except CheckpointError as error:
            self.damage = str(error)
            self.newer = isinstance(error, NewerError)
        if not self.newer:
            self._read_events()

    def _read_events(self) -> None:
        checkpoint = self.checkpoint
        at = self._scan() if checkpoint is None else checkpoint.size
        last = -1 if checkpoint is None else checkpoint.sequence
        while at < len(self.data):
            if not record.sound(self.data, at):
                self.damage = self.damage or "unreadable from byte %d of %d" % (at, len(self.data))
                return
            last = self._take(at, last)
            if last < 0:
                return
            at += record.SIZE

    def _take(self, at: int, last: int) -> int:
        event = record.unpack(self.data, at)
        if event[0] == record.TEXT:
            words = bytes(self.data[at + 1 : at + 1 + record.WORDS])
            self.texts[last] = self.texts.get(last, b"") + words.rstrip(b"\0")
        elif event[0] == record.ENDED:
            self.ended = True
        elif last < 0 or event[6] == last + 1:
            self.events.append(event)
            return event[6]
        else:
            self.damage = "event %d follows event %d" % (event[6], last)
            return -1
        return last

    def _scan(self) -> int:
        """Where the events behind a damaged checkpoint begin: records stand end to end up to the segment's end."""
        at = len(self.data)
        for shift in range(record.SIZE):
            start = len(self.data) - shift
            while start >= record.SIZE and record.sound(self.data, start - record.SIZE):
                start -= record.SIZE
            at = min(at, start) if start < len(self.data) - shift else at
        return at

    @property
    def first(self) -> int:
        """Sequence number of the last event before this segment's first, or -1 where nothing is readable."""
        if self.checkpoint is not None:
            return self.checkpoint.sequence
        return self.events[0][6] - 1 if self.events else -1

    @property
    def last(self) -> int:
        """Sequence number of the last event that can be read, or -1."""
        return self.events[-1][6] if self.events else self.first
