"""Draws the setup menu and the judge's menu on the track LEDs. Imported when one of them is opened."""

from ...config import HOLD_MS
from ...entry.menus import AGREE, CHOOSE, MENU_JUDGE
from ...interpreter import const
from .hole_led_map import STREET
from .palette import DIM, FAINT, MID, WHITE
from .scenes import BLINK, FIVES, MUGGINS, SCENE_JUDGE, SCENE_JUDGED, SCENE_SETUP, SCENE_SIGN

_BRIGHT_BEATS = const(3)
"""The first beats of a turn that make its bright half."""


def _draw_setup(scenes, strip, params) -> None:
    """Draw setup. Street 1: preset's number. Street 2: teams. Street 3: brightness. Street 4, fifth hole: muggins.

    On the round's page the first three have its hundreds, tens and units.
    """
    scenes.mark_number(strip, params.team, MID, 0, params.front)
    scenes.mark_number(strip, params.team, MID, 1, params.back)
    scenes.mark_number(strip, params.team, MID, 2, params.amount & (MUGGINS - 1))
    scenes.mark_muggins(strip, params.amount)
    _mark_corners(strip, DIM)


def _draw_judge(scenes, strip, params) -> None:
    """Draw the judge's menu. Street 1: decision's number, or the PIN digit being set. Street 2: PIN digits entered."""
    scenes.mark_number(strip, params.team, MID, 0, params.front)
    scenes.mark_number(strip, params.team, MID, 1, params.back)
    _mark_corners(strip, MID if params.beat < _BRIGHT_BEATS else FAINT)


def _draw_judged(scenes, strip, params) -> None:
    """Draw the track that a decision concerns: its pegs, and the hole (`amount`) to which the front peg would move."""
    scenes.mark_hole(strip, params.amount, WHITE, BLINK[params.beat])
    scenes.mark_pegs(strip, params)
    _mark_corners(strip, MID if params.beat < _BRIGHT_BEATS else FAINT)


def _mark_corners(strip, level: int) -> None:
    """Light the first and last hole of each street."""
    strip.mark_run(1, STREET, 4, WHITE, level)
    strip.mark_run(STREET, STREET, 4, WHITE, level)


MENU_SCENES = (_draw_setup, _draw_judge, _draw_judged)
"""In the order of the scenes' numbers, from SCENE_SETUP on."""


class MenuView:
    """Chooses the scenes of the menu that is showing."""

    def __init__(self, match, menus) -> None:
        self._match = match
        self._shown = menus

    def choose_scene(self, params, now: int) -> int:
        """Return the open menu's scene for the track of `params.team`, and set its numbers in `params`."""
        menus = self._shown
        if menus.asking_pin:
            return self._pin(params, menus.pin_page)
        if menus.showing == MENU_JUDGE:
            return self._judge(params, menus.judge, now)
        return self._setup(params, menus.setup)

    def _pin(self, params, page) -> int:
        params.front = page.count.total
        params.back = page.typed_count
        return SCENE_JUDGE

    def _setup(self, params, menu) -> int:
        """Return setup's scene with its numbers set in `params`; 0 on all tracks but the first."""
        params.front = params.back = 0
        if params.team == 0 and menu.on_round:
            number = self._match.tally.round
            params.front = number // 100
            params.back = number // 10 % 10
            params.amount = number % 10
        elif params.team == 0:
            params.front = menu.preset + 1
            params.back = menu.teams
            params.amount = menu.brightness | (MUGGINS if menu.muggins else 0)
        return SCENE_SETUP

    def _judge(self, params, menu, now: int) -> int:
        """Return a track's scene in the judge's menu, its numbers set in `params`; `now` is board time in ms."""
        if menu.page == AGREE and params.team != menu.chooser:
            params.amount = menu.holds.held_ms(params.team, now) * FIVES // HOLD_MS
            return SCENE_SIGN
        if menu.page != CHOOSE and (params.team == menu.team or params.team == menu.other_team()):
            params.amount = menu.new_hole(params.team)
            return SCENE_JUDGED
        params.front = menu.count.total if menu.page == CHOOSE else menu.number
        params.back = 0
        return SCENE_JUDGE
