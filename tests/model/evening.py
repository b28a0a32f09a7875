"""The games of an evening one after another: the rounds, what counts for the match, the results, the judge's word."""

from dataclasses import dataclass, replace
from functools import cached_property

from .history import Event, standing
from .presets_table import Preset
from .worth import decided, leader, totals, worth


@dataclass(frozen=True)
class Game:
    """`began` is the time of the game's first event in ms, None before it."""

    preset: Preset
    teams: str
    round: int
    number: int
    events: tuple = ()
    began: int | None = None

    @cached_property
    def now(self):
        """The Standing after its events."""
        return standing(self.preset, self.teams, self.events)

    @cached_property
    def worth(self):
        """What it is worth, once it has ended."""
        return worth(self.preset, self.now)


class Evening:
    """Plays `preset` between `teams`; times are ms of board time. `results`: dicts as on the board's lines."""

    def __init__(self, preset, teams, settings):
        self.preset, self.teams = preset, teams
        self.table, self.event = settings.get("table", 0), settings.get("event", "")
        self.finished, self.results = [], []
        self.reopenable = False
        self.game = Game(preset, teams, settings.get("round", 1), 1)

    @property
    def now(self):
        """The Standing of the game on the board."""
        return self.game.now

    @property
    def target(self):
        return self.preset.target

    def fronts(self):
        return self.now.fronts()

    @property
    def over(self):
        return self.now.end is not None

    @property
    def waits_for_deal(self):
        return self.preset.start > 0 and not self.now.dealt and not self.over

    def counted(self):
        """The Worth of each of this round's finished games."""
        games = self.finished + ([self.game] if self.over else [])
        return [game.worth for game in games if game.round == self.game.round]

    def totals(self):
        return totals(self.teams, self.counted())

    def leader(self):
        return leader(self.preset, self.counted())

    def decided(self):
        return decided(self.preset, self.counted())

    def begun(self):
        """Whether a peg has moved, or a game has ended, in this round."""
        return bool(self.counted()) or self.now.pegged

    def happen(self, event, t, signed=True):
        """Adds `event` at `t`; a game that it ends is written down, `signed` or not."""
        began = t if self.game.began is None else self.game.began
        self.game = replace(self.game, events=(*self.game.events, event), began=began)
        self.reopenable = self.over or (self.reopenable and event.kind == "deal")
        if self.over:
            self.results.append(self._result(t, signed))

    def next_game(self):
        self._go_on(self.game.round, self.game.number + 1)

    def next_round(self):
        self._go_on(self.game.round + 1, 1)

    def _go_on(self, round_number, number):
        self.finished.append(self.game)
        self.game = Game(self.preset, self.teams, round_number, number)

    def begin_anew(self, preset, teams):
        """The round starts again from its first game; nothing before it can be reopened."""
        self.preset, self.teams, self.finished = preset, teams, []
        self.reopenable = False
        self.game = Game(preset, teams, self.game.round, 1)

    def judge(self, op, team, n, t):
        """A judge's decision at `t`. True if it took effect, False if it has no place now."""
        if op == "reopen":
            return self._reopen()
        if self.over or not self._makes_sense(op, team, n):
            return False
        self.happen(Event(op, team, n), t)
        return True

    def _makes_sense(self, op, team, n):
        if op == "timed-out":
            return True
        if team not in tuple(self.teams):
            return False
        if op == "false-claim":
            return self.preset.low_wins != "game" and 0 <= n < self.preset.target
        return op == "forfeit" or 1 <= n <= self.preset.target

    def _reopen(self):
        if not self.reopenable:
            return False
        if not self.over:
            self.game = self.finished.pop()
        self.game = replace(self.game, events=self.game.events[:-1])
        self.reopenable = False
        nobody = dict.fromkeys(self.teams, 0)
        line = self._line(winner=None, level=0, points=nobody, spread=None, end="reopened", signed=True, ms=0)
        self.results.append({**line, "replaces": line["n"] - 1})
        return True

    def _result(self, t, signed):
        value = self.game.worth
        spread = value.spread if self.preset.spread else None
        shown = {"winner": value.winner, "level": value.level, "points": value.points, "spread": spread}
        return self._line(**shown, end=self.now.end, signed=signed, ms=t - self.game.began)

    def _line(self, **rest):
        return {
            "n": len(self.results) + 1,
            "event": self.event,
            "round": self.game.round,
            "table": self.table,
            "game": self.game.number,
            "preset": self.preset.name,
            "scores": self.now.fronts(),
            "moves": self.now.moves,
            **rest,
        }
