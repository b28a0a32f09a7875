"""From an open menu to what a track shows; loaded when the first menu opens."""

from ..entry import menus
from ..entry.judge_menu import ASK_PIN, DETAIL
from ..rules.events import RETRACT
from . import scenes


class MenuView:
    """Looks at the menu that is showing."""

    def __init__(self, match, shown) -> None:
        self._match = match
        self._shown = shown

    def look_at(self, look) -> int:
        """The scene of the track of `look.team`, whose numbers go into `look`; its pegs stand there already."""
        if self._shown.showing == menus.STATUS:
            return self._status(look)
        if self._shown.showing == menus.JUDGE:
            return self._judge(look, self._shown.judge)
        return self._setup(look, self._shown.setup)

    def _status(self, look) -> int:
        tally = self._match.tally
        points = tally.points[look.team]
        look.front = min(tally.won[look.team], 30)
        look.back = min(abs(points), 255)
        look.amount = int(points < 0)
        return scenes.STATUS

    def _setup(self, look, menu) -> int:
        look.front = look.back = 0
        if look.team == 0:
            look.front = menu.preset + 1
            look.back = menu.teams
            look.amount = menu.brightness
        return scenes.SETUP

    def _judge(self, look, menu) -> int:
        if menu.page == DETAIL and look.team == menu.team:
            look.amount = self._ruled(look, menu)
            return scenes.JUDGED
        look.front = menu.number if menu.page == DETAIL else menu.count.total
        look.back = menu.digits if menu.page == ASK_PIN else 0
        return scenes.JUDGE

    def _ruled(self, look, menu) -> int:
        """Where the judge's count would put the front peg."""
        if menu.kind == RETRACT:
            return max(look.front - menu.count.total, 0)
        return min(look.front + menu.count.total, self._match.game.target)
