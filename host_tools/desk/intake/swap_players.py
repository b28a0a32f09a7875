"""Swap the seats of two players who sat at each other's place; the caller restates their tables' stored results."""

from collections.abc import Mapping, Sequence

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.events.entrants import entrants
from host_tools.desk.events.hall_rows import newest_rounds
from host_tools.desk.events.round_rules import MAIN, load_round_rules
from host_tools.desk.intake.manual_entry import describe_entries, enter_result
from host_tools.desk.intake.parse_cards import cards_from_scores
from host_tools.desk.rounds.movement_input import seating_of
from host_tools.desk.rounds.reseat import newest_round, swap_seats
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message

RestatedResults = Mapping[tuple[int, int], Sequence[int] | None]
"""By (table, game), the front pegs of the sides as seated after the swap; None: the stored result stays."""


def swap_players(desk: Desk, player: int, other: int, *, restated: RestatedResults | None = None) -> int:
    """Swap the seats of two players, given by number, in the newest round. Returns the round's number.

    Where halls are seated each by itself, it is the newest of the first player's hall.

    Raises DeskError unless `restated` has exactly the games at their tables that have a stored result.
    """
    newest = newest_round(desk)
    if newest.kind == MAIN and newest_rounds(desk):
        newest = newest_round(desk, hall=entrants(desk)[player].hall)
    round_number = newest.number
    seated = seating_of(desk, round_number).tables
    affected = [table for table in seated if {player, other} & set(table.players)]
    restated = restated or {}
    games = _games_with_results(desk, round_number, [table.number for table in affected])
    _check_restated(desk, round_number, games, restated)
    tables = swap_seats(desk, round_number, player, other)
    people = entrants(desk)
    entries = {f"{table}.{game}": list(pegs) if pegs else "stands" for (table, game), pegs in restated.items()}
    detail = {
        "round": round_number,
        "players": [people[player].code, people[other].code],
        "tables": tables,
        "results": entries,
    }
    log_change(desk, "swapped", detail)
    preset = load_round_rules(desk, round_number).preset
    acting = desk.because(desk.reason or "sat at each other’s place")
    for (table, game), pegs in sorted(restated.items()):
        if pegs:
            cards = cards_from_scores(preset, list(pegs))
            enter_result(acting, round_number, table, cards, game=game)
    return round_number


def _games_with_results(desk: Desk, round_number: int, tables: list[int]) -> set[tuple[int, int]]:
    """Return (table, game) of all games at these tables that have a stored result."""
    view = round_view(desk, round_number)
    assert view
    return {(table.table, game.game) for table in view.tables if table.table in tables for game in table.games}


def _check_restated(desk: Desk, round_number: int, games: set[tuple[int, int]], restated: RestatedResults) -> None:
    """Raise DeskError unless `restated` has exactly these `games`, as (table, game)."""
    missing, unknown = sorted(games - restated.keys()), sorted(restated.keys() - games)
    if unknown:
        table, game = unknown[0]
        raise DeskError(message("event.seats.strange", table=table, game=game))
    if missing:
        tables = sorted({table for table, _ in missing})
        entered = [describe_entries(desk, round_number, table) for table in tables]
        raise DeskError(message("event.seats.say", told="; ".join(entered)))
