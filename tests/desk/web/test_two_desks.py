"""Tests of two desk servers on one event in PostgreSQL, changing the same tables at once."""

import asyncio
import threading

from host_tools.desk.events.location import OpenEvent
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store
from host_tools.desk.store.model import Card
from host_tools.desk.web import live_feed
from host_tools.desk.web.live_feed import Topic
from tests.desk.conftest import Desk
from tests.desk.web.conftest import Visitor, pages
from tests.desk.web.test_pages import fields
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

ROUNDS = 2


def test_two_directors_never_overwrite_each_other(new_database):
    """Both have the same page open, and send all its tables at the same moment."""
    first, second = (Desk(Store(new_database)) for _ in range(2))
    first.create("acc", 6, rounds=ROUNDS)
    both = [Visitor(pages(desk)) for desk in (first, second)]
    for visitor, name in zip(both, ("Ruth", "Sam"), strict=True):
        assert visitor.sign_in(name=name).status_code == 303
    for number in range(1, ROUNDS + 1):
        first.do(seat_next, by="Ruth")
        path = f"/director/round/{number}"
        answers = at_once(both, path, [filled(fields(both[i], path), digit) for i, digit in enumerate("79")])
        entered = [answer.text.count("Somebody was faster") for answer in answers]
        assert sum(entered) == 3
        assert first.ask(compute_standings) == second.ask(compute_standings)
        assert {one.played for one in second.ask(compute_standings)} == {number}
    assert first.ask(lambda desk: desk.session.query(Card).count()) == ROUNDS * 3 * 2


def filled(form, last):
    """Every table's result, the losers' by a digit of their own."""
    for name in form:
        if name.startswith("peg"):
            form[name] = "121" if name.endswith("A") else f"10{last}"
    return form


def at_once(visitors, path, forms):
    together, answers = threading.Barrier(len(visitors)), [None] * len(visitors)

    def send(i, form):
        form["csrf_token"] = visitors[i].token()
        together.wait()
        answers[i] = visitors[i].client.post(path, data=form, follow_redirects=True)

    threads = [threading.Thread(target=send, args=pair) for pair in enumerate(forms)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_what_one_desk_changes_the_other_shows_without_asking_for_it(new_database, monkeypatch):
    """Its own look at the store would come much later than this test waits."""
    monkeypatch.setattr(live_feed, "TICK_S", 10 * PATIENCE_S)
    first, second = (Desk(Store(new_database)) for _ in range(2))
    first.create("acc", 4, rounds=ROUNDS)
    feed = pages(second).extensions["feed"]

    def seat():
        with OpenEvent(first.store, first.name).writing() as desk:
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
