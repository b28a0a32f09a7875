"""Set the delay after which everybody sees scores, and filter newer ones out of public sessions.

The filter is in one place: a session restricted to public scores finds no hidden score by any query.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Select, event, false, func, select
from sqlalchemy.orm import ORMExecuteState, Session, with_loader_criteria
from sqlalchemy.sql.visitors import iterate

from host_tools.desk.events.audit_log import log_change
from host_tools.desk.store import DeskError, Event, Score
from host_tools.words import word

MOST_DELAY = 30
"""Minutes: of what is still played, so much is remembered (`live.KEPT_S`)."""
_UNTIL = "scores until"
_SCORES = Score.__table__


def change_score_delay(session: Session, found: Event, by: str, minutes: int | None, reason: str = "") -> None:
    """Set after how many minutes scores are public, 0 for at once; None hides them. Raises DeskError."""
    if minutes is not None and not 0 <= minutes <= MOST_DELAY:
        raise DeskError(word("event.scores.minutes", limit=MOST_DELAY, minutes=minutes))
    was, found.score_delay = found.score_delay, minutes
    log_change(session, found, by, "scores", reason, {"delay": was, "now": {"delay": minutes}})


def keep_scores_back(session: Session, found: Event) -> None:
    """Filter all later queries of this session to the event's scores that are public by now."""
    if found.score_delay is None:
        session.info[_UNTIL] = ""
    elif found.score_delay:
        until = datetime.now(UTC) - timedelta(minutes=found.score_delay)
        session.info[_UNTIL] = until.isoformat(timespec="seconds")


@event.listens_for(Session, "do_orm_execute")
def _restrict(asked: ORMExecuteState) -> None:
    """SQLAlchemy event handler: add the filter to each SELECT on scores of a public session.

    `_UNTIL`: scores after this time are hidden; "": all are.
    """
    until = asked.session.info.get(_UNTIL)
    if until is None or not isinstance(asked.statement, Select):
        return
    if asked.is_orm_statement:
        seen = Score.since <= until if until else false()
        asked.statement = asked.statement.options(with_loader_criteria(Score, seen, include_aliases=True))
    elif _SCORES in asked.statement.get_final_froms():
        asked.statement = asked.statement.where(_SCORES.c.since <= until if until else false())
    elif any(part is _SCORES for part in iterate(asked.statement)):
        raise RuntimeError("scores can be kept back from a query of their model, or of their table itself, only")


def scores_shown(session: Session, found: Event) -> int:
    """Count the scores that this session can see. With a delay the count grows without any entry."""
    return session.scalar(select(func.count()).select_from(Score).where(Score.event_id == found.id)) or 0
