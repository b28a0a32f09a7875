"""Tell the other desks on a PostgreSQL of changes of an event, by LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Engine, text

from host_tools.desk.store.desk import Desk

_CHANNEL = "cribboard_event"
_POSTGRESQL = "postgresql"
_AGAIN_S = 1.0
"""Wait before the next attempt to connect."""
_NOTIFY = text(f"SELECT pg_notify('{_CHANNEL}', :event)")


def notify_change(desk: Desk) -> None:
    """Tell all who listen that this transaction changes the event, once it is committed. Files have no listeners."""
    if desk.session.get_bind().dialect.name == _POSTGRESQL:
        desk.session.execute(_NOTIFY, {"event": str(desk.event.id)})


async def listen_for_changes(engine: Engine, event_id: int, on_change: Callable[[], None]) -> None:
    """Call `on_change` after each change of the event by any program, until cancelled; return at once for a file.

    It is called too once the connection stands, at first and again: what changed before was not heard.
    """
    if engine.dialect.name != _POSTGRESQL:
        return
    import psycopg  # Not needed for event files.

    _, parameters = engine.dialect.create_connect_args(engine.url)
    while True:
        with suppress(psycopg.Error):
            async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as connection:
                await connection.execute(f"LISTEN {_CHANNEL}")
                on_change()
                async for notification in connection.notifies():
                    if notification.payload == str(event_id):
                        on_change()
        await asyncio.sleep(_AGAIN_S)
