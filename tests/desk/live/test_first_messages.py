"""Tests of a desk that has just connected: it waits for all that the broker has kept of its boards."""

import asyncio

import aiomqtt
import pytest

from host_tools.desk.errors import DeskError
from host_tools.desk.live import desk_client
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_client import DeskClient
from tests.desk.live.board_payloads import state
from tests.own_thread import in_own_thread

_BOARDS = 50


class Broker:
    """One that sends what a test lets it send."""

    async def publish(self, *_args, **_options):
        pass


def message(topic, payload=b""):
    return aiomqtt.Message(topic=topic, payload=payload, qos=0, retain=True, mid=0, properties=None)


@pytest.fixture
def desk(night, monkeypatch):
    """A desk that gives up as soon as nothing comes."""
    monkeypatch.setattr(desk_client, "ECHO_S", 0)
    return DeskClient(night.opened(), LiveTables(), lambda: None)


def test_a_desk_waits_as_long_as_messages_come(desk):
    async def send():
        for number in range(_BOARDS):
            desk._receive(message(f"cribbage/{number:016x}/state", state()))
            await asyncio.sleep(0)
        desk._receive(message(desk._probe_topic))

    async def story():
        sending = asyncio.create_task(send())
        await desk._wait_for_echo(Broker())
        await sending

    in_own_thread(asyncio.run, story())
    assert len(desk.inbox.states) == _BOARDS


def test_a_desk_that_nothing_reaches_says_so(desk):
    with pytest.raises(DeskError, match="lets it read nothing"):
        in_own_thread(asyncio.run, desk._wait_for_echo(Broker()))
