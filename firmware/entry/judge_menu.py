"""The judge's menu: pages to choose a decision, to name team and holes, and for another team's agreement."""

from ..config import BACK, HOLD_MS, KEY_OK
from ..interpreter import const
from ..rules.decisions import (
    DECISIONS,
    NEEDS_HOLES,
    NEEDS_OTHER_TEAM,
    NEEDS_TEAM,
    NEEDS_TRUE_PEG,
    decision_of,
    event_amount,
)
from ..rules.events import EVENT_FORFEIT, EVENT_REOPEN
from ..rules.judge import objection
from .count import Count
from .holds import Holds
from .menus import AGREE, AGREED, CHOOSE, DETAIL, DONE, DROPPED, LEFT, REFUSED, STAY, WAITING
from .pin_page import add_press

_NO_TEAM = const(-1)


class JudgeMenu:
    """State of the judge's entry: `page` is CHOOSE, DETAIL or AGREE; `count` the presses on it.

    `number` is that of the decision chosen (1 for the first of `DECISIONS`; 0: none) and `decision` its row. `team` is
    the team it concerns, `other` the other team that a key named (-1: not named yet), `chooser` the team whose keys
    chose. Without a PIN and with sign-off on, it takes effect when another team holds a key on page AGREE.

    A decision that came over the link begins on page AGREE, `asked` being WAITING. No keys chose it: the first team
    that holds one becomes `chooser`, and another has to hold one as well.
    """

    def __init__(self, settings, match, pin, actions) -> None:
        self._settings = settings
        self._match = match
        self._pin = pin
        self._actions = actions
        self.count = Count()
        self.holds = Holds()
        self.asked = ""
        self._reason = b""
        match.load_decisions()
        self.open()

    def open(self) -> None:
        """Begin on page CHOOSE, with nothing entered."""
        self.count.clear()
        self.holds.clear()
        self.page = CHOOSE
        self.number = 0
        self.decision = DECISIONS[0]
        self.chooser = self.team = self.other = _NO_TEAM
        self.amount = 0

    def open_forfeit(self) -> None:
        """Begin on page DETAIL of a forfeit: whose keys name the side that loses by it has chosen."""
        self.open()
        self.decision = decision_of(EVENT_FORFEIT)
        self.number = DECISIONS.index(self.decision) + 1
        self.page = DETAIL

    def ask(self, decision, team: int, amount: int, other: int, reason: bytes) -> None:
        """Open page AGREE for a decision that came over the link with a `reason`; else as `rules.judge.objection`."""
        self.open()
        self.number = DECISIONS.index(decision) + 1
        self.decision = decision
        if decision.needs & NEEDS_TEAM:
            self.team = team
            self.other = other
            self.count.total = amount - self._match.game.front[team] if decision.needs & NEEDS_TRUE_PEG else amount
        self.amount = event_amount(decision, amount, other)
        self._reason = reason
        self.page = AGREE
        self.asked = WAITING

    def close(self) -> None:
        """Refuse the decision of a host that is still waiting."""
        if self.asked == WAITING:
            self.asked = DROPPED

    def press(self, key: int, now: int) -> int:
        """Handle a key that goes down at board time `now` (ms); return STAY, REFUSED, LEFT or DONE (see `menus`)."""
        if key < KEY_OK and key >> 2 >= self._match.teams:
            return REFUSED
        if self.page == CHOOSE:
            return self._press_choose(key)
        return self._press_detail(key) if self.page == DETAIL else self._press_agree(key, now)

    def _press_choose(self, key: int) -> int:
        """Handle a key on the page CHOOSE: score keys add up to the decision's number, OK opens it, BACK takes back."""
        if key == KEY_OK:
            return self._open_detail()
        if key & 3 != BACK:
            self.chooser = key >> 2
            return add_press(self.count, key, len(DECISIONS))
        return STAY if self.count.take_back() else LEFT

    def _open_detail(self) -> int:
        """Open the page DETAIL of the chosen decision; return STAY, or REFUSED if none is chosen."""
        if not self.count.total:
            return REFUSED
        self.number = self.count.total
        self.decision = DECISIONS[self.number - 1]
        self.page = DETAIL
        self.team = self.other = _NO_TEAM
        self.count.clear()
        return STAY

    def _press_detail(self, key: int) -> int:
        """Handle a key on the page DETAIL, which names team and holes; return STAY, REFUSED or DONE."""
        if key == KEY_OK:
            return self._decide()
        if key & 3 == BACK:
            return self._undo_entry()
        team = key >> 2
        needed = self.decision.needs
        if needed & NEEDS_OTHER_TEAM and self.team != _NO_TEAM and team != self.team:
            # Of several opponents, one is named by any of its keys.
            self.other = team
            return STAY
        if not needed & NEEDS_TEAM or self.team != _NO_TEAM and self.team != team:
            return REFUSED
        if self.chooser == _NO_TEAM:
            self.chooser = team
        return self._count_for_team(key, team, needed)

    def _count_for_team(self, key: int, team: int, needed: int) -> int:
        """Handle a score key of `team`, which the decision concerns: it names the team or counts; STAY or REFUSED."""
        # Where holes are to be named the first key counts at once.
        if not needed & NEEDS_HOLES and self.team == _NO_TEAM:
            self.team = team
            return STAY
        if not needed & (NEEDS_HOLES | NEEDS_TRUE_PEG):
            return REFUSED
        self.team = team
        return add_press(self.count, key, self._most_countable())

    def _most_countable(self) -> int:
        """Return the most holes that may be entered for the decision."""
        most = self.decision.most(self._match)
        return most - self._match.game.front[self.team] if self.decision.needs & NEEDS_TRUE_PEG else most

    def _undo_entry(self) -> int:
        """Undo the last entry: other team, last press of the count, team; with none left, go back to page CHOOSE."""
        if self.other != _NO_TEAM:
            self.other = _NO_TEAM
        elif self.count.take_back():
            if not self.count.presses and self.decision.needs & NEEDS_HOLES:
                self.team = _NO_TEAM
        elif self.team != _NO_TEAM:
            self.team = _NO_TEAM
        else:
            self.page = CHOOSE
        return STAY

    def _decide(self) -> int:
        """Validate the decision: return REFUSED, or apply it and return DONE, or open page AGREE and return STAY."""
        amount = self.count.total
        other = self.other_team()
        if self.decision.needs & NEEDS_TRUE_PEG and self.team != _NO_TEAM:
            # The keys count from the front peg on; the event holds the team's true score.
            amount += self._match.game.front[self.team]
        if objection(self._match, self.decision, self.team, amount, other):
            return REFUSED
        if self.decision.event == EVENT_REOPEN and not self._actions.ensure_written():
            return REFUSED
        self.amount = event_amount(self.decision, amount, other)
        # The PIN has opened this menu, or sign-off is switched off.
        if self._pin.digits or not self._settings.sign_off:
            self._take_effect()
            return DONE
        self.page = AGREE
        return STAY

    def other_team(self) -> int:
        """Return the other team that the decision concerns, of two teams the one not named; -1: none, or none yet."""
        if not self.decision.needs & NEEDS_OTHER_TEAM or self.team == _NO_TEAM:
            return _NO_TEAM
        return 1 - self.team if self._match.teams == 2 else self.other

    def new_hole(self, team: int) -> int:
        """Return the hole where the decision would take the front peg of `team`; where it now is if it moves none."""
        front = self._match.game.front
        hole = None
        across = team
        if team == self.team:
            hole = self.decision.hole
            if self.other_team() != _NO_TEAM:
                across = self.other_team()
        elif team == self.other_team():
            hole = self.decision.other_hole
            across = self.team
        if not hole:
            return front[team]
        return min(max(hole(front[team], self.count.total, front[across]), 0), self._match.game.target)

    def _take_effect(self) -> None:
        reason = None
        if self.asked == WAITING:
            self.asked = AGREED
            reason = self._reason
        self._actions.decide(self.decision.event, max(self.team, 0), self.amount, reason)

    def _press_agree(self, key: int, now: int) -> int:
        """Handle a key on the page AGREE: a key of another team begins its hold, BACK of `chooser` disagrees."""
        team = key >> 2
        if key == KEY_OK or team == self.chooser and key & 3 != BACK:
            return REFUSED
        if team == self.chooser:
            return self._disagree()
        self.holds.begin(team, key, now)
        return STAY

    def _disagree(self) -> int:
        """Return to the page DETAIL: STAY; a decision that came over the link is dropped: LEFT."""
        self.holds.clear()
        if self.asked == WAITING:
            return LEFT
        self.page = DETAIL
        return STAY

    def release(self, key: int, now: int) -> int:
        """Handle a key that goes up: a team that releases the key it held before HOLD_MS disagrees; STAY or LEFT."""
        team = key >> 2
        if key < KEY_OK and self.holds.held_ms(team, now) < HOLD_MS and self.holds.end(team, key):
            return self._disagree()
        return STAY

    def take_effect_if_agreed(self, now: int) -> bool:
        """On page AGREE, apply the decision if another team than `chooser` has held a key for HOLD_MS by `now`.

        Returns whether it was applied.
        """
        if self.page != AGREE:
            return False
        for team in range(self._match.teams):
            if team == self.chooser or self.holds.held_ms(team, now) < HOLD_MS:
                continue
            if self.chooser != _NO_TEAM:
                self._take_effect()
                return True
            self.chooser = team
        return False
