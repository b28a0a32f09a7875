"""Renders a row of the text buffer as the 128 bytes of a display page: a byte a column of eight dots, bit 0 on top."""

from ...interpreter import const, micropython, ptr8
from .glyphs import GLYPHS
from .text_buffer import (
    COLUMNS,
    DIGITS,
    INVERTED,
    KINDS_AT,
    LETTER_COLUMNS,
    SCORES_AT,
    TALL,
    TALL_BELOW,
)

PAGE_BYTES = const(128)
_ADVANCE = const(6)
_FIRST_LETTER = const(33)
_SEGMENTS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
"""The segments of each digit: bit 0 the top one, then clockwise, the middle one last."""
_DOUBLED = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"
"""Four dots, each twice as tall."""
_LARGE = const(17 | (38 << 8) | (5 << 16))
"""Width, height and stroke of the digits of two scores."""
_MEDIUM = const(10 | (19 << 8) | (3 << 16))
"""Of three and four scores, two above two."""
_APART = const(3)
_HALF = const(64)
_RIGHT = const(62)
"""Where a score ends within its half: with the shift there are two columns more."""
_BELOW = const(21)


@micropython.viper
def draw_letters(buf: ptr8, data: ptr8, offset: int, x: int, kind: int, glyphs: ptr8, doubled: ptr8):
    """Draw the COLUMNS letters at `data[offset]` into `buf`, the first at column `x`; `kind`: SMALL, TALL etc."""
    end = offset + int(COLUMNS)
    while offset < end:
        glyph = int(LETTER_COLUMNS) * (data[offset] - int(_FIRST_LETTER))
        offset += 1
        column = 0
        while glyph >= 0 and column < int(LETTER_COLUMNS):
            dots = glyphs[glyph + column]
            if kind == int(TALL):
                dots = doubled[dots & 15]
            elif kind == int(TALL_BELOW):
                dots = doubled[dots >> 4]
            buf[x + column] = dots
            column += 1
        x += int(_ADVANCE)


@micropython.viper
def draw_digit(page: ptr8, segments: int, x: int, y: int, size: int):
    """Draw the part within the row of a seven-segment digit.

    `segments`: mask of the segments lit (see _SEGMENTS). `x`, `y`: column and row of dots of its top left corner;
    `y` may be below 0. `size`: width, height << 8, stroke << 16, in dots.
    """
    width = size & 255
    height = (size >> 8) & 255
    stroke = size >> 16
    middle = (height - stroke) >> 1
    segment = 0
    while segment < 7:
        left = x
        columns = stroke
        top = y
        rows = middle + stroke
        if segment == 0 or segment == 3 or segment == 6:
            columns = width
            rows = stroke
        if segment == 1 or segment == 2:
            left = x + width - stroke
        if segment == 2 or segment == 4 or segment == 6:
            top = y + middle
        if segment == 3:
            top = y + height - stroke
        bottom = top + rows
        if top < 0:
            top = 0
        if bottom > 8:
            bottom = 8
        if (segments >> segment) & 1 and top < bottom:
            dots = (1 << bottom) - (1 << top)
            end = left + columns
            while left < end:
                page[left] = page[left] | dots
                left += 1
        segment += 1


@micropython.viper
def first_change(new: ptr8, old: ptr8, offset: int, column: int) -> int:
    """Return the first column from `column` on in which `new` differs from the row at `old[offset]`, or PAGE_BYTES."""
    while column < int(PAGE_BYTES) and new[column] == old[offset + column]:
        column += 1
    return column


class Raster:
    """Draws rows of a text buffer into `page`, the 128 bytes of a display page."""

    def __init__(self) -> None:
        self.page = bytearray(PAGE_BYTES)
        self._empty = bytes(PAGE_BYTES)

    def draw(self, data, row: int, shift: int) -> None:
        """Draw row `row` of the text buffer `data`, moved right by `shift` columns (0 to 2)."""
        self.page[:] = self._empty
        kind = data[KINDS_AT + row]
        if kind == DIGITS:
            self._draw_scores(data, row, shift)
            return
        # A tall letter's lower half has its text in the row above.
        text = row - 1 if kind == TALL_BELOW else row
        draw_letters(self.page, data, COLUMNS * text, shift, kind, GLYPHS, _DOUBLED)  # type: ignore[arg-type, unused-ignore]
        if kind == INVERTED:
            for column in range(PAGE_BYTES):
                self.page[column] ^= 255

    def _draw_scores(self, data, row: int, shift: int) -> None:
        """Draw the part of the large scores that lies in row `row`, moved right by `shift` columns."""
        only_two = data[SCORES_AT] == 2
        size = _LARGE if only_two else _MEDIUM
        for place in range(data[SCORES_AT]):
            top = 0 if place < 2 else _BELOW
            left = (place & 1) * _HALF + shift
            offset = SCORES_AT + 1 + 2 * place
            y = top - 8 * row
            if -((size >> 8) & 255) < y < 8:
                self._draw_letter(data[offset], left, y)
                self._draw_number(data[offset + 1], left + _RIGHT, y, size)

    def _draw_letter(self, team: int, x: int, y: int) -> None:
        """Draw a team's letter at column `x`, its top `y` dots below that of the row; above it if `y` is below 0."""
        glyph = LETTER_COLUMNS * (65 + team - _FIRST_LETTER)
        for column in range(LETTER_COLUMNS):
            dots = GLYPHS[glyph + column]
            self.page[x + column] |= (dots << y) & 255 if y >= 0 else dots >> min(-y, 8)

    def _draw_number(self, number: int, right: int, y: int, size: int) -> None:
        """Draw a number whose last digit ends before column `right`; `y` and `size` as for `draw_digit`."""
        while True:
            right -= size & 255
            draw_digit(self.page, _SEGMENTS[number % 10], right, y, size)
            right -= _APART
            number //= 10
            if not number:
                return
