"""From the state of board and entry to a frame: looks at it all, draws the tracks that look different."""

from ..clock import since
from ..config import BEAT_MS, BEATS, HOLD_MS, REFUSED_MS
from ..entry import console as entry
from ..entry import judge_menu, menus
from ..interpreter import const
from ..rules import events
from ..rules.match import MATCH_OVER
from ..rules.outcome import NOBODY, level_of
from . import scenes
from .palette import Palette
from .power import track_budget
from .scenes import Scenes
from .strip import Strip

_MOVING = (
    scenes.DEAL,
    scenes.PENDING,
    scenes.WARNED,
    scenes.CLAIM,
    scenes.SIGN,
    scenes.UNDO,
    scenes.WON,
    scenes.ENDED,
    scenes.JUDGE,
    scenes.JUDGED,
    scenes.CODED,
)
_FIVES = const(24)


class View:
    """The frame of a board: `strips`, one a track, and `update` to draw what has changed.

    `alert`: the first track flashes, because something was found damaged; opening the status ends it.
    """

    def __init__(self, match, console, results, layout, tracks: int, port_ma: int, brightness: int) -> None:
        self._match = match
        self._results = results
        self.alert = False
        self._console = console
        self._budget = track_budget(port_ma, tracks, layout.leds)
        self._palette = Palette(brightness, self._budget)
        self._scenes = Scenes(match.preset)
        self.strips = [Strip(layout, self._palette, self._budget) for _ in range(tracks)]
        self.bufs = [strip.buf for strip in self.strips]
        self._drawn = [-1] * tracks
        self._drawn_beat = [-1] * tracks
        self._front = self._back = self._amount = 0

    def prepare(self, brightness: int) -> None:
        """Take another preset or brightness; everything is drawn again. Allocates."""
        self._palette.set(brightness, self._budget)
        self._scenes.prepare(self._match.preset)
        for track in range(len(self.strips)):
            self._drawn[track] = -1

    def light(self) -> int:
        """The sum of R+G+B of the whole frame."""
        light = 0
        for strip in self.strips:
            light += strip.light
        return light

    def update(self, now: int) -> bool:
        """Draw the tracks that look other than they did; True if there is any."""
        changed = False
        if self._console.menus.showing == menus.STATUS:
            self.alert = False
        beat = since(self._console.phase_at, now) // BEAT_MS % BEATS
        for track in range(len(self.strips)):
            if self._update_track(track, beat, now):
                changed = True
        return changed

    def _update_track(self, track: int, beat: int, now: int) -> bool:
        scene = self._look(track, now)
        look = (scene << 8 | self._front) << 8 | self._back
        look = look << 8 | self._amount
        alert = self.alert and track == 0
        moves = self._refused(track, now) << 3 | alert << 4 | (beat if alert or scene in _MOVING else 0)
        if look == self._drawn[track] and moves == self._drawn_beat[track]:
            return False
        self._drawn[track] = look
        self._drawn_beat[track] = moves
        self._scenes.draw(
            self.strips[track], scene, track, self._front, self._back, self._amount, moves & 7, bool(moves & 8), alert
        )
        return True

    def _refused(self, track: int, now: int) -> int:
        console = self._console
        if not console.refused or since(console.refused_at, now) >= REFUSED_MS:
            return 0
        team = console.refused_key >> 2
        return int(team == track or team == 4)

    def _look(self, team: int, now: int) -> int:
        """The scene of a track, with its pegs and amount left in the object."""
        match = self._match
        console = self._console
        self._amount = 0
        if team >= match.teams:
            self._front = self._back = 0
            return scenes.DARK
        self._front = match.game.front[team]
        self._back = match.game.back[team]
        if console.asleep:
            return scenes.STANDBY
        if console.menus.showing:
            return self._menu(team)
        return self._phase(team, console.phase, now)

    def _phase(self, team: int, phase: int, now: int) -> int:
        console = self._console
        if phase == entry.SIGN and team != console.team:
            signed = console.signed >> team & 1
            self._amount = _FIVES if signed else console.holds.held_ms(team, now) * _FIVES // HOLD_MS
            return scenes.SIGN
        if phase >= entry.OVER:
            return self._over(team)
        if phase == entry.DEAL:
            return scenes.DEAL
        if team != console.team or phase == entry.IDLE:
            return scenes.PEGS
        self._amount = console.count.total
        if phase == entry.PENDING:
            return scenes.WARNED if console.warned else scenes.PENDING
        if phase == entry.CLAIM:
            return scenes.CLAIM
        return scenes.UNDO if phase == entry.UNDO else scenes.CLAIMED

    def _over(self, team: int) -> int:
        match = self._match
        winner = match.winner()
        if match.stage == MATCH_OVER:
            self._front = self._back = 0
            self._amount = int(winner == team or winner == NOBODY)
            return scenes.ENDED
        if winner == team or winner == NOBODY and team == 0:
            return self._won()
        self._amount = level_of(match.preset, self._front) if winner != NOBODY else 0
        return scenes.LOST

    def _won(self) -> int:
        results = self._results
        if results.code and results.count == self._match.finished:
            code = int(results.code)
            self._front = code // 100
            self._back = code % 100
            return scenes.CODED
        return scenes.WON if self._match.winner() != NOBODY else scenes.LOST

    def _menu(self, team: int) -> int:
        shown = self._console.menus
        if shown.showing == menus.STATUS:
            return self._status(team)
        if shown.showing == menus.SETUP or shown.showing == menus.TEST:
            setup = shown.setup
            self._front = setup.preset + 1 if team == 0 else 0
            self._back = setup.teams if team == 0 else 0
            self._amount = setup.brightness if team == 0 else 0
            return scenes.SETUP
        return self._judge(team, shown.judge)

    def _status(self, team: int) -> int:
        tally = self._match.tally
        points = tally.points[team]
        self._front = min(tally.won[team], 30)
        self._back = min(abs(points), 255)
        self._amount = int(points < 0)
        return scenes.STATUS

    def _judge(self, team: int, menu) -> int:
        if menu.page == judge_menu.DETAIL and team == menu.team:
            self._amount = self._ruled(menu)
            return scenes.JUDGED
        self._front = menu.number if menu.page == judge_menu.DETAIL else menu.count.total
        self._back = menu.digits if menu.page == judge_menu.ASK_PIN else 0
        return scenes.JUDGE

    def _ruled(self, menu) -> int:
        """Where the judge's count would put the front peg."""
        if menu.kind == events.RETRACT:
            return max(self._front - menu.count.total, 0)
        return min(self._front + menu.count.total, self._match.game.target)
