"""Drives the displays in short steps between other work: fills the text buffer, draws a row, sends a slice.

A step does one of these; to send a slice, a part of a row, takes half a millisecond. Loaded when a display is found.
"""

from ...interpreter import const, micropython, ptr8
from ...ticks import MASK, since
from .raster import PAGE_BYTES, Raster, first_change
from .text_buffer import COLUMNS, DIGITS, KINDS_AT, ROWS, SCORES_AT, TALL_BELOW, TEXT_BYTES, TextBuffer
from .texts import DisplayTexts

DISPLAYS = const(2)
SLICE_BYTES = const(16)
_CHECK_MS = const(500)
"""While no key moves, the texts are written anew this often."""
_REFRESH_MS = const(1000)
"""A row is sent again this often, changed or not: a display with a transfer error or unplugged is soon right again."""
_SHIFT_MS = const(1 << 16)
"""After this long, about a minute, the picture moves a column, so that no dot is lit for ever."""
_SHIFTS = b"\0\1\2\1"
_CONTRASTS = b"\x01\x18\x40\x80\xff"
"""By the brightness of the LEDs, 1 to 5; 0 is dark."""
_UNKNOWN = const(-1)
_ALL_ROWS = const(255)
_NO_ROW = const(-1)


class Display:
    """State of one display: `sheet` is the text buffer it is to show, `sent` its dots (allocated by `begin`).

    Bit masks of rows: `rows`, to be sent; `whole`, to be sent in full, since its dots are not known. `known`:
    it has answered once; `there`: it answers now; `stale`: its text has to be written anew; `ready`: it has all rows.
    `contrast`: the last one set, or _UNKNOWN.
    """

    def __init__(self) -> None:
        self.there = self.known = self.ready = False
        self.stale = False
        self.rows = self.whole = 0
        self.sheet = bytearray(TEXT_BYTES)
        self.sent: bytearray = None
        self.contrast = _UNKNOWN

    def begin(self) -> None:
        """Mark everything to be sent: the display was just detected. Allocates the first time."""
        self.there = self.known = self.stale = True
        self.ready = False
        if self.sent is None:
            self.sent = bytearray(ROWS * PAGE_BYTES)
        self.resend(_ALL_ROWS)

    def resend(self, rows: int) -> None:
        """Mark rows (bit mask) to be sent again in full; with row 0 the display's setup is sent again too."""
        self.rows |= rows
        self.whole |= rows
        if rows & 1:
            self.contrast = _UNKNOWN

    def update(self, data, all_rows: bool) -> None:
        """Copy the text buffer `data` to `sheet`, and mark its changed rows, or all rows, to be sent."""
        self.rows |= _ALL_ROWS if all_rows else changed_rows(data, self.sheet)
        self.sheet[:] = data


