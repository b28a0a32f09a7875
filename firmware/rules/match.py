"""Games added up to rounds. State is what the events add up to: `apply` is the only way in."""

from ..clock import since
from . import events
from .game import Game
from .outcome import END_FORFEIT, END_PLAYED, END_TIMED_OUT, NOBODY, Outcome
from .tally import Tally

PLAYING = 0
GAME_OVER = 1
MATCH_OVER = 2

FALSE_CLAIM_BACK = 15
"""Holes a false claim costs beyond the true score (RULES.md section 5)."""


class Match:
    """A match under one preset between `teams` sides (2 to 4).

    `tally` and `game` are the present; `last_tally` and `last_game` are what they were before the event that ended
    the last finished game, while `reopenable`. `finished` counts the results due since the board was made.
    """

    def __init__(self, preset, teams: int, round: int = 1) -> None:
        self.preset = preset
        self.teams = teams
        self.tally = Tally()
        self.game = Game(preset.target)
        self.last_tally = Tally()
        self.last_game = Game(preset.target)
        self.outcome = Outcome()
        self.finished = 0
        self.restart(preset, teams, round)

    def restart(self, preset, teams: int, round: int) -> None:
        """Begin a round under a preset; `finished` goes on."""
        self.preset = preset
        self.teams = teams
        self.stage = PLAYING
        self.reopenable = False
        self.reopened = False
        self.end = END_PLAYED
        self.ended_by = NOBODY
        self.signed = False
        self.duration = 0
        self.tally.new_round(round)
        self.game.reset(preset.target)

    @property
    def dealing(self) -> bool:
        """Whether the game waits to be told who deals first."""
        return self.preset.start > 0 and not self.tally.dealt and self.stage == PLAYING

    @property
    def begun(self) -> bool:
        """Whether a peg has moved in this round."""
        return self.tally.touched or self.tally.game > 1 or self.stage != PLAYING

    def apply(self, kind: int, team: int, amount: int, clock: int) -> None:
        """Let one event happen at board time `clock` (ms). It must be allowed: nothing is checked here."""
        if kind == events.NEXT:
            self._next()
        elif kind == events.REOPEN:
            self._reopen()
        else:
            self._play(kind, team, amount, clock)

    def _play(self, kind: int, team: int, amount: int, clock: int) -> None:
        if self.tally.began < 0:
            self.tally.began = clock
        if kind == events.DEAL:
            self._deal(team)
        elif kind == events.UNDO:
            self.tally.moves -= 1
            self.game.undo(team)
        else:
            self._keep()
            self._change(kind, team, amount, clock)

    def _keep(self) -> None:
        """Remember how things are: this event may end the game, and a judge reopen it."""
        self.last_tally.copy(self.tally)
        self.last_game.copy(self.game)
        self.reopenable = False
        self.tally.touched = True

    def _change(self, kind: int, team: int, amount: int, clock: int) -> None:
        if kind == events.RETRACT:
            self.game.retract(team, amount)
        elif kind == events.TIMED_OUT:
            self._finish(END_TIMED_OUT, team, True, clock)
        elif kind == events.FORFEIT:
            self._finish(END_FORFEIT, team, True, clock)
        elif kind == events.FALSE_CLAIM:
            self._false_claim(team, amount, clock)
        else:
            self._forward(kind, team, amount, clock)

    def _forward(self, kind: int, team: int, amount: int, clock: int) -> None:
        self.tally.moves += 1
        if self.reaches(team, amount):
            self.game.move(team, amount)
            self._finish(END_PLAYED, team, kind != events.MOVE, clock)
        elif kind == events.AWARD:
            self.game.award(team, amount)
        else:
            self.game.move(team, amount)

    def reaches(self, team: int, amount: int) -> bool:
        """Whether `amount` holes take the team into the game hole."""
        return self.game.front[team] + amount >= self.game.target

    def _false_claim(self, team: int, true: int, clock: int) -> None:
        game = self.game
        over = game.target - true
        winner = NOBODY
        for t in range(self.teams):
            if t != team and self.reaches(t, over) and (winner == NOBODY or game.front[t] > game.front[winner]):
                winner = t
        for t in range(self.teams):
            if t != team:
                game.award(t, over)
        game.front[team] = true
        game.retract(team, FALSE_CLAIM_BACK)
        if winner != NOBODY:
            self._finish(END_PLAYED, winner, True, clock)

    def _finish(self, end: int, team: int, signed: bool, clock: int) -> None:
        tally = self.tally
        self.end = end
        self.ended_by = team
        self.signed = signed
        self.duration = since(tally.began, clock)
        outcome = self.outcome
        self.weigh()
        if outcome.winner != NOBODY:
            tally.won[outcome.winner] += 1
        for t in range(self.teams):
            tally.points[t] += outcome.points[t]
            tally.spread[t] += outcome.spread[t]
        self.stage = GAME_OVER
        self.reopenable = True
        self.reopened = False
        self.finished += 1

    def weigh(self) -> None:
        """Fill `outcome` from how the game has ended."""
        self.outcome.weigh(self.preset, self.game, self.teams, self.end, self.ended_by)

    def _deal(self, dealer: int) -> None:
        self.tally.dealt = True
        for t in range(self.teams):
            if t != dealer:
                self.game.start_bonus(t, self.preset.start)

    def _next(self) -> None:
        if self.stage == GAME_OVER and self._decided():
            self.stage = MATCH_OVER
            return
        if self.stage == GAME_OVER:
            self.tally.new_game(self.tally.game + 1)
        else:
            self.tally.new_round(self.tally.round + 1)
        self.game.reset(self.preset.target)
        self.stage = PLAYING

    def _reopen(self) -> None:
        self.tally.copy(self.last_tally)
        self.game.copy(self.last_game)
        self.stage = PLAYING
        self.reopenable = False
        self.reopened = True
        self.finished += 1

    def _decided(self) -> bool:
        preset = self.preset
        games = self.tally.game
        if preset.outright and self.outcome.level >= preset.outright:
            return True
        if preset.series == "first_to":
            return max(self.tally.points) >= preset.games
        if preset.series == "best_of":
            majority = max(self.tally.points) * 2 > preset.games
            return majority or games >= preset.games and self.leader() != NOBODY
        return games >= preset.games

    def leader(self) -> int:
        """The side ahead in game points, or NOBODY when the best are level."""
        points = self.tally.points
        sign = -1 if self.preset.low_points else 1
        best = 0
        tied = False
        for t in range(1, self.teams):
            ahead = (points[t] - points[best]) * sign
            if ahead > 0:
                best = t
            if ahead >= 0:
                tied = ahead == 0
        return NOBODY if tied else best

    def winner(self) -> int:
        """Who won: the game once it is over, the match once that is; else NOBODY."""
        if self.stage == PLAYING:
            return NOBODY
        if self.stage == GAME_OVER:
            return self.outcome.winner
        if self.preset.outright and self.outcome.level >= self.preset.outright:
            return self.outcome.winner
        return self.leader()
