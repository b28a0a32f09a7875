"""An event's append-only audit log: who changed what, when and why. Pages and commands call it the diary."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, bindparam, func, select

from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import Card, Change
from host_tools.i18n import has_message, message
from host_tools.table_numbers import hall_letter

_PLAYER_FIELDS = ("player", "out", "in", "winner")
"""Fields of an audit entry's detail with a player's id."""
_MAX_NAMED = 20


@dataclass(frozen=True)
class AuditEntry:
    """An entry of the audit log: who (`by`) changed what, when (`at`, ISO 8601 in UTC) and why (`reason`, as stored:
    `reason_text`). `detail`: round, table, player and former values, as far as they apply."""

    id: int
    at: str
    by: str
    what: str
    reason: str
    detail: dict[str, Any]

    @property
    def why(self) -> str:
        """The reason in the reader's language."""
        return reason_text(self.reason)


def reason_text(reason: str) -> str:
    """Return a stored reason in the reader's language.

    What people type stays as it is. A reason that the desk gives itself is stored as the last part of its key
    `event.reason.…`, which may be followed by a colon and facts: names and times, of no language.
    """
    own, _, facts = reason.partition(": ")
    key = f"event.reason.{own}"
    if not has_message(key):
        return reason
    return f"{message(key)} ({facts})" if facts else message(key)


# Built once: to build a query takes longer than to run it, and every request runs this one.
_NEWEST = select(
    *(
        select(func.max(table.id)).where(table.event_id == bindparam("event", type_=Integer)).scalar_subquery()
        for table in (Change, Card)
    )
)


def newest_change_ids(desk: Desk) -> tuple[int | None, ...]:
    """Query the newest ids of audit entries and cards: they differ after every change of the event."""
    return tuple(desk.session.execute(_NEWEST, {"event": desk.event.id}).one())


def log_change(desk: Desk, what: str, detail: Any = None) -> None:
    """Append an entry to the audit log: who, what kind of change and why; `detail` is stored as JSON."""
    desk.session.add(
        Change(event_id=desk.event.id, by=desk.by, what=what, reason=desk.reason, detail=detail_text(detail or {}))
    )


def detail_text(detail: Any) -> str:
    """Return the text in which an entry's detail is stored."""
    return json.dumps(detail, ensure_ascii=False)


def read_audit_log(desk: Desk, *kinds: str, after: int = 0) -> list[AuditEntry]:
    """Return the entries of the audit log, oldest first; with `kinds`, only those whose `what` is one of them; `after`:
    only those of a higher id."""
    desk.session.flush()
    query = select(Change).where(Change.event_id == desk.event.id, Change.id > after).order_by(Change.id)
    changes = desk.session.scalars(query.where(Change.what.in_(kinds)) if kinds else query)
    return [
        AuditEntry(change.id, change.at, change.by, change.what, change.reason, json.loads(change.detail))
        for change in changes
    ]


def _change_text(field: str, was: str, now: str) -> str:
    """Return the correction of a field of a player or an event."""
    title = message(f"event.correct.field.{field}")
    return message("event.correct.change", field=title, was=was or "–", now=now or "–")


def describe_entry(entry: AuditEntry, names: Mapping[str, str]) -> str:
    """Return an audit entry's round, table, players (`names`: by their ids), message and correction ("was → now")."""
    detail = entry.detail
    parts = [message(f"desk.player.{key}", **{key: detail[key]}) for key in ("round", "table") if detail.get(key)]
    if isinstance(detail.get("hall"), int):
        parts.append(message("event.halls.of", letter=hall_letter(detail["hall"])))
    codes = [detail[key] for key in _PLAYER_FIELDS if key in detail]
    codes += detail["players"][:_MAX_NAMED] if isinstance(detail.get("players"), list) else []
    parts += [names[code] for code in codes if code in names]
    # A field may be missing: an export may be another program's, or changed by hand.
    if entry.what == "penalty taken back" and "penalty" in detail:
        parts.append(message(f"event.penalty.{detail['penalty']}"))
    parts += [detail["text"]] if detail.get("text") else []
    if entry.what == "restored" and "source" in detail:
        parts.append(message(f"event.trash.from_{detail['source']}"))
    elif entry.what == "expelled" and "games" in detail:
        parts.append(message(f"event.expel.{detail['games']}"))
    if entry.what == "corrected" and "was" in detail:
        parts.append(" → ".join(next(iter(detail[key].values()), "–") for key in ("was", "now")))
    elif entry.what in ("player corrected", "event corrected"):
        parts += [_change_text(field, detail["was"][field], now) for field, now in detail["now"].items()]
        parts += [message("event.correct.since", round=detail["from"])] if "from" in detail else []
    return ", ".join(parts)
