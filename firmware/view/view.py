"""From the state of board and entry to a frame: looks at it all, draws the tracks that look different."""

from ..clock import since
from ..config import BEAT_MS, BEATS, HOLD_MS, REFUSED_MS
from ..entry import console as entry
from ..entry.menus import STATUS
from ..interpreter import const, forget
from ..rules.match import MATCH_OVER
from ..rules.outcome import NOBODY, level_of
from . import scenes
from .layout import Layout
from .look import Look
from .palette import Palette
from .scenes import Scenes
from .strip import Strip

_MOVING = (
    1 << scenes.DEAL
    | 1 << scenes.PENDING
    | 1 << scenes.WARNED
    | 1 << scenes.CLAIM
    | 1 << scenes.SIGN
    | 1 << scenes.UNDO
    | 1 << scenes.WON
    | 1 << scenes.CODED
    | 1 << scenes.ENDED
    | 1 << scenes.JUDGE
    | 1 << scenes.JUDGED
)
_FIVES = const(24)
_MASK = const(0x3FFFFFFF)
"""As `since`, without a call: for what every frame does."""


class View:
    """The frame of a board: `strips`, one a track, and `update` to draw what has changed.

    `alert`: the first track flashes, because something was found damaged; opening the status ends it.
    Raises ValueError where the hardware's port is too weak, or its strips are of a wrong length.
    """

    def __init__(self, match, console, results, hal, brightness: int) -> None:
        self._match = match
        self._results = results
        self.alert = False
        self._console = console
        self._budget = _budget(hal)
        self._palette = Palette(brightness, self._budget)
        self._scenes = Scenes(match.preset)
        self._layout = Layout(hal.leds, hal.reverse, match.preset.target, match.preset.lines)
        self.strips = [Strip(self._layout, self._palette, self._budget) for _ in range(hal.tracks)]
        self.bufs = [strip.buf for strip in self.strips]
        self._menus = None
        self._look = Look()
        self._drawn = [-1] * hal.tracks
        self._drawn_beat = [-1] * hal.tracks

    def prepare(self, brightness: int) -> None:
        """Take another preset or brightness; everything is drawn again. Allocates."""
        self._palette.set(brightness, self._budget)
        self._scenes.prepare(self._match.preset)
        self._layout.prepare(self._match.preset.target, self._match.preset.lines)
        for track in range(len(self.strips)):
            self._drawn[track] = -1

    def load_menus(self) -> None:
        """A menu is about to be seen. Allocates."""
        if self._menus is None:
            from .menu_view import MenuView

            self._scenes.load_menus()
            self._menus = MenuView(self._match, self._console.menus)  # type: ignore[assignment]

    def light(self) -> int:
        """The sum of R+G+B of the whole frame."""
        light = 0
        for strip in self.strips:
            light += strip.light
        return light

    def update(self, now: int) -> bool:
        """Draw the tracks that look other than they did; True if there is any."""
        console = self._console
        changed = False
        if console.menus.showing == STATUS:
            self.alert = False
        beat = (now - console.phase_at & _MASK) // BEAT_MS % BEATS
        refused = self._refused(now) if console.refused else 0
        for track in range(len(self.strips)):
            if self._update_track(track, beat, refused >> track & 1, now):
                changed = True
        return changed

    def _refused(self, now: int) -> int:
        """The tracks on which a refusal is seen, as a mask: one, or all where it concerns no team."""
        console = self._console
        if since(console.refused_at, now) >= REFUSED_MS:
            return 0
        team = console.refused_key >> 2
        return 15 if team == 4 else 1 << team

    def _update_track(self, track: int, beat: int, refused: int, now: int) -> bool:
        look = self._look
        self._look_at(look, track, now)
        alert = self.alert and track == 0
        look.beat = beat if _MOVING >> look.scene & 1 or alert else 0
        looks = ((look.scene << 8 | look.front) << 8 | look.back) << 8 | look.amount
        moves = look.beat << 2 | refused << 1 | alert
        if looks == self._drawn[track] and moves == self._drawn_beat[track]:
            return False
        self._drawn[track] = looks
        self._drawn_beat[track] = moves
        look.refused = bool(refused)
        look.alert = alert
        self._scenes.draw(self.strips[track], look)
        return True

    def _look_at(self, look, team: int, now: int) -> None:
        match = self._match
        console = self._console
        look.team = team
        look.front = look.back = look.amount = 0
        if team >= match.teams:
            look.scene = scenes.DARK
            return
        look.front = match.game.front[team]
        look.back = match.game.back[team]
        if console.asleep:
            look.scene = scenes.STANDBY
        elif console.menus.showing:
            look.scene = self._menus.look_at(look)  # type: ignore[attr-defined]
        elif team != console.team and console.phase < entry.SIGN and console.phase != entry.DEAL:
            look.scene = scenes.PEGS
        else:
            look.scene = self._phase(look, console.phase, now)

    def _phase(self, look, phase: int, now: int) -> int:
        console = self._console
        team = look.team
        if phase >= entry.OVER:
            return self._over(look)
        if phase == entry.DEAL:
            return scenes.DEAL
        if team != console.team:
            return self._other(look, phase, now)
        if phase == entry.IDLE:
            return scenes.PEGS
        look.amount = console.count.total
        if phase == entry.PENDING:
            return scenes.WARNED if console.warned else scenes.PENDING
        if phase == entry.CLAIM:
            return scenes.CLAIM
        return scenes.UNDO if phase == entry.UNDO else scenes.CLAIMED

    def _other(self, look, phase: int, now: int) -> int:
        """A track of those who are asked to sign, or to agree to an undo."""
        console = self._console
        if phase != entry.SIGN:
            return scenes.PEGS
        signed = console.signed >> look.team & 1
        look.amount = _FIVES if signed else console.holds.held_ms(look.team, now) * _FIVES // HOLD_MS
        return scenes.SIGN

    def _over(self, look) -> int:
        match = self._match
        winner = match.winner()
        team = look.team
        if match.stage == MATCH_OVER:
            look.front = look.back = 0
            look.amount = int(winner == team or winner == NOBODY)
            return scenes.ENDED
        if winner == team or winner == NOBODY and team == 0:
            return self._won(look)
        look.amount = level_of(match.preset, look.front) if winner != NOBODY else 0
        return scenes.LOST

    def _won(self, look) -> int:
        results = self._results
        if results.code and results.count == self._match.finished:
            code = int(results.code)
            look.front = code // 100
            look.back = code % 100
            return scenes.CODED
        return scenes.WON if self._match.winner() != NOBODY else scenes.LOST


def _budget(hal) -> int:
    # Worked out once: the memory is given back.
    from .power import track_budget

    budget = track_budget(hal.port_ma, hal.tracks, hal.leds)
    forget("firmware.view.power")
    return budget
