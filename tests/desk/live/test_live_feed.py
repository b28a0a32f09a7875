"""Tests of the live feed: one rendering for any number of viewers, and slow viewers delay nobody."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import pytest

from host_tools.desk.store.database import StoreError
from host_tools.desk.web import live_feed
from host_tools.desk.web.live_feed import LiveFeed, Topic
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

WALL = Topic("wall", "en")
FRENCH = Topic("wall", "fr")
DIRECTOR = Topic("director", "en", session="ruth")


class Hall:
    """What there is to be seen: a score that somebody changes."""

    def __init__(self):
        self.score, self.asked, self.wrong, self.open = 0, 0, None, {"ruth"}
        self.new, self.changed = [], {WALL, FRENCH, DIRECTOR}
        self.feed = LiveFeed(self.render, lambda session: session in self.open)

    def render(self, topics, new_topics):
        self.asked += 1
        self.new.append(list(new_topics))
        if self.wrong:
            raise self.wrong
        return {
            topic: {"stamp": "1", "score": f"{topic.language} {self.score}", "same": "x"}
            for topic in topics
            if topic in self.changed or topic in new_topics
        }

    def change(self, score):
        self.score = score
        self.feed.wake()


@asynccontextmanager
async def running(hall):
    task = asyncio.create_task(hall.feed.run())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE_S):
        yield hall.feed
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def told(stream):
    """The next message, signs of life apart."""
    async for text in stream:
        if text.startswith(b"data: "):
            return json.loads(text.removeprefix(b"data: ").partition(b"\n\n")[0])
    return None


def play(scene):
    hall = Hall()
    in_own_thread(asyncio.run, scene(hall))
    return hall


def test_a_hundred_viewers_cost_what_one_does():
    async def scene(hall):
        async with running(hall) as feed:
            streams = [feed.follow(WALL) for _ in range(100)]
            first = await asyncio.gather(*map(told, streams))
            assert first == [{"stamp": "1", "score": "en 0", "same": "x"}] * 100
            for score in (1, 2, 3):
                hall.change(score)
                assert await asyncio.gather(*map(told, streams)) == [{"score": f"en {score}"}] * 100
            assert feed.message_count == 4
            assert feed.viewers == 100
            for stream in streams:
                await stream.aclose()
            assert feed.viewers == 0

    play(scene)


def test_each_language_is_told_in_its_own_and_asked_for_together():
    async def scene(hall):
        async with running(hall) as feed:
            english, french = feed.follow(WALL), feed.follow(FRENCH)
            await asyncio.gather(told(english), told(french))
            asked = hall.asked
            hall.change(5)
            assert await asyncio.gather(told(english), told(french)) == [{"score": "en 5"}, {"score": "fr 5"}]
            assert hall.asked == asked + 1

    play(scene)


def test_a_topic_is_new_until_it_was_rendered():
    async def scene(hall):
        async with running(hall) as feed:
            english = feed.follow(WALL)
            hall.wrong = StoreError("Night: no such file")
            first = asyncio.create_task(told(english))
            while len(hall.new) < 2:
                await asyncio.sleep(0.01)
            hall.wrong = None
            hall.change(1)
            await first
            await told(feed.follow(FRENCH))
            assert hall.new[:2] == [[WALL], [WALL]]
            assert hall.new[-1] == [FRENCH]

    play(scene)


def test_topics_that_were_not_rendered_are_told_nothing():
    async def scene(hall):
        async with running(hall) as feed:
            english, french = feed.follow(WALL), feed.follow(FRENCH)
            await asyncio.gather(told(english), told(french))
            hall.changed = {FRENCH}
            hall.change(5)
            assert await told(french) == {"score": "fr 5"}
            hall.changed = {WALL}
            hall.change(6)
            assert await told(english) == {"score": "en 6"}

    play(scene)


def test_nobody_looks_and_nothing_is_worked_out():
    async def scene(hall):
        async with running(hall) as feed:
            feed.wake()
            await asyncio.sleep(0.01)
            assert (hall.asked, feed.message_count) == (0, 0)

    play(scene)


def test_who_was_away_for_long_gets_the_whole(monkeypatch):
    monkeypatch.setattr(live_feed, "APART_S", 0)

    async def scene(hall):
        async with running(hall) as feed:
            slow, fast = feed.follow(WALL), feed.follow(WALL)
            await asyncio.gather(told(slow), told(fast))
            for score in range(1, 100):
                hall.change(score)
                await told(fast)
            assert await told(slow) == {"stamp": "1", "score": "en 99", "same": "x"}

    play(scene)


def test_a_sign_of_life_where_nothing_happens_and_none_for_who_has_signed_out(monkeypatch):
    monkeypatch.setattr(live_feed, "ALIVE_S", 0.01)

    async def scene(hall):
        async with running(hall) as feed:
            stream = feed.follow(DIRECTOR)
            await told(stream)
            assert await anext(stream) == b"event: alive\ndata:\n\n"
            hall.open.clear()
            with pytest.raises(StopAsyncIteration):
                await anext(stream)

    play(scene)


def test_a_store_that_is_gone_for_a_while_ends_no_stream(caplog):
    async def scene(hall):
        async with running(hall) as feed:
            stream = feed.follow(WALL)
            await told(stream)
            hall.wrong = StoreError("Night: no such file")
            hall.change(1)
            while "no such file" not in caplog.text:
                await asyncio.sleep(0.01)
            hall.wrong = None
            hall.change(2)
            assert await told(stream) == {"score": "en 2"}

    play(scene)


def test_work_beside_the_server_that_fails_is_told(caplog):
    async def fails(_changed):
        raise ValueError("no broker at all")

    async def scene(hall):
        hall.feed.works = [fails]
        async with running(hall) as feed:
            stream = feed.follow(WALL)
            await told(stream)
            assert feed.broken == "no broker at all"

    play(scene)


def test_closing_ends_all_streams():
    async def scene(hall):
        async with running(hall) as feed:
            stream = feed.follow(WALL)
            await told(stream)
            feed.close()
            assert await told(stream) is None

    play(scene)
