"""The journal on flash: short segments, each a checkpoint of the full state and the events since.

    journal/NNNNNNNN   live segments: the present one last, the others since the last game's end
    archive/NNNNNNNN   segments of finished games end to end, sixteen games a file
    damaged/NNNNNNNN   segments that could not be read to their end, for inspection

A segment stays below the size up to which littlefs keeps a file inline: an append there costs no erase of its own.
"""

from ..clock import since
from ..interpreter import const
from . import checkpoint, record
from .segment import Segment

FOLDER = "journal"
ARCHIVE = "archive"
DAMAGED = "damaged"

GAMES_A_FILE = 16
_ARCHIVES_KEPT = const(14)
"""Archive files before the present one: the events of 208 games and more."""
_DAMAGED_KEPT = const(8)
_LIVE_KEPT = const(8)
_SEGMENT_BYTES = const(226)
"""A segment is closed once another event would not fit. With its name and checksums it then fills one page of 256
bytes: what an append costs. One step's events may take it further; littlefs keeps up to 512 bytes inline."""
_NO_SPACE = const(28)
_ERASE_US = const(20000)
"""An append that erases takes longer than this, one that does not takes a tenth of it."""


class Journal:
    """Appends events and brings a match back.

    `sequence` counts events since the board was made, `clock` is the board time of the last one.
    `dragging`: appends may cost more than they need until `reopen`. `notes` says in words what was found damaged;
    `faults` counts writes that failed.
    """

    def __init__(self, disk) -> None:
        self._disk = disk
        self._buf = bytearray(record.SIZE)
        self._file = None
        self._size = 0
        self._failed = False
        self.dragging = False
        self._number = 0
        self._rotated_at = -1
        self._untouched: list = []
        self._aside: list = []
        self.sequence = 0
        self.clock = 0
        self.faults = 0
        self.notes: list = []
        for folder in (FOLDER, ARCHIVE, DAMAGED):
            disk.make_folder(folder)

    # -- start --------------------------------------------------------------------------------------------------

    def restore(self, match) -> bool:
        """Make `match` what the journal says, as far as it can be read. False where there is nothing: match untouched.

        What is damaged is noted and put aside once a sound segment stands (`rotate`).
        """
        found = [(name, Segment(self._bytes(name))) for name in self._names(FOLDER)]
        segments = [segment for _, segment in found]
        self._look_through(found)
        base = None
        for segment in segments:
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        if base is None or base.checkpoint is None:
            return False
        base.checkpoint.load(match)
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        for segment in segments:
            if segment.checkpoint is None and not segment.newer:
                segment.rescue(self.sequence, self.clock)
                self._replay(segment, match)
        if base.ended and base.checkpoint.number == self._number:
            self.notes.append("segment %d is missing" % (self._number + 1))
        return True

    def _bytes(self, name: str) -> bytes:
        try:
            file = self._disk.open("%s/%s" % (FOLDER, name), "rb")
            data = file.read()
            file.close()
            return data
        except OSError:
            return b""

    def _names(self, folder: str) -> list:
        return [name for name in self._disk.names(folder) if len(name) == 8 and name.isdigit()]

    def _look_through(self, found: list) -> None:
        """Note damage; remember the last number, and which files not to touch or to put aside."""
        for name, segment in found:
            number = int(name)
            if self._number and number != self._number + 1:
                self.notes.append("segment %d is missing" % (self._number + 1))
            self._number = number
            if segment.newer:
                self._untouched.append(name)
            elif segment.checkpoint is not None and segment.checkpoint.number != number:
                segment.damage = segment.damage or "it is segment %d" % segment.checkpoint.number
            if segment.damage:
                self.notes.append("segment %d: %s" % (number, segment.damage))
                if not segment.newer:
                    self._aside.append(name)

    def _replay(self, segment, match) -> None:
        for event in segment.events:
            self.sequence, self.clock = event[4], event[5]
            match.apply(event[0], event[1], event[2], event[5])

    # -- play ---------------------------------------------------------------------------------------------------

    def append(self, kind: int, team: int, amount: int, actor: int, clock: int) -> None:
        """Write one event and flush it. Allocates nothing; a write that fails is counted, and mended by `rotate`."""
        self.sequence += 1
        record.pack(self._buf, kind, team, amount, actor, self.sequence, clock)
        self._write()
        if since(self.clock, clock) >= record.LONGEST_GAP_MS:
            self._size = _SEGMENT_BYTES
        self.clock = clock

    def took(self, us: int) -> None:
        """The last append took so many microseconds.

        A file that littlefs opens when its directory's log has just filled a block costs an erase at every append,
        until it is opened anew. Whether that is so cannot be seen, but after an erase the log is short again: a file
        opened then is a good one.
        """
        self.dragging = us >= _ERASE_US and self._file is not None

    def append_text(self, text: str) -> None:
        """Words to the event just written, up to 40 bytes of them."""
        words = text.encode()[: 8 * record.WORDS]
        for at in range(0, len(words), record.WORDS):
            record.pack_text(self._buf, words[at : at + record.WORDS])
            self._write()

    def _write(self) -> None:
        self._size += record.SIZE
        try:
            self._file.write(self._buf)
            self._file.flush()
        except (OSError, AttributeError):
            # No file: the last rotation found no room.
            self.faults += 1
            self._failed = True

    @property
    def behind(self) -> bool:
        """Whether an event is not on flash, and `rotate` has not been tried since."""
        return self._failed and self._rotated_at != self.sequence

    @property
    def full(self) -> bool:
        """Whether `rotate` should be called before more events come."""
        wanted = self._failed or self._size + record.SIZE > _SEGMENT_BYTES
        return wanted and self._rotated_at != self.sequence

    def reopen(self) -> None:
        """Open the present segment anew. Allocates."""
        self.dragging = False
        self._file.close()
        self._file = self._disk.open("%s/%08d" % (FOLDER, self._number), "ab")

    # -- between frames -----------------------------------------------------------------------------------------

    def rotate(self, match, clock: int) -> None:
        """Open a new segment with a checkpoint of the match as it is. Allocates. Where there is no room even after
        the oldest archives have gone, events are kept in memory only, and `notes` says so."""
        self._rotated_at = self.sequence
        number = self._number + 1
        data = checkpoint.write(match, number, self.sequence, clock)
        file = self._with_room(self._begin, number, data)
        if file is None:
            return
        self._number = number
        self._end_segment()
        self._file = file
        self._size = len(data)
        self._failed = False
        self._put_aside()
        if len(self._names(FOLDER)) > _LIVE_KEPT:
            self.archive(match.finished)

    def _with_room(self, action, name, data):
        """The action's outcome; for want of space the oldest archive goes first. None where nothing helps."""
        while True:
            try:
                return action(name, data)
            except OSError as error:
                if not self.make_room(error):
                    return None

    def make_room(self, error) -> bool:
        """A write failed: where space was wanting, forget the oldest archive, and True to try again."""
        if error.args[0] == _NO_SPACE and self._forget_oldest():
            return True
        self._fail("not kept: %s" % error)
        return False

    def _fail(self, why: str) -> None:
        self.faults += 1
        if why not in self.notes:
            self.notes.append(why)

    def _begin(self, number: int, data: bytes):
        file = self._disk.open("%s/%08d" % (FOLDER, number), "wb")
        file.write(data)
        file.flush()
        return file

    def _end_segment(self) -> None:
        if self._file is None:
            return
        try:
            record.pack(self._buf, record.ENDED, 0, 0, 0, self.sequence, 0)
            self._file.write(self._buf)
            self._file.close()
        except OSError as error:
            self._fail("segment not closed: %s" % error)

    def _put_aside(self) -> None:
        for name in self._aside:
            self._disk.rename("%s/%s" % (FOLDER, name), "%s/%s" % (DAMAGED, name))
        self._aside = []
        self._keep_newest(DAMAGED, _DAMAGED_KEPT)

    def archive(self, finished: int) -> None:
        """Move all live segments but the present one to the archive, when result number `finished` is written."""
        names = [name for name in self._names(FOLDER)[:-1] if name not in self._untouched]
        if self._with_room(self._append_to_archive, "%08d" % (finished // GAMES_A_FILE), names):
            for name in names:
                self._disk.remove("%s/%s" % (FOLDER, name))
            self._keep_newest(ARCHIVE, _ARCHIVES_KEPT + 1)

    def _append_to_archive(self, name: str, live: list) -> bool:
        file = self._disk.open("%s/%s" % (ARCHIVE, name), "ab")
        try:
            for segment in live:
                file.write(self._bytes(segment))
        finally:
            file.close()
        return True

    def _keep_newest(self, folder: str, count: int) -> None:
        for name in self._names(folder)[:-count]:
            self._disk.remove("%s/%s" % (folder, name))

    def _forget_oldest(self) -> bool:
        names = self._names(ARCHIVE)
        if names:
            self._disk.remove("%s/%s" % (ARCHIVE, names[0]))
        return bool(names)
