"""The state of a match: games and rounds, changed by applying events only (event sourcing)."""

from ..interpreter import const
from ..ticks import since
from .events import (
    EVENT_DEAL,
    EVENT_NEXT,
    EVENT_REOPEN,
    EVENT_ROUND,
    EVENT_SIGNED,
    EVENT_UNDO,
    FRIENDLY,
    NO_POINTS,
    REOPEN_UNSIGNED,
    ROUND_CONFIRMED,
    is_decision,
)
from .game import Game
from .outcome import END_PLAYED, NOBODY, Outcome
from .series import leader, next_dealer, round_decided
from .tally import Tally
from .turn import Turn

PLAYING = const(0)
GAME_OVER = const(1)
MATCH_OVER = const(2)
BETWEEN = const(3)
"""Before a round of an event, which OK or the first count begins."""

HIGHEST_ROUND = const(999)
_MAX_DECISIONS = const(255)
_MAX_AMOUNT = const(255)
"""What a record of the journal holds."""


class Match:
    """A match under one preset between `teams` sides (2 to 4).

    `tally` and `game` are the present state; `last_tally` and `last_game`, while it is `reopenable`, the state before
    the event that ended the last game, or before the judge's decision that is the last event of this one; `ruled`: it
    was a judge's decision. `finished` counts the results due since
    the board was made. `in_event`: a round waits to be begun. `changes` goes up with each event applied.
    `turn` tells whose deal it is; `partners`: with two teams, among four players. `pointless`: the team whose hand
    scored nothing, if that was the last event, else NOBODY.
    """

    def __init__(self, preset, teams: int, round: int = 1, in_event: bool = False) -> None:
        self.preset = preset
        self.teams = teams
        self.tally = Tally()
        self.game = Game(preset.target)
        self.last_tally = Tally()
        self.last_game = Game(preset.target)
        self.outcome = Outcome()
        self.finished = 0
        self.changes = 0
        self.in_event = in_event
        self.partners = False
        self.turn = Turn()
        self.pointless = NOBODY
        self._decision_of = None
        self.restart(preset, teams, round)

    def restart(self, preset, teams: int, round: int, told: bool = False) -> None:
        """Start round `round` under a preset; `finished` goes on counting. `told`: see Tally."""
        self.changes += 1
        self.pointless = NOBODY
        self.preset = preset
        self.teams = teams
        self.reopenable = False
        self.reopened = False
        self.ruled = False
        self.end = END_PLAYED
        self.ended_by = NOBODY
        self.signed = False
        self.duration = 0
        self._new_round(round, told)

    def _new_round(self, round: int, told: bool) -> None:
        """Reset totals and pegs for round `round`; in an event it waits to be begun."""
        self.tally.new_round(round, told)
        self.game.reset(self.preset.target)
        self.turn.forget(self.seats(), self.teams)
        self.stage = BETWEEN if self.in_event else PLAYING

    def seats(self) -> int:
        """Return how many players deal in turn: one a team, of two teams of partners four."""
        return 4 if self.partners and self.teams == 2 else self.teams

    def dealing(self) -> bool:
        """Return whether the game waits for its first dealer, as the preset has a start bonus."""
        return self.preset.start > 0 and not self.tally.dealt and self.stage == PLAYING

    def begun(self) -> bool:
        """Return whether a peg has moved in this round."""
        return self.tally.touched or self.tally.game > 1 or self.over()

    def over(self) -> bool:
        """Return whether a game has ended and the next has not been started."""
        return self.stage == GAME_OVER or self.stage == MATCH_OVER

    def untouched(self) -> bool:
        """Return whether a game is being played in which no peg has moved yet."""
        return self.stage == PLAYING and not self.tally.touched

    def dealer(self) -> int:
        """Return the team that deals first, before the game's first peg moves; NOBODY after it, or if a cut decides."""
        return self.tally.dealer if self.untouched() else NOBODY

    def deal_seat(self) -> int:
        """Return the seat of the player whose deal it is; -1 if no game is on, or the board does not know."""
        return self.turn.seat() if self.stage == PLAYING else -1

    def follows_deals(self) -> bool:
        """Return whether a hand of nothing can be told: pegs have moved, and the board knows whose deal it is."""
        return self.tally.touched and self.deal_seat() >= 0

    def asks_dealer(self) -> bool:
        """Return whether the first dealer can be entered now: sides deal in turn, and no peg of game 1 has moved."""
        preset = self.preset
        return self.untouched() and self.tally.game == 1 and preset.first_deal == "alternate" and not preset.start

    def decided(self) -> bool:
        """Return whether the last event of the game that is on was a judge's decision, which can be taken back."""
        return self.reopenable and self.stage == PLAYING and self.tally.touched

    def can_return_win(self, team: int) -> bool:
        """Return whether `team` won the last game, not by a judge's decision, and may still take the win back."""
        return self.reopenable and not self.ruled and self.outcome.winner == team

    def apply(self, kind: int, team: int, amount: int, clock: int) -> None:
        """Apply one event (EVENT_ kind) at board time `clock` (ms). The game must be where such an event is allowed.

        Raises ValueError, and changes nothing, if there is no such team, or the amount cannot be.
        """
        if not 0 <= team < self.teams:
            raise ValueError(f"team: 0 to {self.teams - 1}, not {team}")
        if kind <= EVENT_SIGNED and not 0 < amount <= self.preset.target or not 0 <= amount <= _MAX_AMOUNT:
            raise ValueError(f"amount: 1 to {self.preset.target} holes, not {amount}")
        self.changes += 1
        self.pointless = NOBODY
        if kind == EVENT_NEXT:
            self._advance(amount)
        elif kind == EVENT_ROUND:
            self._number_round(amount)
        elif kind == EVENT_REOPEN:
            self._reopen(amount)
        else:
            self._play(kind, team, amount, clock)

    def _number_round(self, amount: int) -> None:
        """Change the round's number, or confirm it; `amount`: see EVENT_ROUND."""
        if amount != ROUND_CONFIRMED:
            self.tally.round += amount or -1
        self.tally.told = True

    def doubts_round(self) -> bool:
        """Return whether the game's result would be for a round of an event that the board was never told."""
        return self.in_event and not self.tally.told and not self.tally.friendly

    def _play(self, kind: int, team: int, amount: int, clock: int) -> None:
        """Apply an event within a game: deal, undo, peg move or judge's decision, which can begin a round."""
        if self.stage == BETWEEN:
            self._advance(0)
        if self.tally.began_ms < 0:
            self.tally.began_ms = clock
        if kind == EVENT_DEAL:
            self._deal(team, amount)
        elif kind == EVENT_UNDO:
            self.reopenable = False
            self.tally.moves -= 1
            self.turn.undo()
            self.game.undo(team)
        else:
            self.reopenable = False
            self.ruled = is_decision(kind)
            if self.ruled:
                self._decide(kind, team, amount, clock)
            else:
                self._note_first_peg(clock)
                self._move(kind, team, amount, clock)
            self.tally.touched = True

    def _deal(self, team: int, amount: int) -> None:
        """Apply what is told of the deal; `amount`: see EVENT_DEAL."""
        if amount == NO_POINTS:
            self.turn.follow(team, 0)
            self.pointless = team
            return
        if self.decided():
            self.reopenable = False
        if amount and not self.dealing():
            self._set_turn(team, (amount - 1) % self.seats())
        else:
            self._set_dealer(team)

    def load_decisions(self) -> None:
        """Load the module of a judge's decisions, before the first one in a step. Allocates."""
        from .decisions import decision_of

        self._decision_of = decision_of  # type: ignore[assignment]

    def _decide(self, kind: int, team: int, amount: int, clock: int) -> None:
        """Apply a judge's decision."""
        if self._decision_of is None:
            self.load_decisions()
        decision = self._decision_of(kind)  # type: ignore[misc]
        if decision.hole:
            self._note_first_peg(clock)
        self._count_decision()
        self.save_state()
        self.reopenable = True
        self.outcome.winner = NOBODY
        decision.apply(self, team, amount, clock)

    def _note_first_peg(self, clock: int) -> None:
        if self.tally.first_peg_ms < 0:
            self.tally.first_peg_ms = clock

    def save_state(self) -> None:
        """Save tally and pegs, to which the game returns if this event is taken back."""
        self.last_tally.copy(self.tally)
        self.last_game.copy(self.game)

    def _count_decision(self) -> None:
        self.tally.decisions = min(self.tally.decisions + 1, _MAX_DECISIONS)

    def _move(self, kind: int, team: int, holes: int, clock: int) -> None:
        """Apply a peg move, and finish the game if it reaches the game hole."""
        reached = self.reaches(team, holes)
        if reached:
            self.save_state()
        self.tally.moves += 1
        self.turn.follow(team, holes)
        self.game.move(team, holes)
        if reached:
            self.finish(END_PLAYED, team, kind == EVENT_SIGNED, clock)

    def reaches(self, team: int, amount: int) -> bool:
        """Return whether `amount` holes take the team's front peg into the game hole."""
        return self.game.front[team] + amount >= self.game.target

    def finish(self, end: int, ending_team: int, signed: bool, clock: int) -> None:
        """End the game: compute its outcome, and add that to the round's totals.

        `end` is an END_ number; `ending_team` reached the target or forfeits; `signed`: the others have signed,
        or a judge has decided.
        """
        tally = self.tally
        self.end = end
        self.ended_by = ending_team
        self.signed = signed
        self.duration = since(tally.began_ms, clock)
        outcome = self.outcome
        self.compute_outcome()
        if outcome.winner != NOBODY:
            tally.won[outcome.winner] += 1
        for team in range(self.teams):
            tally.points[team] += outcome.points[team]
            tally.spread[team] += outcome.spread[team]
        self.stage = GAME_OVER
        self.reopenable = True
        self.reopened = False
        if not tally.friendly:
            self.finished += 1

    def compute_outcome(self) -> None:
        """Compute `outcome` from the pegs and the way the game ended."""
        self.outcome.compute(self.preset, self.game, self.teams, self.end, self.ended_by)

    def _set_dealer(self, dealer: int) -> None:
        """Set the first dealer; the other teams get the preset's start bonus."""
        self.tally.dealt = True
        self.tally.dealer = dealer
        self.turn.begin(dealer)
        if self.preset.start:
            for other in range(self.teams):
                if other != dealer:
                    self.game.start_bonus(other, self.preset.start)

    def _set_turn(self, team: int, seat: int) -> None:
        """Set whose deal it is, the player in a seat of that team; before the first peg it is the first deal."""
        self.turn.begin(seat)
        if not self.tally.touched:
            self.tally.dealer = team

    def _advance(self, friendly: int) -> None:
        """Start the round, next game or next round, or end the match, by the stage; `friendly`: 0 or FRIENDLY."""
        tally = self.tally
        if self.stage == BETWEEN:
            tally.friendly = friendly == FRIENDLY
            self.stage = PLAYING
        elif tally.friendly:
            self._new_round(tally.round, tally.told)
        elif self.stage == MATCH_OVER:
            self._new_round(tally.round + 1, False)
        elif self.stage == GAME_OVER and round_decided(self):
            self.stage = MATCH_OVER
        elif self.stage == GAME_OVER:
            self._next_game()

    def _next_game(self) -> None:
        """Start the next game of the round."""
        dealer = next_dealer(self)
        self.tally.new_game(self.tally.game + 1)
        self.tally.dealer = dealer
        if dealer == NOBODY:
            self.turn.forget(self.seats(), self.teams)
        else:
            self.turn.begin_after(dealer)
        self.game.reset(self.preset.target)
        self.stage = PLAYING

    def _reopen(self, how: int) -> None:
        """Restore the state before the last game's end, or before the decision that was the last event.

        `how`: 0 by a judge, else REOPEN_UNSIGNED or REOPEN_SIGNED.
        """
        decided = self.decided()
        self.tally.copy(self.last_tally)
        self.game.copy(self.last_game)
        if decided or self.over() and self.ruled:
            # No decision has moved the turn.
            pass
        elif self.over():
            self.turn.undo()
        else:
            self.turn.forget(self.seats(), self.teams)
        if not how:
            self._count_decision()
        self.stage = PLAYING
        self.reopenable = False
        if decided:
            return
        self.signed = how != REOPEN_UNSIGNED
        if not self.tally.friendly:
            self.reopened = True
            # Another line in the result log replaces that game's result.
            self.finished += 1

    def winner(self) -> int:
        """Return the winner of the match if it is over, else of the game if that is over; else NOBODY."""
        if not self.over():
            return NOBODY
        if self.stage == GAME_OVER:
            return self.outcome.winner
        if self.preset.outright and self.outcome.level >= self.preset.outright:
            return self.outcome.winner
        return leader(self)
