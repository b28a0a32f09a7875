"""Find tables whose boards look exchanged, and swap the results of two tables from a game on."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.events import log_change
from host_tools.desk.intake.conflicting_lines import contradicted_by_cards
from host_tools.desk.intake.decisions import ACCEPTED, DecisionResult
from host_tools.desk.intake.disputes import close_disputes, open_disputes
from host_tools.desk.intake.hold_lines import hold_lines
from host_tools.desk.intake.late_corrections import CorrectionRecorder
from host_tools.desk.scoring import (
    LINES,
    StoredLine,
    changed_places,
    compute_standings,
    current_cards,
    lines_at,
    read_lines,
    seats_at,
)
from host_tools.desk.store import DeskError, Event, Line
from host_tools.i18n import message
from host_tools.results import CLEARED, REOPENED, unpack_sides

_ABOUT_THE_TABLE = {"moved", "order", "twice", "differs", "disputed"}
"""Reasons to hold a line that are about where its board is: a swap answers them."""


@dataclass(frozen=True)
class Exchange:
    """Two tables of a round whose boards look exchanged: their results from `game` of `round` on may be swapped.

    `sure`: a card typed at one of them is what the other's board says; else both are disputed or contradicted.
    """

    round: int
    game: int
    tables: tuple[int, int]
    sure: bool

    @property
    def text(self) -> str:
        """The finding as one translated sentence."""
        one, other = self.tables
        key = "desk.found.exchanged_sure" if self.sure else "desk.found.exchanged"
        return message(key, one=one, other=other, game=self.game, round=self.round)


def likely_exchanges(session: Session, event: Event) -> list[Exchange]:
    """Find pairs of tables that look exchanged: a table's typed card or a dispute contradicts its board's line, and
    another table's line of the same game fits. The surest come first; a table is named once in a round."""
    suspects = _suspect_games(session, event)
    found = [exchange for place, tables in suspects.items() for exchange in _pairs(session, event, *place, tables)]
    named: set[tuple[int, int]] = set()
    exchanges = []
    for exchange in sorted(found, key=lambda one: (not one.sure, one.round, one.game, one.tables)):
        places = {(exchange.round, table) for table in exchange.tables}
        if not places & named:
            named |= places
            exchanges.append(exchange)
    return exchanges


def _suspect_games(session: Session, event: Event) -> dict[tuple[int, int], set[int]]:
    """Return the tables whose line is disputed or contradicts its typed cards, by (round, game)."""
    suspects: dict[tuple[int, int], set[int]] = {}
    for one in open_disputes(session, event):
        suspects.setdefault((one.round, one.game), set()).add(one.table)
    held = read_lines(session, event, LINES.held.contains("differs"), LINES.decision == "")
    for line in held:
        suspects.setdefault((line.round, line.game), set()).add(line.table)
    return suspects


def _pairs(session: Session, event: Event, round_number: int, game: int, tables: set[int]) -> Iterator[Exchange]:
    """Yield the exchanges that explain the suspect tables of one game of a round."""
    lines = _lines_of_game(session, event, round_number, game)
    for table in sorted(tables):
        cards = current_cards(session, event, [(round_number, table)])[round_number, table][game]
        for line in lines:
            is_other = line.table != table and bool(cards)
            if is_other and not contradicted_by_cards(line, cards) and len(cards) == len(unpack_sides(line.sides)):
                yield Exchange(round_number, game, _in_order(table, line.table), True)
    with_line = {line.table for line in lines}
    for one, other in combinations(sorted(tables & with_line), 2):
        if len(tables & with_line) == 2:
            yield Exchange(round_number, game, (one, other), False)


def _in_order(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _lines_of_game(session: Session, event: Event, round_number: int, game: int) -> list[StoredLine]:
    """Query the lines of one game of a round at all tables, without refused ones."""
    conditions = (LINES.round == round_number, LINES.game == game, LINES.decision != "refused")
    return read_lines(session, event, *conditions, LINES.end.not_in((REOPENED, CLEARED)))


def swap_tables(
    session: Session,
    event: Event,
    round_number: int,
    tables: tuple[int, int],
    *,
    by: str,
    game: int = 1,
    reason: str = "",
) -> DecisionResult:
    """Swap what the boards of two tables say, from `game` of a round on: each line then counts at the other table.

    Typed results stay where they are; a line that contradicts one there is held. Lines read later are held until the
    director has said where the boards are. Raises DeskError if there is no such line, or a table has other sides.
    """
    lines = _lines_from(session, event, round_number, game, tables)
    if not lines or tables[0] == tables[1]:
        raise DeskError(message("desk.error.swap_nothing", one=tables[0], other=tables[1], round=round_number))
    _check_sides(session, event, lines, tables)
    before = compute_standings(session, event)
    correction = CorrectionRecorder(session, event, {line.round for line in lines})
    for line in lines:
        line.table = tables[0] + tables[1] - line.table
        if not set(line.held.split()) - _ABOUT_THE_TABLE:
            line.decision = ACCEPTED
    session.flush()
    _leave_contradictions_undecided(session, event, lines)
    close_disputes(session, event, {line.digest for line in lines}, ACCEPTED)
    ids = sorted(line.id for line in lines)
    detail = {"round": round_number, "game": game, "tables": list(tables), "lines": ids}
    log_change(session, event, by, "swapped tables", reason, detail)
    keys = {(line.round, table) for line in lines for table in tables}
    hold_lines(session, event, {line.board for line in lines}, keys)
    effects = correction.write(by, "", {"lines": ids})
    return DecisionResult(ids, [], changed_places(before, compute_standings(session, event)), effects)


def _lines_from(session: Session, event: Event, round_number: int, game: int, tables: tuple[int, int]) -> list[Line]:
    """Load the games' lines at these tables from a game of a round on, without refused ones."""
    later = (Line.round > round_number) | ((Line.round == round_number) & (Line.game >= game))
    kinds = (Line.end.not_in((REOPENED, CLEARED)), Line.decision != "refused", Line.table.in_(tables))
    return list(session.scalars(select(Line).where(Line.event_id == event.id, later, *kinds)))


def _check_sides(session: Session, event: Event, lines: list[Line], tables: tuple[int, int]) -> None:
    """Raise DeskError unless each line has as many sides as the table to which it is moved."""
    for line in lines:
        table = tables[0] + tables[1] - line.table
        sides = seats_at(session, event, [(line.round, table)]).get((line.round, table), {})
        if len(sides) != len(unpack_sides(line.sides)):
            where = message("desk.error.where", table=table, round=line.round)
            raise DeskError(message("desk.error.swap_sides", line=line.id, where=where))


def _leave_contradictions_undecided(session: Session, event: Event, lines: list[Line]) -> None:
    """Undo the acceptance of lines that contradict the cards typed at their new table."""
    by_id = {line.id: line for line in lines}
    for key in sorted({(line.round, line.table) for line in lines}):
        cards = current_cards(session, event, [key])[key]
        for stored in lines_at(session, event, [key])[key]:
            if stored.id in by_id and contradicted_by_cards(stored, cards.get(stored.game, {})):
                by_id[stored.id].decision = ""
