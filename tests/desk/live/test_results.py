"""Results that come over the network: kept as a cable's are, acknowledged once they are committed."""

import asyncio

from desk.live.desks import UID, desk_at, log_of, results_of
from live.brokers import board_at


def test_a_result_is_kept_and_then_acknowledged(hall, night):
    log = log_of()
    line = log.game(1, 1, 121, 90)

    async def evening():
        async with desk_at(hall, night.store) as desk, board_at(hall, UID) as board:
            await board.come("Night")
            await board.send(line)
            await board.until(lambda b: b.acks and b.acks[-1]["n"] == 1)
            assert board.acks[-1] == {"n": 1, "hash": log.prev, "got": 1}
            assert results_of(night) == [(1, "", "")]
            assert desk.changes

    asyncio.run(evening())
