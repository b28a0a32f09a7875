"""Compare two outcomes: which seats, qualifiers, bracket winners and ties a late correction would have changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import BRACKET, MAIN, PLAY_OFF, entrants, format_of, rounds_seated
from host_tools.desk.rounds.movement_input import seat_main
from host_tools.desk.rounds.play_off import meetings_won, stages_seated
from host_tools.desk.rounds.ties import unresolved_ties
from host_tools.desk.scoring import bracket_places, contenders, ranking
from host_tools.desk.store import DeskError, Event, Seat
from host_tools.words import word

TABLE = "table"

SEATS, QUALIFIED, ADVANCES, TIED = "seats", "qualified", "goes_on", "level"
"""Topics: the seats of a round, the seeds of the bracket, who advances from a round of it, who is tied."""

Outcome = dict[tuple[str, int], dict[int, str]]
"""By (topic, round) the place of each player, as text."""


@dataclass(frozen=True)
class CorrectionEffect:
    """What a correction would have changed for one player had it come in time. `round` is 0 where `topic` has none.

    `was` and `would` are places: "table 3", "table 0" for none; the number of a seed, or of a place that is tied for;
    "" for none at all.
    """

    topic: str
    round: int
    id: str
    name: str
    was: str
    would: str

    @property
    def text(self) -> str:
        """The effect as a sentence."""
        kind = "other" if self.was and self.would else "more" if self.would else "less"
        key = "event.would.seats" if self.topic == SEATS else f"event.would.{self.topic}.{kind}"
        return word(key, name=self.name, round=self.round, was=_place(self.was), would=_place(self.would))


def _place(place: str) -> str:
    """A table's number in words, "0" for none; other places as they are."""
    kind, _, number = place.partition(" ")
    if kind != TABLE:
        return place
    return word("event.would.table", table=number) if number != "0" else word("event.would.no_table")


def outcome_of_rounds(session: Session, event: Event, rounds: Iterable[int]) -> Outcome:
    """What the present results of `rounds` decide, without topics for which nothing is seated or drawn yet."""
    kinds = {one.number: one.kind for one in rounds_seated(session, event)}
    found: Outcome = {}
    if format_of(event).by_result:
        for number in sorted(set(rounds)):
            if kinds.get(number) == kinds.get(number + 1) == MAIN:
                found[SEATS, number + 1] = _seats(session, event, number + 1)
    changed = {kinds.get(number) for number in rounds}
    if MAIN in changed and event.best_of:
        found[QUALIFIED, 0] = _qualified(session, event)
    if MAIN in changed and PLAY_OFF in kinds.values():
        ties = unresolved_ties(session, event, played_off=False)
        found[TIED, 0] = {player: str(place) for place, tied in ties.items() for player in tied}
    if BRACKET in changed:
        found |= _bracket_winners(session, event)
    return {topic: places for topic, places in found.items() if places}


def _seats(session: Session, event: Event, number: int) -> dict[int, str]:
    """The table of each player of a round by the present results; empty while that is not decided."""
    seated = select(Seat.player).where(Seat.event_id == event.id, Seat.round == number)
    absent = entrants(session, event).keys() - set(session.scalars(seated))
    try:
        seating = seat_main(session, event, number, absent)
    except DeskError:
        return {}
    found = dict.fromkeys(seating.out, f"{TABLE} 0")
    return found | {player: f"{TABLE} {table.number}" for table in seating.tables for player in table.players}


def _qualified(session: Session, event: Event) -> dict[int, str]:
    """Seeds by the present standings; players who are tied keep the order of the seeds drawn."""
    order, people = ranking(session, event), entrants(session, event)
    seeded = sorted(contenders(order), key=lambda one: (one[0], people[one[1].number].seed or len(people) + 1))
    return {line.number: str(seed) for seed, (_, line) in enumerate(seeded[: bracket_places(order)], 1)}


def _bracket_winners(session: Session, event: Event) -> Outcome:
    """The winners of the bracket's rounds after which another one has been seated."""
    stages = stages_seated(session, event)
    found: Outcome = {}
    for (stage, table), player in meetings_won(session, event).items():
        if stage < len(stages):
            found.setdefault((ADVANCES, stages[stage - 1]), {})[player] = f"{TABLE} {table}"
    return found


def compare_outcomes(session: Session, event: Event, before: Outcome, after: Outcome) -> list[CorrectionEffect]:
    """The differences of two outcomes, by topic, round and name."""
    people = entrants(session, event) if before != after else {}
    found = []
    for topic in before.keys() | after.keys():
        was, would = before.get(topic, {}), after.get(topic, {})
        if topic[0] == SEATS and not (was and would):
            continue  # While a table is not decided, nobody knows who would sit where.
        for player in sorted(was.keys() | would.keys()):
            if was.get(player) != would.get(player):
                one = people[player]
                found.append(CorrectionEffect(*topic, one.code, one.name, was.get(player, ""), would.get(player, "")))
    return sorted(found, key=lambda one: (one.topic, one.round, one.name))
