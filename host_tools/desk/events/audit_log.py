"""An event's append-only audit log: who changed what, when and why. Pages and commands call it the diary."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from host_tools.desk.store import Change, Event


@dataclass(frozen=True)
class AuditEntry:
    """One line of the diary. `at`: ISO 8601 in UTC. `detail` names the round, the table, the player, what was there."""

    id: int
    at: str
    by: str
    what: str
    reason: str
    detail: dict[str, Any]


def log_change(session: Session, event: Event, by: str, what: str, reason: str = "", detail: Any = None) -> None:
    """Write in the event's diary."""
    text = json.dumps(detail or {}, ensure_ascii=False)
    session.add(Change(event_id=event.id, by=by, what=what, reason=reason, detail=text))


def read_audit_log(session: Session, event: Event, *what: str) -> list[AuditEntry]:
    """The diary from its beginning; with `what` only the entries of these kinds."""
    session.flush()
    query = select(Change).where(Change.event_id == event.id).order_by(Change.id)
    found = session.scalars(query.where(Change.what.in_(what)) if what else query)
    return [AuditEntry(one.id, one.at, one.by, one.what, one.reason, json.loads(one.detail)) for one in found]
