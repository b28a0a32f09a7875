"""Compute which seats, qualifiers, bracket winners and ties a late correction would have changed."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.events.hall_rows import finals_hall, halls_seated
from host_tools.desk.events.round_rules import BRACKET, MAIN, PLAY_OFF
from host_tools.desk.rounds.movement_input import main_seating
from host_tools.desk.rounds.play_off import meetings_won, stages_seated
from host_tools.desk.rounds.tie_play_offs import unresolved_ties
from host_tools.desk.scoring.ranking import bracket_places, contenders
from host_tools.desk.scoring.standings import ranking
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Seat
from host_tools.i18n import message
from host_tools.table_numbers import event_table

TABLE = "table"

SEATS, QUALIFIED, ADVANCES, TIED = "seats", "qualified", "goes_on", "level"
"""Topics: the seats of a round, the seeds of the bracket, who advances from a round of it, who is tied."""

Outcome = dict[tuple[str, int], dict[int, str]]
"""Place of each player by number, as text, for each (topic, round)."""


@dataclass(frozen=True)
class CorrectionEffect:
    """Effect that an earlier correction would have had on one player. `round` is 0 if the topic has no round.

    `was` and `would` are places before and after: "table 3" ("table 0": no table), or the number of a seed or of the
    place tied for; "" for none.
    """

    topic: str
    round: int
    id: str
    name: str
    was: str
    would: str

    @property
    def text(self) -> str:
        """The effect as a translated sentence."""
        kind = "other" if self.was and self.would else "more" if self.would else "less"
        key = "event.would.seats" if self.topic == SEATS else f"event.would.{self.topic}.{kind}"
        return message(key, name=self.name, round=self.round, was=_place_text(self.was), would=_place_text(self.would))


def _place_text(place: str) -> str:
    """Translate a place "table N"; return other places unchanged."""
    kind, _, number = place.partition(" ")
    if kind != TABLE:
        return place
    return message("event.would.table", table=int(number)) if number != "0" else message("event.would.no_table")


def outcome_of_rounds(desk: Desk, rounds: Iterable[int]) -> Outcome:
    """Compute what the present results of `rounds` decide, of what is seated or drawn: later seats, seeds, ties, who
    advances."""
    kinds = {seated.number: seated.kind for seated in rounds_seated(desk)}
    outcome: Outcome = {}
    if format_of(desk.event).by_result:
        for round_number in sorted(set(rounds)):
            if kinds.get(round_number) == kinds.get(round_number + 1) == MAIN:
                outcome[SEATS, round_number + 1] = _tables_by_player(desk, round_number + 1)
    changed = {kinds.get(round_number) for round_number in rounds}
    if MAIN in changed and desk.event.best_of:
        outcome[QUALIFIED, 0] = _seeds_by_standings(desk)
    if MAIN in changed and PLAY_OFF in kinds.values():
        ties = unresolved_ties(desk, played_off=False)
        outcome[TIED, 0] = {player: str(place) for place, tied in ties.items() for player in tied}
    if BRACKET in changed:
        outcome |= _bracket_winners(desk)
    return {topic: places for topic, places in outcome.items() if places}


def _tables_by_player(desk: Desk, round_number: int) -> dict[int, str]:
    """Compute the table of each player in a round, as if it were seated by the present results; {} if it cannot be."""
    seated = select(Seat.player).where(Seat.event_id == desk.event.id, Seat.round == round_number)
    absent = entrants(desk).keys() - set(desk.session.scalars(seated))
    try:
        halls = halls_seated(desk, round_number)
        seating = main_seating(desk, round_number, absent, halls)
    except DeskError:
        return {}
    tables = dict.fromkeys(seating.out, f"{TABLE} 0")
    return tables | {player: f"{TABLE} {table.number}" for table in seating.tables for player in table.players}


def _seeds_by_standings(desk: Desk) -> dict[int, str]:
    """Compute seeds by the present standings; tied players keep the order of the seeds drawn."""
    ranked, people = ranking(desk), entrants(desk)
    seeded = sorted(contenders(ranked), key=lambda item: (item[0], people[item[1].number].seed or len(people) + 1))
    return {totals.number: str(seed) for seed, (_, totals) in enumerate(seeded[: bracket_places(ranked)], 1)}


def _bracket_winners(desk: Desk) -> Outcome:
    """Return the winners' tables in the bracket's rounds after which another round has been seated."""
    stages = stages_seated(desk)
    outcome: Outcome = {}
    for (stage, table), player in meetings_won(desk).items():
        if stage < len(stages):
            place = event_table(finals_hall(desk), table)
            outcome.setdefault((ADVANCES, stages[stage - 1]), {})[player] = f"{TABLE} {place}"
    return outcome


def compare_outcomes(desk: Desk, before: Outcome, after: Outcome) -> list[CorrectionEffect]:
    """Return the differences of two outcomes, by topic, round and name."""
    people = entrants(desk) if before != after else {}
    effects = []
    for topic in before.keys() | after.keys():
        old, new = before.get(topic, {}), after.get(topic, {})
        if topic[0] == SEATS and not (old and new):
            continue  # While a table is not decided, the seats cannot be computed.
        for player in sorted(old.keys() | new.keys()):
            if old.get(player) != new.get(player):
                person = people[player]
                was, would = old.get(player, ""), new.get(player, "")
                effects.append(CorrectionEffect(*topic, person.code, person.name, was, would))
    return sorted(effects, key=lambda effect: (effect.topic, effect.round, effect.name))
