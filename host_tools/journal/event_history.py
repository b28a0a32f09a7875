"""Lists the events of a journal, each with the state of the match after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.config import TEAMS
from firmware.journal import record
from firmware.journal.restore import Segment
from firmware.rules import events
from firmware.rules.events import (
    EVENT_AWARD,
    EVENT_DEAL,
    EVENT_FALSE_CLAIM,
    EVENT_FORFEIT,
    EVENT_MOVE,
    EVENT_NEXT,
    EVENT_OVERPEG,
    EVENT_REOPEN,
    EVENT_RETRACT,
    EVENT_ROUND,
    EVENT_SIGNED,
    EVENT_TIMED_OUT,
    EVENT_UNDO,
    FRIENDLY,
    OVERPEG_BITS,
    OVERPEG_HOLES,
)
from firmware.rules.match import Match
from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import load_preset

_SENTENCES = {
    EVENT_MOVE: "{team} pegs {amount}",
    EVENT_SIGNED: "{team} pegs {amount} into the game hole, signed",
    EVENT_UNDO: "{team} takes a move back",
    EVENT_DEAL: "{team} deals first",
    EVENT_NEXT: "OK: on",
    EVENT_AWARD: "{team} is awarded {amount}",
    EVENT_RETRACT: "{team} goes back {amount}",
    EVENT_FALSE_CLAIM: "{team} has claimed falsely from {amount}",
    EVENT_REOPEN: "the game is reopened",
    EVENT_TIMED_OUT: "the game is timed out",
    EVENT_FORFEIT: "{team} forfeits",
    EVENT_OVERPEG: "{team} goes back {holes}, {to} pegs {holes}",
    EVENT_ROUND: "the round’s number is changed",
}
KINDS = {
    value: name.removeprefix("EVENT_").lower().replace("_", "-")
    for name, value in vars(events).items()
    if name.startswith("EVENT_")
}


@dataclass(frozen=True)
class JournalEvent:
    """A journal event, with the match after it: `game` counts from 1, `fronts` are the front pegs by team letter,
    `finished` is the number of finished games. `clock`: board time in ms; `amount`: holes, or packed for its kind."""

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
    def sentence(self) -> str:
        """The event as a sentence."""
        template = _SENTENCES[self.kind]
        if self.kind == EVENT_NEXT and self.amount == FRIENDLY:
            template = "MENU: a friendly game, or no longer"
        if self.kind == EVENT_REOPEN and self.amount:
            template = "{team} takes its win back"
        to, holes = unpack_overpeg(self.amount)
        text = template.format(team=self.team, amount=self.amount, to=to, holes=holes)
        return f"{text} ({self.reason})" if self.reason else text


def unpack_overpeg(amount: int) -> tuple[str, int]:
    """Decode the amount of an overpeg event, packed by `pack_overpeg`: (letter of the team that pegs, holes)."""
    return TEAMS[(amount >> OVERPEG_BITS) % len(TEAMS)], amount & OVERPEG_HOLES


def replay_segments(segments: list[tuple[str, Segment]]) -> Iterator[tuple[JournalEvent, Match]]:
    """Yield each event with the match after it: always the same object, changed by the next event.

    `segments` are (place, segment) in order, as `segment_reader` returns them.
    """
    match = Match(load_preset(DEFAULT_PRESET), 2)
    for _, segment in segments:
        assert segment.checkpoint is not None
        segment.checkpoint.load(match)
        for event in segment.events:
            yield _apply(match, event, segment), match


def _apply(match: Match, event: tuple, segment: Segment) -> JournalEvent:
    """Apply an event (a tuple of `segment.events`) to the match, and return its description."""
    kind, team, amount, actor, sequence, clock = event
    match.apply(kind, team, amount, clock)
    return JournalEvent(
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
        fronts={TEAMS[index]: match.game.front[index] for index in range(match.teams)},
        finished=match.finished,
    )
