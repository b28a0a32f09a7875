"""What the segments say, as far as they can be read: the state the match had, and what of them is damaged."""

from .files import DAMAGED, FOLDER, LONGEST, PRESENT, number_after, path
from .segment import Segment


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
        found = [(int(name), Segment(self._bytes(path(FOLDER, name)))) for name in names]
        if found and not found[-1][1].data:
            # The power went between the making of this file and its first bytes.
            found.pop()
        if found:
            self.number = found[-1][0]
        present = Segment(self._bytes(path(PRESENT, 0)))
        if present.data:
            sound = present.checkpoint
            self.number = number_after(self.number, names) if sound is None else sound.number
            found.append((self.number, present))
        self._look_through(found)
        base = self._furthest(found)
        if base is not None:
            self._bring_back(base, found, match)
        if base is present and not (present.damage or present.ended):
            self.size = len(present.data)

    def _bytes(self, file: str) -> bytes:
        """What is to be read of a segment; nothing where there is none or it cannot be read."""
        try:
            data = self._files.read(file)
        except OSError:
            return b""
        return data if len(data) <= LONGEST else b"too long"

    def _look_through(self, found: list) -> None:
        """Note damage; remember which files not to touch or to put aside."""
        before = 0
        for number, segment in found:
            if before and number > before + 1 and "%08d" % (before + 1) not in self._files.names(DAMAGED):
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

    def _furthest(self, found: list):
        base = None
        for _, segment in found:
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        return base

    def _bring_back(self, base, found: list, match) -> None:
        base.checkpoint.load(match)
        self.preset = match.preset
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        following = base.checkpoint.number + 1
        if base.ended and following not in [number for number, _ in found]:
            self._note("segment %d is missing" % following)
        for _, segment in found:
            if segment.checkpoint is None and not segment.newer and not base.anew:
                segment.rescue(self.sequence, self.clock)
                self._replay(segment, match)

    def _replay(self, segment, match) -> None:
        for event in segment.events:
            self.sequence, self.clock = event[4], event[5]
            match.apply(event[0], event[1], event[2], event[5])
