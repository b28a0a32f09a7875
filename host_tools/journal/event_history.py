"""Lists the events of a journal, each with the state of the match after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from firmware.config import TEAMS
from firmware.journal import record
from firmware.journal.restore import Segment
from firmware.rules import events
from firmware.rules.decisions import (
    NEEDS_HOLES,
    NEEDS_OTHER_TEAM,
    NEEDS_TEAM,
    NEEDS_TRUE_PEG,
    Decision,
    decision_of,
)
from firmware.rules.events import (
    EVENT_DEAL,
    EVENT_NEXT,
    EVENT_REOPEN,
    FRIENDLY,
    NO_POINTS,
    unpack_holes,
    unpack_team,
)
from firmware.rules.match import Match
from firmware.rules.preset import DEFAULT_PRESET
from firmware.rules.presets import load_preset
from host_tools.i18n import labelled, message

_ACTORS = {record.PLAYERS: "players", record.JUDGE_KEYS: "keys", record.JUDGE_LINK: "link"}
KINDS = {
    value: name.removeprefix("EVENT_").lower().replace("_", "-")
    for name, value in vars(events).items()
    if name.startswith("EVENT_")
}


@dataclass(frozen=True)
class JournalEvent:
    """A journal event, with the match after it: `game` counts from 1, `fronts` are the front pegs by team letter,
    `finished` is the number of finished games, `actor` is in the reader's language. `clock`: board time in ms;
    `amount`: holes, or packed for its kind."""

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
        decision = decision_of(self.kind)
        if self.kind == EVENT_NEXT and self.amount == FRIENDLY:
            text = _sentence("friendly")
        elif self.kind == EVENT_DEAL and self.amount:
            text = _sentence("counts_nothing" if self.amount == NO_POINTS else "deals", team=self.team)
        elif self.kind == EVENT_REOPEN and self.amount:
            text = _sentence("reopen", team=self.team)
        elif decision:
            text = _decision_sentence(decision, self.team, self.amount)
        else:
            text = _sentence(KINDS[self.kind], team=self.team, amount=self.amount)
        return f"{text} ({self.reason})" if self.reason else text


def _sentence(key: str, **values: Any) -> str:
    return message(f"usb.journal.says.{key}", **values)


def decision_fields(decision: Decision, team: str, amount: int) -> dict[str, str | int]:
    """Return what a decision's event names, as fields of the request `judge`: `team`, `to`, `holes`, `true`."""
    fields: dict[str, str | int] = {"team": team} if decision.needs & NEEDS_TEAM else {}
    if decision.needs & NEEDS_OTHER_TEAM:
        fields["to"] = TEAMS[unpack_team(amount) % len(TEAMS)]
        amount = unpack_holes(amount)
    if decision.needs & (NEEDS_HOLES | NEEDS_TRUE_PEG):
        fields["true" if decision.needs & NEEDS_TRUE_PEG else "holes"] = amount
    return fields


def _decision_sentence(decision: Decision, team: str, amount: int) -> str:
    """Return a decision as a sentence, such as "overpeg: A to B, 3"."""
    named = decision_fields(decision, team, amount)
    if "to" in named:
        named["team"] = message("decision.to", team=team, to=named.pop("to"))
    text = message(f"decision.{decision.name}")
    return labelled(text, ", ".join(map(str, named.values()))) if named else text


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
        actor=message(f"usb.journal.actor.{_ACTORS[actor]}"),
        reason=segment.texts.get(sequence, b"").decode(errors="replace"),
        preset=match.preset.name,
        round=match.tally.round,
        game=match.tally.game,
        fronts={TEAMS[index]: match.game.front[index] for index in range(match.teams)},
        finished=match.finished,
    )
