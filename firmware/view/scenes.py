"""LED scenes of one track, drawn from a few numbers: scene, peg positions, an amount, the animation step.

DESIGN.md section 4 says what the lights mean. Every scene differs from the others in which holes are lit, how
strongly, and how that moves, so none needs colour to be told. Marks come in order of importance: the first on a
hole stays, the last are left out when power runs short.
"""

from ..config import BEATS
from ..interpreter import const
from .hole_led_map import GROUP, HOLES, LAST, LINES, STREET
from .palette import DIM, FAINT, FULL, MID, WHITE


class Look:
    """`scene` is a SCENE_ number below; `front`, `back` and `amount` are numbers for it; `beat` 0 to BEATS - 1.

    `front` and `back` are the holes of the pegs, and `amount` is 0, but for these scenes:
    PENDING, WARNED, CLAIM, CLAIMED: `amount` is the count.
    SIGN: `amount` of FIVES lights are filled.
    UNDO: `front` is where the front peg stands or stood last, `back` where it would return to.
    LOST: `amount` is the skunk level, 0 to 3.
    CODED: `front` and `back` are the first two and the last two digits of the result code.
    ENDED: `amount` is 1 on the winner's track, after a draw on all.
    ROUND: `front` is the number of the round.
    STATUS: `front` is the games won, `back` the match points without sign, `amount` 1 where they are negative.
    SETUP, on the first track: `front` is the preset's number, `back` the teams, `amount` the brightness.
    JUDGE: `front` is the number chosen, `back` how many digits of the PIN are entered.
    JUDGED: `amount` is the hole in which the decision puts the front peg.
    `overlays`: what lies over the scene. OVERLAY_ALERT lets the ends of the streets flash, OVERLAY_REFUSED lays a
    refusal's bar, OVERLAY_FRIENDLY marks a game that counts for no round.
    """

    def __init__(self) -> None:
        self.scene = 0
        self.team = 0
        self.front = 0
        self.back = 0
        self.amount = 0
        self.beat = 0
        self.overlays = 0


OVERLAY_ALERT = const(1)
OVERLAY_REFUSED = const(2)
OVERLAY_FRIENDLY = const(4)

SCENE_DARK = const(0)
SCENE_STANDBY = const(1)
SCENE_PEGS = const(2)
SCENE_DEAL = const(3)
SCENE_PENDING = const(4)
SCENE_WARNED = const(5)
SCENE_CLAIM = const(6)
SCENE_CLAIMED = const(7)
SCENE_SIGN = const(8)
SCENE_UNDO = const(9)
SCENE_WON = const(10)
SCENE_LOST = const(11)
SCENE_CODED = const(12)
SCENE_ENDED = const(13)
SCENE_ROUND = const(14)
SCENE_STATUS = const(15)
SCENE_SETUP = const(16)
SCENE_JUDGE = const(17)
SCENE_JUDGED = const(18)

_LAP = HOLES - 1
FIVES = const(24)
_PULSE = (FULL, FULL, MID, DIM, DIM, MID)
BLINK = (FULL, FULL, -1, FULL, FULL, -1)
_BAR = const(5)
_FRIENDLY_HOLE = const(3)
_STREETS = const(4)
_ALERT_BEATS = const(3)
"""For so many of BEATS the alert is lit."""


