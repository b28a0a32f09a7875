"""Seat the next round by the format's movement, and store the seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from host_tools.desk.events import (
    BRACKET,
    MAIN,
    PLAY_OFF,
    entrants,
    format_of,
    log_change,
    preset_for,
    read_audit_log,
    rounds_seated,
)
from host_tools.desk.formats import Seating, Table
from host_tools.desk.rounds.movement_input import RESEATED, NotReadyError, seat_main, seating_of
from host_tools.desk.rounds.play_off import seat_bracket
from host_tools.desk.rounds.tie_play_offs import store_ties, tie_seating
from host_tools.desk.scoring import recompute_scores
from host_tools.desk.store import BYE_TABLE, ConflictError, DeskError, Event, Round, Score, Seat, Sitting, add_rows, now
from host_tools.i18n import message
from host_tools.results import TEAMS


@dataclass(frozen=True)
class SeatedRound:
    """A round that has just been seated."""

    round: int
    kind: str
    seating: Seating
    note: str


def seat_next(session: Session, event: Event, by: str, expected: int | None = None) -> SeatedRound:
    """Seat the next round, of the event or of its play-off. Raises NotReadyError; DeskError where there is none.

    `expected` is the round number that the caller takes for the next: ConflictError where another desk has seated it.
    """
    number = len(rounds_seated(session, event)) + 1
    if expected is not None and expected != number:
        raise ConflictError(message("desk.error.next", round=number, event=event.name, expected=expected))
    _, kind, seating = next_seating(session, event)
    note = repeats_text(session, event, seating)
    if kind == PLAY_OFF:
        store_ties(session, event, number)
    write_seating(session, event, number, kind, seating, note)
    log_change(session, event, by, "seated", detail={"round": number, "kind": kind, "note": note})
    return SeatedRound(number, kind, seating, note)


def next_seating(session: Session, event: Event) -> tuple[int, str, Seating]:
    """Compute the next round: (number, kind, seating). Nothing is stored.

    Raises NotReadyError; DeskError where there is nothing to seat.
    """
    seated = rounds_seated(session, event)
    number = len(seated) + 1
    if number <= event.rounds:
        return number, MAIN, seat_main(session, event, number)
    if event.best_of:
        return number, BRACKET, seat_bracket(session, event)
    return number, PLAY_OFF, tie_seating(session, event)


@dataclass(frozen=True)
class Offer:
    """The round that can be seated next: its number and `kind`; None where there is none. `waits`: what has to come in
    before, or why there is none, as text."""

    number: int | None
    kind: str
    waits: str


def offer_next(session: Session, event: Event) -> Offer:
    """Return the round that can be seated next, or why there is none. Nothing is stored."""
    number = len(rounds_seated(session, event)) + 1
    if number <= event.rounds and format_of(event).seat and not format_of(event).by_result:
        return Offer(number, MAIN, "")
    try:
        number, kind, _ = next_seating(session, event)
    except NotReadyError as error:
        return Offer(number, "", str(error))
    except DeskError as error:
        return Offer(None, "", str(error))
    return Offer(number, kind, "")


def repeats_text(session: Session, event: Event, seating: Seating) -> str:
    """Return the repeated partners and meetings of a seating as text; "" for none."""
    names = entrants(session, event) if seating.repeats else {}
    repeats = [message("desk.found.again", a=names[a].name, b=names[b].name, times=n) for a, b, n in seating.repeats]
    key = "desk.found.partners" if format_of(event).by_result else "event.seats.opponents"
    return message(key, partners=", ".join(repeats)) if repeats else ""


def write_seating(session: Session, event: Event, number: int, kind: str, seating: Seating, note: str = "") -> None:
    """Store a round and its seating, with scores for byes and for results that its tables have already."""
    preset = preset_for(event, kind)
    session.add(Round(event_id=event.id, number=number, kind=kind, preset=preset, note=note))
    session.flush()
    write_tables(session, event, number, seating)
    if kind == MAIN:
        write_byes(session, event, number, seating.out)


def write_byes(session: Session, event: Event, number: int, byes: Sequence[int]) -> None:
    """Replace the scores of a round's byes, where the format gives points for a bye."""
    byes_of_round = (Score.event_id == event.id, Score.round == number, Score.table == BYE_TABLE)
    session.execute(delete(Score).where(*byes_of_round, Score.source == "bye"))
    bye = format_of(event).bye
    if bye and byes:
        add_rows(session, Score, list(_bye_rows(event, number, byes, bye)))


def write_tables(session: Session, event: Event, number: int, seating: Seating) -> None:
    """Store the seats of further tables of a stored round."""
    # Whoever has seen a table as it was before it was seated anew has seen a lower version.
    version = 1 + len(read_audit_log(session, event, *RESEATED))
    place = {"event_id": event.id, "round": number}
    rows = [
        {**place, "player": player, "table": table.number, "side": TEAMS[i]}
        for table in seating.tables
        for i, side in enumerate(table.sides)
        for player in side
    ]
    rows += [{**place, "player": player, "table": BYE_TABLE, "side": ""} for player in seating.out]
    add_rows(session, Seat, rows)
    tables = [
        {**place, "table": table.number, "at": now(), "changes": 0, "version": version} for table in seating.tables
    ]
    add_rows(session, Sitting, tables)
    recompute_scores(session, event, {(number, table.number) for table in seating.tables})


def _bye_rows(event: Event, number: int, byes: Sequence[int], bye: int) -> Iterator[dict[str, Any]]:
    """Yield the score rows of the players with a bye, `bye` points for each game of the round."""
    for player in byes:
        for game in range(1, format_of(event).games + 1):
            row = {"event_id": event.id, "round": number, "table": BYE_TABLE, "game": game, "player": player}
            worth = {"won": None, "points": bye, "spread": 0, "level": 0, "holes": bye}
            yield {**row, **worth, "side": "", "source": "bye", "disputed": False, "since": ""}


def seat_table(session: Session, event: Event, number: int, table: int, sides: list[list[int]], by: str) -> None:
    """Store who sits at a table of a round, for formats of free seating. Raises DeskError."""
    if format_of(event).seat is not None:
        raise DeskError(message("desk.error.not_free", event=event.name))
    if not 1 <= number <= event.rounds:
        raise DeskError(message("desk.error.no_round", event=event.name, rounds=event.rounds, round=number))
    seated_players = {player for seated in seating_of(session, event, number).tables for player in seated.players}
    already_seated = [player for side in sides for player in side if player in seated_players]
    if already_seated:
        raise DeskError(message("desk.error.sits", name=entrants(session, event)[already_seated[0]].name, round=number))
    for missing in range(len(rounds_seated(session, event)) + 1, number + 1):
        session.add(Round(event_id=event.id, number=missing, kind=MAIN, preset=preset_for(event, MAIN)))
    session.flush()
    write_tables(session, event, number, Seating((Table(table, tuple(map(tuple, sides))),)))
    log_change(session, event, by, "seated", detail={"round": number, "table": table})
