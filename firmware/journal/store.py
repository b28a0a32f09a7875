"""The event journal on flash: appends events to short segments, each begun by a checkpoint of the full state.

A segment stays below the size up to which littlefs keeps a file inline: an append there needs no erase of its own. The
present segment has a folder to itself, whose metadata log only its events make longer; the next one replaces it.
"""

from ..board_files import write_pieces
from ..interpreter import const
from ..ticks import MASK
from .archive import archive_segments, delete_oldest, store_damaged
from .checkpoint import pack_checkpoint
from .files import ARCHIVE, CLOSED, PRESENT, Files, number_after, segment_path
from .record import (
    LONGEST_GAP_MS,
    RECORD_BYTES,
    RECORD_ENDED,
    TEXT_BYTES,
    pack_record,
    pack_text_record,
)
from .restore import Restorer

_CLOSED_KEPT = const(7)
"""From this many closed segments on they are archived even while keys move: littlefs would split a folder of more into
two parts.
"""
_CLOSED_SPARE = const(6)
"""From this many closed segments on they are archived piece by piece, while no key moves."""
_SEGMENT_BYTES = (212, 236, 316)
"""Bytes of a segment for 2, 3 and 4 teams: it is closed once another event would not fit. Longer segments make appends
more expensive, shorter ones are opened more often: these need the fewest erases on the real littlefs, which keeps up to
512 bytes inline. The events of one step may exceed it."""
_ARCHIVE_BYTES = const(16384)
"""Of an archive file, about: the journal of sixteen games."""
_NO_SPACE = const(28)
_REASON_BYTES = const(40)


