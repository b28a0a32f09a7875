"""Database access: engine setup for SQLite or PostgreSQL, read and write transactions, copy of an event file."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
)
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from host_tools.desk.errors import ConflictError, DeskError
from host_tools.desk.store.migrate import NewerSchemaError, is_usable, upgrade
from host_tools.extras import missing_message
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.private_files import touch_private

SUFFIX = ".cribbage"
_LOCKED_S: ContextVar[float] = ContextVar("locked_s", default=20.0)
"""How long a transaction waits for another program's lock of an event file."""
_UNDEFINED_COLUMN = "42703"
"""PostgreSQL's code."""
_BUSY_CODES = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_WRITES = "cribboard_writes"
ANSWERS = "answers"
"""Where the session of a read transaction keeps what it was asked (`asked_once`)."""
_POSTGRESQL = "psycopg"
"""The driver of PostgreSQL."""
PATIENCE = {
    "connect_timeout": "10",
    "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
    "tcp_user_timeout": "25000",
}  # fmt: skip
"""How long PostgreSQL's client waits for a silent server, for instance when a line is cut, unless the URL says
otherwise. Without limits it waits for hours, in which a desk could not even be ended. All in seconds but the last, in
milliseconds."""
_READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ"}
_WRITING: dict[str, Any] = {"isolation_level": "READ COMMITTED"}
"""PostgreSQL's isolation of read transactions, which see one state throughout, and of write transactions, which wait
for each other and see what the one before wrote. SQLite does both by itself."""


class StoreError(DeskError):
    """A store that cannot be opened, read or written."""


class BusyStoreError(StoreError):
    """A store that another program has locked; nothing was written."""


@contextmanager
def wait_for_lock(seconds: float) -> Iterator[None]:
    """Context whose transactions wait so long where another program has locked an event file."""
    token = _LOCKED_S.set(seconds)
    try:
        yield
    finally:
        _LOCKED_S.reset(token)


def file_url(path: Path) -> str:
    """Return the URL of an event file."""
    return f"sqlite:///{path}"


class Store:
    """An open store at `url`, brought to the present schema. Raises StoreError."""

    def __init__(self, url: str) -> None:
        self.name = url.partition("://")[0] + "://…" if "://" in url else url
        with self._translate_errors():
            try:
                self.name = _name_of(make_url(url))
                self.engine = make_engine(url)
            except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
                if getattr(error, "name", "") == _POSTGRESQL:
                    raise StoreError(missing_message(_POSTGRESQL, "postgresql")) from None
                raise StoreError(message("desk.error.url", url=self.name, why=error)) from None
            reading, writing = (_READING, _WRITING) if self.engine.dialect.name != "sqlite" else ({}, {})
            self._reader = self.engine.execution_options(**reading)
            self._writer = self.engine.execution_options(**writing, **{_WRITES: True})
            self._migrate()

    def _migrate(self) -> None:
        # Checked without a lock: a store that another process is writing to can still be opened for reading.
        with self.engine.connect() as connection:
            if is_usable(connection):
                return
        with self._writer.begin() as connection:
            upgrade(connection)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a read transaction, which sees one state of the store throughout."""
        with self._translate_errors(), Session(self._reader, info={ANSWERS: {}}) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a write transaction, committed at its end, rolled back on an exception. Raises ConflictError,
        StoreError."""
        with self._translate_errors(), Session(self._writer) as session, session.begin():
            yield session

    @contextmanager
    def write_here(self) -> Iterator[Session]:
        """Open a write transaction as `write` does, which waits for no replica."""
        with self.write() as session:
            if self.engine.dialect.name == "postgresql":
                session.execute(text("SET LOCAL synchronous_commit = local"))
            yield session

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Context in which database errors are raised as StoreError or ConflictError, with a translated message."""
        try:
            yield
        except (StaleDataError, IntegrityError):
            raise ConflictError(message("desk.error.changed")) from None
        except NewerSchemaError as error:
            raise StoreError(labelled(self.name, error)) from None
        except (OverflowError, DataError):
            raise StoreError(message("desk.error.too_large")) from None
        except DBAPIError as error:
            if _lacks_column(error):
                raise StoreError(labelled(self.name, message("cli.store.unreleased"))) from None
            if not isinstance(error, OperationalError):
                raise StoreError(message("cli.store.strange", name=self.name, why=_first_line(error))) from None
            if _is_busy(error):
                raise BusyStoreError(message("desk.error.busy", name=self.name)) from None
            raise StoreError(labelled(self.name, _first_line(error))) from None


def _name_of(url: URL) -> str:
    """Return what a store is called in messages: a SQLite file's path, or the URL of a database without password."""
    is_file = url.get_backend_name() == "sqlite" and url.database
    return str(url.database) if is_file else url.render_as_string(hide_password=True)


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).strip().splitlines()[0]


