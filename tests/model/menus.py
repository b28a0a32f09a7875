"""Model of the menus over a game: status, setup, the judge's menu.

`press` of a cover takes a key and answers with what is to happen: None (it stays), "refused", "leave", or a tuple
("judge", op, team, n, to), ("setup", preset name, number of teams), ("pin", text), ("hold", key).
"""

from itertools import pairwise

from .keys import OK, is_back, score_of, team_of
from .presets_table import NAMES

OPS = ["award", "retract", "false-claim", "reopen", "timed-out", "forfeit", "overpeg", "exchange"]
OF_TWO = ("overpeg", "exchange")
ONLY_NAMED = ("false-claim", "forfeit", "exchange")
LEAVE, REFUSED = "leave", "refused"


class Status:
    phase = "status"

    def press(self, key):
        return LEAVE


class Setup:
    phase = "setup"

    def __init__(self, preset_name, team_count, most_teams, evening):
        self.preset_name, self.team_count, self.most_teams = preset_name, team_count, most_teams
        self.evening, self.on_round = evening, False

    def turn_page(self):
        """The next page: in an event the round's number, then a forfeit by who did not come; None if there is none."""
        if not self.evening.event:
            return None
        if self.on_round:
            return Details(self.evening, "forfeit", None)
        self.on_round = True
        return self

    def press(self, key):
        if self.on_round:
            return self._press_round(key)
        if key == OK:
            return "setup", self.preset_name, self.team_count
        if is_back(key):
            return LEAVE
        if score_of(key) == 1:
            following = dict(pairwise(NAMES))
            self.preset_name = following.get(self.preset_name, NAMES[0])
        if score_of(key) == 2:
            self.team_count = 2 if self.team_count >= self.most_teams else self.team_count + 1
        return None

    def _press_round(self, key):
        if key == OK:
            return LEAVE
        if team_of(key) not in self.evening.teams or not self.evening.renumber(-1 if is_back(key) else score_of(key)):
            return REFUSED
        return None


class SelfTest:
    """A page of setup; keys are only seen."""

    phase = "setup"

    def press(self, key):
        return None


class PinEntry:
    """The PIN that `menu` asks for first."""

    def __init__(self, length, menu):
        self.length, self.menu, self.digits, self.presses = length, menu, "", []
        self.phase = menu.phase

    def press(self, key):
        if key == OK:
            self.digits += str(sum(self.presses))
            self.presses = []
            return ("pin", self.digits) if len(self.digits) == self.length else None
        if is_back(key):
            return self._back()
        if sum(self.presses) + score_of(key) > 9:
            return REFUSED
        self.presses.append(score_of(key))
        return None

    def _back(self):
        if not self.presses:
            return LEAVE
        self.presses = []
        return None


class Choice:
    """The number of the decision."""

    phase = "judge"

    def __init__(self, game):
        self.game, self.presses, self.by = game, [], None

    def press(self, key):
        if key == OK:
            return Details(self.game, OPS[sum(self.presses) - 1], self.by) if self.presses else REFUSED
        if is_back(key):
            return self._back()
        self.by = team_of(key)
        if sum(self.presses) + score_of(key) > len(OPS):
            return REFUSED
        self.presses.append(score_of(key))
        return None

    def _back(self):
        if not self.presses:
            return LEAVE
        self.presses.pop()
        return None


class Details:
    """Whom the decision concerns, and how many holes. `game` answers with the target and the fronts."""

    phase = "judge"

    def __init__(self, game, op, by):
        self.game, self.op, self.by, self.team, self.to, self.presses = game, op, by, None, None, []

    def press(self, key):
        if key == OK:
            return "judge", self.op, self.team, self._amount(), self._other()
        if is_back(key):
            return self._back()
        self.by = self.by or team_of(key)
        if self.op in OF_TWO and self.team and team_of(key) != self.team:
            self.to = team_of(key)
            return None
        if self.op in ("reopen", "timed-out") or self.team not in (None, team_of(key)):
            return REFUSED
        if self.team is None and self.op in ONLY_NAMED:
            self.team = team_of(key)
            return None
        return self._count(key)

    def _count(self, key):
        if self.op in ("forfeit", "exchange") or sum(self.presses) + score_of(key) > self._most(team_of(key)):
            return REFUSED
        self.team = team_of(key)
        self.presses.append(score_of(key))
        return None

    def _amount(self):
        past = self.game.fronts()[self.team] if self.op == "false-claim" and self.team else 0
        return past + sum(self.presses)

    def _other(self):
        """The second side that the decision concerns: of two sides the other one."""
        others = [team for team in self.game.teams if team != self.team]
        return others[0] if self.team and len(others) == 1 else self.to

    def _most(self, team):
        if self.op == "overpeg":
            return self.game.preset.highest
        return self.game.target - 1 - self.game.fronts()[team] if self.op == "false-claim" else self.game.target

    def _back(self):
        if self.to:
            self.to = None
        elif self.presses:
            self.presses.pop()
            if not self.presses and self.op != "false-claim":
                self.team = None
        elif self.team is not None:
            self.team = None
        else:
            return Choice(self.game)
        return None


class Agreement:
    """Another team than `by`, whose keys chose the decision in `details`, has to hold a key.

    A decision over the link has no details: `by` is the first team that holds.
    """

    phase = "judge"

    def __init__(self, details, decision):
        self.details, self.decision = details, decision
        self.by = details.by if details else None

    def press(self, key):
        if key != OK and team_of(key) == self.by and is_back(key):
            return self.details or LEAVE
        if key == OK or team_of(key) == self.by:
            return REFUSED
        return "hold", key
