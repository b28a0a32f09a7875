"""What the live segments say, as far as they can be read: the state the match had, and what of them is damaged."""

from ..interpreter import const
from .files import DAMAGED, FOLDER, path
from .segment import Segment

_LONGEST = const(16384)
"""Bytes of a file that is looked at: more than any segment, however full the chip was."""


class Restoring:
    """One look through the live segments, at start.

    `number` is the last segment's, `sequence` and `clock` those of the last event, `preset` what was played under
    (None: nothing found, match untouched). `size`: bytes of the last segment where it is whole and events can go on
    in it, else 0. `aside`: names of damaged segments.
    """

    def __init__(self, files, match) -> None:
        self._files = files
        self.number = 0
        self.sequence = 0
        self.clock = 0
        self.preset = None
        self.size = 0
        self.aside: list = []
        found = [(int(name), Segment(self._bytes(name))) for name in files.names(FOLDER)]
        if found and not found[-1][1].data:
            # The power went between the making of this file and its first bytes.
            found.pop()
        self._look_through(found)
        self._bring_back(found, match)

    def _bytes(self, name: str) -> bytes:
        """What is to be read of a live segment; words that are none where it cannot be."""
        try:
            return self._files.read(name) if self._files.disk.size(path(FOLDER, name)) <= _LONGEST else b"too long"
        except OSError as error:
            return str(error).encode()

    def _look_through(self, found: list) -> None:
        """Note damage; remember which files not to touch or to put aside."""
        before = 0
        for number, segment in found:
            if before and number != before + 1 and "%08d" % (before + 1) not in self._files.names(DAMAGED):
                self._note("segment %d is missing" % (before + 1))
            before = number
            if segment.newer:
                self._files.untouched.append("%08d" % number)
            elif segment.checkpoint is not None and segment.checkpoint.number != number:
                segment.damage = segment.damage or "it is segment %d" % segment.checkpoint.number
            if segment.damage:
                self._note("segment %d: %s" % (number, segment.damage))
                if not segment.newer:
                    self.aside.append("%08d" % number)

    def _note(self, why: str) -> None:
        self._files.notes.append(why)

    def _bring_back(self, found: list, match) -> None:
        base = None
        for number, segment in found:
            self.number = number
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        if base is None or base.checkpoint is None:
            return
        self._take_up(base, match)
        for _, segment in found:
            if segment.checkpoint is None and not segment.newer and not base.anew:
                segment.rescue(self.sequence, self.clock)
                self._replay(segment, match)

    def _take_up(self, base, match) -> None:
        base.checkpoint.load(match)
        self.preset = match.preset
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        last = self.number
        self.number = base.checkpoint.number
        if self.number != last or base.damage:
            return
        if base.ended:
            self._note("segment %d is missing" % (last + 1))
        else:
            self.size = len(base.data)

    def _replay(self, segment, match) -> None:
        for event in segment.events:
            self.sequence, self.clock = event[4], event[5]
            match.apply(event[0], event[1], event[2], event[5])
