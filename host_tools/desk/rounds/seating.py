"""Seats the next round: asks the format's movement, and writes down who sits where."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import (
    BRACKET,
    MAIN,
    PLAY_OFF,
    entrants,
    format_of,
    preset_for,
    rounds_seated,
    write_diary,
)
from host_tools.desk.formats import Field, Finished, MovementError, Seating, Table
from host_tools.desk.results import TEAMS
from host_tools.desk.rounds.play_off import seat_bracket, seat_tied, tied_for_first
from host_tools.desk.scoring import recompute_scores
from host_tools.desk.store import ConflictError, DeskError, Event, Round, Score, Seat, Sitting, add_rows, now
from host_tools.words import word


class NotReadyError(DeskError):
    """The next round cannot be seated yet."""


@dataclass(frozen=True)
class Seated:
    """A round that has just been seated."""

    round: int
    kind: str
    seating: Seating
    note: str


def seat_next(session: Session, event: Event, by: str, expected: int | None = None) -> Seated:
    """Seat the next round: of the event, then of its play-off. Raises NotReadyError; DeskError where there is none.

    `expected` is the round that whoever asked took for the next: ConflictError where another desk has seated it.
    """
    number = len(rounds_seated(session, event)) + 1
    if expected is not None and expected != number:
        raise ConflictError(word("desk.error.next", round=number, event=event.name, expected=expected))
    kind, seating = _next(session, event, number)
    told = _repeats(session, event, seating)
    write_seating(session, event, number, kind, seating, told)
    write_diary(session, event, by, "seated", detail={"round": number, "kind": kind, "note": told})
    return Seated(number, kind, seating, told)


def _next(session: Session, event: Event, number: int) -> tuple[str, Seating]:
    if number <= event.rounds:
        return MAIN, _main(session, event, number)
    if event.best_of:
        return BRACKET, seat_bracket(session, event, number)
    tied = tied_for_first(session, event) if format_of(event).play_off else []
    if tied:
        return PLAY_OFF, seat_tied(tied, number - event.rounds)
    key = "desk.error.all_seated_draw" if format_of(event).qualify else "desk.error.all_seated"
    raise DeskError(word(key, rounds=event.rounds, event=event.name))


def _main(session: Session, event: Event, number: int) -> Seating:
    kind = format_of(event)
    if kind.seat is None:
        raise DeskError(word("desk.error.free"))
    try:
        return kind.seat(_field(session, event, number))
    except MovementError as error:
        raise DeskError(str(error)) from None


def _field(session: Session, event: Event, number: int) -> Field:
    players = sorted(entrants(session, event).values(), key=lambda entrant: entrant.drawn)
    drawn = tuple(entrant.number for entrant in players)
    absent = frozenset(entrant.number for entrant in players if entrant.left and entrant.left <= number)
    if number == 1 or not format_of(event).by_result:
        return Field(drawn, number, absent)
    before = seating_of(session, event, number - 1)
    last = finished_tables(session, event, number - 1, before)
    return Field(drawn, number, absent, last, before.out, _partners(session, event))


def seating_of(session: Session, event: Event, number: int) -> Seating:
    """Who sits where in a round that has been seated."""
    query = select(Seat.table, Seat.side, Seat.player).where(Seat.event_id == event.id, Seat.round == number)
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for table, side, player in session.execute(query.order_by(Seat.table, Seat.side, Seat.player)):
        tables[table][side].append(player)
    out = tables.pop(0, {"": []})[""]
    seated = (Table(table, tuple(tuple(side) for side in sides.values())) for table, sides in tables.items())
    return Seating(tuple(seated), tuple(out))


def finished_tables(session: Session, event: Event, number: int, seating: Seating) -> tuple[Finished, ...]:
    """The tables of a round with their sides in order. Raises NotReadyError, naming those whose winner is not known."""
    columns = (Score.table, Score.player, Score.won, Score.holes, Score.disputed)
    scores = {}
    for row in session.execute(select(*columns).where(Score.event_id == event.id, Score.round == number)):
        scores[row.player] = row
    waiting = [table.number for table in seating.tables if not _decided(table, scores)]
    if waiting:
        shown = ", ".join(map(str, waiting[:20])) + (" …" if len(waiting) > 20 else "")
        raise NotReadyError(word("desk.error.undecided", round=number, tables=shown))
    return tuple(Finished(table, _order(table, scores)) for table in seating.tables)


def _decided(table: Table, scores: dict) -> bool:
    """Whether every side has a score, and not two of them the win, as cards that differ may say."""
    rows = [scores.get(side[0]) for side in table.sides]
    wins = sum(row is not None and bool(row.won) for row in rows)
    return None not in rows and (wins == 1 or all(row.won is None for row in rows if row))


def _order(table: Table, scores: dict) -> tuple[int, ...]:
    """Positions of the sides, winner first; of a drawn game side A counts as the winner, for moving only."""
    rows = [scores[side[0]] for side in table.sides]
    return tuple(sorted(range(len(rows)), key=lambda i: (-(rows[i].won or 0), -rows[i].holes, i)))


def _partners(session: Session, event: Event) -> Counter[frozenset[int]]:
    together = defaultdict(list)
    query = select(Seat.round, Seat.table, Seat.side, Seat.player).where(Seat.event_id == event.id, Seat.table > 0)
    for number, table, side, player in session.execute(query):
        together[number, table, side].append(player)
    return Counter(frozenset(pair) for pair in together.values() if len(pair) == 2)


def _repeats(session: Session, event: Event, seating: Seating) -> str:
    names = entrants(session, event) if seating.repeats else {}
    told = [word("desk.found.again", a=names[a].name, b=names[b].name, times=n) for a, b, n in seating.repeats]
    return word("desk.found.partners", partners=", ".join(told)) if told else ""


def write_seating(session: Session, event: Event, number: int, kind: str, seating: Seating, told: str = "") -> None:
    """Keep a seating, and the scores of what is known of its tables already."""
    preset = preset_for(event, kind)
    session.add(Round(event_id=event.id, number=number, kind=kind, preset=preset, note=told))
    session.flush()
    write_tables(session, event, number, seating)
    bye = format_of(event).bye if kind == MAIN else 0
    if bye and seating.out:
        add_rows(session, Score, list(_byes(event, number, seating.out, bye)))


def write_tables(session: Session, event: Event, number: int, seating: Seating) -> None:
    """Keep who sits at these tables of a round that is there."""
    place = {"event_id": event.id, "round": number}
    rows = [
        {**place, "player": player, "table": table.number, "side": TEAMS[i]}
        for table in seating.tables
        for i, side in enumerate(table.sides)
        for player in side
    ]
    rows += [{**place, "player": player, "table": 0, "side": ""} for player in seating.out]
    add_rows(session, Seat, rows)
    tables = [{**place, "table": table.number, "at": now(), "changes": 0, "version": 1} for table in seating.tables]
    add_rows(session, Sitting, tables)
    recompute_scores(session, event, {(number, table.number) for table in seating.tables})


def _byes(event: Event, number: int, out: tuple[int, ...], bye: int):
    for player in out:
        for game in range(1, format_of(event).games + 1):
            row = {"event_id": event.id, "round": number, "table": 0, "game": game, "player": player}
            worth = {"won": None, "points": bye, "spread": 0, "level": 0, "holes": bye}
            yield {**row, **worth, "side": "", "source": "bye", "disputed": False}


def seat_table(session: Session, event: Event, number: int, table: int, sides: list[list[int]], by: str) -> None:
    """Free seating: these players sit at this table in this round. Raises DeskError."""
    if format_of(event).seat is not None:
        raise DeskError(word("desk.error.not_free", event=event.name))
    if not 1 <= number <= event.rounds:
        raise DeskError(word("desk.error.no_round", event=event.name, rounds=event.rounds, round=number))
    taken = {player for seated in seating_of(session, event, number).tables for player in seated.players}
    twice = [player for side in sides for player in side if player in taken]
    if twice:
        name = entrants(session, event)[twice[0]].name
        raise DeskError(word("desk.error.sits", name=name, round=number))
    for missing in range(len(rounds_seated(session, event)) + 1, number + 1):
        session.add(Round(event_id=event.id, number=missing, kind=MAIN, preset=preset_for(event, MAIN)))
    session.flush()
    write_tables(session, event, number, Seating((Table(table, tuple(map(tuple, sides))),)))
    write_diary(session, event, by, "seated", detail={"round": number, "table": table})
