"""Set the delay after which scores are public, and hide newer scores from database sessions for public pages.

A session restricted to public scores finds no hidden score by any query.
"""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Select, false, func, select
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.orm import ORMExecuteState, Session, with_loader_criteria
from sqlalchemy.sql.visitors import iterate

from host_tools.desk.errors import DeskError
from host_tools.desk.events.audit_log import log_change
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Score
from host_tools.i18n import message

MAX_DELAY = 30
"""Minutes; live scores are kept that long (`live.KEPT_S`)."""
_UNTIL = "scores until"
_SCORES = Score.__table__


def change_score_delay(desk: Desk, minutes: int | None) -> None:
    """Set the `minutes` after which scores are public, 0 to MAX_DELAY; None hides them. Raises DeskError."""
    if minutes is not None and not 0 <= minutes <= MAX_DELAY:
        raise DeskError(message("event.scores.minutes", limit=MAX_DELAY, minutes=minutes))
    before, desk.event.score_delay = desk.event.score_delay, minutes
    log_change(desk, "scores", {"delay": before, "now": {"delay": minutes}})


def score_delay_text(minutes: int | None) -> str:
    """Return the notice that everybody sees scores after so many minutes; None: never."""
    if minutes is None:
        return message("event.scores.hidden")
    return message("event.scores.later", minutes=minutes) if minutes else message("event.scores.at_once")


def restrict_to_public_scores(desk: Desk) -> None:
    """Make all later queries of this session find only those scores that are public now."""
    if desk.event.score_delay is None:
        desk.session.info[_UNTIL] = ""
    elif desk.event.score_delay:
        until = datetime.now(UTC) - timedelta(minutes=desk.event.score_delay)
        desk.session.info[_UNTIL] = until.isoformat(timespec="seconds")


@sqlalchemy_event.listens_for(Session, "do_orm_execute")
def _restrict(state: ORMExecuteState) -> None:
    """SQLAlchemy event handler: add the filter to each SELECT on scores of a session restricted to public scores.

    `_UNTIL`: the time after which scores are hidden; "": all are. Raises RuntimeError for scores in a subquery.
    """
    until = state.session.info.get(_UNTIL)
    if until is None or not isinstance(state.statement, Select):
        return
    if state.is_orm_statement:
        visible = Score.since <= until if until else false()
        state.statement = state.statement.options(with_loader_criteria(Score, visible, include_aliases=True))
    elif _SCORES in state.statement.get_final_froms():
        state.statement = state.statement.where(_SCORES.c.since <= until if until else false())
    elif any(part is _SCORES for part in iterate(state.statement)):
        raise RuntimeError("scores can be hidden only from a query of their model, or of their table itself")


def count_visible_scores(desk: Desk) -> int:
    """Count the scores that this session can see; with a delay the count grows as time passes."""
    return desk.session.scalar(select(func.count()).select_from(Score).where(Score.event_id == desk.event.id)) or 0
