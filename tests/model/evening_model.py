"""Model of an evening's games: rounds, match scores, results, the judge's decisions."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count

from .history import Event, standing
from .presets_table import Preset
from .worth import decided, leader, totals, worth

HIGHEST_ROUND = 999
JUDGED = ("award", "retract", "false-claim", "timed-out", "forfeit", "overpeg", "exchange")


@dataclass(frozen=True)
class Game:
    """`sitting` tells rounds apart that have one number. `began` is the time of its first event in ms, None before it.

    `next_dealer` is who deals first by what went before; `judged` counts a judge's decisions, taken back or not;
    `told` is whether somebody has told the board its round, or confirmed it.
    """

    preset: Preset
    teams: str
    sitting: int
    round: int
    number: int
    next_dealer: str | None = None
    friendly: bool = False
    told: bool = False
    events: tuple = ()
    began: int | None = None
    judged: int = 0

    @cached_property
    def now(self):
        """The Standing after its events."""
        return standing(self.preset, self.teams, self.events)

    @cached_property
    def worth(self):
        """What it is worth, once it has ended."""
        return worth(self.preset, self.now)

    @property
    def over(self):
        return self.now.end is not None

    @property
    def dealer(self):
        """Who deals first, if that is known."""
        return self.now.dealer or self.next_dealer

    def loser(self):
        """Who lost it: of several sides the last one, by seat if level; None if it was drawn."""
        now, low = self.now, self.preset.low_wins == "game"
        if now.winner is None:
            return None
        if now.end == "forfeit" or (low and now.end == "played"):
            return now.ended_by
        losers = {team: front for team, front in now.fronts().items() if team != now.winner}
        last = (max if low else min)(losers.values())
        return next(team for team in losers if losers[team] == last)


class Evening:
    """Plays `preset` between `teams`; times are ms of board time. `results`: dicts as on the board's lines.

    `waiting`: in an event, a round has to be begun.
    """

    def __init__(self, preset, teams, settings):
        self.preset, self.teams = preset, teams
        self.table, self.event = settings.get("table", 0), settings.get("event", "")
        self.muggins = settings.get("muggins", False)
        self.finished, self.results = [], []
        self.reopenable = False
        self._sittings = count()
        self._new_round(settings.get("round", 1), "round" in settings)

    def _new_round(self, number, told):
        self.game = Game(self.preset, self.teams, next(self._sittings), number, 1, told=told)
        self.waiting = bool(self.event)

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
        return self.game.over

    @property
    def untouched(self):
        """Whether a game is on in which no peg has moved."""
        return not (self.waiting or self.over or self.now.pegged)

    @property
    def waits_for_deal(self):
        return self.preset.start > 0 and not self.now.dealt and not self.over and not self.waiting

    @property
    def asks_dealer(self):
        """Whether BACK tells who deals the first of games that are dealt by turns."""
        by_turns = self.preset.first_deal == "alternate" and not self.preset.start
        return self.untouched and self.game.number == 1 and by_turns

    def counted(self):
        """The Worth of each of this round's finished games."""
        games = self.finished + ([self.game] if self.over else [])
        return [game.worth for game in games if game.sitting == self.game.sitting]

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
        self.waiting = False
        game = self.game
        began = t if game.began is None else game.began
        judged = game.judged + (event.kind in JUDGED)
        self.game = replace(game, events=(*game.events, event), began=began, judged=judged)
        still = self.reopenable and event.kind == "deal" and not self.now.pegged
        self.reopenable = self.over or event.kind in JUDGED or still
        if self.over and not self.game.friendly:
            self.results.append(self._result(t, signed))

    # -- between games

    def next_game(self):
        dealer = self._next_dealer()
        self.finished.append(self.game)
        self.game = replace(self.game, number=self.game.number + 1, next_dealer=dealer, events=(), began=None, judged=0)

    def _next_dealer(self):
        game, first_deal = self.game, self.preset.first_deal
        if first_deal == "loser":
            return game.loser()
        if first_deal == "alternate" and game.dealer:
            return self.teams[(self.teams.index(game.dealer) + 1) % len(self.teams)]
        return None

    def next_round(self):
        """After a match, or after a friendly, whose round is still to be played."""
        self.finished.append(self.game)
        friendly = self.game.friendly
        self._new_round(self.game.round + (not friendly), friendly and self.game.told)

    def begin_round(self, friendly=False):
        self.game, self.waiting = replace(self.game, friendly=friendly), False

    def give_up_friendly(self):
        """A friendly in which no peg has moved: the round again."""
        self._new_round(self.game.round, self.game.told)

    def renumber(self, by):
        """The number of the round goes up or down, or is confirmed by 0; False where it cannot."""
        number = self.game.round + by
        if not 1 <= number <= HIGHEST_ROUND:
            return False
        self.game = replace(self.game, round=number, told=True)
        return True

    @property
    def doubts_round(self):
        """Whether a result now would be for a round that the board was never told."""
        return bool(self.event) and not self.game.told and not self.game.friendly

    def begin_anew(self, preset, teams):
        """The round starts again from its first game; nothing before it can be reopened."""
        self.preset, self.teams, self.finished = preset, teams, []
        self.reopenable = False
        self._new_round(self.game.round, self.game.told)

    # -- corrections

    def judge(self, op, team, n, t, to=None):
        """A judge's decision at `t`. True if it took effect, False if it has no place now."""
        if not self.allows(op, team, n, to):
            return False
        if op == "reopen":
            self._reopen(1, True)
        else:
            self.happen(Event(op, team, n, to), t)
        return True

    def allows(self, op, team, n, to=None):
        """Whether a judge may decide that now."""
        if op == "reopen":
            return self.reopenable
        return not self.over and self._makes_sense(op, team, n, to)

    def _makes_sense(self, op, team, n, to):
        if op == "timed-out":
            return True
        if team not in tuple(self.teams):
            return False
        if op == "false-claim":
            return self.preset.low_wins != "game" and 0 <= n < self.preset.target
        if op == "exchange":
            return to in tuple(self.teams) and to != team
        if op == "overpeg":
            return to in tuple(self.teams) and to != team and 1 <= n <= self.preset.highest
        return op == "forfeit" or 1 <= n <= self.preset.target

    @property
    def _last(self):
        """The game whose last event can be taken back: its end, or a judge's decision."""
        return self.game if self.over or self._decided else self.finished[-1]

    @property
    def _decided(self):
        """Whether the last event of the game that is on was a judge's decision."""
        return not self.over and bool(self.game.events) and self.game.events[-1].kind in JUDGED

    def can_return_win(self, team):
        """Whether the players of `team` may take back that they have won; what a judge decided they may not."""
        return self.reopenable and self._last.now.winner == team and self._last.events[-1].kind not in JUDGED

    def return_win(self, signed):
        """The winners take their win back."""
        self._reopen(0, signed)

    def _reopen(self, judged, signed):
        last, decided = self._last, self._decided
        if last is not self.game:
            self.finished.pop()
        self.game = replace(last, events=last.events[:-1], judged=last.judged + judged)
        self.reopenable = self.waiting = False
        if last.friendly or decided:
            return
        nobody = dict.fromkeys(self.teams, 0)
        line = self._line(winner=None, level=0, points=nobody, spread=None, end="reopened", signed=signed, ms=0)
        self.results.append({**line, "replaces": line["n"] - 1})

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
            "began": None,
            "judged": self.game.judged,
            "muggins": self.muggins,
            **rest,
        }
