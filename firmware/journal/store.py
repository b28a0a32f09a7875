"""The journal on flash: short segments, each a checkpoint of the full state and the events since.

A segment stays below the size up to which littlefs keeps a file inline: an append there costs no erase of its own.
"""

from ..clock import since
from ..interpreter import const, forget
from . import checkpoint, record
from .files import FOLDER, Files, path

_ROOM = "firmware.journal."
_LIVE_KEPT = const(8)
_SEGMENT_BYTES = const(226)
"""A segment is closed once another event would not fit. With its name and checksums it then fills one page of 256
bytes: what an append costs. One step's events may take it further; littlefs keeps up to 512 bytes inline."""
_HIGHEST = const(99999998)
"""Names have eight digits."""
_NO_SPACE = const(28)
_ERASE_US = const(20000)
"""An append that erases takes longer than this, one that does not takes a tenth of it."""


class Journal:
    """Appends events and brings a match back.

    `sequence` counts events since the board was made, `clock` is the board time of the last one.
    `dragging`: appends may cost more than they need until `reopen`.
    """

    def __init__(self, disk) -> None:
        self._files = Files(disk)
        self._buf = bytearray(record.SIZE)
        self._file = None
        self._size = 0
        self._failed = False
        self.dragging = False
        self._number = 0
        self._preset = None
        self._rotated_at = -1
        self._aside: list = []
        self.sequence = 0
        self.clock = 0

    @property
    def notes(self) -> list:
        """What was found damaged or refused, in words."""
        return self._files.notes

    @property
    def faults(self) -> int:
        """How many writes have failed."""
        return self._files.faults

    def restore(self, match) -> bool:
        """Make `match` what the journal says, as far as it can be read. False where there is nothing: match untouched.

        What is damaged is noted and put aside once a sound segment stands (`rotate`).
        """
        # Needed at start only: a board that plays has the memory back.
        from .restoring import Restoring

        found = Restoring(self._files, match)
        self._number = found.number
        self.sequence = found.sequence
        self.clock = found.clock
        self._preset = found.preset
        self._aside = found.aside
        if found.size:
            # `rotate` closes it, or, should it find no room, events go on in it.
            self._size = found.size
            self._file = self._open()
        del Restoring
        forget(_ROOM + "restoring", _ROOM + "segment", _ROOM + "unpacking", "firmware.rules.presets")
        return self._preset is not None

    def _open(self):
        return self._files.attempt(self._files.disk.open, path(FOLDER, self._number), "ab")

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
            self._files.faults += 1
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
        self._files.attempt(self._file.close)  # type: ignore[attr-defined]
        self._file = self._open()

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
        if len(self._files.names(FOLDER)) > _LIVE_KEPT:
            self.archive(match.finished)

    def _free_number(self) -> int:
        number = self._number % _HIGHEST + 1
        while self._taken(number):
            number = number % _HIGHEST + 1
        return number

    def _taken(self, number: int) -> bool:
        try:
            return self._files.disk.size(path(FOLDER, number)) > 0
        except OSError:
            return False

    def _with_room(self, action, *arguments):
        """The action's outcome; for want of space the oldest archive goes first. None where nothing helps."""
        while True:
            try:
                return action(*arguments)
            except OSError as error:
                if not self.make_room(error):
                    return None

    def make_room(self, error) -> bool:
        """A write failed: where space was wanting, forget the oldest archive, and True to try again."""
        from .archive import forget_oldest

        if error.args[0] == _NO_SPACE and forget_oldest(self._files):
            return True
        self._files.fail("not kept: %s" % error)
        return False

    def _begin(self, number: int, data: bytes):
        file = self._files.disk.open(path(FOLDER, number), "wb")
        try:
            file.write(data)
            file.flush()
        except OSError as error:
            self._files.attempt(file.close)
            raise error
        return file

    def _end_segment(self, anew: bool) -> None:
        if self._file is None:
            return
        record.pack(self._buf, record.ENDED, 0, anew, 0, self.sequence, 0)
        self._files.attempt(self._file.write, self._buf)
        self._files.attempt(self._file.close)

    def _put_aside(self) -> None:
        if self._aside:
            from .archive import put_aside

            put_aside(self._files, self._aside)
            self._aside = []

    def archive(self, finished: int) -> None:
        """Move the live segments but the last two to the archive, when result number `finished` is written."""
        # Between games there is memory enough.
        from .archive import append

        self._with_room(append, self._files, finished)
