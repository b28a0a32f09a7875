"""Export an event as one JSON file, and restore it: every row that the store has of it."""

import json
from typing import Any

from sqlalchemy import Boolean, Integer, Sequence, func, inspect, select
from sqlalchemy.orm import Session

from host_tools.desk.events import archive_v1, archive_v2, archive_v3
from host_tools.desk.events.event import check_name
from host_tools.desk.formats import FORMATS
from host_tools.desk.store import TABLES, Base, Card, DeskError, Event, add_rows
from host_tools.words import word

FORMAT = "cribboard event"
VERSION = 4
_AT_ONCE = 2000
_CONVERTED = {1: archive_v1.converted, 2: archive_v2.converted, 3: archive_v3.converted}
"""What brings an export of a format to the next one."""


class ArchiveError(DeskError):
    """A file that is no event, or not one this program can read."""


def export_event(session: Session, event: Event) -> str:
    """Export an event as JSON: the rows of each table by column, without the store's own event numbers."""
    tables = {table.__tablename__: _rows(session, event, table) for table in TABLES}
    whole = {"format": FORMAT, "v": VERSION, "event": _fields(event), "tables": tables}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _fields(event: Event) -> dict[str, Any]:
    names = [column.name for column in Event.__table__.columns if column.name not in ("id", "version")]
    return {name: getattr(event, name) for name in names}


def _rows(session: Session, event: Event, table: type[Base]) -> dict[str, Any]:
    columns = [column for column in table.__table__.columns if column.name != "event_id"]
    query = select(*columns).where(table.__table__.c.event_id == event.id)
    rows = session.execute(query.order_by(*inspect(table).primary_key))
    return {"columns": [column.name for column in columns], "rows": [list(row) for row in rows]}


def is_archive(text: str) -> bool:
    """Whether a text looks like an exported event."""
    return text.lstrip()[:40].startswith('{"format":"' + FORMAT)


def restore_event(session: Session, name: str, text: str) -> Event:
    """Restore an exported event under `name`. Raises ArchiveError, DeskError."""
    check_name(name)
    whole = _read(text)
    if session.scalar(select(func.count()).where(Event.name == name)):
        raise DeskError(word("shell.archive.there", name=name))
    try:
        for version in range(whole["v"], VERSION):
            whole = _CONVERTED[version](whole)
        event = _event(whole["event"], name)
        session.add(event)
        session.flush()
        for table in TABLES:
            _write(session, event, table, whole["tables"][table.__tablename__])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArchiveError(word("shell.archive.damaged", why=error)) from None
    return event


def _event(fields: dict[str, Any], name: str) -> Event:
    columns = Event.__table__.columns
    checked = {column: _check_value(columns[column], value) for column, value in fields.items()}
    if checked["format"] not in FORMATS:
        raise ArchiveError(word("shell.archive.format", format=checked["format"]))
    bytes.fromhex(checked["key"])
    return Event(**{**checked, "name": name})


def _read(text: str) -> dict[str, Any]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        raise ArchiveError(word("shell.archive.cut")) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise ArchiveError(word("shell.archive.strange"))
    if whole.get("v") not in (*_CONVERTED, VERSION):
        raise ArchiveError(word("shell.archive.version", version=whole.get("v"), newest=VERSION))
    return whole


def _write(session: Session, event: Event, table: type[Base], data: dict[str, Any]) -> None:
    columns, names = table.__table__.columns, data["columns"]
    rows = [{"event_id": event.id} for _ in data["rows"]]
    for row, values in zip(rows, data["rows"], strict=True):
        row.update((name, _check_value(columns[name], value)) for name, value in zip(names, values, strict=True))
    if table is Card:
        _renumber(session, rows)
    elif "id" in columns:
        for row in rows:
            del row["id"]
    for start in range(0, len(rows), _AT_ONCE):
        add_rows(session, table, rows[start : start + _AT_ONCE])


def _renumber(session: Session, cards: list[dict[str, Any]]) -> None:
    """Give cards new numbers above all in the store, and update which cards they replace."""
    if session.get_bind().dialect.name == "postgresql":
        given = [session.scalar(Sequence("card_id_seq")) for _ in cards]
    else:
        last = session.scalar(select(func.max(Card.id))) or 0
        given = [last + i for i in range(1, len(cards) + 1)]
    number = {card["id"]: now for card, now in zip(cards, given, strict=True)}
    for card in cards:
        card["id"] = number[card["id"]]
        card["replaces"] = number[card["replaces"]] if card["replaces"] is not None else None


def _check_value(column: Any, value: Any) -> Any:
    """The value, if it fits the column's type and length. Raises ValueError."""
    kind = bool if isinstance(column.type, Boolean) else int if isinstance(column.type, Integer) else str
    if value is None and column.nullable:
        return None
    if type(value) is not kind:
        raise ValueError(word("shell.archive.kind", column=column, value=repr(value), kind=kind.__name__))
    if isinstance(value, str) and len(value) > (getattr(column.type, "length", None) or len(value)):
        raise ValueError(word("shell.archive.long", column=column, value=repr(value[:20])))
    if isinstance(value, int) and abs(value) >= 2**31:
        raise ValueError(word("shell.archive.large", column=column, value=value))
    return value
