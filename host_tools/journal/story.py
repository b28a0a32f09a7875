"""The events of a journal one by one, each with the state it led to."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.config import TEAMS
from firmware.journal import record
from firmware.journal.segment import Segment
from firmware.rules import events
from firmware.rules.match import Match
from firmware.rules.preset import DEFAULT
from firmware.rules.presets import load

_WORDS = {
    events.MOVE: "{team} pegs {amount}",
    events.SIGNED: "{team} pegs {amount} into the game hole, signed",
    events.UNDO: "{team} takes a move back",
    events.DEAL: "{team} deals first",
    events.NEXT: "OK: on",
    events.AWARD: "{team} is awarded {amount}",
    events.RETRACT: "{team} goes back {amount}",
    events.FALSE_CLAIM: "{team} has claimed falsely from {amount}",
    events.REOPEN: "the game is reopened",
    events.TIMED_OUT: "the game is timed out",
    events.FORFEIT: "{team} forfeits",
}
KINDS = {value: name.lower().replace("_", "-") for name, value in vars(events).items() if name.isupper()}


@dataclass(frozen=True)
class Happening:
    """One event: `game` counts from 1 in the journal read; `fronts` are the front pegs after it, by team letter."""

    sequence: int
    clock: int
    kind: int
    team: str
    amount: int
    actor: str
    reason: str
    preset: str
    round: int
    game: int
    fronts: dict[str, int]
    finished: int

    @property
    def words(self) -> str:
        """The event as a sentence."""
        said = _WORDS[self.kind].format(team=self.team, amount=self.amount)
        return f"{said} ({self.reason})" if self.reason else said


def tell(segments: list[tuple[str, Segment]]) -> Iterator[tuple[Happening, Match]]:
    """Each event with the match after it (the same object throughout). Segments come in order (`reading.read`)."""
    match = Match(load(DEFAULT), 2)
    for _, segment in segments:
        assert segment.checkpoint is not None
        segment.checkpoint.load(match)
        for event in segment.events:
            yield _happen(match, event, segment), match


def _happen(match: Match, event: tuple, segment: Segment) -> Happening:
    kind, team, amount, actor, sequence, clock = event
    match.apply(kind, team, amount, clock)
    return Happening(
        sequence=sequence,
        clock=clock,
        kind=kind,
        team=TEAMS[team],
        amount=amount,
        actor=record.ACTORS[actor],
        reason=segment.texts.get(sequence, b"").decode(errors="replace"),
        preset=match.preset.name,
        round=match.tally.round,
        game=match.tally.game,
        fronts={TEAMS[t]: match.game.front[t] for t in range(match.teams)},
        finished=match.finished,
    )
