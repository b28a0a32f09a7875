"""The judge's decisions by keys: the PIN, which decision, for whom and how much."""

from ..config import KEY_OK, SCORE_KEYS
from ..interpreter import const
from ..rules import events
from ..rules.judge import NEED_TEAM, OPERATIONS, objection
from .answers import DONE, LEFT, REFUSED, REFUSED_AND_LEFT, STAY
from .count import Count

ASK_PIN = 0
CHOOSE = 1
DETAIL = 2

_MOST_DIGITS = const(12)
_NO_TEAM = const(-1)


class JudgeMenu:
    """Where the judge is: `page` one of ASK_PIN, CHOOSE, DETAIL; `count` what has been pressed on it.

    `digits` is how many digits of a PIN are in, `number` the decision chosen (1 to 6) and `kind` its event, `team` whom
    it concerns (-1: nobody yet).
    """

    def __init__(self, match, pin, sink) -> None:
        self._match = match
        self._pin = pin
        self._sink = sink
        self.count = Count()
        self._typed = bytearray(_MOST_DIGITS)
        self.page = ASK_PIN if pin.digits else CHOOSE
        self.digits = 0
        self.number = 0
        self.kind = events.AWARD
        self.team = _NO_TEAM

    def press(self, key: int, now: int) -> int:
        """One of the answers of `answers`."""
        if key < KEY_OK and key >> 2 >= self._match.teams:
            return REFUSED
        if self.page == ASK_PIN:
            return self._ask_pin(key, now)
        if self.page == CHOOSE:
            return self._choose(key)
        return self._detail(key)

    def _add(self, key: int, limit: int) -> int:
        if self.count.total + SCORE_KEYS[key & 3] > limit:
            return REFUSED
        return STAY if self.count.add(SCORE_KEYS[key & 3]) else REFUSED

    def _ask_pin(self, key: int, now: int) -> int:
        if key == KEY_OK:
            return self._next_digit(now)
        if key & 3 < 3:
            return self._add(key, 9)
        if not self.count.presses:
            return LEFT
        self.count.clear()
        return STAY

    def _next_digit(self, now: int) -> int:
        self._typed[self.digits] = 48 + self.count.total
        self.digits += 1
        self.count.clear()
        if self.digits < len(self._pin.digits):
            return STAY
        if not self._pin.check(self._typed, self.digits, now):
            return REFUSED_AND_LEFT
        self.page = CHOOSE
        return STAY

    def _choose(self, key: int) -> int:
        if key == KEY_OK:
            return self._chosen()
        if key & 3 < 3:
            return self._add(key, len(OPERATIONS))
        return STAY if self.count.take_back() else LEFT

    def _chosen(self) -> int:
        if not self.count.total:
            return REFUSED
        self.number = self.count.total
        self.kind = events.AWARD + self.number - 1
        self.page = DETAIL
        self.team = _NO_TEAM
        self.count.clear()
        return STAY

    def _detail(self, key: int) -> int:
        if key == KEY_OK:
            return self._decide()
        if key & 3 == 3:
            return self._back()
        team = key >> 2
        if self.kind not in NEED_TEAM or team >= self._match.teams or self.team != _NO_TEAM and self.team != team:
            return REFUSED
        return self._for_team(key, team)

    def _for_team(self, key: int, team: int) -> int:
        naming = self.kind == events.FALSE_CLAIM or self.kind == events.FORFEIT
        if naming and self.team == _NO_TEAM:
            self.team = team
            return STAY
        if self.kind == events.FORFEIT:
            return REFUSED
        self.team = team
        return self._add(key, self._limit())

    def _limit(self) -> int:
        target = self._match.game.target
        if self.kind == events.FALSE_CLAIM:
            return target - 1 - self._match.game.front[self.team]
        return target

    def _back(self) -> int:
        if self.count.take_back():
            if not self.count.presses and self.kind != events.FALSE_CLAIM:
                self.team = _NO_TEAM
        elif self.team != _NO_TEAM:
            self.team = _NO_TEAM
        else:
            self.page = CHOOSE
        return STAY

    def _decide(self) -> int:
        amount = self.count.total
        if self.kind == events.FALSE_CLAIM and self.team != _NO_TEAM:
            amount += self._match.game.front[self.team]
        if objection(self._match, self.kind, self.team, amount):
            return REFUSED
        self._sink.commit(self.kind, max(self.team, 0), amount)
        return DONE