class Scenes:
    """Draws scenes under one preset in the inks of a palette. `extra` are the functions that draw the scenes from
    SCENE_STATUS on; the menus `register` theirs when they are first opened.
    Holes beyond the track's 121 go round again: its last then says "second lap".
    """

    def __init__(self, preset, palette, extra: tuple) -> None:
        # Functions, not methods: each method would be an object of its own.
        self._draw = (
            Scenes._dark,
            Scenes._standby,
            Scenes._pegs,
            Scenes._deal,
            Scenes._counted,
            Scenes._counted,
            Scenes._claim,
            Scenes._claimed,
            Scenes._sign,
            Scenes._undo,
            Scenes._won,
            Scenes._lost,
            Scenes._coded,
            Scenes._ended,
            Scenes._round,
        ) + extra
        self._ahead = bytearray(256)
        """Holes beside the lines still ahead of a front peg, by its hole."""
        self._palette = palette
        self.prepare(preset)

    def register(self, extra: tuple) -> None:
        """Draw further scenes. Allocates."""
        self._draw += extra

    def prepare(self, preset) -> None:
        """Draw under another preset from now on."""
        self._target = preset.target
        for front in range(len(self._ahead)):
            self._ahead[front] = 2 * len([line for line in preset.lines if line is not None and front <= line])

    def draw(self, strip, look) -> None:
        """Draw one track afresh, with its overlays (`look`: a Look)."""
        scene = look.scene
        overlays = look.overlays
        if overlays & OVERLAY_REFUSED:
            if scene <= SCENE_LOST:
                self.pair(strip, look)
            self._bar(strip, look.front)
        self._draw[scene](self, strip, look)
        if overlays & OVERLAY_FRIENDLY:
            strip.mark_run(_FRIENDLY_HOLE, STREET, _STREETS, WHITE, DIM)
        if overlays & OVERLAY_ALERT and look.beat < _ALERT_BEATS:
            strip.mark_run(STREET, STREET, _STREETS, WHITE, FULL)
        strip.paint()

    # -- parts --------------------------------------------------------------------------------------------------

    def mark(self, strip, hole: int, colour: int, level: int) -> None:
        """Light a hole; none where a peg stands at its start, or the level is -1."""
        if hole > 0 and level >= 0:
            strip.mark(hole, colour, level)

    def pair(self, strip, look) -> None:
        """Light front and back peg."""
        if look.front:
            strip.mark(look.front, look.team, FULL)
        if look.back:
            strip.mark(look.back, look.team, DIM)

    def number(self, strip, colour: int, level: int, street: int, number: int) -> None:
        """Light a number as that many holes of a street, at most thirty."""
        strip.mark_run(STREET * street + 1, 1, min(number, STREET), colour, level)

    def _furniture(self, strip, look) -> None:
        """Light game hole, stink hole and the lines still ahead."""
        target = self._target
        front = look.front
        if target <= HOLES or target - front < _LAP:
            strip.mark(target, WHITE, DIM)
            strip.mark(target - 1, look.team, FAINT)
        if target > HOLES and front > _LAP:
            strip.mark(LAST, look.team, DIM)
        strip.mark_run(LINES, 1, self._ahead[front], WHITE, FAINT)

    def _span(self, strip, look, end: int) -> None:
        """Light the holes counted through, from the front peg to before `end`, each fifth of them brighter."""
        first = look.front + 1
        if end - first >= GROUP:
            strip.mark_run(first + GROUP - 1, GROUP, (end - first) // GROUP, look.team, DIM)
        strip.mark_run(first, 1, end - first, look.team, FAINT)

    def _bar(self, strip, front: int) -> None:
        first = front + 1 if front + _BAR <= self._target else front - _BAR
        strip.mark_run(first, 1, _BAR, WHITE, MID)

    def _fives(self, strip, colour: int, level: int, count: int) -> None:
        strip.mark_run(GROUP, GROUP, count, colour, level)

    # -- scenes -------------------------------------------------------------------------------------------------

    def _dark(self, strip, look) -> None:
        pass

    def _standby(self, strip, look) -> None:
        self.mark(strip, look.front, look.team, DIM)
        self.mark(strip, look.back, look.team, FAINT)

    def _pegs(self, strip, look) -> None:
        self.pair(strip, look)
        self._furniture(strip, look)
        if not look.overlays & OVERLAY_REFUSED:
            strip.keep((look.front << 8) | look.back, self._palette.full)

    def _deal(self, strip, look) -> None:
        strip.mark(1 + look.beat % GROUP, look.team, FULL)
        self.number(strip, look.team, DIM, 0, GROUP)
        self._furniture(strip, look)

    def _counted(self, strip, look) -> None:
        """Draw a pulse at the hole the count would reach; two lights flash there where only OK commits it."""
        end = look.front + look.amount
        if look.overlays & OVERLAY_REFUSED or not strip.restore((look.front << 8) | look.back):
            self._pegs(strip, look)
        if look.scene == SCENE_PENDING:
            strip.mark_over(end, look.team, _PULSE[look.beat])
        elif BLINK[look.beat] >= 0:
            strip.mark_over(end, look.team, FULL)
            strip.mark(end + 1, WHITE, FULL)
        self._span(strip, look, end)

    def _claim(self, strip, look) -> None:
        self._claiming(strip, look, _PULSE[look.beat], _PULSE[(look.beat + 3) % BEATS])

    def _claimed(self, strip, look) -> None:
        """Draw the claim at full light while the others sign."""
        self._claiming(strip, look, FULL, FULL)

    def _claiming(self, strip, look, target_level: int, stink_level: int) -> None:
        """Draw the pegs, the target and stink hole at these levels, and the holes that are claimed between them."""
        self.pair(strip, look)
        self.mark(strip, self._target, WHITE, target_level)
        self.mark(strip, self._target - 1, WHITE, stink_level)
        self._span(strip, look, self._target - 1)

    def _sign(self, strip, look) -> None:
        """Draw a dotted track that fills, five by five, while the team holds; `amount` of 24 are filled."""
        self.mark(strip, look.front, look.team, _PULSE[look.beat] if look.amount < FIVES else FULL)
        self._fives(strip, look.team, MID, look.amount)
        self._fives(strip, WHITE, FAINT, FIVES)

    def _undo(self, strip, look) -> None:
        """Draw the front peg's light running back to where it would stand."""
        self.mark(strip, look.back, look.team, _PULSE[look.beat])
        self.mark(strip, look.front, look.team, DIM)
        first = look.back + 3 - (look.back + look.beat) % 3
        strip.mark_run(first, 3, (look.front - first + 2) // 3, look.team, MID)
        self._furniture(strip, look)

    def _won(self, strip, look) -> None:
        self.pair(strip, look)
        self._fives(strip, look.team, MID if look.beat < 3 else DIM, FIVES)

    def _coded(self, strip, look) -> None:
        """Draw a win with the result code: a digit a street, as that many holes; nought is the tenth hole, white."""
        strip.mark(LAST, WHITE, _PULSE[look.beat])
        self._digits(strip, look.team, 0, look.front)
        self._digits(strip, look.team, 2, look.back)

    def _digits(self, strip, team: int, street: int, number: int) -> None:
        """Draw a number's tens on `street`, its units on the next: so many holes, and for 0 the tenth in white."""
        for i in range(2):
            digit = number % 10 if i else number // 10
            self.number(strip, team, MID, street + i, digit)
            if not digit:
                strip.mark(STREET * (street + i) + 10, WHITE, MID)

    def _lost(self, strip, look) -> None:
        """Draw the pegs as they stood; `amount` 1 to 3: that many white lights behind a skunked peg."""
        self.pair(strip, look)
        strip.mark_run(look.front + 2, 1, look.amount, WHITE, MID)

    def _ended(self, strip, look) -> None:
        """Draw the end of the match; on the winner's track (`look.amount` not 0) a light runs along it."""
        if look.amount:
            strip.mark_run(GROUP * (look.beat + 1), GROUP * BEATS, FIVES // BEATS, look.team, FULL)
            self._fives(strip, look.team, FAINT, FIVES)
        strip.mark(LAST, WHITE, MID)
        strip.mark(1, look.team, MID)

    def _round(self, strip, look) -> None:
        """Draw the number of the round that OK begins, `front`, as so many holes, each fifth of them brighter."""
        self.mark(strip, look.front, look.team, _PULSE[look.beat])
        self._fives(strip, look.team, FULL, look.front // GROUP)
        strip.mark_run(1, 1, look.front, look.team, MID)
