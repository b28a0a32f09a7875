"""A desk that is told to end does so, also where asyncio loses the cancellation on its way."""

import asyncio

import aiomqtt

from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.broker_address import Broker
from host_tools.desk.live.broker_connection import connection_error_text, run_live
from host_tools.desk.live.desk_client import DeskClient
from tests.live.brokers import desk_is_there
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S


def serving(hall, night):
    """A task that serves the event's boards."""
    return asyncio.create_task(run_live(hall.broker, night.opened(), LiveTables(), lambda: None, True))


async def ends(desk):
    """Whether the desk ends within half a minute."""
    done, _ = await asyncio.wait([desk], timeout=PATIENCE_S)
    return bool(done)


def test_a_cancellation_that_comes_with_the_brokers_answer_ends_it(hall, night, monkeypatch):
    """As `asyncio.wait_for` does it before Python 3.12: what it waited for has come, and it returns that."""
    publish, acknowledged = aiomqtt.Client.publish, asyncio.Event()

    async def publish_and_lose(client, topic, *args, **options):
        await publish(client, topic, *args, **options)
        if topic.startswith("homeassistant/") and not acknowledged.is_set():
            acknowledged.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                return

    async def story():
        desk = serving(hall, night)
        await acknowledged.wait()
        desk.cancel()
        assert await ends(desk)

    monkeypatch.setattr(aiomqtt.Client, "publish", publish_and_lose)
    in_own_thread(asyncio.run, story())


def test_a_cancellation_that_comes_with_an_error_ends_it(hall, night, monkeypatch):
    """A task group that is cancelled while a task of it fails raises the error alone."""
    serve = DeskClient.serve

    async def fails_when_cancelled(*args):
        try:
            await serve(*args)
        except asyncio.CancelledError:
            raise aiomqtt.MqttError("the broker is gone") from None

    async def story():
        desk = serving(hall, night)
        await desk_is_there(hall)
        desk.cancel()
        assert await ends(desk)

    monkeypatch.setattr(DeskClient, "serve", fails_when_cancelled)
    in_own_thread(asyncio.run, story())


def test_a_broker_that_ends_a_connection_is_told_in_words():
    text = connection_error_text(Broker("127.0.0.1", 1884), aiomqtt.MqttCodeError(128))
    assert "the broker has ended the connection" in text
