"""Renders the match and the count being keyed in as a frame of LED data; redraws only tracks that have changed."""

from ...config import BEAT_MS, BEATS, BRIGHTNESS_LEVELS, HOLD_MS, REFUSED_MS
from ...entry.menus import MENU_STATUS
from ...entry.phases import (
    PHASE_CHECK,
    PHASE_CLAIM,
    PHASE_DEAL,
    PHASE_IDLE,
    PHASE_OVER,
    PHASE_RETURN,
    PHASE_ROUND,
    PHASE_SIGN,
    PHASE_UNDO,
    PHASE_WARNED,
)
from ...interpreter import const
from ...rules.match import MATCH_OVER
from ...rules.outcome import END_PLAYED, NOBODY, level_of
from ...ticks import MASK, since
from .hole_led_map import STREET, HoleLedMap
from .palette import Palette
from .power import budget_with_displays, port_budget
from .scenes import (
    FIVES,
    MUGGINS,
    OVERLAY_ALERT,
    OVERLAY_FRIENDLY,
    OVERLAY_REFUSED,
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
    SCENE_STATUS,
    SCENE_TABLE,
    SCENE_UNDO,
    SCENE_WARNED,
    SCENE_WON,
    SceneParams,
    Scenes,
)
from .strip import Strip

_MAX_ROUND = const(120)
"""A higher round number is shown as this many holes."""
_PLACE_MS = const(4096)
"""Before a round its number is shown for this long, then the table's, in turns."""
_MOVING = (
    (1 << SCENE_DEAL)
    | (1 << SCENE_PENDING)
    | (1 << SCENE_WARNED)
    | (1 << SCENE_CLAIM)
    | (1 << SCENE_SIGN)
    | (1 << SCENE_UNDO)
    | (1 << SCENE_WON)
    | (1 << SCENE_CODED)
    | (1 << SCENE_ENDED)
    | (1 << SCENE_ROUND)
    | (1 << SCENE_TABLE)
    | (1 << SCENE_JUDGE)
    | (1 << SCENE_JUDGED)
)
_NEVER = const(-1)
_MAX_POINTS = const(255)
"""The numbers in SceneParams are bytes."""


