"""Upgrade an exported event by the store's own migrations, in a database in memory."""

from typing import Any

from sqlalchemy import Boolean, Integer, MetaData, Table, create_engine, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from host_tools.desk.store.migrate import upgrade
from host_tools.desk.store.model import TABLES, Event
from host_tools.i18n import message

REVISIONS = {1: "0002", 2: "0003", 3: "0006", 4: "0007", 5: "0008", 6: "0009", 7: "0011"}
"""Schema version whose columns an export has, by the export's format."""
_EVENT = {"id": 1, "version": 1}
"""What each store gives an event by itself."""


def upgraded_rows(export: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return an export's rows as dicts by column, as the present schema has them, by table name.

    The event's own row stands under "event". Raises ValueError, KeyError, TypeError or AttributeError for rows that do
    not fit the schema of the export's format.
    """
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection, Session(connection) as session:
            upgrade(connection, REVISIONS[export["v"]])
            schema = MetaData()
            schema.reflect(connection)
            _insert(session, schema.tables["event"], [export["event"] | _EVENT])
            for name in (table.__tablename__ for table in TABLES if table.__tablename__ in schema.tables):
                _insert(session, schema.tables[name], _event_rows(export["tables"][name]))
            upgrade(connection)
            return {table.__tablename__: _select(session, table) for table in (Event, *TABLES)}
    except SQLAlchemyError as error:
        raise ValueError(str(getattr(error, "orig", error))) from None
    finally:
        engine.dispose()


def _event_rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an exported table's rows as dicts by column. Raises KeyError, TypeError, ValueError."""
    return [dict(zip(data["columns"], row, strict=True)) | {"event_id": _EVENT["id"]} for row in data["rows"]]


def _insert(session: Session, table: Table, rows: list[dict[str, Any]]) -> None:
    """Validate and insert rows. Raises KeyError, ValueError; SQLAlchemyError for those that violate a constraint."""
    for row in rows:
        for name in table.columns.keys() | row.keys():
            _check_value(table.columns[name], row[name])
    if rows:
        session.execute(insert(table), rows)


def _select(session: Session, table: Any) -> list[dict[str, Any]]:
    query = select(table.__table__).order_by(*inspect(table).primary_key)
    return [dict(row) for row in session.execute(query).mappings()]


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
