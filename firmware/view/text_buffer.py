"""The text buffer of a display: eight rows of 21 characters, some double height, some under large score digits.

Nothing here allocates: all of it is one `bytearray`, so that two sheets are compared, and one copied, in one operation.
"""

from array import array

from ..config import TEAMS
from ..interpreter import const
from .viper_text import NEW_LINE, count_lines, take_letters, take_number

ROWS = const(8)
COLUMNS = const(21)
LETTER_COLUMNS = const(5)
"""Dots across a letter; one is left between two."""
FIRST_ACCENT = const(127)
"""Number of the first letter beyond ASCII."""

KINDS_AT = const(168)
"""Where in a text buffer's bytes the kind of each row stands, after the letters of all rows."""
SCORES_AT = const(176)
"""Where the scores stand: how many, then a team and its score each."""
TEXT_BYTES = const(185)

SMALL = const(0)
TALL = const(1)
TALL_BELOW = const(2)
DIGITS = const(3)
INVERTED = const(4)
DIGIT_ROWS = const(5)

_SPACE = const(32)
_ZERO = const(48)
_TEAM = const(1)
_OTHER = const(2)
_N = const(3)
_M = const(4)
_O = const(5)
_TEAMS = const(6)
_CODE = const(7)
_CODE_PLACES = (1000, 100, 10, 1)
"""What the digits of a result code count."""
_LETTERS = TEAMS.encode()
_EMPTY = b" " * KINDS_AT + bytes(TEXT_BYTES - KINDS_AT)


