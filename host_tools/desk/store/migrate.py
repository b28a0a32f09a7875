"""Create an event database's schema, or upgrade one with Alembic; the versions are in `migrations`."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, create_mock_engine, inspect, text
from sqlalchemy.engine.mock import MockConnection

from host_tools.desk.store.model import Event
from host_tools.i18n import message

if TYPE_CHECKING:
    from alembic.config import Config

_SCRIPTS = Path(__file__).with_name("migrations")
HEAD = "0001"
"""The newest version in `migrations/versions`."""
_NEXT = f"{int(HEAD) + 1:04}"
_LOCK = 12131


class NewerSchemaError(Exception):
    """The store was made by a later version of the program."""


def upgrade(connection: Connection) -> None:
    """Create the tables or upgrade them to the newest version, inside the connection's transaction. Raises
    NewerSchemaError."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    if is_usable(connection):
        return
    if inspect(connection).get_table_names():
        upgrade_by_steps(connection)
    else:
        _create(connection)


def _create(connection: Connection) -> None:
    """Create the tables of an empty store as they are now: Alembic's steps to the same take three times as long, and
    Alembic takes half a second to import."""
    for statement in _tables(connection.dialect.name):
        connection.exec_driver_sql(statement)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": HEAD})


@cache
def _tables(dialect: str) -> list[str]:
    """Return the statements that create the tables: to compile them takes four times as long as to execute them."""
    statements: list[str] = []

    def keep(statement: Any, *_: object) -> None:
        statements.append(str(statement.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine(f"{dialect}://", keep)
    Event.metadata.create_all(engine, checkfirst=False)
    return statements


def is_usable(connection: Connection) -> bool:
    """Return whether the tables have the newest version, or are a database's that the next version has upgraded.

    Each step only adds what a program of the version before can leave out, so that the desks on one database can be
    updated one after another.
    """
    version = schema_version(connection)
    return version == HEAD or (version == _NEXT and connection.dialect.name == "postgresql")


def schema_version(connection: Connection) -> str | None:
    """Return the schema's version; None for an empty store."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def alembic_config(connection: Connection) -> "Config":
    """Build Alembic's configuration for this connection."""
    from alembic.config import Config  # takes a while to import, and is seldom needed

    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    return settings


def upgrade_by_steps(connection: Connection) -> None:
    """Upgrade the tables by Alembic's steps. Raises NewerSchemaError."""
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(alembic_config(connection), HEAD)
    except CommandError:
        raise NewerSchemaError(message("cli.store.newer")) from None
