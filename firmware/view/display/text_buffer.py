"""The text buffer of a display: eight rows of 21 characters, some double height, some under large score digits.

Writing does not allocate: a buffer is one `bytearray`, which is compared or copied in one operation.
"""

from array import array

from ...config import TEAMS
from ...interpreter import const, micropython, ptr8
from .phrases import (
    REGISTER_CODE,
    REGISTER_M,
    REGISTER_N,
    REGISTER_OTHER,
    REGISTER_TEAM,
    REGISTER_TEAMS,
    SAY_HOME_1,
    WORDED_AT_HOME,
)

ROWS = const(8)
COLUMNS = const(21)
LETTER_COLUMNS = const(5)
"""Dots across a letter; one is left between two."""
FIRST_ACCENT = const(127)
"""Number of the first letter beyond ASCII (see ACCENTS)."""

KINDS_AT = const(168)
"""Offset in a text buffer's bytes of each row's kind (SMALL to INVERTED), after the letters of all rows."""
SCORES_AT = const(176)
"""Offset of the large scores: how many, then team and score of each."""
TEXT_BYTES = const(185)

SMALL = const(0)
TALL = const(1)
TALL_BELOW = const(2)
DIGITS = const(3)
INVERTED = const(4)
DIGIT_ROWS = const(5)

_NEW_LINE = const(10)
"""Codes below it in a phrase name the register whose value is filled in there; 0 ends the phrase."""
_ZERO_DIGIT = const(48)
_MINUS = const(45)
_SPACE = const(32)
_ZERO = const(48)
_CODE_PLACES = (1000, 100, 10, 1)
"""Place values of a result code's digits."""
_LETTERS = TEAMS.encode()
_EMPTY = b" " * KINDS_AT + bytes(TEXT_BYTES - KINDS_AT)


