"""LED scenes of one track, drawn from a few numbers: scene, peg positions, an amount, the step of the animation.

DESIGN.md section 4 says what the lights mean. Every scene differs from the others in which holes are lit, how
strongly, and how that moves, so none needs colour to be told apart. Marks are made in order of importance: the first
on a hole stays, the last are left out when power runs short.
"""

from ...config import BEATS
from ...interpreter import const
from .hole_led_map import GROUP, HOLES, LAST, LINES, STREET
from .palette import DIM, FAINT, FULL, MID, WHITE


class SceneParams:
    """The parameters of a scene. `scene` is a SCENE_ number below, `team` owns the track, `beat` is the step of the
    animation (0 to BEATS - 1); `front`, `back` and `amount` are numbers for the scene.

    `front` and `back` are the holes of the pegs, and `amount` is 0, but for these scenes:
    PENDING, WARNED, CLAIM, CLAIMED: `amount` is the count.
    SIGN: `amount` of FIVES lights are filled.
    UNDO: `front` is where the front peg stands or stood last, `back` where it would return to.
    LOST: `amount` is the skunk level, 0 to 3.
    CODED: `front` and `back` are the first two and the last two digits of the result code.
    ENDED: `amount` is 1 on the winner's track, after a draw on all.
    ROUND: `front` is the number of the round.
    TABLE: `front` is the hundreds of the table's number, `back` what is left of it.
    STATUS: `front` is the games won, `back` the match points without sign, `amount` 1 where they are negative.
    SETUP, on the first track: `front` is the preset's number, `back` the teams, `amount` the brightness.
    JUDGE: `front` is the number chosen, `back` how many digits of the PIN are entered.
    JUDGED: `amount` is the hole in which the decision puts the front peg.
    `overlays`, a mask, is drawn too: OVERLAY_ALERT flashes the ends of the streets, OVERLAY_REFUSED adds the bar of a
    refused key, OVERLAY_FRIENDLY marks a game that counts for no round.
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
SCENE_TABLE = const(15)
SCENE_STATUS = const(16)
SCENE_SETUP = const(17)
SCENE_JUDGE = const(18)
SCENE_JUDGED = const(19)

_LAP = HOLES - 1
FIVES = const(24)
_PULSE = (FULL, FULL, MID, DIM, DIM, MID)
BLINK = (FULL, FULL, -1, FULL, FULL, -1)
_BAR = const(5)
_FRIENDLY_HOLE = const(3)
_STREETS = const(4)
_MUGGINS_HOLE = const(95)
"""Lit in street 4 of status and setup when muggins is agreed."""
MUGGINS = const(16)
"""Bit of `SceneParams.amount`: muggins is agreed."""
_ALERT_BEATS = const(3)
"""The alert is lit for this many of the BEATS."""


class Scenes:
    """Draws scenes under one preset in the inks of a palette; the menus `register` theirs when they are first opened.
    Holes beyond the track's 121 go round again: its last hole is then lit on the second lap.
    """

    def __init__(self, preset, palette) -> None:
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
            Scenes._table,
            Scenes._status,
        )
        self._ahead = bytearray(256)
        """By the front peg's hole: how many holes beside skunk lines are still ahead of it, two a line."""
        self._palette = palette
        self.prepare(preset)

    def register(self, extra: tuple) -> None:
        """Add functions (scenes, strip, params) that draw the scenes from SCENE_SETUP on. Allocates."""
        self._draw += extra

    def prepare(self, preset) -> None:
        """Use the target and skunk lines of `preset` from now on."""
        self._target = preset.target
        lines = sorted([line for line in preset.lines if line is not None])
        ahead = b""
        for passed in range(len(lines)):
            ahead += bytes([2 * (len(lines) - passed)]) * (lines[passed] + 1 - len(ahead))
        self._ahead[:] = ahead + bytes(len(self._ahead) - len(ahead))

    def draw(self, strip, params) -> None:
        """Draw a track's scene and overlays, given by `params` (SceneParams), into `strip`, replacing its picture."""
        scene = params.scene
        overlays = params.overlays
        if overlays & OVERLAY_REFUSED:
            if scene <= SCENE_LOST:
                self.mark_pegs(strip, params)
            self._mark_bar(strip, params.front)
        self._draw[scene](self, strip, params)
        if overlays & OVERLAY_FRIENDLY:
            strip.mark_run(_FRIENDLY_HOLE, STREET, _STREETS, WHITE, DIM)
        if overlays & OVERLAY_ALERT and params.beat < _ALERT_BEATS:
            strip.mark_run(STREET, STREET, _STREETS, WHITE, FULL)
        strip.paint()

    # -- parts --------------------------------------------------------------------------------------------------

    def mark_hole(self, strip, hole: int, colour: int, level: int) -> None:
        """Light a hole, unless it is 0 (the start, which has no LED) or `level` is -1."""
        if hole > 0 and level >= 0:
            strip.mark(hole, colour, level)

    def mark_pegs(self, strip, params) -> None:
        """Light the front peg brightly and the back peg dimly, each unless it is at the start (hole 0)."""
        if params.front:
            strip.mark(params.front, params.team, FULL)
        if params.back:
            strip.mark(params.back, params.team, DIM)

    def mark_number(self, strip, colour: int, level: int, street: int, number: int) -> None:
        """Show a number as that many lit holes of street `street` (0 to 3), at most thirty."""
        strip.mark_run(STREET * street + 1, 1, min(number, STREET), colour, level)

    def _mark_goals(self, strip, params) -> None:
        """Light the game hole, the stink hole and the skunk lines that the front peg has not reached."""
        target = self._target
        front = params.front
        if target <= HOLES or target - front < _LAP:
            strip.mark(target, WHITE, DIM)
            strip.mark(target - 1, params.team, FAINT)
        if target > HOLES and front > _LAP:
            strip.mark(LAST, params.team, DIM)
        strip.mark_run(LINES, 1, self._ahead[front], WHITE, FAINT)

    def _mark_count(self, strip, params, end: int) -> None:
        """Light the holes of a pending count between front peg and `end`, both excluded, each fifth one brighter."""
        first = params.front + 1
        if end - first >= GROUP:
            strip.mark_run(first + GROUP - 1, GROUP, (end - first) // GROUP, params.team, DIM)
        strip.mark_run(first, 1, end - first, params.team, FAINT)

    def _mark_bar(self, strip, front: int) -> None:
        """Light the bar of a refused key: five white holes ahead of the front peg, or behind it near the target."""
        first = front + 1 if front + _BAR <= self._target else front - _BAR
        strip.mark_run(first, 1, _BAR, WHITE, MID)

    def _mark_fives(self, strip, colour: int, level: int, count: int) -> None:
        """Light the last hole of the first `count` groups of five."""
        strip.mark_run(GROUP, GROUP, count, colour, level)

    # -- scenes -------------------------------------------------------------------------------------------------

    def _dark(self, strip, params) -> None:
        pass

    def _standby(self, strip, params) -> None:
        self.mark_hole(strip, params.front, params.team, DIM)
        self.mark_hole(strip, params.back, params.team, FAINT)

    def _pegs(self, strip, params) -> None:
        """Draw pegs and goals; save the picture for `_counted` to start from, unless it shows a refused key's bar."""
        self.mark_pegs(strip, params)
        self._mark_goals(strip, params)
        if not params.overlays & OVERLAY_REFUSED:
            strip.save((params.front << 8) | params.back, self._palette.full)

    def _deal(self, strip, params) -> None:
        """Draw a light that runs over the first five holes: who deals first is asked for, or is this team."""
        strip.mark(1 + params.beat % GROUP, params.team, FULL)
        self.mark_number(strip, params.team, DIM, 0, GROUP)
        self._mark_goals(strip, params)

    def _counted(self, strip, params) -> None:
        """Draw a pulse at the hole that the pending count would reach; two lights flash if only OK commits it."""
        end = params.front + params.amount
        if params.overlays & OVERLAY_REFUSED or not strip.restore((params.front << 8) | params.back):
            self._pegs(strip, params)
        if params.scene == SCENE_PENDING:
            strip.mark_over(end, params.team, _PULSE[params.beat])
        elif BLINK[params.beat] >= 0:
            strip.mark_over(end, params.team, FULL)
            strip.mark(end + 1, WHITE, FULL)
        self._mark_count(strip, params, end)

    def _claim(self, strip, params) -> None:
        self._draw_claim(strip, params, _PULSE[params.beat], _PULSE[(params.beat + 3) % BEATS])

    def _claimed(self, strip, params) -> None:
        """Draw the claim at full light while the others sign."""
        self._draw_claim(strip, params, FULL, FULL)

    def _draw_claim(self, strip, params, target_level: int, stink_level: int) -> None:
        """Draw the pegs, target and stink hole at these levels, and the holes between front peg and stink hole."""
        self.mark_pegs(strip, params)
        self.mark_hole(strip, self._target, WHITE, target_level)
        self.mark_hole(strip, self._target - 1, WHITE, stink_level)
        self._mark_count(strip, params, self._target - 1)

    def _sign(self, strip, params) -> None:
        """Draw a light in every fifth hole; the first `amount` are bright, more the longer the team holds."""
        self.mark_hole(strip, params.front, params.team, _PULSE[params.beat] if params.amount < FIVES else FULL)
        self._mark_fives(strip, params.team, MID, params.amount)
        self._mark_fives(strip, WHITE, FAINT, FIVES)

    def _undo(self, strip, params) -> None:
        """Draw lights that run from the front peg back to the hole where an undo would put it."""
        self.mark_hole(strip, params.back, params.team, _PULSE[params.beat])
        self.mark_hole(strip, params.front, params.team, DIM)
        first = params.back + 3 - (params.back + params.beat) % 3
        strip.mark_run(first, 3, (params.front - first + 2) // 3, params.team, MID)
        self._mark_goals(strip, params)

    def _won(self, strip, params) -> None:
        """Draw the winner's pegs, and every fifth hole pulsing."""
        self.mark_pegs(strip, params)
        self._mark_fives(strip, params.team, MID if params.beat < 3 else DIM, FIVES)

    def _coded(self, strip, params) -> None:
        """Draw the winner's track with the four-digit result code: a digit in each street."""
        strip.mark(LAST, WHITE, _PULSE[params.beat])
        self._two_digits(strip, params.team, 0, params.front)
        self._two_digits(strip, params.team, 2, params.back)

    def _two_digits(self, strip, team: int, street: int, number: int) -> None:
        """Draw a number's tens on `street`, its units on the next."""
        self._digit(strip, team, MID, street, number // 10)
        self._digit(strip, team, MID, street + 1, number % 10)

    def _digit(self, strip, team: int, level: int, street: int, digit: int) -> None:
        """Draw a digit as that many holes of a street, 0 as its tenth hole, white."""
        self.mark_number(strip, team, level, street, digit)
        if not digit:
            strip.mark(STREET * street + 10, WHITE, level)

    def _lost(self, strip, params) -> None:
        """Draw the pegs as they stood, and as many white lights beyond the front peg as the skunk level, `amount`."""
        self.mark_pegs(strip, params)
        strip.mark_run(params.front + 2, 1, params.amount, WHITE, MID)

    def _ended(self, strip, params) -> None:
        """Draw the end of the match: the end holes lit; on the winner's track (`params.amount` not 0) lights run."""
        if params.amount:
            strip.mark_run(GROUP * (params.beat + 1), GROUP * BEATS, FIVES // BEATS, params.team, FULL)
            self._mark_fives(strip, params.team, FAINT, FIVES)
        strip.mark(LAST, WHITE, MID)
        strip.mark(1, params.team, MID)

    def _round(self, strip, params) -> None:
        """Draw the number of the round that OK begins, `front`, as that many lit holes, each fifth of them brighter."""
        self.mark_hole(strip, params.front, params.team, _PULSE[params.beat])
        self._mark_fives(strip, params.team, FULL, params.front // GROUP)
        strip.mark_run(1, 1, params.front, params.team, MID)

    def _table(self, strip, params) -> None:
        """Draw the number of the board's table: its digits on the last streets, and the first hole, white, pulsing.

        The digits are faint, so that 999 fits every power budget: with a hole left out it would be another table.
        """
        strip.mark(1, WHITE, _PULSE[params.beat])
        self.mark_number(strip, params.team, FAINT, 1, params.front)
        if params.front or params.back >= 10:
            self._digit(strip, params.team, FAINT, 2, params.back // 10)
        self._digit(strip, params.team, FAINT, 3, params.back % 10)

    def _status(self, strip, params) -> None:
        """Draw the status. Street 1: games won. Street 2: tens of points, street 3: their ones. Street 4: the first
        hole is lit for points below 0, the fifth for muggins.
        """
        self.mark_number(strip, params.team, MID, 0, params.front)
        self.mark_number(strip, params.team, MID, 1, params.back // 10)
        self.mark_number(strip, params.team, MID, 2, params.back % 10)
        self.mark_number(strip, params.team, MID, 3, params.amount & 1)
        self.mark_muggins(strip, params.amount)
        strip.mark_run(STREET, STREET, 4, WHITE, FAINT)

    def mark_muggins(self, strip, number: int) -> None:
        """Light the hole that stands for muggins if `number` has the bit MUGGINS."""
        if number & MUGGINS:
            strip.mark(_MUGGINS_HOLE, WHITE, MID)
