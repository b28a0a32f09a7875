"""What somebody does who has one board's password, against a real broker, a desk and the other boards."""

import asyncio

import aiomqtt
import pytest
from desk.live.running_desks import desk_at, log_of, results_of
from live.brokers import UIDS, board_at, desk_is_there

from host_tools.desk.live.broker_connection import connect
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

OPENED, HONEST = UIDS[:2]


async def brings_a_result(board, log):
    """A board that is connected sends a result, and hears that it is kept."""
    await board.come("Night")
    await board.send(log.game(1, 1, 121, 90))
    await board.until(lambda b: any(ack.get("got") == 1 for ack in b.acks if ack))


def test_retained_results_do_not_keep_a_desk_from_starting(hall, night):
    """As many as the broker delivers to nobody at once."""

    async def go():
        async with hall.client(OPENED) as client:
            for number in range(6000):
                await client.publish(f"cribbage/{OPENED}/result/x{number}", b"x" * 200, 0, True)
        async with desk_at(hall, night.store) as desk, board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            assert desk.tables.trouble == ""
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert results_of(night) == [(1, "", "")]


def test_retained_results_that_come_while_a_desk_listens_are_cleared(hall, night):
    async def go():
        async with desk_at(hall, night.store), hall.client(OPENED) as client:
            await desk_is_there(hall)
            await client.publish(f"cribbage/{OPENED}/result/x", b"x", 1, True)
            async with connect(hall.broker) as other, asyncio.timeout(PATIENCE_S):
                await other.subscribe(f"cribbage/{OPENED}/result/#")
                async for message in other.messages:
                    if not message.payload:
                        break

    in_own_thread(asyncio.run, go())


def test_nobody_pushes_another_board_off(hall, night):
    """By its client identifier, with a password of one's own: the broker takes the user name for it."""

    async def go():
        async with desk_at(hall, night.store), board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            for _ in range(10):
                async with hall.client(OPENED, identifier=HONEST):
                    pass
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert results_of(night) == [(1, "", "")]


def test_nobody_pushes_a_desk_off(hall, night):
    async def go():
        async with connect(hall.broker, "desk-1") as desk:
            await desk.subscribe("cribbage/#")
            for _ in range(10):
                async with hall.client(OPENED, identifier="desk-1"):
                    pass
            await desk.publish("cribbage/desk/x", b"", 1)

    in_own_thread(asyncio.run, go())


@pytest.mark.parametrize("user", [OPENED, HONEST])
def test_a_board_s_password_is_none_for_desks(hall, user):
    async def go():
        with pytest.raises(aiomqtt.MqttError, match="Not authorized"):
            async with aiomqtt.Client("127.0.0.1", hall.desk_port, username=user, password="a board's"):
                pass

    in_own_thread(asyncio.run, go())


def test_a_flood_of_lines_delays_the_results_of_others_and_nothing_else(hall, night):
    """Each in the board's own name and new, and none of them its own."""
    forged = [log_of(OPENED, key="77" * 16).game(1, 1, 121, 40 + number % 60) for number in range(300)]

    async def go():
        async with desk_at(hall, night.store), board_at(hall, OPENED) as opened, board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            await opened.come("Night", table=2)
            for line in forged:
                await opened.send(line)
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    counting = [row for row in results_of(night) if not row[1]]
    assert counting == [(1, "", "")]


def test_a_broker_of_mqtt_3_is_served_too(hall, night, monkeypatch):
    """A desk finds out, and leaves retained results alone there as well."""
    asked = []
    real = aiomqtt.Client.__aenter__

    async def enter(client):
        version = client._client._protocol
        asked.append(version)
        if version == aiomqtt.ProtocolVersion.V5.value:
            raise aiomqtt.MqttCodeError(_UnsupportedVersion())
        return await real(client)

    monkeypatch.setattr(aiomqtt.Client, "__aenter__", enter)

    async def go():
        async with hall.client(OPENED) as client:
            await client.publish(f"cribbage/{OPENED}/result/1", b"x", 1, True)
        async with desk_at(hall, night.store), board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert aiomqtt.ProtocolVersion.V5.value in asked
    assert results_of(night) == [(1, "", "")]


class _UnsupportedVersion:
    value = 132
