"""What one track shows, as a function of a few numbers: which scene, two pegs, an amount, a beat.

DESIGN.md section 4 says what the lights mean. Every scene differs from the others in which holes are lit, how
strongly, and how that moves, so none needs colour to be told. Marks come in order of importance: the first on a
hole stays, the last are left out when power runs short.
"""

from ..config import BEATS
from ..interpreter import const
from .layout import HOLES
from .palette import DIM, FAINT, FULL, MID, WHITE

DARK = 0
STANDBY = 1
PEGS = 2
DEAL = 3
PENDING = 4
WARNED = 5
CLAIM = 6
CLAIMED = 7
SIGN = 8
UNDO = 9
WON = 10
LOST = 11
CODED = 12
ENDED = 13
STATUS = 14
SETUP = 15
JUDGE = 16
JUDGED = 17

_LAP = HOLES - 1
_GROUP = const(5)
_FIVES = const(24)
_CORNERS = (1, 30, 31, 60, 61, 90, 91, 120)
_STREET = (0, 30, 60, 90)
_STREET_ENDS = (30, 60, 90, 120)
_PULSE = (FULL, FULL, MID, DIM, DIM, MID)
_BLINK = (FULL, FULL, -1, FULL, FULL, -1)
_BAR = const(5)


class Scenes:
    """Draws scenes under one preset. Holes beyond the track's 121 go round again: hole 121 then says "second lap"."""

    def __init__(self, preset) -> None:
        self._draw = (
            self._dark,
            self._standby,
            self._pegs,
            self._deal,
            self._pending,
            self._warned,
            self._claim,
            self._claimed,
            self._sign,
            self._undo,
            self._won,
            self._lost,
            self._coded,
            self._ended,
            self._status,
            self._setup,
            self._judge,
            self._judged,
        )
        self.prepare(preset)

    def prepare(self, preset) -> None:
        """Draw under another preset from now on."""
        self._target = preset.target
        self._lines = preset.lines

    def draw(
        self,
        strip,
        scene: int,
        team: int,
        front: int,
        back: int,
        amount: int,
        beat: int,
        refused: bool,
        alert: bool = False,
    ) -> None:
        """Draw one track afresh. `beat` is 0 to BEATS - 1.

        `refused` lays the refusal's bar over the scene; `alert` lets the ends of the streets flash.
        """
        strip.clear()
        if refused:
            if scene <= LOST:
                self._pair(strip, team, front, back)
            self._bar(strip, front)
        self._draw[scene](strip, team, front, back, amount, beat)
        if alert and beat < 3:
            for hole in _STREET_ENDS:
                strip.mark(hole, WHITE, FULL)

    # -- parts --------------------------------------------------------------------------------------------------

    def _mark(self, strip, hole: int, colour: int, level: int) -> None:
        if hole > 0 and level >= 0:
            if self._target > HOLES:
                hole = (hole - 1) % _LAP + 1
            strip.mark(hole, colour, level)

    def _pair(self, strip, team: int, front: int, back: int) -> None:
        self._mark(strip, front, team, FULL)
        self._mark(strip, back, team, DIM)

    def _furniture(self, strip, team: int, front: int) -> None:
        """Game hole, stink hole and the lines still ahead."""
        target = self._target
        if target - front < _LAP or target <= HOLES:
            self._mark(strip, target, WHITE, DIM)
            self._mark(strip, target - 1, team, FAINT)
        if target > HOLES and front > _LAP:
            strip.mark(HOLES, team, DIM)
        for line in self._lines:
            if line is not None and front <= line:
                self._mark(strip, line, WHITE, FAINT)
                self._mark(strip, line + 1, WHITE, FAINT)

    def _span(self, strip, team: int, first: int, last: int) -> None:
        """The holes counted through, each fifth of them brighter."""
        for hole in range(first, last + 1):
            fifth = (hole - first + 1) % _GROUP == 0
            self._mark(strip, hole, team, DIM if fifth else FAINT)

    def _bar(self, strip, front: int) -> None:
        first = front + 1 if front + _BAR <= self._target else front - _BAR
        for hole in range(first, first + _BAR):
            self._mark(strip, hole, WHITE, MID)

    def _fives(self, strip, colour: int, level: int, count: int) -> None:
        for i in range(1, count + 1):
            strip.mark(_GROUP * i, colour, level)

    def _number(self, strip, colour: int, level: int, street: int, number: int) -> None:
        """A number as that many holes of a street, at most thirty."""
        for i in range(min(number, 30)):
            strip.mark(_STREET[street] + 1 + i, colour, level)

    def _corners(self, strip, level: int) -> None:
        for hole in _CORNERS:
            strip.mark(hole, WHITE, level)

    # -- scenes -------------------------------------------------------------------------------------------------

    def _dark(self, strip, team, front, back, amount, beat) -> None:
        pass

    def _standby(self, strip, team, front, back, amount, beat) -> None:
        self._mark(strip, front, team, DIM)
        self._mark(strip, back, team, FAINT)

    def _pegs(self, strip, team, front, back, amount, beat) -> None:
        self._pair(strip, team, front, back)
        self._furniture(strip, team, front)

    def _deal(self, strip, team, front, back, amount, beat) -> None:
        strip.mark(1 + beat % _GROUP, team, FULL)
        self._number(strip, team, DIM, 0, _GROUP)
        self._furniture(strip, team, front)

    def _pending(self, strip, team, front, back, amount, beat) -> None:
        self._pair(strip, team, front, back)
        self._mark(strip, front + amount, team, _PULSE[beat])
        self._furniture(strip, team, front)
        self._span(strip, team, front + 1, front + amount - 1)

    def _warned(self, strip, team, front, back, amount, beat) -> None:
        self._pair(strip, team, front, back)
        self._mark(strip, front + amount, team, _BLINK[beat])
        self._mark(strip, front + amount + 1, WHITE, _BLINK[beat])
        self._furniture(strip, team, front)
        self._span(strip, team, front + 1, front + amount - 1)

    def _claim(self, strip, team, front, back, amount, beat) -> None:
        self._pair(strip, team, front, back)
        self._mark(strip, self._target, WHITE, _PULSE[beat])
        self._mark(strip, self._target - 1, WHITE, _PULSE[(beat + 3) % BEATS])
        self._span(strip, team, front + 1, self._target - 2)

    def _claimed(self, strip, team, front, back, amount, beat) -> None:
        """The claim stands still while the others sign."""
        self._pair(strip, team, front, back)
        self._mark(strip, self._target, WHITE, FULL)
        self._mark(strip, self._target - 1, WHITE, FULL)
        self._span(strip, team, front + 1, self._target - 2)

    def _sign(self, strip, team, front, back, amount, beat) -> None:
        """A dotted track that fills, five by five, while the team holds; `amount` of 24 are filled."""
        self._mark(strip, front, team, _PULSE[beat] if amount < _FIVES else FULL)
        self._fives(strip, team, MID, amount)
        self._fives(strip, WHITE, FAINT, _FIVES)

    def _undo(self, strip, team, front, back, amount, beat) -> None:
        """The front peg's light runs back to where it would stand."""
        self._mark(strip, back, team, _PULSE[beat])
        self._mark(strip, front, team, DIM)
        for hole in range(back + 1, front):
            if (hole + beat) % 3 == 0:
                self._mark(strip, hole, team, MID)
        self._furniture(strip, team, front)

    def _won(self, strip, team, front, back, amount, beat) -> None:
        self._pair(strip, team, front, back)
        self._fives(strip, team, MID if beat < 3 else DIM, _FIVES)

    def _coded(self, strip, team, front, back, amount, beat) -> None:
        """Won, with the result code: a digit a street, as that many holes; nought is the street's tenth hole, white."""
        strip.mark(HOLES, WHITE, _PULSE[beat])
        self._digit(strip, team, 0, front // 10)
        self._digit(strip, team, 1, front % 10)
        self._digit(strip, team, 2, back // 10)
        self._digit(strip, team, 3, back % 10)

    def _digit(self, strip, team: int, street: int, digit: int) -> None:
        self._number(strip, team, MID, street, digit)
        if not digit:
            strip.mark(_STREET[street] + 10, WHITE, MID)

    def _lost(self, strip, team, front, back, amount, beat) -> None:
        """Pegs as they stood; `amount` 1 to 3: that many white lights behind a skunked peg."""
        self._pair(strip, team, front, back)
        for i in range(amount):
            self._mark(strip, front + 2 + i, WHITE, MID)

    def _ended(self, strip, team, front, back, amount, beat) -> None:
        """The match's winner: a light that runs round the track; `amount` 0: one who has not won it."""
        if amount:
            for i in range(_FIVES):
                strip.mark(_GROUP * (i + 1), team, FULL if i % BEATS == beat else FAINT)
        strip.mark(HOLES, WHITE, MID)
        strip.mark(1, team, MID)

    def _status(self, strip, team, front, back, amount, beat) -> None:
        """Street 1: games won. Street 2: tens of points, street 3: their ones; street 4 lit at its start: below 0."""
        self._number(strip, team, MID, 0, front)
        self._number(strip, team, MID, 1, back // 10)
        self._number(strip, team, MID, 2, back % 10)
        self._number(strip, team, MID, 3, amount)
        for hole in _STREET_ENDS:
            strip.mark(hole, WHITE, FAINT)

    def _setup(self, strip, team, front, back, amount, beat) -> None:
        """Street 1: number of the preset. Street 2: teams. Street 3: brightness."""
        self._number(strip, team, MID, 0, front)
        self._number(strip, team, MID, 1, back)
        self._number(strip, team, MID, 2, amount)
        self._corners(strip, DIM)

    def _judge(self, strip, team, front, back, amount, beat) -> None:
        """Street 1: number of the decision, or the digit so far. Street 2: digits of the PIN that are in."""
        self._number(strip, team, MID, 0, front)
        self._number(strip, team, MID, 1, back)
        self._corners(strip, MID if beat < 3 else FAINT)

    def _judged(self, strip, team, front, back, amount, beat) -> None:
        """The track a decision is about: its peg, and where it would go."""
        self._mark(strip, amount, WHITE, _BLINK[beat])
        self._pair(strip, team, front, back)
        self._corners(strip, MID if beat < 3 else FAINT)
