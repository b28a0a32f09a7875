"""SQLAlchemy's declarative base, time stamps, and fast bulk inserts."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import JSON, Connection, MetaData, Table, column, func, literal, select
from sqlalchemy.orm import DeclarativeBase, Session


class Base(DeclarativeBase):
    """Declarative base of all tables."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def now() -> str:
    """Return the present time in the stored form: ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def today() -> str:
    """Return the present date of this computer, in ISO 8601."""
    return datetime.now().date().isoformat()


def add_rows(session: Session, table: type[Base], rows: Sequence[dict[str, Any]], new_only: bool = False) -> None:
    """Insert rows, all with the same columns; with `new_only`, skip rows that would violate a unique constraint."""
    if not rows:
        return
    insert = _insert_json if session.connection().dialect.name == "postgresql" else _insert_tuples
    insert(session.connection(), cast(Table, table.__table__), rows, new_only)


def _insert_tuples(connection: Connection, table: Table, rows: Sequence[dict[str, Any]], new_only: bool) -> None:
    """Insert rows through SQLite's driver directly: SQLAlchemy's own bulk insert takes twice as long."""
    from sqlalchemy.dialects.sqlite import insert

    query = insert(table).inline()  # The new ids are not returned.
    statement = (query.on_conflict_do_nothing() if new_only else query).compile(connection, column_keys=list(rows[0]))
    parameter_order = cast(list[str], statement.positiontup)
    connection.exec_driver_sql(str(statement), list(map(itemgetter(*parameter_order), rows)))


def _insert_json(connection: Connection, table: Table, rows: Sequence[dict[str, Any]], new_only: bool) -> None:
    """Insert rows in PostgreSQL as one JSON array: a statement for each row takes a third longer.

    Raises sqlalchemy.exc.DataError for a text longer than its column.
    """
    from sqlalchemy.dialects.postgresql import insert  # Slow to import, and not needed for event files.

    columns = [column(name, table.c[name].type) for name in rows[0]]
    values = func.json_to_recordset(literal(rows, JSON)).table_valued(*columns).render_derived(with_types=True)
    query = insert(table).from_select(list(rows[0]), select(values), include_defaults=False)
    connection.execute(query.on_conflict_do_nothing() if new_only else query)


def batches(items: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """Split items into lists of up to `size`, in order."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