class View:
    """The frame of a board: `strips`, one a track; `update` draws what has changed, `take_frame` makes it `sent`.

    `sent`: the bytes that the chains are sent, by track. The first track flashes while `findings` alert. Raises
    ValueError if the port is too weak, or the strips have a wrong length.
    """

    def __init__(self, hal, console, results, findings) -> None:
        self._hal = hal
        self._console = console
        self._match = match = console.match
        self._settings = settings = console.settings
        self._results = results
        self._findings = findings
        self._budget = port_budget(hal)
        self._brightest: int = BRIGHTNESS_LEVELS
        self._mixed = (settings.brightness, self._budget)
        self._palette = Palette(settings.brightness, self._budget)
        self._preset = match.preset
        self._scenes = Scenes(match.preset, self._palette)
        self._led_map = HoleLedMap(hal.leds, hal.reverse, match.preset.target, match.preset.lines)
        self.strips = [Strip(self._led_map, self._palette, self._budget) for _ in range(hal.tracks)]
        self._tracks = tuple(range(hal.tracks))
        """For loops on a press's way to light: looking up the built-in `range` takes a Pico 70 us."""
        self.sent = [strip.sent for strip in self.strips]
        self._leds = [0] * hal.tracks
        self._menus = None
        self._params = SceneParams()
        self._drawn = [-1] * hal.tracks
        self._drawn_beat = [-1] * hal.tracks
        self._changes = _NEVER
        self._refusals = 0
        self._team = 0

    def prepare(self, brightness: int) -> None:
        """Apply the match's preset and a brightness of 1 to 5; everything is drawn again. Allocates."""
        brightness = min(brightness, self._brightest)
        if self._mixed != (brightness, self._budget):
            self._mixed = (brightness, self._budget)
            self._palette.set(brightness, self._budget)
        preset = self._match.preset
        if self._preset is not preset:
            self._preset = preset
            self._scenes.prepare(preset)
            self._led_map.prepare(preset.target, preset.lines)
        for track in range(len(self.strips)):
            self._drawn[track] = -1
            self.strips[track].set_budget(self._budget)
        self._changes = _NEVER

    def limit_brightness(self, brightest: int, brightness: int) -> None:
        """Show no more than `brightest` from now on (1 to 5), whatever is wished: now `brightness`. Allocates."""
        if brightest != self._brightest:
            self._brightest = brightest
            self.prepare(brightness)

    def share_port(self, displays: int) -> None:
        """Reduce the light so that `displays` displays fit the port's current too. Allocates."""
        self._budget = budget_with_displays(self._hal, displays)
        self.prepare(self._settings.brightness)

    def load_menus(self) -> None:
        """Load the scenes of setup and the judge's menu. Allocates."""
        from .menu_view import MENU_SCENES, MenuView

        self._scenes.register(MENU_SCENES)
        self._menus = MenuView(self._match, self._console.menus)  # type: ignore[assignment]

    def light_sum(self) -> int:
        """Return the sum of R+G+B of the whole frame."""
        light = 0
        for strip in self.strips:
            light += strip.light_sum()
        return light

    def take_frame(self, whole: bool) -> list:
        """Make the drawn frame `sent`; return how many LEDs of each track to send: up to the last that has changed.

        With `whole` all are to be sent. The list returned is the same object each time.
        """
        track = 0
        for strip in self.strips:
            self._leds[track] = strip.take_frame(whole) if whole or strip.painted else 0
            self.sent[track] = strip.sent
            track += 1
        return self._leds

    def update(self, now: int) -> bool:
        """Redraw the tracks whose appearance has changed by `now` (board time, ms); return whether any has."""
        console = self._console
        showing = console.menus.showing
        if showing == MENU_STATUS:
            self._findings.alert = False
        beat = ((now - console.phase_at) & MASK) // BEAT_MS % BEATS
        overlays = OVERLAY_FRIENDLY if self._match.tally.friendly else 0
        counting = PHASE_DEAL < console.phase < PHASE_SIGN and not (showing or console.asleep or self._findings.alert)
        if counting and self._changes == self._match.changes and self._refusals == console.refused:
            # Only the tracks of the team that counts and of the team that counted before can have changed.
            team = self._team
            self._team = console.team
            changed = self._update_track(console.team, beat, overlays, now)
            return team != console.team and self._update_track(team, beat, overlays, now) or changed
        refused = self._refused_tracks(now) if console.refused else 0
        changed = False
        for track in self._tracks:
            if self._update_track(track, beat, overlays | OVERLAY_REFUSED if (refused >> track) & 1 else overlays, now):
                changed = True
        # While lights run to ask who deals first, every track changes.
        still = counting and not refused and self._match.dealer() == NOBODY
        self._changes = self._match.changes if still else _NEVER
        self._refusals = console.refused
        self._team = console.team
        return changed

    def _refused_tracks(self, now: int) -> int:
        """Return the mask of tracks that show a refused key now: the key's own, or all for OK and MENU."""
        console = self._console
        if since(console.refused_at, now) >= REFUSED_MS:
            return 0
        team = console.refused_key >> 2
        return 15 if team == 4 else 1 << team

    def _update_track(self, track: int, beat: int, overlays: int, now: int) -> bool:
        """Draw a track if its scene, numbers, beat or overlays differ from those drawn last; return whether they do."""
        params = self._params
        scene = self._choose_scene(params, track, now)
        if scene <= SCENE_STANDBY:
            overlays &= ~OVERLAY_FRIENDLY
        if track == 0 and self._findings.alert:
            overlays |= OVERLAY_ALERT
        elif not (_MOVING >> scene) & 1:
            beat = 0
        state = (((((scene << 8) | params.front) << 8) | params.back) << 8) | params.amount
        if state == self._drawn[track] and (beat << 3) | overlays == self._drawn_beat[track]:
            return False
        self._drawn[track] = state
        self._drawn_beat[track] = (beat << 3) | overlays
        params.scene = scene
        params.beat = beat
        params.overlays = overlays
        self._scenes.draw(self.strips[track], params)
        return True

    def _choose_scene(self, params, team: int, now: int) -> int:
        """Return the scene of a team's track, and set its numbers in `params`."""
        match = self._match
        console = self._console
        params.team = team
        params.amount = 0
        if team >= match.teams:
            params.front = params.back = 0
            return SCENE_DARK
        params.front = match.game.front[team]
        params.back = match.game.back[team]
        if console.asleep:
            return SCENE_STANDBY
        if console.menus.showing == MENU_STATUS:
            return status_scene(params, match.tally, self._settings.muggins)
        if console.menus.showing:
            return self._menus.choose_scene(params, now)  # type: ignore[attr-defined]
        phase = console.phase
        if PHASE_DEAL < phase < PHASE_SIGN:
            return self._counting_scene(params, phase)
        return self._phase_scene(params, phase, now)

    def _counting_scene(self, params, phase: int) -> int:
        """Return the scene of a track while pegs move, from idle to claim; set `params.amount` to the pending count."""
        console = self._console
        if params.team != console.team or phase == PHASE_IDLE:
            return SCENE_PEGS if params.front else self._start_scene(params.team)
        params.amount = console.count.total
        if phase == PHASE_CLAIM:
            return SCENE_CLAIM
        return SCENE_WARNED if phase == PHASE_WARNED else SCENE_PENDING

    def _phase_scene(self, params, phase: int, now: int) -> int:
        """Return the scene of a track in the phases other than of counting; set its numbers in `params`."""
        console = self._console
        team = params.team
        if phase >= PHASE_OVER:
            if phase == PHASE_CHECK and team == console.team:
                params.amount = console.count.total
                return SCENE_CLAIM
            if phase >= PHASE_ROUND:
                return self._place_scene(params, now)
            return over_scene(params, self._match, self._results)
        if phase == PHASE_DEAL:
            return SCENE_DEAL if self._match.dealer() == NOBODY else self._start_scene(team)
        if team != console.team:
            return self._asked_scene(params, phase, now)
        if phase == PHASE_RETURN:
            return self._returned_win_scene(params)
        params.amount = console.count.total
        return SCENE_UNDO if phase == PHASE_UNDO else SCENE_CLAIMED

    def _start_scene(self, team: int) -> int:
        """Return the scene of a track whose front peg is at the start: SCENE_DEAL if its team deals first."""
        return SCENE_DEAL if self._match.dealer() == team else SCENE_PEGS

    def _place_scene(self, params, now: int) -> int:
        """Return the scene between matches: the round's number, in turns with the table's where the board has one.

        Where only the round is asked about, its number stands alone.
        """
        table = self._settings.values["table"] if self._console.phase == PHASE_ROUND else 0
        params.back = 0
        if table and ((now - self._console.phase_at) & MASK) // _PLACE_MS & 1:
            params.front = table // 100
            params.back = table % 100
            return SCENE_TABLE
        params.front = min(self._match.tally.round, _MAX_ROUND)
        return SCENE_ROUND

    def _returned_win_scene(self, params) -> int:
        """Return the scene of a win being taken back, from the game hole to where the front peg was before it."""
        params.front = self._match.game.target
        params.back = self._match.last_game.front[params.team]
        return SCENE_UNDO

    def _asked_scene(self, params, phase: int, now: int) -> int:
        """Return the scene of a team that is asked to sign (`params.amount`: lights filled), or to agree to an undo."""
        console = self._console
        if phase != PHASE_SIGN:
            return SCENE_PEGS
        signed = (console.signed >> params.team) & 1
        params.amount = FIVES if signed else console.holds.held_ms(params.team, now) * FIVES // HOLD_MS
        return SCENE_SIGN


