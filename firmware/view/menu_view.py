"""Draws the setup menu and the judge's menu on the track LEDs. Imported when one of them is opened."""

from ..config import HOLD_MS
from ..entry.judge_menu import AGREE, CHOOSE
from ..entry.menus import MENU_JUDGE
from ..interpreter import const
from ..rules.events import EVENT_OVERPEG, EVENT_RETRACT
from .hole_led_map import STREET
from .palette import DIM, FAINT, MID, WHITE
from .scenes import BLINK, FIVES, SCENE_JUDGE, SCENE_JUDGED, SCENE_SETUP, SCENE_SIGN
from .status_view import MUGGINS, draw_muggins

_BRIGHT_BEATS = const(3)
"""The first beats of a turn that make its bright half."""


def _setup(scenes, strip, look) -> None:
    """Draw setup. Street 1: preset's number. Street 2: teams. Street 3: brightness. Street 4, fifth hole: muggins."""
    scenes.number(strip, look.team, MID, 0, look.front)
    scenes.number(strip, look.team, MID, 1, look.back)
    scenes.number(strip, look.team, MID, 2, look.amount & (MUGGINS - 1))
    draw_muggins(strip, look.amount)
    _corners(strip, DIM)


def _judge(scenes, strip, look) -> None:
    """Draw the judge's menu. Street 1: decision's number, or the digit so far. Street 2: digits of the PIN so far."""
    scenes.number(strip, look.team, MID, 0, look.front)
    scenes.number(strip, look.team, MID, 1, look.back)
    _corners(strip, MID if look.beat < _BRIGHT_BEATS else FAINT)


def _judged(scenes, strip, look) -> None:
    """Draw the track a decision is about: its peg, and where it would go."""
    scenes.mark(strip, look.amount, WHITE, BLINK[look.beat])
    scenes.pair(strip, look)
    _corners(strip, MID if look.beat < _BRIGHT_BEATS else FAINT)


def _corners(strip, level: int) -> None:
    """Light the first and last hole of each street."""
    strip.mark_run(1, STREET, 4, WHITE, level)
    strip.mark_run(STREET, STREET, 4, WHITE, level)


MENU_SCENES = (_setup, _judge, _judged)
"""In the order of the scenes' numbers, from SCENE_SETUP on."""


class MenuView:
    """Looks at the menu that is showing."""

    def __init__(self, match, menus) -> None:
        self._match = match
        self._shown = menus

    def look_at(self, look, now: int) -> int:
        """Return the scene of the track of `look.team`, and put its numbers into `look`, which has its pegs already."""
        menus = self._shown
        if menus.asking_pin:
            return self._pin(look, menus.pin_page)
        if menus.showing == MENU_JUDGE:
            return self._judge(look, menus.judge, now)
        return self._setup(look, menus.setup)

    def _pin(self, look, page) -> int:
        look.front = page.count.total
        look.back = page.typed_count
        return SCENE_JUDGE

    def _setup(self, look, menu) -> int:
        """Return the setup's scene; only the first track shows it."""
        look.front = look.back = 0
        if look.team == 0:
            look.front = menu.preset + 1
            look.back = menu.teams
            look.amount = menu.brightness | (MUGGINS if menu.muggins else 0)
        return SCENE_SETUP

    def _judge(self, look, menu, now: int) -> int:
        """Return a track's scene in the judge's menu."""
        if menu.page == AGREE and look.team != menu.by:
            look.amount = menu.holds.held_ms(look.team, now) * FIVES // HOLD_MS
            return SCENE_SIGN
        if menu.page != CHOOSE and (look.team == menu.team or look.team == menu.to):
            look.amount = self._new_hole(look, menu)
            return SCENE_JUDGED
        look.front = menu.count.total if menu.page == CHOOSE else menu.number
        look.back = 0
        return SCENE_JUDGE

    def _new_hole(self, look, menu) -> int:
        """Return the hole in which the judge's count would put the front peg."""
        backwards = menu.kind == EVENT_RETRACT or menu.kind == EVENT_OVERPEG
        if backwards and look.team == menu.team:
            return max(look.front - menu.count.total, 0)
        return min(look.front + menu.count.total, self._match.game.target)