class TextBuffer:
    """A buffer that is written from its top: `clear`, then rows by `tall`, `small` and what else is here.

    `words` are the phrases of a language, one after another, each ended by a nought. What a phrase leaves open is
    filled in from `team` and `other`, the numbers `n`, `m`, `o`, and `teams`, a mask.
    """

    def __init__(self, words: bytes) -> None:
        self.data = bytearray(TEXT_BYTES)
        self._words = words
        self._starts = _starts(words)
        self._row = 0
        self._column = 0
        self.team = self.other = 0
        self.n = self.m = self.o = 0
        self.teams = 0

    def clear(self) -> None:
        """Empty the buffer."""
        self.data[:] = _EMPTY
        self._row = self._column = 0

    def write_scores(self, match, first: int) -> None:
        """Write the scores in large digits, those of team `first` before the others'."""
        data = self.data
        data[SCORES_AT] = match.teams
        for place in range(match.teams):
            team = team_at(place, first)
            data[SCORES_AT + 1 + 2 * place] = team
            data[SCORES_AT + 2 + 2 * place] = match.game.front[team]
        for row in range(DIGIT_ROWS):
            data[KINDS_AT + row] = DIGITS
        self._row = DIGIT_ROWS

    def write_score_line(self, match, first: int) -> None:
        """Write the scores as a row of small letters."""
        for place in range(match.teams):
            team = team_at(place, first)
            if place:
                self._put(_SPACE)
            self._put(_LETTERS[team])
            self._put_number(match.game.front[team])
        self._end_row()

    def message(self, phrase: int, hint: int) -> None:
        """Write a phrase, tall where there is room for it, and a small one below it."""
        self.tall(phrase, self.lines(hint))
        self.small(hint)

    def tall(self, phrase: int, below: int) -> None:
        """Write a phrase in tall letters, two rows a line; in small ones if fewer than `below` rows would be left."""
        fits = self._row + 2 * self.lines(phrase) + below <= ROWS
        self._write(phrase, TALL if fits else SMALL)

    def small(self, phrase: int) -> None:
        """Write a phrase in small letters, a row a line."""
        self._write(phrase, SMALL)

    def inverted(self, phrase: int) -> None:
        """Write a phrase in dark letters on light."""
        self._write(phrase, INVERTED)

    def within(self, phrase: int, column: int) -> None:
        """Write a phrase of one line at a column of the row that is being written, which goes on."""
        self._column = column
        self._fill_in(self._starts[phrase])

    def per_team(self, phrase: int, match, values: list, first: int) -> None:
        """Write a row of a phrase, then each team's letter with its value."""
        self._begin_tall()
        self._fill_in(self._starts[phrase])
        for place in range(match.teams):
            team = team_at(place, first)
            self._put(_SPACE)
            self._put(_LETTERS[team])
            self._put_number(values[team])
        self._end_row()
        self._row += 1

    def text(self, letters: bytes) -> None:
        """Write a row of letters that stand in no catalogue, tall."""
        self._begin_tall()
        for letter in letters:
            self._put(letter)
        self._end_row()
        self._row += 1

    def names(self, names: list) -> None:
        """Write each team's letter and name (a list of letters): one per row, with more than two teams two per row."""
        half = COLUMNS // 2 if len(names) > 2 else COLUMNS
        for team in range(len(names)):
            self._put(_LETTERS[team])
            self._put(_SPACE)
            for letter in names[team]:
                if self._column % (half + 1) < half:
                    self._put(letter)
            if half < COLUMNS and not team & 1:
                self._column = half + 1
            else:
                self._end_row()

    def to_row(self, row: int) -> None:
        """Continue at a row."""
        self._row = row
        self._column = 0

    def _begin_tall(self) -> None:
        self.data[KINDS_AT + self._row] = TALL
        self.data[KINDS_AT + self._row + 1] = TALL_BELOW

    def lines(self, phrase: int) -> int:
        """Return how many lines a phrase has."""
        return count_lines(self._words, self._starts[phrase])  # type: ignore[arg-type]

    def _write(self, phrase: int, kind: int) -> None:
        """Write all lines of a phrase from the current row on."""
        offset = self._starts[phrase]
        while offset >= 0 and self._row < ROWS:
            self.data[KINDS_AT + self._row] = kind
            if kind == TALL:
                self.data[KINDS_AT + self._row + 1] = TALL_BELOW
            offset = self._fill_in(offset)
            self._end_row()
            if kind == TALL:
                self._row += 1

    def _fill_in(self, offset: int) -> int:
        """Write a line of the words. Returns the offset of the next one, -1 after the last."""
        words = self._words
        while True:
            target = COLUMNS * self._row + self._column
            space = COLUMNS - self._column
            count: int = take_letters(self.data, target, space, words, offset)  # type: ignore[arg-type]
            self._column += count
            offset += count
            letter = words[offset]
            if not letter or letter == NEW_LINE:
                return offset + 1 if letter else -1
            if letter < NEW_LINE:
                self._put_register(letter)
            offset += 1

    def _put_register(self, register: int) -> None:
        """Write the value of the register that a code in a phrase names.

        The callers set N to a count, a margin or a round, M to where it is counted from, a digit or the highest that
        may be chosen, and O to where the count leads.
        """
        if register == _TEAM:
            self._put(_LETTERS[self.team])
        elif register == _OTHER:
            self._put(_LETTERS[self.other])
        elif register == _TEAMS:
            self._put_teams()
        elif register == _CODE:
            for place in _CODE_PLACES:
                self._put(_ZERO + self.n // place % 10)
        else:
            self._put_number(self.n if register == _N else self.m if register == _M else self.o)

    def _put_teams(self) -> None:
        """Write the letters of the teams in the bit mask `teams`, a space between them."""
        is_later = False
        for team in range(len(TEAMS)):
            if (self.teams >> team) & 1:
                if is_later:
                    self._put(_SPACE)
                self._put(_LETTERS[team])
                is_later = True

    def _put_number(self, number: int) -> None:
        offset = COLUMNS * self._row + self._column
        self._column += take_number(self.data, offset, COLUMNS - self._column, number)

    def _put(self, letter: int) -> None:
        """Write a letter at the current column, and advance."""
        if self._column < COLUMNS:
            self.data[COLUMNS * self._row + self._column] = letter
            self._column += 1

    def _end_row(self) -> None:
        self._row += 1
        self._column = 0


def team_at(place: int, first: int) -> int:
    """Return the team in a place on a display: its own side first, then the others by their letters."""
    if not place:
        return first
    return place - 1 if place <= first else place


def buffer_text(data) -> str:
    """Return the scores and rows of a buffer's data as one line of text, for people. Allocates."""
    parts = []
    for place in range(data[SCORES_AT]):
        offset = SCORES_AT + 1 + 2 * place
        parts.append("%s %d" % (TEAMS[data[offset]], data[offset + 1]))
    for row in range(ROWS):
        if data[KINDS_AT + row] != TALL_BELOW and data[KINDS_AT + row] != DIGITS:
            letters = data[COLUMNS * row : COLUMNS * (row + 1)]
            parts.append("".join([ACCENTS[c - FIRST_ACCENT] if c >= FIRST_ACCENT else chr(c) for c in letters]))
    return " ".join(" ".join(parts).split())


ACCENTS = "àâçèéêëîïôùûüÀÇÉÈÊ"
"""Letters beyond ASCII, in the order of their numbers."""


def _starts(words: bytes):
    """Return the offset of each phrase in `words`."""
    starts = array("H", [0])
    end = words.find(b"\0")
    while end + 1 < len(words):
        starts.append(end + 1)
        end = words.find(b"\0", end + 1)
    return starts
