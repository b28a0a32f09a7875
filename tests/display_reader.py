"""Read text back from a display's pixels by its font; other shapes, such as large digits, are skipped."""

from functools import cache

from firmware.view.display.glyphs import GLYPHS
from firmware.view.display.text_buffer import ACCENTS, COLUMNS, FIRST_ACCENT, LETTER_COLUMNS

_ADVANCE = LETTER_COLUMNS + 1
_SHIFTS = range(3)


def _glyphs() -> dict[bytes, str]:
    letters = [*map(chr, range(ord("!"), FIRST_ACCENT)), *ACCENTS]
    shapes = [GLYPHS[i : i + LETTER_COLUMNS] for i in range(0, len(GLYPHS), LETTER_COLUMNS)]
    glyphs = {bytes(LETTER_COLUMNS): " ", shapes[ord("?") - ord("!")]: "?"}
    for letter, shape in zip(letters, shapes, strict=True):
        # What nobody has drawn looks like a question mark.
        glyphs.setdefault(shape, letter)
    return glyphs


_NAMES = _glyphs()


def row_of(dots, row: int) -> bytes:
    """A display's row of 128 columns."""
    return bytes(dots[128 * row : 128 * (row + 1)])


@cache
def letters_in(columns: bytes) -> str | None:
    """The letters of a row, or None where it holds anything else; letters may stand up to two dots further right."""
    for shift in _SHIFTS:
        cells = [columns[shift + _ADVANCE * i : shift + _ADVANCE * (i + 1)] for i in range(COLUMNS)]
        names = [_NAMES.get(cell[:LETTER_COLUMNS]) for cell in cells]
        between = any(cell[LETTER_COLUMNS:] not in (b"\0", b"") for cell in cells)
        if None not in names and not between and not any(columns[:shift]):
            return "".join(name or "" for name in names)
    return None


@cache
def _halved(upper: bytes, lower: bytes) -> bytes | None:
    """Tall letters as small ones; None where the dots are not doubled."""
    halves = []
    for above, below in zip(upper, lower, strict=True):
        dots = above | below << 8
        small = sum((dots >> 2 * bit & 1) << bit for bit in range(8))
        if dots != sum((small >> bit & 1) * 3 << 2 * bit for bit in range(8)):
            return None
        halves.append(small)
    return bytes(halves)


def rows_read(dots) -> list[str]:
    """The lines of letters of a display, from the top; what is no letter (large digits) is left out."""
    rows, row = [], 0
    while row < 8:
        columns = row_of(dots, row)
        small = letters_in(columns)
        inverted = letters_in(bytes(255 ^ dot for dot in columns))
        tall = _halved(columns, row_of(dots, row + 1)) if row < 7 else None
        both = letters_in(tall) if tall else None
        if both and both.strip() and not (small and small.strip()):
            rows.append(both.rstrip())
            row += 2
            continue
        text = small if small is not None else inverted
        if text and text.strip():
            rows.append(text.rstrip())
        row += 1
    return rows


def read(dots) -> str:
    """All letters of a display, single spaces between words."""
    return " ".join(" ".join(rows_read(dots)).split())
