"""How far each board's log has come in."""

from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from host_tools.desk.store import Event, Line


class BoardLines(NamedTuple):
    """The highest number of a board's lines that are in, and how many of them are held and wait for the director."""

    newest: int
    held: int


def board_lines(session: Session, event: Event) -> dict[str, BoardLines]:
    """What has come of each board, by its uid."""
    waits = case(((Line.held != "") & (Line.decision == ""), 1), else_=0)
    query = select(Line.board, func.max(Line.n), func.sum(waits)).where(Line.event_id == event.id)
    return {board: BoardLines(newest, held) for board, newest, held in session.execute(query.group_by(Line.board))}
