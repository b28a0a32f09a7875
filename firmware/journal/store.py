"""The journal on flash: short segments, each a checkpoint of the full state and the events since.

    journal/NNNNNNNN   live segments: the present one last, then the one before it and all since the last game's end
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
_HIGHEST = const(99999998)
"""Names have eight digits."""
_LONGEST = const(16384)
"""Bytes of a file that is looked at: more than any segment, however full the chip was."""
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
        self._preset = None
        self._rotated_at = -1
        self._untouched: list = []
        self._aside: list = []
        self.sequence = 0
        self.clock = 0
        self.faults = 0
        self.notes: list = []
        for folder in (FOLDER, ARCHIVE, DAMAGED):
            self._try(disk.make_folder, folder)

    # -- start --------------------------------------------------------------------------------------------------

    def restore(self, match) -> bool:
        """Make `match` what the journal says, as far as it can be read. False where there is nothing: match untouched.

        What is damaged is noted and put aside once a sound segment stands (`rotate`).
        """
        found = [(int(name), Segment(self._bytes(name))) for name in self._names(FOLDER)]
        if found and not found[-1][1].data:
            # The power went between the making of this file and its first bytes.
            found.pop()
        self._look_through(found)
        base = None
        for number, segment in found:
            self._number = number
            if segment.checkpoint is not None and (base is None or segment.last >= base.last):
                base = segment
        if base is None or base.checkpoint is None:
            return False
        self._take_up(base, match)
        for _, segment in found:
            if segment.checkpoint is None and not segment.newer and not base.anew:
                segment.rescue(self.sequence, self.clock)
                self._replay(segment, match)
        return True

    def _take_up(self, base, match) -> None:
        base.checkpoint.load(match)
        self._preset = match.preset
        self.sequence, self.clock = base.checkpoint.sequence, base.checkpoint.clock
        self._replay(base, match)
        last = self._number
        self._number = base.checkpoint.number
        if self._number != last or base.damage:
            return
        if base.ended:
            self.notes.append("segment %d is missing" % (last + 1))
        else:
            self._go_on_with(base)

    def _go_on_with(self, segment) -> None:
        """The last segment is whole: `rotate` closes it, or, should it find no room, events go on in it."""
        self._file = self._try(self._disk.open, _path(FOLDER, self._number), "ab")
        self._size = len(segment.data)

    def _bytes(self, name: str) -> bytes:
        """What is to be read of a live segment; words that are none where it cannot be."""
        try:
            return self._read(name) if self._disk.size(_path(FOLDER, name)) <= _LONGEST else b"too long"
        except OSError as error:
            return str(error).encode()

    def _read(self, name: str) -> bytes:
        file = self._disk.open(_path(FOLDER, name), "rb")
        data = file.read()
        file.close()
        return data

    def _names(self, folder: str) -> list:
        names = self._try(self._disk.names, folder) or []
        return [name for name in names if len(name) == 8 and name.isdigit()]

    def _look_through(self, found: list) -> None:
        """Note damage; remember which files not to touch or to put aside."""
        before = 0
        for number, segment in found:
            if before and number != before + 1 and "%08d" % (before + 1) not in self._names(DAMAGED):
                self.notes.append("segment %d is missing" % (before + 1))
            before = number
            if segment.newer:
                self._untouched.append("%08d" % number)
            elif segment.checkpoint is not None and segment.checkpoint.number != number:
                segment.damage = segment.damage or "it is segment %d" % segment.checkpoint.number
            if segment.damage:
                self.notes.append("segment %d: %s" % (number, segment.damage))
                if not segment.newer:
                    self._aside.append("%08d" % number)

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
            self._file.write(self._buf)  # type: ignore[attr-defined]
            self._file.flush()  # type: ignore[attr-defined]
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
        self._try(self._file.close)  # type: ignore[attr-defined]
        self._file = self._try(self._disk.open, _path(FOLDER, self._number), "ab")

    # -- between frames -----------------------------------------------------------------------------------------

    def rotate(self, match, clock: int) -> None:
        """Open a new segment with a checkpoint of the match as it is. Allocates. Where there is no room even after
        the oldest archives have gone, events are kept in memory only, and `notes` says so."""
        self._rotated_at = self.sequence
        # Only a match that begins anew has another preset object; its events do not follow those of the segment.
        anew = match.preset is not self._preset
        number = self._free_number()
        data = checkpoint.write(match, number, self.sequence, clock)
        file = self._with_room(self._begin, number, data)
        if file is not None or anew:
            self._end_segment(anew)
            self._file = file
        if file is None:
            return
        self._number = number
        self._preset = match.preset
        self._size = len(data)
        self._failed = False
        self._put_aside()
        if len(self._names(FOLDER)) > _LIVE_KEPT:
            self.archive(match.finished)

    def _free_number(self) -> int:
        number = self._number % _HIGHEST + 1
        while self._taken(number):
            number = number % _HIGHEST + 1
        return number

    def _taken(self, number: int) -> bool:
        try:
            return self._disk.size(_path(FOLDER, number)) > 0
        except OSError:
            return False

    def _try(self, action, *arguments):
        """The action's outcome; None, and a note, where the file system refuses."""
        try:
            return action(*arguments)
        except OSError as error:
            self._fail(str(error))
            return None

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
        file = self._disk.open(_path(FOLDER, number), "wb")
        try:
            file.write(data)
            file.flush()
        except OSError as error:
            self._try(file.close)
            raise error
        return file

    def _end_segment(self, anew: bool) -> None:
        if self._file is None:
            return
        record.pack(self._buf, record.ENDED, 0, anew, 0, self.sequence, 0)
        self._try(self._file.write, self._buf)
        self._try(self._file.close)

    def _put_aside(self) -> None:
        for name in self._aside:
            self._try(self._disk.rename, _path(FOLDER, name), _path(DAMAGED, name))
        if self._aside:
            self._aside = []
            self._keep_newest(DAMAGED, _DAMAGED_KEPT)

    def archive(self, finished: int) -> None:
        """Move the live segments but the last two to the archive, when result number `finished` is written.

        The last but one stays: with the present one's checkpoint damaged, the match is still what it was.
        """
        names = self._with_room(self._append_to_archive, finished // GAMES_A_FILE, None)
        for name in names or ():
            self._try(self._disk.remove, _path(FOLDER, name))
        self._keep_newest(ARCHIVE, _ARCHIVES_KEPT + 1)

    def _spare(self) -> list:
        """Live segments that the match can be brought back without, oldest first."""
        return [name for name in self._names(FOLDER)[:-2] if name not in self._untouched]

    def _append_to_archive(self, number: int, _) -> list:
        names = self._spare()
        if names:
            file = self._disk.open(_path(ARCHIVE, number), "ab")
            try:
                for name in names:
                    file.write(self._read(name))
            finally:
                file.close()
        return names

    def _keep_newest(self, folder: str, count: int) -> None:
        for name in self._names(folder)[:-count]:
            self._try(self._disk.remove, _path(folder, name))

    def _forget_oldest(self) -> bool:
        """Remove the oldest archive, or where there is none the oldest segment to spare. False if no room came."""
        for folder, names in ((ARCHIVE, self._names(ARCHIVE)), (FOLDER, self._spare())):
            for name in names:
                path = _path(folder, name)
                # An archive that was made and found no room is empty.
                held = self._try(self._disk.size, path)
                self._try(self._disk.remove, path)
                if held and name not in self._names(folder):
                    return True
        return False


def _path(folder: str, number) -> str:
    """The file of a segment or archive by its number, or by the name that is its number."""
    return "%s/%08d" % (folder, int(number))
