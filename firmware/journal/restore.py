"""Restores a match from the journal at start: reads the segments, and reports damaged ones."""

from ..rules.events import LAST_EVENT
from .checkpoint import Checkpoint, CheckpointError, NewerError
from .files import CLOSED, DAMAGED, LONGEST_SEGMENT, PRESENT, number_after, segment_path
from .record import RECORD_BYTES, RECORD_ENDED, RECORD_TEXT, TEXT_BYTES, is_sound, unpack_record


class Segment:
    """A segment, decoded from its bytes.

    `checkpoint` is its Checkpoint, or None if that is damaged. `events` are the tuples of `unpack_record` in order, up
    to the first damage; `texts` the reasons' texts by sequence number of their event. `damage`: message on the damage,
    None for none. `ended`: another segment follows; `anew`: that one begins another match. `newer`: it has a newer
    format than this firmware reads.
    """

    def __init__(self, data) -> None:
        self.data = data
        self.checkpoint = None
        self.events: list = []
        self.texts: dict = {}
        self.damage: dict = None
        self.ended = False
        self.anew = False
        self.newer = False
        try:
            self.checkpoint = Checkpoint(data)
        except CheckpointError as error:
            self.damage = error.message
            self.newer = isinstance(error, NewerError)
        else:
            self._read_records(self.checkpoint.size, self.checkpoint.sequence, self.checkpoint.clock)

    def read_after_damage(self, sequence: int, clock: int) -> None:
        """Read the events after a damaged checkpoint, if they follow an event with this sequence number and clock."""
        self._read_records(self._first_record(), sequence, clock)

    @property
    def last(self) -> int:
        """Sequence number of the last event that can be read; -1 if the checkpoint is damaged."""
        if self.checkpoint is None:
            return -1
        if not self.events:
            return self.checkpoint.sequence
        _, _, _, _, sequence, _ = self.events[-1]
        return sequence

    def _read_records(self, offset: int, sequence: int, clock: int) -> None:
        """Decode records from `offset` on, up to a damaged one; `sequence` and `clock` are of the event before."""
        while offset < len(self.data):
            if not is_sound(self.data, offset):
                self._set_damage({"code": "unreadable-from", "at": offset, "size": len(self.data)})
                return
            event = unpack_record(self.data, offset, sequence, clock)
            if not self._store_record(event, offset, sequence):
                return
            kind, _, _, _, own_sequence, own_clock = event
            if kind != RECORD_TEXT and kind != RECORD_ENDED:
                sequence, clock = own_sequence, own_clock
            offset += RECORD_BYTES

    def _store_record(self, event: tuple, offset: int, sequence: int) -> bool:
        """Store the record at `offset`, decoded as `event`; False, and damage, if it cannot follow event `sequence`."""
        kind, _, amount, _, own_sequence, _ = event
        if kind == RECORD_TEXT:
            text = bytes(self.data[offset + 1 : offset + 1 + TEXT_BYTES])
            self.texts[sequence] = self.texts.get(sequence, b"") + text.rstrip(b"\0")
        elif kind == RECORD_ENDED:
            self.ended = True
            self.anew = amount == 1
        elif own_sequence != sequence + 1 or not 0 < kind <= LAST_EVENT:
            self._set_damage({"code": "event-order", "event": own_sequence, "kind": kind, "after": sequence})
            return False
        else:
            self.events.append(event)
        return True

    def _set_damage(self, damage: dict) -> None:
        """Set the segment's damage, unless one was set before."""
        self.damage = self.damage or damage

    def _first_record(self) -> int:
        """Return the offset at which the unbroken run of valid records at the segment's end begins.

        A write that was cut off may have left a part of a record after them, so every alignment is tried.
        """
        first = len(self.data)
        for end in range(len(self.data) - RECORD_BYTES + 1, len(self.data) + 1):
            start = end
            while start >= RECORD_BYTES and is_sound(self.data, start - RECORD_BYTES):
                start -= RECORD_BYTES
            if start < end:
                first = min(first, start)
        return first


class Restorer:
    """Restores `match` from the segments in `files` when it is made.

    `number` is the present segment's, `sequence` and `clock` are those of the last event, `preset` is the match's
    (None: nothing found, `match` is unchanged). `size`: bytes of the present segment if it is undamaged and
    further events can be appended, else 0. `damaged`: names of damaged segments; the present one's is
    the name under which it will be closed.
    """

    def __init__(self, files, match) -> None:
        self._files = files
        self.number = 0
        self.sequence = 0
        self.clock = 0
        self.preset = None
        self.size = 0
        self.damaged: list = []
        names = files.names(CLOSED)
        segments = [(int(name), Segment(self._read_file(segment_path(CLOSED, name)))) for name in names]
        if segments and not segments[-1][1].data:
            # Power was lost before the first bytes of this file were written.
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
        """Return the bytes of a segment, b"" if it cannot be read; a file too long to be one becomes invalid bytes."""
        try:
            data = self._files.read(file)
        except OSError:
            return b""
        return data if len(data) <= LONGEST_SEGMENT else b"too long"

    def _check_segments(self, segments: list) -> None:
        """Note missing and damaged segments; list those to leave, and those to move. `segments`: (number, Segment)."""
        previous = 0
        for number, segment in segments:
            if previous and number > previous + 1 and "%08d" % (previous + 1) not in self._files.names(DAMAGED):
                self._note({"code": "segment-missing", "number": previous + 1})
            previous = number
            if segment.newer:
                self._files.untouched.append("%08d" % number)
            elif segment.checkpoint is not None and segment.checkpoint.number != number:
                segment.damage = segment.damage or {"code": "other-segment", "number": segment.checkpoint.number}
            if segment.damage:
                self._note({"code": "segment-damaged", "number": number, "why": segment.damage})
                if not segment.newer:
                    self.damaged.append("%08d" % number)

    def _note(self, message: dict) -> None:
        self._files.notes.append(message)

    def _latest(self, segments: list):
        """Return the Segment with a valid checkpoint and the last event of all, or None."""
        base = None
        for _, segment in segments:
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        return base

    def _restore(self, base, segments: list, match) -> None:
        """Load the checkpoint of `base` into `match`, apply its events and those of damaged segments after it."""
        base.checkpoint.load(match)
        self.preset = match.preset
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        following = base.checkpoint.number + 1
        if base.ended and following not in [number for number, _ in segments]:
            self._note({"code": "segment-missing", "number": following})
        for _, segment in segments:
            if segment.checkpoint is None and not segment.newer and not base.anew:
                segment.read_after_damage(self.sequence, self.clock)
                self._replay(segment, match)

    def _replay(self, segment, match) -> None:
        """Apply the events of a segment to `match`, and set `sequence` and `clock` to the last one's."""
        for event in segment.events:
            kind, team, amount, _, sequence, clock = event
            try:
                match.apply(kind, team, amount, clock)
            except ValueError:
                # Its checksum is right and no board wrote it: such a team does not play, or nobody pegs so far.
                why = {"code": "event-order", "event": sequence, "kind": kind, "after": self.sequence}
                number = -1 if segment.checkpoint is None else segment.checkpoint.number
                self._note({"code": "segment-damaged", "number": number, "why": why})
                return
            self.sequence = sequence
            self.clock = clock
