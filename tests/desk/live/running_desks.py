"""Run desks against a real broker with asyncio, and make result lines of their boards."""

from contextlib import asynccontextmanager

from sqlalchemy import select

from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_connection import run_live
from host_tools.desk.store.model import Line
from tests.desk.board_log import BoardLog
from tests.desk.conftest import opened
from tests.live.brokers import UIDS, running

KEY = "5eed" * 8
UID = UIDS[0]


class LiveDesk:
    """One desk at a broker; `changes` counts what its pages were told of."""

    def __init__(self, event):
        self.event, self.tables, self.changes = event, LiveTables(), 0

    def changed(self):
        self.changes += 1


@asynccontextmanager
async def desk_at(hall, store, name="Night", home_assistant=False):
    """A desk of the event in this store, until it is left."""
    event = opened(store, name)
    served = LiveDesk(event)
    async with running(run_live(hall.broker, event, served.tables, served.changed, home_assistant)):
        yield served


def log_of(uid=UID, event="Night", key=KEY):
    return BoardLog(uid, event, bytes.fromhex(key))


def results_of(desk):
    """Number, reasons to hold it, and decision of each line the desk has."""
    with desk.store.read() as session:
        return sorted(tuple(row) for row in session.execute(select(Line.n, Line.held, Line.decision)))