def over_scene(params, match, results) -> int:
    """Return the scene of the track of `params.team` after a game or match, and set its numbers in `params`."""
    winner = match.winner()
    team = params.team
    if match.stage == MATCH_OVER:
        params.front = params.back = 0
        params.amount = int(winner == team or winner == NOBODY)
        return SCENE_ENDED
    if winner == team or winner == NOBODY and team == 0:
        return _won(params, match, results)
    skunked = winner != NOBODY and match.end == END_PLAYED
    params.amount = level_of(match.preset, params.front) if skunked else 0
    return SCENE_LOST


def _won(params, match, results) -> int:
    """Return the winner's scene; if the last result has a code, set `params.front` and `back` to its digits."""
    if results.code and results.count == match.finished and not match.tally.friendly:
        code = int(results.code)
        params.front = code // 100
        params.back = code % 100
        return SCENE_CODED
    return SCENE_WON if match.winner() != NOBODY else SCENE_LOST


def status_scene(params, tally, muggins: bool) -> int:
    """Return the scene of the status menu, and set its numbers for the track of `params.team` in `params`."""
    points = tally.points[params.team]
    params.front = min(tally.won[params.team], STREET)
    params.back = min(abs(points), _MAX_POINTS)
    params.amount = int(points < 0) | (MUGGINS if muggins else 0)
    return SCENE_STATUS
