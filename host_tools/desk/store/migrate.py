"""Create an event database's schema, or upgrade one with Alembic; the steps are in `migrations`."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from host_tools.desk.store.model import Event
from host_tools.i18n import message

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
    if schema_version(connection) is None:
        _create(connection)
    else:
        _upgrade_by_steps(connection)


def _create(connection: Connection) -> None:
    """Create the tables of an empty store as they are now, with their version, from which steps go on."""
    Event.metadata.create_all(connection, checkfirst=False)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": HEAD})


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


def _upgrade_by_steps(connection: Connection) -> None:
    """Upgrade the tables by Alembic's steps. Raises NewerSchemaError."""
    from alembic import command  # takes half a second to import, and is seldom needed
    from alembic.config import Config
    from alembic.util import CommandError

    settings = Config()
    settings.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    try:
        command.upgrade(settings, HEAD)
    except CommandError:
        raise NewerSchemaError(message("cli.store.newer")) from None
