"""Export all stored rows of an event as one JSON file, and restore an event from it."""

import json
from typing import Any

from sqlalchemy import Boolean, Integer, Sequence, func, inspect, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import CREATED, EVENT_CORRECTED, check_name_unused
from host_tools.desk.formats.event_formats import FORMATS
from host_tools.desk.store.desk import Desk
from host_tools.desk.store.model import TABLES, Base, Card, Change, Event, add_rows
from host_tools.i18n import message

FORMAT = "cribboard event"
VERSION = 1
_SAME_COLUMNS = 6
"""The number that the columns of format 1 had in exports written before the first release."""
_ROWS_PER_INSERT = 2000


def export_event(desk: Desk) -> str:
    """Return an event as JSON: its own columns, and the columns and rows of all other tables without `event_id`."""
    tables = {table.__tablename__: _export_table(desk, table) for table in TABLES}
    export = {"format": FORMAT, "v": VERSION, "event": _event_fields(desk.event), "tables": tables}
    return json.dumps(export, ensure_ascii=False, separators=(",", ":"))


def _event_fields(event: Event) -> dict[str, Any]:
    """Return the event's columns, except `id` and `version`, which differ from store to store."""
    names = [column.name for column in Event.__table__.columns if column.name not in ("id", "version")]
    return {name: getattr(event, name) for name in names}


def _export_table(desk: Desk, table: type[Base]) -> dict[str, Any]:
    """Query a table's rows of the event; return its column names and the rows as lists, without `event_id`."""
    columns = [column for column in table.__table__.columns if column.name != "event_id"]
    query = select(*columns).where(table.__table__.c.event_id == desk.event.id)
    rows = desk.session.execute(query.order_by(*inspect(table).primary_key))
    return {"columns": [column.name for column in columns], "rows": [list(row) for row in rows]}


def _is_archive(text: str) -> bool:
    """Return whether a text begins like an exported event."""
    return text.lstrip()[:40].startswith('{"format":"' + FORMAT)


def is_archive_file(data: bytes) -> bool:
    """Return whether a file begins like an exported event, also in the UTF-16 of Windows' consoles."""
    return any(_is_archive(data[:160].decode(code, errors="ignore")) for code in ("utf-8-sig", "utf-16", "utf-16-be"))


def archived_name(text: str) -> str:
    """Return the name of an exported event. Raises DeskError."""
    try:
        return str(_parse_export(text)["event"]["name"])
    except (KeyError, TypeError) as error:
        raise DeskError(message("cli.archive.damaged", why=error)) from None


def restore_event(session: Session, name: str, text: str) -> Event:
    """Store an exported event as a new one named `name`. Raises DeskError, also if the name is taken."""
    export = _parse_export(text)
    check_name_unused(session, name)
    try:
        tables = {table: _parse_rows(table, export["tables"][table.__tablename__]) for table in TABLES}
        event = _new_event(export["event"], name, tables[Change])
        session.add(event)
        session.flush()
        for table, rows in tables.items():
            _insert_rows(Desk(session, event), table, rows)
    except IntegrityError as error:
        raise DeskError(message("cli.archive.damaged", why=error.orig)) from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DeskError(message("cli.archive.damaged", why=error)) from None
    return event


def _new_event(fields: dict[str, Any], name: str, changes: list[dict[str, Any]]) -> Event:
    """Validate an exported event's fields and build the event; `changes`: its audit log.

    Raises DeskError, KeyError, TypeError, ValueError or AttributeError.
    """
    _check_row(Event, fields, ("id", "version"))
    if fields["format"] not in FORMATS:
        told = [json.loads(row["detail"]) for row in changes if row["what"] in (CREATED, EVENT_CORRECTED)]
        packages = [detail["package"] for detail in told if "package" in detail]
        raise FORMATS.missing(fields["format"], *packages[-1:])
    bytes.fromhex(fields["key"])
    return Event(**{**fields, "name": name, "deleted": ""})


def _parse_export(text: str) -> dict[str, Any]:
    """Parse an export and check its format and version. Raises DeskError."""
    try:
        export = json.loads(text)
    except (ValueError, RecursionError):
        raise DeskError(message("cli.archive.cut")) from None
    if not isinstance(export, dict) or export.get("format") != FORMAT:
        raise DeskError(message("cli.archive.strange"))
    if export.get("v") not in (VERSION, _SAME_COLUMNS):
        raise DeskError(message("cli.archive.version", version=export.get("v"), newest=VERSION))
    return export


def _parse_rows(table: type[Base], data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an exported table's rows as dicts by column. Raises KeyError, TypeError, ValueError."""
    rows = [dict(zip(data["columns"], row, strict=True)) for row in data["rows"]]
    for row in rows:
        _check_row(table, row, ("event_id",))
    return rows


def _check_row(table: type[Base], row: dict[str, Any], left_out: tuple[str, ...]) -> None:
    """Raise KeyError or ValueError unless a row has all columns of its table but those left out, with valid values."""
    columns = {column.name: column for column in table.__table__.columns if column.name not in left_out}
    for name in columns.keys() | row.keys():
        _check_value(columns[name], row[name])


def _check_value(column: Any, value: Any) -> None:
    """Raise ValueError if the value does not fit the column's type or length."""
    kind = bool if isinstance(column.type, Boolean) else int if isinstance(column.type, Integer) else str
    if value is None and column.nullable:
        return
    if type(value) is not kind:
        raise ValueError(message("cli.archive.kind", column=column, value=repr(value), kind=kind.__name__))
    if isinstance(value, str) and len(value) > (getattr(column.type, "length", None) or len(value)):
        raise ValueError(message("cli.archive.long", column=column, value=repr(value[:20])))
    if isinstance(value, int) and abs(value) >= 2**31:
        raise ValueError(message("cli.archive.large", column=column, value=value))


def _insert_rows(desk: Desk, table: type[Base], rows: list[dict[str, Any]]) -> None:
    """Insert the rows of a table for the event, with new ids. Raises KeyError if a replaced card is missing."""
    for row in rows:
        row["event_id"] = desk.event.id
    if table is Card:
        _renumber(desk.session, rows)
    elif "id" in table.__table__.columns:
        for row in rows:
            del row["id"]
    for start in range(0, len(rows), _ROWS_PER_INSERT):
        add_rows(desk.session, table, rows[start : start + _ROWS_PER_INSERT])


def _renumber(session: Session, cards: list[dict[str, Any]]) -> None:
    """Replace the cards' ids by unused ids of the store, also in `replaces`."""
    if session.get_bind().dialect.name == "postgresql":
        new_ids = [session.scalar(Sequence("card_id_seq")) for _ in cards]
    else:
        last = session.scalar(select(func.max(Card.id))) or 0
        new_ids = [last + i for i in range(1, len(cards) + 1)]
    id_map = {card["id"]: new_id for card, new_id in zip(cards, new_ids, strict=True)}
    for card in cards:
        card["id"] = id_map[card["id"]]
        card["replaces"] = id_map[card["replaces"]] if card["replaces"] is not None else None
