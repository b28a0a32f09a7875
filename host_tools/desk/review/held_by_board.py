"""Count each board's held result lines."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from host_tools.desk.store.model import Event, Line


def held_by_board(session: Session, event: Event) -> dict[str, int]:
    """Count the held lines that await the director's decision, by their board's uid."""
    query = select(Line.board, func.count()).where(Line.event_id == event.id, Line.held != "", Line.decision == "")
    return {row[0]: row[1] for row in session.execute(query.group_by(Line.board))}
