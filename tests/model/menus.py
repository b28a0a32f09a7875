"""What covers the game for a while: the status, the setup, the judge's menu.

`press` of a cover takes a key and answers with what is to happen: None (it stays), "refused", "leave", or a tuple
("judge", op, team, n), ("setup", preset name, number of teams), ("pin", text).
"""

from .keys import OK, is_back, score_of, team_of
from .presets_table import NAMES

OPS = ["award", "retract", "false-claim", "reopen", "timed-out", "forfeit"]
LEAVE, REFUSED = "leave", "refused"


class Status:
    phase = "status"

    def __init__(self, opened):
        self.opened = opened

    def press(self, key):
        return LEAVE


class Setup:
    phase = "setup"

    def __init__(self, preset_name, team_count, most_teams):
        self.preset_name, self.team_count, self.most_teams = preset_name, team_count, most_teams

    def press(self, key):
        if key == OK:
            return "setup", self.preset_name, self.team_count
        if is_back(key):
            return LEAVE
        if score_of(key) == 1:
            self.preset_name = NAMES[(NAMES.index(self.preset_name) + 1) % len(NAMES)]
        if score_of(key) == 2:
            self.team_count = 2 if self.team_count >= self.most_teams else self.team_count + 1
        return None


class PinEntry:
    phase = "judge"

    def __init__(self, length):
        self.length, self.digits, self.presses = length, "", []

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

    def __init__(self):
        self.presses = []

    def press(self, key):
        if key == OK:
            return self._choose()
        if is_back(key):
            return self._back()
        if sum(self.presses) + score_of(key) > len(OPS):
            return REFUSED
        self.presses.append(score_of(key))
        return None

    def _back(self):
        if not self.presses:
            return LEAVE
        self.presses.pop()
        return None

    def _choose(self):
        if not self.presses:
            return REFUSED
        op = OPS[sum(self.presses) - 1]
        if op in ("reopen", "timed-out"):
            return "judge", op, None, 0
        return Naming(op) if op == "forfeit" else Holes(op)


class Holes:
    """Whose pegs, and how many holes."""

    phase = "judge"

    def __init__(self, op):
        self.op, self.team, self.presses = op, None, []

    def press(self, key):
        if key == OK:
            return ("judge", self.op, self.team, sum(self.presses)) if self.presses else REFUSED
        if is_back(key):
            return self._back()
        if self.team not in (None, team_of(key)):
            return REFUSED
        self.team = team_of(key)
        self.presses.append(score_of(key))
        return None

    def _back(self):
        if not self.presses:
            return Choice()
        self.presses.pop()
        if not self.presses:
            self.team = None
        return None


class Naming:
    """Who forfeits."""

    phase = "judge"

    def __init__(self, op):
        self.op, self.team = op, None

    def press(self, key):
        if key == OK:
            return ("judge", self.op, self.team, 0) if self.team else REFUSED
        if is_back(key):
            return self._back()
        self.team = team_of(key)
        return None

    def _back(self):
        if self.team is None:
            return Choice()
        self.team = None
        return None
