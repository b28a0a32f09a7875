"""Stands in for a display's text buffer where the board speaks: collects the clips of what a display would say."""

from array import array

from ...interpreter import const
from ..display.phrases import (
    REGISTER_CODE,
    REGISTER_M,
    REGISTER_N,
    REGISTER_OTHER,
    REGISTER_TEAM,
    REGISTER_TEAMS,
    SAY_DECISION_1,
    SAY_DECISION_8,
    SAY_MINUS,
)
from ..display.text_buffer import use_home_words

NUMBERS_AT = const(1)
HIGHEST = const(151)
"""The highest number that has a clip; higher ones are spoken digit by digit."""
PER_TEAM = const(152)
TEAM_NUMBERS_AT = const(153)
"""From here on each team's letter with each number, in one clip."""
LETTERS_AT = const(761)
"""The four letters alone. Clips below are numbers or contain one."""
TABLE_HEAD = const(4)
"""Bytes before the first phrase in a language's table: how many clips its card has, and the card's number."""
MOST_CLIPS = const(32)

_MOST_SAID = const(16)
HINT = const(8)
"""Begins a phrase that is said only to those who want all said."""
CLIP = const(0x80)
"""Of a code's first byte: the number of a clip follows, and not a register."""
OF_TEAM = const(0x40)
"""Of the same: the team's letter is in the clip, which is the first of four."""
_CODE_PLACES = (1000, 100, 10, 1)
_HASH = const(0xFFFF)


class SpokenBuffer:
    """Has the methods and registers of a TextBuffer. What was said by the previous `begin` is not said again.

    `table` is a language's (clips_en, clips_fr); `at_home`: in the words of a game at home. `clips` has the first
    `length` valid. `hints`: say them too.
    """

    def __init__(self, table: bytes, at_home: bool) -> None:
        self._table = table
        self._starts = _starts(table)
        if at_home:
            use_home_words(self._starts)
        self.clips = array("H", [0] * MOST_CLIPS)
        self.length = 0
        self.hints = False
        self._said = array("I", [0] * _MOST_SAID)
        self._said_count = 0
        self._before = array("I", [0] * _MOST_SAID)
        self._before_count = 0
        self.team = self.other = 0
        self.n = self.m = self.o = 0
        self.teams = 0

    def begin(self) -> None:
        """Begin another moment: what was written before this is known to the listener."""
        self._said, self._before = self._before, self._said
        self._before_count = self._said_count
        self._said_count = 0

    def forget(self) -> None:
        """Have everything said again."""
        self._said_count = 0

    def clear(self) -> None:
        """Drop the collected clips."""
        self.length = 0

    # -- what a display writes and a voice says --------------------------------------------------------------------

    def write_message(self, phrase: int, hint: int) -> None:
        self.say(phrase)
        self.say(hint)

    def write_tall(self, phrase: int, below: int) -> None:
        self.say(phrase)

    def write_small(self, phrase: int) -> None:
        # Of the list of decisions only the chosen one is said.
        if not SAY_DECISION_1 <= phrase <= SAY_DECISION_8:
            self.say(phrase)

    def write_inverted(self, phrase: int) -> None:
        self.say(phrase)

    # -- what only a display needs ---------------------------------------------------------------------------------

    def write_scores(self, match, first: int) -> None:
        pass

    def write_scores_above(self, match, first: int, lines: int) -> None:
        pass

    def write_at(self, phrase: int, column: int) -> None:
        pass

    def write_per_team(self, phrase: int, match, values: list, first: int) -> None:
        pass

    def write_letters(self, letters: bytes) -> None:
        pass

    def write_names(self, names: list) -> None:
        pass

    def go_to_row(self, row: int) -> None:
        pass

    def line_count(self, phrase: int) -> int:
        return 0

    # -- clips -----------------------------------------------------------------------------------------------------

    def say(self, phrase: int) -> None:
        """Add a phrase, registers filled in, unless the moment before had the same."""
        began = self.length
        self.add_phrase(phrase)
        if self._is_known(phrase, began):
            self.length = began

    def add_phrase(self, phrase: int) -> None:
        """Add a phrase's clips, registers filled in; none for a hint that is not wanted."""
        table = self._table
        offset: int = self._starts[phrase]
        if table[offset] == HINT:
            if not self.hints:
                return
            offset += 1
        while table[offset]:
            code = table[offset]
            offset += 1
            if code & CLIP:
                clip = ((code & 0x3F) << 8) | table[offset]
                offset += 1
                self.add(clip + self.team if code & OF_TEAM else clip)
            else:
                self._add_register(code)

    def _is_known(self, phrase: int, began: int) -> bool:
        """Note what was said from clip `began` on; return whether the moment before had said the same."""
        key = phrase
        for i in range(began, self.length):
            key = (key & _HASH) * 33 + self.clips[i]
        if self._said_count < _MOST_SAID:
            self._said[self._said_count] = key
            self._said_count += 1
        place = 0
        # Not by `any`, whose generator would be allocated.
        while place < self._before_count and self._before[place] != key:
            place += 1
        return place < self._before_count

    def add(self, clip: int) -> None:
        """Add a clip, if there is room."""
        if self.length < MOST_CLIPS:
            self.clips[self.length] = clip
            self.length += 1

    def add_number(self, number: int) -> None:
        """Add a number; from 152 on its digits."""
        if number < 0:
            self.add_phrase(SAY_MINUS)
            number = -number
        if number <= HIGHEST:
            self.add(NUMBERS_AT + number)
            return
        place = 1
        while number >= 10 * place:
            place *= 10
        while place:
            self.add(NUMBERS_AT + number // place % 10)
            place //= 10

    def add_team_number(self, team: int, number: int) -> None:
        """Add a team's letter and a number, 0 to HIGHEST."""
        self.add(TEAM_NUMBERS_AT + PER_TEAM * team + number)

    def _add_register(self, register: int) -> None:
        """Add the value of a register (as in TextBuffer)."""
        if register == REGISTER_TEAM or register == REGISTER_OTHER:
            self.add(LETTERS_AT + (self.team if register == REGISTER_TEAM else self.other))
        elif register == REGISTER_TEAMS:
            for team in range(4):
                if (self.teams >> team) & 1:
                    self.add(LETTERS_AT + team)
        elif register == REGISTER_CODE:
            for place in _CODE_PLACES:
                self.add(NUMBERS_AT + self.n // place % 10)
        else:
            self.add_number(self.n if register == REGISTER_N else self.m if register == REGISTER_M else self.o)


def _starts(table: bytes):
    """Return the offset of each phrase in a table."""
    starts = array("H", [TABLE_HEAD])
    offset = int(TABLE_HEAD)
    while offset < len(table):
        code = table[offset]
        offset += 2 if code & CLIP else 1
        if not code and offset < len(table):
            starts.append(offset)
    return starts
