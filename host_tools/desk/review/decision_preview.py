"""Try a decision in a transaction and roll it back: who would stand, qualify, sit or win otherwise."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import shown_names
from host_tools.desk.events.event import format_of, rounds_seated
from host_tools.desk.formats.movements import Seating
from host_tools.desk.money.amounts import dollars
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.rounds.play_off import bracket_seeds
from host_tools.desk.rounds.seating import next_seating
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.desk import Desk
from host_tools.i18n import first_few, message

MAX_CHANGES = 40
PLACE, SEED, SEAT, NEXT, PRIZE = "place", "seed", "seat", "next", "prize"
"""Topics: the place in the standings, the seed, the seat in a round, in the round to be seated, and prizes."""

State = dict[tuple[str, int], dict[str, str]]
"""Text of each player's place, seed, seat or prize by name, for each (topic, round or 0)."""


class NotDecidedError(Exception):
    """A decision that was tried and not made; `changes` are its effects as translated sentences."""

    def __init__(self, changes: list[str]) -> None:
        super().__init__("; ".join(changes))
        self.changes = changes


@contextmanager
def previewing(desk: Desk) -> Iterator[None]:
    """Context in which a decision is tried in a write transaction. Raises NotDecidedError at its end, with nothing
    changed, or what the decision raises."""
    before = _state(desk)
    with desk.session.begin_nested() as savepoint:
        yield
        desk.session.flush()
        after = _state(desk)
        savepoint.rollback()
    changes = first_few(_differences(before, after), MAX_CHANGES, "event.unfinished.more")
    raise NotDecidedError(changes or [message("event.change.nothing")])


def _state(desk: Desk) -> State:
    """Return what the present results, seats and payments come to."""
    people = shown_names(desk)
    state: State = {(PLACE, 0): {}, (SEED, 0): {}}
    for standing in compute_standings(desk):
        rank = message("event.change.rank", rank=standing.rank, points=standing.points)
        state[PLACE, 0][people[standing.number]] = rank
    if format_of(desk.event).qualify:
        seeds = bracket_seeds(desk)
        state[SEED, 0] = {people[player]: str(seed) for seed, player in seeds.items()}
    for round_ in rounds_seated(desk)[-1:]:
        state[SEAT, round_.number] = _seats(seating_of(desk, round_.number), people)
    try:
        number, _, seating = next_seating(desk)
        state[NEXT, number] = _seats(seating, people)
    except DeskError:
        pass  # Nothing is to be seated, or results are missing for it.
    state[PRIZE, 0] = _prizes(desk)
    return state


def _seats(seating: Seating, people: Mapping[int, str]) -> dict[str, str]:
    """Return the text of each player's table, by name."""
    seats = {people[player]: message("event.would.no_table") for player in seating.out}
    for table in seating.tables:
        text = message("event.would.table", table=table.number)
        seats |= {people[player]: text for player in table.players}
    return seats


def _prizes(desk: Desk) -> dict[str, str]:
    """Return the sum of each player's prizes as text, by name; {} before there are any."""
    sums: dict[str, int] = {}
    try:
        for prize in compute_payout(desk).prizes:
            sums[prize.name] = sums.get(prize.name, 0) + prize.cents
    except DeskError:
        return {}
    return {name: dollars(cents) for name, cents in sums.items() if cents}


def _differences(before: State, after: State) -> list[str]:
    """Return the differences of two states as sentences: seeds first, then seats, prizes and places."""
    changes = []
    for topic in (SEED, SEAT, NEXT, PRIZE, PLACE):
        for key in sorted(key for key in after if key[0] == topic):
            if topic in (SEAT, NEXT) and key not in before and not after[key]:
                continue
            old, new = before.get(key, {}), after[key]
            names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
            changes += [_sentence(key, name, old.get(name, ""), new.get(name, "")) for name in names]
    return changes


def _sentence(key: tuple[str, int], name: str, was: str, would: str) -> str:
    """Return the sentence that a player would have `would` instead of `was`; "": none."""
    topic, round_number = key
    kind = "other" if was and would else "more" if would else "less"
    topic = SEAT if topic == NEXT else topic
    return message(f"event.change.{topic}.{kind}", name=name, was=was, would=would, round=round_number)
