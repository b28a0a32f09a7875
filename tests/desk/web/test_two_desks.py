"""Tests of two desk servers on one event in PostgreSQL, changing the same tables at once."""

import asyncio

from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store
from host_tools.desk.web import live_feed
from host_tools.desk.web.live_feed import Topic
from tests.desk.conftest import Desk
from tests.desk.web.conftest import pages
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

ROUNDS = 2


def test_what_one_desk_changes_the_other_shows_without_asking_for_it(new_database, monkeypatch):
    """Its own look at the store would come much later than this test waits."""
    monkeypatch.setattr(live_feed, "TICK_S", 10 * PATIENCE_S)
    first, second = (Desk(Store(new_database)) for _ in range(2))
    first.create("acc", 4, rounds=ROUNDS)
    feed = pages(second).extensions["feed"]

    def seat():
        with first.opened().writing() as desk:
            seat_next(desk.acting("Ruth"))

    async def watch():
        running = asyncio.create_task(feed.run())
        stream = feed.follow(Topic("wall", "en"))
        async with asyncio.timeout(PATIENCE_S):
            await anext(stream)
            await asyncio.to_thread(seat)
            async for text in stream:
                if b"live-1" in text:
                    break
        running.cancel()

    in_own_thread(asyncio.run, watch())