class Displays:
    """Up to two displays: the first on the side of team A, the second on that of B.

    `step` and `mark_changed` do not allocate.
    """

    def __init__(self, hal, console, results, findings) -> None:
        self._hal = hal
        self._match = console.match
        self._console = console
        self._results = results
        self._findings = findings
        self._settings = console.settings
        self.texts: DisplayTexts = None
        self._raster = Raster()
        self.all = [Display() for _ in range(DISPLAYS)]
        self._due = self._busy = True
        self._changes = self._phase_at = 0
        self._drawn = _NO_ROW
        self._column = 0
        self._shift = 0
        self._checked_at = 0
        self._refreshed_at = 0
        self._refreshed = 0

    def prepare(self, phrases: bytes, seating: tuple) -> None:
        """Apply a language's phrases, the board's settings, and who sits at it; also before the first step."""
        buffer = TextBuffer(phrases, self._console.at_home())
        self.texts = DisplayTexts(buffer, self._console, self._results, self._findings, seating)
        self._due = True

    def missing(self) -> list:
        """Return the numbers of displays that have stopped answering. Allocates."""
        return [number for number in range(DISPLAYS) if self.all[number].known and not self.all[number].there]

    def mark_changed(self) -> None:
        """Write all texts anew at the next step: something has happened."""
        self._due = True

    def begin(self, number: int) -> None:
        """Begin to send to display `number`, which was just detected. Allocates the first time."""
        self.all[number].begin()
        self._due = True
        self._drawn = _NO_ROW

    def step(self, now: int) -> bool:
        """Do one piece of the displays' work at board time `now` (ms); return False if there is none."""
        late = (now - self._checked_at) & MASK >= _CHECK_MS
        # The match and the phase may change by time alone, without a key.
        if late or self._due or self._match.changes != self._changes or self._console.phase_at != self._phase_at:
            self._schedule_update(now)
        elif not self._busy:
            return False
        for number in range(DISPLAYS):
            display = self.all[number]
            if display.there and self._work_on(number, display, now):
                return True
        self._busy = False
        return False

    def _schedule_update(self, now: int) -> None:
        """Mark all displays' texts as stale; once per _REFRESH_MS, also have the next row sent again."""
        self._due = False
        self._busy = True
        self._checked_at = now
        self._changes = self._match.changes
        self._phase_at = self._console.phase_at
        self.texts.poll(now)
        for display in self.all:
            display.stale = True
        if since(self._refreshed_at, now) >= _REFRESH_MS:
            self._refreshed_at = now
            self._refreshed = (self._refreshed + 1) % (DISPLAYS * ROWS)
            self.all[self._refreshed // ROWS].resend(1 << (self._refreshed % ROWS))

    def _work_on(self, number: int, display, now: int) -> bool:
        """Do the next piece of work for a display: contrast, text or rows; return False if there is none."""
        asleep = self._console.asleep
        contrast = _CONTRASTS[self._settings.brightness - 1] if display.ready and not asleep else 0
        try:
            if contrast != display.contrast:
                self._hal.set_display(number, contrast)
                display.contrast = contrast
            elif asleep:
                return False
            elif display.stale:
                self._write(number, display, now)
            elif display.rows:
                self._send(number, display)
            elif display.ready:
                return False
            else:
                display.ready = True
        except OSError:
            display.there = False
        return True

    def _write(self, number: int, display, now: int) -> None:
        """Write the text of a display anew, and mark changed rows to be sent; all rows each time the picture shifts."""
        display.stale = False
        shift = _SHIFTS[now // _SHIFT_MS % len(_SHIFTS)]
        self.texts.write(number, now)
        display.update(self.texts.buffer.data, shift != self._shift)
        if shift != self._shift:
            self._shift = shift
            for other in self.all:
                other.rows = _ALL_ROWS
        self._drawn = _NO_ROW

    def _send(self, number: int, display) -> None:
        """Draw the first row that is due, or send the next of its slices that has changed."""
        row = 0
        while not (display.rows >> row) & 1:
            row += 1
        if self._drawn != number * ROWS + row:
            self._drawn = number * ROWS + row
            self._column = 0
            self._raster.draw(display.sheet, row, self._shift)
            return
        page = self._raster.page
        column = self._column
        if not (display.whole >> row) & 1:
            column = first_change(page, display.sent, PAGE_BYTES * row, column)
        if column < PAGE_BYTES:
            column -= column % SLICE_BYTES
            self._hal.draw_display(number, row, column, page)
            copy_slice(page, display.sent, PAGE_BYTES * row, column)
            self._column = column + SLICE_BYTES
        if column + SLICE_BYTES >= PAGE_BYTES:
            display.rows &= ~(1 << row)
            display.whole &= ~(1 << row)
            self._drawn = _NO_ROW


@micropython.viper
def changed_rows(new: ptr8, old: ptr8) -> int:
    """Return the mask of rows in which two text buffers differ; a change of a score changes all its rows."""
    scores = 0
    i = int(SCORES_AT)
    while i < int(TEXT_BYTES):
        scores |= new[i] ^ old[i]
        i += 1
    rows = 0
    row = 0
    while row < int(ROWS):
        kind = new[int(KINDS_AT) + row]
        difference = kind ^ old[int(KINDS_AT) + row]
        if kind == int(DIGITS):
            difference |= scores
        i = int(COLUMNS) * (row - 1 if kind == int(TALL_BELOW) else row)
        end = i + int(COLUMNS)
        while i < end:
            difference |= new[i] ^ old[i]
            i += 1
        if difference:
            rows |= 1 << row
        row += 1
    return rows


@micropython.viper
def copy_slice(page: ptr8, sent: ptr8, offset: int, column: int):
    """Copy the slice of `page` at `column`, which has been sent, into the row of `sent` that begins at `offset`."""
    end = column + int(SLICE_BYTES)
    while column < end:
        sent[offset + column] = page[column]
        column += 1
