"""The games of an evening one after another: the rounds, what counts for the match, the results, the judge's word."""

from dataclasses import dataclass

from .history import Event, standing
from .worth import decided, leader, totals, worth


@dataclass(frozen=True)
class Game:
    """`began` is the time of the game's first event in ms, None before it."""

    round: int
    number: int
    events: tuple = ()
    began: int | None = None


class Evening:
    """Plays `preset` between `teams`; times are ms of board time. `results`: dicts as on the board's lines."""

    def __init__(self, preset, teams, settings):
        self.preset, self.teams = preset, teams
        self.table, self.event = settings.get("table", 0), settings.get("event", "")
        self.finished, self.results = [], []
        self.game = Game(settings.get("round", 1), 1)

    @property
    def now(self):
        """The Standing of the game on the board."""
        return standing(self.preset, self.teams, self.game.events)

    @property
    def over(self):
        return self.now.end is not None

    def counted(self):
        """The event tuples of this round's finished games."""
        games = self.finished + ([self.game] if self.over else [])
        return [game.events for game in games if game.round == self.game.round]

    def totals(self):
        return totals(self.preset, self.teams, self.counted())

    def leader(self):
        return leader(self.preset, self.teams, self.counted())

    def decided(self):
        return decided(self.preset, self.teams, self.counted())

    def begun(self):
        """Whether a peg has moved, or a game has ended, in this round."""
        return bool(self.counted()) or self.now.pegged

    def happen(self, event, t, signed=True):
        """Adds `event` at `t`; a game that it ends is written down, `signed` or not."""
        began = t if self.game.began is None else self.game.began
        self.game = Game(self.game.round, self.game.number, self.game.events + (event,), began)
        if self.over:
            self.results.append(self._result(t, signed))

    def next_game(self):
        self._go_on(self.game.round, self.game.number + 1)

    def next_round(self):
        self._go_on(self.game.round + 1, 1)

    def _go_on(self, round_number, number):
        self.finished.append(self.game)
        self.game = Game(round_number, number)

    def begin_anew(self, preset, teams):
        """The round starts again from its first game; nothing before it can be reopened."""
        self.preset, self.teams, self.finished = preset, teams, []
        self.game = Game(self.game.round, 1)

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
        return op == "forfeit" or n >= 1

    def _reopen(self):
        if not self.over:
            if self.now.pegged or not self.finished:
                return False
            self.game = self.finished.pop()
        self.game = Game(self.game.round, self.game.number, self.game.events[:-1], self.game.began)
        self.results.append({"reopens": self._last_number()})
        return True

    def _last_number(self):
        return max(result["n"] for result in self.results if result.get("game") == self.game.number)

    def _result(self, t, signed):
        now, preset = self.now, self.preset
        value = worth(preset, now)
        return {
            "n": len(self.results) + 1,
            "event": self.event,
            "round": self.game.round,
            "table": self.table,
            "game": self.game.number,
            "preset": preset.name,
            "winner": value.winner,
            "scores": now.fronts(),
            "level": value.level,
            "points": value.points,
            "spread": value.spread if preset.spread else None,
            "end": now.end,
            "signed": signed,
            "moves": now.moves,
            "ms": t - self.game.began,
        }
