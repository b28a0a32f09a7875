"""Swap the seats of two players who sat down at each other's place, restating results already entered."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from host_tools.desk.events import entrants, log_change, rules_in
from host_tools.desk.intake.manual_entry import describe_entries, enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores
from host_tools.desk.rounds import newest_round, round_view, seating_of, swap_seats
from host_tools.desk.store import DeskError, Event
from host_tools.words import word

Said = Mapping[tuple[int, int], Sequence[int] | None]
"""By (table, game) the front pegs of the sides as they sit after the change; None where what is there stands."""

_WHY = "players sat at each other's place"


def swap_players(
    session: Session, event: Event, one: int, other: int, *, by: str, reason: str = "", said: Said | None = None
) -> int:
    """Two players change seats in the round that was seated last. Returns its number.

    Where their tables have results, `said` has what each of them was. Raises DeskError, naming those it lacks.
    """
    number = newest_round(session, event).number
    here = [table for table in seating_of(session, event, number).tables if {one, other} & set(table.players)]
    said = said or {}
    wanted = _games_in(session, event, number, [table.number for table in here])
    _check_said(session, event, number, wanted, said)
    tables = swap_seats(session, event, number, one, other)
    people = entrants(session, event)
    entries = {f"{table}.{game}": list(pegs) if pegs else "stands" for (table, game), pegs in said.items()}
    detail = {"round": number, "players": [people[one].code, people[other].code], "tables": tables, "results": entries}
    log_change(session, event, by, "swapped", reason, detail)
    preset = rules_in(session, event, number).preset
    for (table, game), pegs in sorted(said.items()):
        if pegs:
            cards = cards_from_scores(preset, list(pegs))
            enter_result(session, event, number, table, cards, by=by, game=game, reason=reason or _WHY)
    return number


def _games_in(session: Session, event: Event, number: int, tables: list[int]) -> set[tuple[int, int]]:
    """(table, game) of all games at these tables of which a result is stored."""
    view = round_view(session, event, number)
    assert view
    return {(one.table, game.game) for one in view.tables if one.table in tables for game in one.games}


def _check_said(session: Session, event: Event, number: int, wanted: set[tuple[int, int]], said: Said) -> None:
    missing, strange = sorted(wanted - said.keys()), sorted(said.keys() - wanted)
    if strange:
        raise DeskError(word("event.seats.strange", table=strange[0][0], game=strange[0][1]))
    if missing:
        entered = [describe_entries(session, event, number, table) for table in sorted({t for t, _ in missing})]
        raise DeskError(word("event.seats.say", told="; ".join(entered)))
