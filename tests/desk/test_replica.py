"""Test of an event on two PostgreSQL servers, the second a synchronous replica, of which the first is lost."""

from contextlib import ExitStack

import pytest
from sqlalchemy import select

from host_tools.desk.live.result_import import decode_result, import_received_lines
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store, StoreError
from host_tools.desk.store.model import Line
from tests.desk.board_log import BoardLog
from tests.desk.conftest import Desk
from tests.measure.postgresql import ServerError
from tests.measure.replicated_server import replicated_server

TABLES, LOST_AFTER = 40, 25


@pytest.mark.deep
def test_what_was_acknowledged_is_there_when_the_first_database_is_lost_in_the_middle_of_a_round():
    with ExitStack() as stack:
        try:
            servers = stack.enter_context(replicated_server())
        except ServerError as error:
            pytest.skip(str(error))
        desk = Desk(Store(servers.url)).create(players=2 * TABLES, rounds=3)
        desk.do(seat_next, by="me")
        opened, acknowledged = desk.opened(), []
        uids = [f"{table:016x}" for table in range(1, TABLES + 1)]
        lines = {uid: BoardLog(uid, "Night").game(1, table, 121, 90) for table, uid in enumerate(uids, 1)}

        def send(uid):
            received = decode_result(uid, "1", lines[uid].encode())
            if import_received_lines(opened, [received]).acks[uid].got == 1:
                acknowledged.append(uid)

        for uid in uids[:LOST_AFTER]:
            send(uid)
        servers.kill_first()
        for uid in uids[LOST_AFTER:]:
            with pytest.raises(StoreError):
                send(uid)
        servers.promote_second()
        assert boards_of(desk) == acknowledged == uids[:LOST_AFTER]
        for uid in uids[LOST_AFTER - 1 :]:
            send(uid)
        assert boards_of(desk) == uids
        assert [standing.played for standing in desk.ask(compute_standings)] == [1] * 2 * TABLES
        desk.store.close()


def boards_of(desk):
    """The boards of all results that the store has, in order."""
    return desk.ask(lambda desk: list(desk.session.scalars(select(Line.board).order_by(Line.board))))
