"""The result codes that boards show at the end of a game: who has seen one was at a board of that round."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.store.model import Event, Line


def has_result_code(session: Session, event: Event, round_number: int, table: int) -> bool:
    """Return whether a board's result of this table has a code."""
    return bool(_codes(session, event, round_number, table))


def is_code_of_round(session: Session, event: Event, round_number: int, code: str) -> bool:
    """Return whether a board has shown this code in the round, at whatever table its result counts."""
    return code in _codes(session, event, round_number)


def _codes(session: Session, event: Event, round_number: int, table: int | None = None) -> set[str]:
    """Query the codes of a round's result lines, of one table or all."""
    query = select(Line.code).where(Line.event_id == event.id, Line.round == round_number, Line.code != "", Line.sealed)
    return set(session.scalars(query if table is None else query.where(Line.table == table)))