def _lacks_column(error: DBAPIError) -> bool:
    """Return whether the tables lack a column: before the first release the first schema changes in place."""
    return getattr(error.orig, "sqlstate", "") == _UNDEFINED_COLUMN or "no such column" in str(error.orig)


def _is_busy(error: OperationalError) -> bool:
    """Return whether another program has locked a SQLite file; the low byte of its error codes says so."""
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _BUSY_CODES


def make_engine(url: str) -> Engine:
    """Create the engine of a URL. A SQLite file is made private first; "postgresql:" selects the driver psycopg."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        if "+" not in parsed.drivername:
            parsed = parsed.set(drivername=f"{parsed.drivername}+{_POSTGRESQL}")
        parsed = parsed.update_query_dict({**PATIENCE, **parsed.query})
        # A prepared statement keeps its plan: one prepared for an empty table would always scan the whole table.
        return create_engine(parsed, connect_args={"prepare_threshold": None})
    _make_private(parsed)
    engine = create_engine(parsed)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _check_file)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "checkout", _leave_replaced_file)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_private(url: URL) -> None:
    """Create a SQLite file, or restrict an existing one, so that only its owner can read it: it holds the event key."""
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        with suppress(OSError):  # Whatever else is wrong with it is reported when it is opened.
            touch_private(Path(url.database))


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Set a new SQLite connection's pragmas so that between commits the main file alone holds the whole event.

    The file can then be copied while in use. Hence a rollback journal instead of a write-ahead log, which puts commits
    into a second file, and no cache spill: pages of a long import stay in memory until its commit.
    """
    connection.isolation_level = None
    for pragma in ("journal_mode = DELETE", "synchronous = FULL", "cache_spill = OFF", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


_FILE = "cribboard_file"


def file_identity(path: str) -> tuple[int, int] | None:
    """Return what identifies the file at a path: a synced folder or a restored copy puts another in its place. None if
    there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _check_file(_dialect: object, _record: object, arguments: list[Any], _options: object) -> None:
    """Raise StoreError for a file that is gone, of which SQLite would make an empty one."""
    path = Path(arguments[0])
    if arguments[0] != ":memory:" and not path.exists() and path.parent.is_dir():
        raise StoreError(message("cli.store.gone", file=path))


def _leave_replaced_file(connection: Any, record: Any, _proxy: object) -> None:
    """Close a pooled connection whose file is not the one of its path any more: a new one opens that."""
    if _FILE not in record.info:
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        record.info[_FILE] = path, file_identity(path)
    path, opened = record.info[_FILE]
    if path and file_identity(path) != opened:
        raise DisconnectionError(path)


def file_of(session: Session) -> str:
    """Return what tells the file that a transaction has open from one that takes its place; "" for a database."""
    _, opened = session.connection().info.get(_FILE, ("", None))
    return f"{opened[0]:x}.{opened[1]:x}" if opened else ""


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; a write transaction locks the file at once, since a later lock could not be waited for."""
    # The connection keeps the setting, and transactions with another one are rare.
    if connection.info.get(_LOCKED_S) != _LOCKED_S.get():
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * _LOCKED_S.get())}")
        connection.info[_LOCKED_S] = _LOCKED_S.get()
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Context in which a new SQLite file is written, in a folder that is made if there is none. An exception, such as
    of a full disk, leaves nothing of either. Raises StoreError if the folder cannot be made."""
    made = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(labelled(path.parent, os_reason(error))) from None
    try:
        yield
    except BaseException:
        for written in (path, path.with_name(f"{path.name}-journal")):
            written.unlink(missing_ok=True)
        for folder in made:
            with suppress(OSError):  # Another program has put something there.
                folder.rmdir()
        raise


def copy_file(store: Store, path: Path) -> None:
    """Copy an event file consistently, even while it is written to. Raises StoreError if `path` exists, the store is no
    file, or the copy cannot be written."""
    if path.exists():
        raise StoreError(message("cli.store.there", file=path))
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.dialect.name != "sqlite":
            raise StoreError(message("cli.store.no_file", name=store.name))
        # VACUUM runs in no transaction.
        connection.rollback()
        with new_file(path):
            try:
                touch_private(path)
                connection.connection.driver_connection.execute("VACUUM INTO ?", (str(path),))  # type: ignore[union-attr]
            except sqlite3.Error as error:
                raise StoreError(labelled(path, error)) from None
            except OSError as error:
                raise StoreError(labelled(path, os_reason(error))) from None
