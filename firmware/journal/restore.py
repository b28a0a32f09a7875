"""Restores a match from the journal at start: reads its segments, and reports those that are damaged."""

from ..rules.events import LAST_EVENT
from .checkpoint import Checkpoint, CheckpointError, NewerError
from .files import DAMAGED, FOLDER, LONGEST_SEGMENT, PRESENT, number_after, segment_path
from .record import RECORD_BYTES, RECORD_ENDED, RECORD_TEXT, TEXT_BYTES, is_sound, unpack_record


class Segment:
    """A segment's bytes, looked through once.

    `checkpoint` is its Checkpoint, or None where that is damaged. `events` are the tuples of `unpack_record` in order,
    up to the first damage; `texts` the words of reasons by sequence number. `damage` says in words what is wrong, "" if
    nothing is. `ended`: another segment follows; `anew`: that one begins another match. `newer`: its format is of the
    future, and is not read further.
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
            self._read_records(self.checkpoint.size, self.checkpoint.sequence, self.checkpoint.clock)

    def rescue(self, sequence: int, clock: int) -> None:
        """Read the events after a damaged checkpoint that continue from this sequence number and clock, if any do."""
        self._read_records(self._first_record(), sequence, clock)

    @property
    def last(self) -> int:
        """Sequence number of the last event that can be read; -1 where the checkpoint is damaged."""
        if self.checkpoint is None:
            return -1
        if not self.events:
            return self.checkpoint.sequence
        _, _, _, _, sequence, _ = self.events[-1]
        return sequence

    def _read_records(self, offset: int, sequence: int, clock: int) -> None:
        """Read records from `offset` on, up to a damaged one. `sequence` and `clock` are those of the event before."""
        while offset < len(self.data):
            if not is_sound(self.data, offset):
                self._set_damage("unreadable from byte %d of %d" % (offset, len(self.data)))
                return
            event = unpack_record(self.data, offset, sequence, clock)
            if not self._store_record(event, offset, sequence):
                return
            kind, _, _, _, own_sequence, own_clock = event
            if kind <= LAST_EVENT:
                sequence, clock = own_sequence, own_clock
            offset += RECORD_BYTES

    def _store_record(self, event: tuple, offset: int, sequence: int) -> bool:
        """Store a record's content; False, and damage, for an event that cannot follow number `sequence`."""
        kind, _, amount, _, own_sequence, _ = event
        if kind == RECORD_TEXT:
            words = bytes(self.data[offset + 1 : offset + 1 + TEXT_BYTES])
            self.texts[sequence] = self.texts.get(sequence, b"") + words.rstrip(b"\0")
        elif kind == RECORD_ENDED:
            self.ended = True
            self.anew = amount == 1
        elif own_sequence != sequence + 1 or not 0 < kind <= LAST_EVENT:
            self._set_damage("event %d (kind %d) cannot follow event %d" % (own_sequence, kind, sequence))
            return False
        else:
            self.events.append(event)
        return True

    def _set_damage(self, reason: str) -> None:
        """Set the segment's damage, unless one was set before."""
        self.damage = self.damage or reason

    def _first_record(self) -> int:
        """Return the offset of the first of the sound records at the segment's end.

        A write that was cut off may have left a part of a record behind them, so every alignment is tried.
        """
        first = len(self.data)
        for end in range(len(self.data) - RECORD_BYTES + 1, len(self.data) + 1):
            start = end
            while start >= RECORD_BYTES and is_sound(self.data, start - RECORD_BYTES):
                start -= RECORD_BYTES
            if start < end:
                first = min(first, start)
        return first


class Restoring:
    """One look through the segments, at start.

    `number` is the present segment's, `sequence` and `clock` those of the last event, `preset` what was played under
    (None: nothing found, match untouched). `size`: bytes of the present segment where it is whole and events can go on
    in it, else 0. `aside`: names of damaged segments; the present one's is that under which it will be closed.
    """

    def __init__(self, files, match) -> None:
        self._files = files
        self.number = 0
        self.sequence = 0
        self.clock = 0
        self.preset = None
        self.size = 0
        self.aside: list = []
        names = files.names(FOLDER)
        segments = [(int(name), Segment(self._read_file(segment_path(FOLDER, name)))) for name in names]
        if segments and not segments[-1][1].data:
            # The power went between the making of this file and its first bytes.
            segments.pop()
        if segments:
            self.number = segments[-1][0]
        present = Segment(self._read_file(segment_path(PRESENT, 0)))
        if present.data:
            sound = present.checkpoint
            self.number = number_after(self.number, names) if sound is None else sound.number
            segments.append((self.number, present))
        self._check_segments(segments)
        base = self._latest(segments)
        if base is not None:
            self._restore(base, segments, match)
        if base is present and not (present.damage or present.ended):
            self.size = len(present.data)

    def _read_file(self, file: str) -> bytes:
        """Return the bytes of a segment; none where there is no file or it cannot be read."""
        try:
            data = self._files.read(file)
        except OSError:
            return b""
        # What is too long is no segment; these bytes are none either, and reported as damage.
        return data if len(data) <= LONGEST_SEGMENT else b"too long"

    def _check_segments(self, segments: list) -> None:
        """Note damage; remember which files not to touch or to put aside."""
        previous = 0
        for number, segment in segments:
            if previous and number > previous + 1 and "%08d" % (previous + 1) not in self._files.names(DAMAGED):
                self._note("segment %d is missing" % (previous + 1))
            previous = number
            if segment.newer:
                self._files.untouched.append("%08d" % number)
            elif segment.checkpoint is not None and segment.checkpoint.number != number:
                segment.damage = segment.damage or "it is segment %d" % segment.checkpoint.number
            if segment.damage:
                self._note("segment %d: %s" % (number, segment.damage))
                if not segment.newer:
                    self.aside.append("%08d" % number)

    def _note(self, reason: str) -> None:
        self._files.notes.append(reason)

    def _latest(self, segments: list):
        """Return the segment with a checkpoint that reaches furthest, or None."""
        base = None
        for _, segment in segments:
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        return base

    def _restore(self, base, segments: list, match) -> None:
        """Load the checkpoint of `base` into `match`, and replay the events after it."""
        base.checkpoint.load(match)
        self.preset = match.preset
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        following = base.checkpoint.number + 1
        if base.ended and following not in [number for number, _ in segments]:
            self._note("segment %d is missing" % following)
        for _, segment in segments:
            if segment.checkpoint is None and not segment.newer and not base.anew:
                segment.rescue(self.sequence, self.clock)
                self._replay(segment, match)

    def _replay(self, segment, match) -> None:
        """Apply the events of a segment to `match`."""
        for event in segment.events:
            kind, team, amount, _, self.sequence, self.clock = event
            match.apply(kind, team, amount, self.clock)