class TextBuffer:
    """A buffer `data` that is written from its top: `clear`, then rows by the methods `write_…`.

    `phrases` are the phrases of a language, one after another, each ended by a byte 0; methods name one by its number.
    `at_home`: in the words of a game at home.
    Callers set the registers that codes in a phrase insert: `team`, `other`, numbers `n`, `m`, `o`, and mask `teams`.
    """

    def __init__(self, phrases: bytes, at_home: bool) -> None:
        self.data = bytearray(TEXT_BYTES)
        self._phrases = phrases
        self._starts = _starts(phrases)
        if at_home:
            use_home_words(self._starts)
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
        """Write the scores in large digits over the upper rows, team `first` first."""
        data = self.data
        data[SCORES_AT] = match.teams
        for place in range(match.teams):
            team = team_at(place, first)
            data[SCORES_AT + 1 + 2 * place] = team
            data[SCORES_AT + 2 + 2 * place] = match.game.front[team]
        for row in range(DIGIT_ROWS):
            data[KINDS_AT + row] = DIGITS
        self._row = DIGIT_ROWS

    def write_scores_above(self, match, first: int, lines: int) -> None:
        """Write the scores as `write_scores`; if that leaves fewer than `lines` rows, in one row of small letters."""
        if DIGIT_ROWS + lines <= ROWS:
            self.write_scores(match, first)
        else:
            self._write_score_line(match, first)

    def _write_score_line(self, match, first: int) -> None:
        """Write all scores in one row of small letters, team `first` first."""
        for place in range(match.teams):
            team = team_at(place, first)
            if place:
                self._put(_SPACE)
            self._put(_LETTERS[team])
            self._put_number(match.game.front[team])
        self._end_row()

    def write_message(self, phrase: int, hint: int) -> None:
        """Write a phrase, tall if there is room for it, and the phrase `hint` in small letters below it."""
        self.write_tall(phrase, self.line_count(hint))
        self.write_small(hint)

    def write_tall(self, phrase: int, below: int) -> None:
        """Write a phrase in tall letters, two rows a line; in small ones if that leaves fewer than `below` rows."""
        fits = self._row + 2 * self.line_count(phrase) + below <= ROWS
        self._write(phrase, TALL if fits else SMALL)

    def write_small(self, phrase: int) -> None:
        """Write a phrase in small letters, a row a line."""
        self._write(phrase, SMALL)

    def write_inverted(self, phrase: int) -> None:
        """Write a phrase in dark letters on light."""
        self._write(phrase, INVERTED)

    def write_at(self, phrase: int, column: int) -> None:
        """Write a phrase of one line from `column` on in the current row, without ending the row."""
        self._column = column
        self._fill_in(self._starts[phrase])

    def write_per_team(self, phrase: int, match, values: list, first: int) -> None:
        """Write a tall row of a phrase and each team's letter with its entry in `values`, team `first` first."""
        self._begin_tall()
        self._fill_in(self._starts[phrase])
        for place in range(match.teams):
            team = team_at(place, first)
            self._put(_SPACE)
            self._put(_LETTERS[team])
            self._put_number(values[team])
        self._end_row()
        self._row += 1

    def write_letters(self, letters: bytes) -> None:
        """Write a tall row of letters, given as numbers of glyphs (see `encode_letters`)."""
        self._begin_tall()
        for letter in letters:
            self._put(letter)
        self._end_row()
        self._row += 1

    def write_names(self, names: list) -> None:
        """Write each team's letter and name (numbers of glyphs): one a row, with more than two teams two a row."""
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

    def go_to_row(self, row: int) -> None:
        """Continue at the beginning of a row."""
        self._row = row
        self._column = 0

    def _begin_tall(self) -> None:
        self.data[KINDS_AT + self._row] = TALL
        self.data[KINDS_AT + self._row + 1] = TALL_BELOW

    def line_count(self, phrase: int) -> int:
        """Return how many lines a phrase has."""
        return count_lines(self._phrases, self._starts[phrase])  # type: ignore[arg-type, unused-ignore]

    def _write(self, phrase: int, kind: int) -> None:
        """Write all lines of a phrase from the current row on; `kind`: SMALL, TALL or INVERTED."""
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
        """Write a phrase's line at `offset`, registers filled in; return the next line's offset, -1 after the last."""
        phrases = self._phrases
        while True:
            target = COLUMNS * self._row + self._column
            space = COLUMNS - self._column
            count: int = copy_letters(self.data, target, space, phrases, offset)  # type: ignore[arg-type, unused-ignore]
            self._column += count
            offset += count
            letter = phrases[offset]
            if not letter or letter == _NEW_LINE:
                return offset + 1 if letter else -1
            if letter < _NEW_LINE:
                self._put_register(letter)
            offset += 1

    def _put_register(self, register: int) -> None:
        """Write the value of a register, given by its code in a phrase.

        Callers set N to a count, a margin or a round, M to the hole it is counted from, a digit or the highest count
        allowed, and O to the hole that the count leads to.
        """
        if register == REGISTER_TEAM:
            self._put(_LETTERS[self.team])
        elif register == REGISTER_OTHER:
            self._put(_LETTERS[self.other])
        elif register == REGISTER_TEAMS:
            self._put_teams()
        elif register == REGISTER_CODE:
            for place in _CODE_PLACES:
                self._put(_ZERO + self.n // place % 10)
        else:
            self._put_number(self.n if register == REGISTER_N else self.m if register == REGISTER_M else self.o)

    def _put_teams(self) -> None:
        """Write the letters of the teams in the bit mask `self.teams`, a space between them."""
        is_later = False
        for team in range(len(TEAMS)):
            if (self.teams >> team) & 1:
                if is_later:
                    self._put(_SPACE)
                self._put(_LETTERS[team])
                is_later = True

    def _put_number(self, number: int) -> None:
        offset = COLUMNS * self._row + self._column
        self._column += write_number(self.data, offset, COLUMNS - self._column, number)

    def _put(self, letter: int) -> None:
        """Write a letter at the current column, and advance."""
        if self._column < COLUMNS:
            self.data[COLUMNS * self._row + self._column] = letter
            self._column += 1

    def _end_row(self) -> None:
        self._row += 1
        self._column = 0


def team_at(place: int, first: int) -> int:
    """Return the team shown in place `place` on a display: team `first` in place 0, then the others by letter."""
    if not place:
        return first
    return place - 1 if place <= first else place


def buffer_text(data) -> str:
    """Return the scores and rows of a text buffer's bytes as one line of text. Allocates."""
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


def _starts(phrases: bytes):
    """Return the offset of each phrase in `phrases`."""
    starts = array("H", [0])
    end = phrases.find(b"\0")
    while end + 1 < len(phrases):
        starts.append(end + 1)
        end = phrases.find(b"\0", end + 1)
    return starts


def use_home_words(starts) -> None:
    """Have phrases say their words at home. `starts`: by phrase, its offset in a table of phrases or clips."""
    for place in range(len(WORDED_AT_HOME)):
        starts[WORDED_AT_HOME[place]] = starts[SAY_HOME_1 + place]


@micropython.viper
def copy_letters(data: ptr8, target: int, most: int, phrases: ptr8, source: int) -> int:
    """Copy letters from `phrases[source]` to `data[target]` up to a control code, at most `most`; return how many."""
    count = 0
    while count < most and phrases[source + count] > int(_NEW_LINE):
        data[target + count] = phrases[source + count]
        count += 1
    return count


@micropython.viper
def write_number(data: ptr8, target: int, most: int, number: int) -> int:
    """Write the first `most` characters of a decimal number at `data[target]`; return how many were written."""
    count = 0
    if number < 0 and most > 0:
        data[target] = int(_MINUS)
        number = 0 - number
        count = 1
    place = 1
    while number >= 10 * place:
        place *= 10
    while place and count < most:
        data[target + count] = int(_ZERO_DIGIT) + number // place % 10
        place = place // 10
        count += 1
    return count


@micropython.viper
def count_lines(phrases: ptr8, offset: int) -> int:
    """Return how many lines the phrase at `phrases[offset]` has."""
    lines = 1
    while phrases[offset]:
        if phrases[offset] == int(_NEW_LINE):
            lines += 1
        offset += 1
    return lines