class Journal:
    """Appends events to the journal, and restores a match from it.

    `sequence` counts events since the board was made, `clock` is the board time (ms) of the last one. `full`: a new
    segment is to be opened (`open_segment`). `behind`: an event is not on flash, and that was not tried
    since. `archive_due`: `archive` has work to do, when no key moves; `crowded`: even if one does.
    """

    def __init__(self, disk) -> None:
        self._files = Files(disk)
        self._buf = bytearray(RECORD_BYTES)
        self._file = None
        self._size = 0
        self._limit = _SEGMENT_BYTES[0]
        # The present segment on flash is undamaged and has no end record.
        self._appendable = False
        self._failed = False
        self._number = 0
        self._preset = None
        self.full = False
        self.behind = False
        self.archive_due = self.crowded = False
        self._deleted = 0
        self._damaged: list = []
        self.sequence = 0
        self.clock = 0

    def notes(self) -> list:
        """Return messages about damage found and writes that failed."""
        return self._files.notes

    def faults(self) -> int:
        """Return how many writes have failed."""
        return self._files.faults

    def archived_bytes(self) -> int:
        """Return about how many bytes the archive takes."""
        return _ARCHIVE_BYTES * len(self._files.names(ARCHIVE))

    def restore(self, match) -> bool:
        """Restore `match` from the journal, as far as it can be read; False, and `match` unchanged, if it is empty.

        The journal is `full` then: with a segment of its own a start has few events to read. Damage is noted; damaged
        segments are moved when the next one has been written.
        """
        restored = Restorer(self._files, match)
        self._number = restored.number
        self.sequence = restored.sequence
        self.clock = restored.clock
        self._preset = restored.preset
        self._damaged = restored.damaged
        self._size = restored.size
        self._appendable = restored.size > 0
        self.full = True
        return self._preset is not None

    # -- play ---------------------------------------------------------------------------------------------------

    def append(self, kind: int, team: int, amount: int, actor: int, clock: int) -> None:
        """Append one event and flush it. Does not allocate. A failed write is counted, and made good by the next
        segment.
        """
        self.sequence += 1
        pack_record(self._buf, kind, team, amount, actor, self.sequence, clock)
        if (clock - self.clock) & MASK >= LONGEST_GAP_MS:
            self._size = self._limit
        self.clock = clock
        self._write()

    def append_text(self, text: bytes) -> None:
        """Append the first 40 bytes of `text` as records, as the reason for the event just appended."""
        start = 0
        while start < len(text) and start < _REASON_BYTES:
            pack_text_record(self._buf, text, start)
            self._write()
            start += TEXT_BYTES

    def _write(self) -> None:
        """Append and flush the record in `_buf`; count a failure. Sets `behind` and `full`."""
        self._size += RECORD_BYTES
        try:
            self._file.write(self._buf)  # type: ignore[attr-defined]
            self._file.flush()  # type: ignore[attr-defined]
        except (OSError, AttributeError):
            # No file: the last segment found no room.
            self._files.faults += 1
            self._failed = True
        self.behind = self._failed
        if self._failed or self._size + RECORD_BYTES > self._limit:
            self.full = True

    # -- between frames -----------------------------------------------------------------------------------------

    def reopen(self) -> bool:
        """Open the present segment to append to; return False if there is none for more events, or that fails."""
        if self._appendable:
            self._file = self._files.attempt(self._files.disk.open, segment_path(PRESENT, 0), "ab")
        return self._file is not None

    def open_segment(self, match, clock: int):
        """Open a new segment with a checkpoint of the match. Allocates. `clock` is board time in ms.

        Yields after each piece of 5 to 9 ms but the last. Events may be appended in between. If there is no room even
        without the oldest archives, events are kept in memory only, and a note says so.
        """
        # Only a match that begins anew has another preset object; its events do not follow those of the segment.
        anew = match.preset is not self._preset
        closed = self._files.names(CLOSED)
        yield
        while True:
            try:
                yield from self._begin_segment(match, number_after(self._number, closed), clock, anew)
                self._move_damaged()
                self.archive_due = self.archive_due or len(closed) >= _CLOSED_SPARE
                self.crowded = len(closed) >= _CLOSED_KEPT
                break
            except OSError as error:
                if not self.make_room(error):
                    self._continue_segment(anew)
                    break
        self.full = self.behind = False

    def _end_record(self, anew: bool) -> bytes:
        """Return the record that closes the present segment, `anew`: for another match; b"" if damaged or closed."""
        if not self._appendable:
            return b""
        pack_record(self._buf, RECORD_ENDED, 0, anew, 0, self.sequence, 0)
        return bytes(self._buf)

    def _continue_segment(self, anew: bool) -> None:
        """Go on appending to the present segment, as there is no room for a new one.

        With `anew` another match begins, which cannot: the segment is closed, and further events are in memory only.
        """
        attempt = self._files.attempt
        if self._file is None:
            # It was closed before it could not be replaced.
            self.reopen()
        if anew and self._file is not None:
            attempt(self._file.write, self._end_record(True))
            attempt(self._file.close)
            self._file = None
            self._appendable = False

    def make_room(self, error) -> bool:
        """Delete the oldest archive if a write failed (`error`) because flash is full; return whether to retry."""
        if error.args[0] == _NO_SPACE and delete_oldest(self._files):
            self._deleted += 1
            return True
        self._files.fail("event-not-kept", error)
        return False

    def _begin_segment(self, match, number: int, clock: int, anew: bool):
        """Close the present segment, and begin another with a checkpoint as `number`; `anew`: of another match.

        Yields after each piece of work but the last. Raises OSError.
        """
        files = self._files
        present = segment_path(PRESENT, 0)
        sequence = -1
        # Once more if an event has come meanwhile, which the copy lacks.
        while self.sequence != sequence:
            clock = clock if sequence < 0 else self.clock
            sequence = self.sequence
            yield from self._close_segment(anew)
            data = pack_checkpoint(match, number, self.sequence, clock)
            yield
        if self._file is not None:
            files.attempt(self._file.close)
            self._file = None
        file = files.disk.open(present, "wb")
        try:
            # Atomic: until it is flushed, the old segment remains.
            file.write(data)
            file.flush()
        except OSError:
            file.close()
            raise
        self._file = file
        self._number = number
        self._preset = match.preset
        self._size = len(data)
        self._limit = _SEGMENT_BYTES[match.teams - 2]
        self._appendable = True
        self._failed = False
        yield
        # A file opened while its folder's log is full to the last byte has littlefs erase at every flush, until it is
        # opened again.
        files.attempt(file.close)
        self.reopen()

    def _close_segment(self, anew: bool):
        """Copy the present segment to the closed ones, with a record of its end; yields after each piece of work."""
        pieces = self._files.present_pieces()
        yield
        if pieces:
            pieces.append(self._end_record(anew))
            file = self._files.disk.open(segment_path(CLOSED, self._number), "wb")
            yield from write_pieces(file, pieces)
        yield

    def _move_damaged(self) -> None:
        """Move damaged segments to their folder."""
        if self._damaged:
            store_damaged(self._files, self._damaged)
            self._damaged = []

    def archive(self, finished: int):
        """Move all closed segments but the newest to the archive, that of result number `finished`.

        Yields after each piece of work.
        """
        deleted = self._deleted
        work = archive_segments(self._files, finished)
        try:
            for _ in work:
                yield
                if self._deleted != deleted:
                    # What was to be archived may be what has been deleted: it begins again.
                    work.close()
                    return
        except OSError as error:
            if self.make_room(error):
                return
        self.archive_due = self.crowded = False
