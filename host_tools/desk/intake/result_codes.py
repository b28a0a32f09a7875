"""The result codes that boards show at the end of a game: who has seen one was at that board."""

from sqlalchemy import select

from host_tools.desk.intake.line_validation import read_line
from host_tools.desk.intake.misplaced_boards import ASSIGNED, PLACED, read_places
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Event, Line


def has_result_code(desk: Desk, round_number: int, table: int) -> bool:
    """Return whether a board's result of this table has a code."""
    query = select(Line.id).where(*_with_code(desk.event, round_number), Line.table == table)
    return desk.session.scalar(query.limit(1)) is not None


def is_code_of_table(desk: Desk, round_number: int, table: int, code: str) -> bool:
    """Return whether a board has shown this code to who sat at a table in a round: the table's result, or that of a
    board which has been at this table, at whatever table it counts."""
    query = select(Line.table, Line.board, Line.text).where(*_with_code(desk.event, round_number), Line.code == code)
    rows = desk.session.execute(query).all()
    if any(table in (row.table, read_line(row.text).table) for row in rows):
        return True
    return bool({row.board for row in rows} & _boards_at(desk, table)) if rows else False


def _with_code(event: Event, round_number: int) -> tuple:
    """Return SQL conditions for a round's proven lines that have a code."""
    return (Line.event_id == event.id, Line.round == round_number, Line.code != "", Line.sealed)


def _boards_at(desk: Desk, table: int) -> set[str]:
    """Return the boards that have had a result at a table, or that a desk or the director has put there."""
    placed = read_places(desk, PLACED) | read_places(desk, ASSIGNED)
    query = select(Line.board).where(Line.event_id == desk.event.id, Line.table == table, Line.sealed).distinct()
    return {board for board, at in placed if at == table} | {*desk.session.scalars(query)}
