"""From the state of board and entry to a frame: looks at it all, draws the tracks that look different."""

from ..clock import MASK, since
from ..config import BEAT_MS, BEATS, HOLD_MS, REFUSED_MS
from ..entry.console import (
    PHASE_CLAIM,
    PHASE_DEAL,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_PENDING,
    PHASE_ROUND,
    PHASE_SIGN,
    PHASE_UNDO,
)
from ..entry.menus import MENU_STATUS
from ..interpreter import const
from ..rules.match import MATCH_OVER
from ..rules.outcome import END_PLAYED, NOBODY, level_of
from .layout import Layout
from .menu_view import MENU_SCENES, MenuView
from .palette import Palette
from .power import port_budget
from .scenes import (
    FIVES,
    SCENE_CLAIM,
    SCENE_CLAIMED,
    SCENE_CODED,
    SCENE_DARK,
    SCENE_DEAL,
    SCENE_ENDED,
    SCENE_JUDGE,
    SCENE_JUDGED,
    SCENE_LOST,
    SCENE_PEGS,
    SCENE_PENDING,
    SCENE_ROUND,
    SCENE_SIGN,
    SCENE_STANDBY,
    SCENE_UNDO,
    SCENE_WARNED,
    SCENE_WON,
    Look,
    Scenes,
)
from .strip import Strip

_MOST_ROUND = const(120)
"""A higher number of a round is shown as this many holes."""
_MOVING = (
    1 << SCENE_DEAL
    | 1 << SCENE_PENDING
    | 1 << SCENE_WARNED
    | 1 << SCENE_CLAIM
    | 1 << SCENE_SIGN
    | 1 << SCENE_UNDO
    | 1 << SCENE_WON
    | 1 << SCENE_CODED
    | 1 << SCENE_ENDED
    | 1 << SCENE_ROUND
    | 1 << SCENE_JUDGE
    | 1 << SCENE_JUDGED
)
_NOBODY = const(-1)


