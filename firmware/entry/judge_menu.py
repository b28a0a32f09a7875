"""The judge's menu: choosing a decision, naming team and holes, and another team's agreement."""

from ..config import BACK, HOLD_MS, KEY_OK
from ..interpreter import const
from ..rules.events import (
    EVENT_AWARD,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_OVERPEG,
    EVENT_REOPEN,
    pack_overpeg,
)
from ..rules.judge import NEED_TEAM, OPERATIONS, most_holes, objection
from .count import Count
from .holds import Holds
from .menus import DONE, LEFT, REFUSED, STAY
from .pin_page import add_press

CHOOSE = const(0)
DETAIL = const(1)
AGREE = const(2)

_NO_TEAM = const(-1)


class JudgeMenu:
    """Where the judge is: `page` one of CHOOSE, DETAIL, AGREE; `count` what has been pressed on it.

    `number` is the decision chosen (1 to 7) and `kind` its event, `team` whom it concerns and `to` who pegs what the
    team overpegged (-1: nobody yet), `by` the team whose keys chose it. Without a PIN, where claims are signed, it
    takes effect on the page AGREE: when another team than `by` holds a key.
    """

    def __init__(self, settings, match, pin, sink) -> None:
        self._settings = settings
        self._match = match
        self._pin = pin
        self._sink = sink
        self.count = Count()
        self.holds = Holds()
        self.open()

    def open(self) -> None:
        """Begin with the choice of a decision."""
        self.count.clear()
        self.holds.clear()
        self.page = CHOOSE
        self.number = 0
        self.kind = EVENT_AWARD
        self.by = self.team = self.to = _NO_TEAM
        self.amount = 0

    def press(self, key: int, now: int) -> int:
        """Handle a key that goes down: STAY, or one of the other answers."""
        if key < KEY_OK and key >> 2 >= self._match.teams:
            return REFUSED
        if self.page == CHOOSE:
            return self._choose(key)
        return self._detail(key) if self.page == DETAIL else self._agree(key, now)

    def _choose(self, key: int) -> int:
        """Handle a key on the page that chooses a decision."""
        if key == KEY_OK:
            return self._confirm()
        if key & 3 != BACK:
            self.by = key >> 2
            return add_press(self.count, key, len(OPERATIONS))
        return STAY if self.count.take_back() else LEFT

    def _confirm(self) -> int:
        """Open the detail page of the chosen decision."""
        if not self.count.total:
            return REFUSED
        self.number = self.count.total
        self.kind = EVENT_AWARD + self.number - 1
        self.page = DETAIL
        self.team = self.to = _NO_TEAM
        self.count.clear()
        return STAY

    def _detail(self, key: int) -> int:
        """Handle a key on the page that names team and holes."""
        if key == KEY_OK:
            return self._decide()
        if key & 3 == BACK:
            return self._back()
        team = key >> 2
        if self.kind == EVENT_OVERPEG and self.count.presses and team != self.team:
            # Of several opponents, one is named by any of its keys once the holes are counted.
            self.to = team
            return STAY
        if self.kind not in NEED_TEAM or self.team != _NO_TEAM and self.team != team:
            return REFUSED
        return self._for_team(key, team)

    def _for_team(self, key: int, team: int) -> int:
        """Handle a score key of the team that the decision is about."""
        # Of a false claim or a forfeit the first key only names the team; elsewhere it counts at once.
        first_names = self.kind == EVENT_FALSE_CLAIM or self.kind == EVENT_FORFEIT
        if first_names and self.team == _NO_TEAM:
            self.team = team
            return STAY
        if self.kind == EVENT_FORFEIT:
            return REFUSED
        self.team = team
        return add_press(self.count, key, self._most_countable())

    def _most_countable(self) -> int:
        """Return the most holes that the keys may count for the decision."""
        if self.kind == EVENT_FALSE_CLAIM:
            return self._match.game.target - 1 - self._match.game.front[self.team]
        return most_holes(self._match, self.kind)

    def _back(self) -> int:
        """Undo the last entry: other team, count, team, then the page itself."""
        if self.to != _NO_TEAM:
            self.to = _NO_TEAM
        elif self.count.take_back():
            if not self.count.presses and self.kind != EVENT_FALSE_CLAIM:
                self.team = _NO_TEAM
        elif self.team != _NO_TEAM:
            self.team = _NO_TEAM
        else:
            self.page = CHOOSE
        return STAY

    def _decide(self) -> int:
        """Validate the decision; apply it, or ask another team to agree."""
        amount = self.count.total
        to = self._team_to_peg()
        if self.kind == EVENT_FALSE_CLAIM and self.team != _NO_TEAM:
            # The keys count from the front peg on; the event holds the team's true score.
            amount += self._match.game.front[self.team]
        if objection(self._match, self.kind, self.team, amount, to):
            return REFUSED
        if self.kind == EVENT_REOPEN and not self._sink.may_go_on():
            return REFUSED
        self.amount = pack_overpeg(to, amount) if self.kind == EVENT_OVERPEG else amount
        # The PIN has opened this menu, or nobody has to agree to anything.
        if self._pin.digits or not self._settings.sign_off:
            self._take_effect()
            return DONE
        self.page = AGREE
        return STAY

    def _team_to_peg(self) -> int:
        """Return the team that pegs what was overpegged: of two teams the other one, without being named."""
        return 1 - self.team if self._match.teams == 2 and self.team != _NO_TEAM else self.to

    def _take_effect(self) -> None:
        self._sink.decide(self.kind, max(self.team, 0), self.amount)

    def _agree(self, key: int, now: int) -> int:
        """Handle a key while another team is asked to agree."""
        team = key >> 2
        if key == KEY_OK or team == self.by and key & 3 != BACK:
            return REFUSED
        if team == self.by:
            self._disagree()
        else:
            self.holds.begin(team, key, now)
        return STAY

    def _disagree(self) -> None:
        """Return to the detail page."""
        self.holds.clear()
        self.page = DETAIL

    def release(self, key: int, now: int) -> None:
        """Handle a key that goes up: one that another team has not held for long enough means no."""
        team = key >> 2
        if key < KEY_OK and self.holds.held_ms(team, now) < HOLD_MS and self.holds.end(team, key):
            self._disagree()

    def take_effect_if_agreed(self, now: int) -> bool:
        """Return whether another team agrees by now; then the decision has taken effect."""
        if self.page != AGREE:
            return False
        for team in range(self._match.teams):
            if self.holds.held_ms(team, now) == HOLD_MS:
                self._take_effect()
                return True
        return False
