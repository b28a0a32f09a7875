"""SQLAlchemy's declarative base, and bulk inserts in batches."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, cast

from sqlalchemy import MetaData, TableClause
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
    """The present time as stored: ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def add_rows(session: Session, table: type[Base], rows: Sequence[dict[str, Any]], new_only: bool = False) -> None:
    """Write many rows at once, all with the same columns, straight through the driver: half the time goes otherwise
    into looking at each row again. With `new_only` rows that a unique constraint forbids are left out."""
    if not rows:
        return
    connection = session.connection()
    query = _insert(connection.dialect.name)(cast(TableClause, table.__table__)).inline()  # Without the new ids.
    written = (query.on_conflict_do_nothing() if new_only else query).compile(connection, column_keys=list(rows[0]))
    order = written.positiontup
    connection.exec_driver_sql(str(written), list(map(itemgetter(*order), rows)) if order else list(rows))


def _insert(dialect: str) -> Callable[[TableClause], Any]:
    """The database dialect's INSERT construct, which supports ON CONFLICT."""
    if dialect == "postgresql":
        from sqlalchemy.dialects import postgresql  # takes a while to import, and files do without

        return postgresql.insert
    from sqlalchemy.dialects import sqlite

    return sqlite.insert


def batches(items: Sequence[Any], size: int) -> Iterator[list[Any]]:
    """Split items into lists of up to `size`, in order."""
    for start in range(0, len(items), size):
        yield list(items[start : start + size])