class View:
    """The frame of a board: `strips`, one a track, `update` to draw what has changed, and `send` to send it.

    `sent` are the bytes that the chains were told last.

    `alert`: the first track flashes, because something was found damaged; opening the status ends it.
    Raises ValueError where the hardware's port is too weak, or its strips are of a wrong length.
    """

    def __init__(self, match, console, results, hal, brightness: int) -> None:
        self._match = match
        self._results = results
        self.alert = False
        self._console = console
        self._budget = port_budget(hal)
        self._palette = Palette(brightness, self._budget)
        self._scenes = Scenes(match.preset, self._palette, MENU_SCENES)
        self._layout = Layout(hal.leds, hal.reverse, match.preset.target, match.preset.lines)
        self.strips = [Strip(self._layout, self._palette, self._budget) for _ in range(hal.tracks)]
        self.sent = [strip.sent for strip in self.strips]
        self._leds = [0] * hal.tracks
        self._menus = MenuView(match, console.menus)
        self._look = Look()
        self._drawn = [-1] * hal.tracks
        self._drawn_beat = [-1] * hal.tracks
        self._team = _NOBODY
        self._changes = 0
        self._refusals = 0

    def prepare(self, brightness: int) -> None:
        """Take another preset or brightness; everything is drawn again. Allocates."""
        self._palette.set(brightness, self._budget)
        self._scenes.prepare(self._match.preset)
        self._layout.prepare(self._match.preset.target, self._match.preset.lines)
        for track in range(len(self.strips)):
            self._drawn[track] = -1
            self.strips[track].forget()
        self._team = _NOBODY

    def light(self) -> int:
        """The sum of R+G+B of the whole frame."""
        light = 0
        for strip in self.strips:
            light += strip.light
        return light

    def send(self, whole: bool) -> list:
        """Make what is drawn what is `sent`: how many LEDs of each track have to go out, up to the last that changed.

        `whole`: all of them. The list is the same each time.
        """
        for track in range(len(self.strips)):
            self._leds[track] = self.strips[track].send(whole)
        return self._leds

    def update(self, now: int) -> bool:
        """Draw the tracks that look other than they did; True if there is any."""
        console = self._console
        showing = console.menus.showing
        if showing == MENU_STATUS:
            self.alert = False
        beat = (now - console.phase_at & MASK) // BEAT_MS % BEATS
        at_rest = PHASE_DEAL < console.phase < PHASE_SIGN and not (showing or console.asleep or self.alert)
        if at_rest and self._unmoved():
            return self._update_track(console.team, beat, 0, now)
        refused = self._refused(now) if console.refused else 0
        changed = False
        for track in range(len(self.strips)):
            if self._update_track(track, beat, refused >> track & 1, now):
                changed = True
        # Where a light runs for who deals first, no track stays as it is.
        still = at_rest and not refused and self._match.dealer() == NOBODY
        self._team = console.team if still else _NOBODY
        self._changes = self._match.changes
        self._refusals = console.refused
        return changed

    def _unmoved(self) -> bool:
        """Whether only the track of the team that counts can look other than it did."""
        console = self._console
        return (
            self._team == console.team
            and self._changes == self._match.changes
            and self._refusals == console.refused
        )

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
        friendly = self._match.tally.friendly and look.scene > SCENE_STANDBY
        moves = look.beat << 3 | friendly << 2 | refused << 1 | alert
        if looks == self._drawn[track] and moves == self._drawn_beat[track]:
            return False
        self._drawn[track] = looks
        self._drawn_beat[track] = moves
        look.refused = bool(refused)
        look.alert = alert
        look.friendly = friendly
        self._scenes.draw(self.strips[track], look)
        return True

    def _look_at(self, look, team: int, now: int) -> None:
        match = self._match
        console = self._console
        look.team = team
        look.front = look.back = look.amount = 0
        if team >= match.teams:
            look.scene = SCENE_DARK
            return
        look.front = match.game.front[team]
        look.back = match.game.back[team]
        if console.asleep:
            look.scene = SCENE_STANDBY
        elif console.menus.showing:
            look.scene = self._menus.look_at(look, now)
        elif team != console.team and console.phase < PHASE_SIGN and console.phase != PHASE_DEAL:
            look.scene = SCENE_PEGS if look.front else self._start(team)
        else:
            look.scene = self._phase(look, console.phase, now)

    def _phase(self, look, phase: int, now: int) -> int:
        console = self._console
        team = look.team
        if phase >= PHASE_OVER:
            return self._round(look) if phase == PHASE_ROUND else self._over(look)
        if phase == PHASE_DEAL and self._match.dealer() == NOBODY:
            return SCENE_DEAL
        if phase == PHASE_DEAL or phase == PHASE_IDLE:
            return SCENE_PEGS if look.front else self._start(team)
        if team != console.team:
            return self._other(look, phase, now)
        if console.returning:
            return self._return(look)
        look.amount = console.count.total
        if phase == PHASE_PENDING:
            return SCENE_WARNED if console.warned else SCENE_PENDING
        if phase == PHASE_CLAIM:
            return SCENE_CLAIM
        return SCENE_UNDO if phase == PHASE_UNDO else SCENE_CLAIMED

    def _start(self, team: int) -> int:
        """A peg in its start hole: the light runs where the team deals first."""
        return SCENE_DEAL if self._match.dealer() == team else SCENE_PEGS

    def _round(self, look) -> int:
        look.front = min(self._match.tally.round, _MOST_ROUND)
        look.back = 0
        return SCENE_ROUND

    def _return(self, look) -> int:
        """A win that is being taken back: from the game hole to where the front peg was before it."""
        look.front = self._match.game.target
        look.back = self._match.last_game.front[look.team]
        look.amount = 0
        return SCENE_UNDO

    def _other(self, look, phase: int, now: int) -> int:
        """A track of those who are asked to sign, or to agree to an undo."""
        console = self._console
        if phase != PHASE_SIGN:
            return SCENE_PEGS
        signed = console.signed >> look.team & 1
        look.amount = FIVES if signed else console.holds.held_ms(look.team, now) * FIVES // HOLD_MS
        return SCENE_SIGN

    def _over(self, look) -> int:
        match = self._match
        winner = match.winner()
        team = look.team
        if match.stage == MATCH_OVER:
            look.front = look.back = 0
            look.amount = int(winner == team or winner == NOBODY)
            return SCENE_ENDED
        if winner == team or winner == NOBODY and team == 0:
            return self._won(look)
        skunked = winner != NOBODY and match.end == END_PLAYED
        look.amount = level_of(match.preset, look.front) if skunked else 0
        return SCENE_LOST

    def _won(self, look) -> int:
        results = self._results
        match = self._match
        if results.code and results.count == match.finished and not match.tally.friendly:
            code = int(results.code)
            look.front = code // 100
            look.back = code % 100
            return SCENE_CODED
        return SCENE_WON if match.winner() != NOBODY else SCENE_LOST
