"""Count each board's held result lines."""

from sqlalchemy import func, select

from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Line


def held_by_board(desk: Desk) -> dict[str, int]:
    """Count the held lines that await the director's decision, by their board's uid."""
    query = select(Line.board, func.count()).where(Line.event_id == desk.event.id, Line.held != "", Line.decision == "")
    return {row[0]: row[1] for row in desk.session.execute(query.group_by(Line.board))}
