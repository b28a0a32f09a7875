"""What somebody does who has one board's password, against a real broker, a desk and the other boards."""

import asyncio
from contextlib import suppress

import aiomqtt
import paho.mqtt.client as paho
import pytest

from firmware.journal.seal import board_key, key_check
from host_tools.desk.live import inbox
from host_tools.desk.live.broker_connection import connect
from host_tools.desk.scoring.standings import compute_standings
from tests.desk.live.running_desks import KEY, desk_at, log_of, results_of
from tests.live.brokers import PASSWORD, UIDS, board_at, desk_is_there
from tests.measure.wall_viewers import board_state
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

OPENED, HONEST = UIDS[:2]
_AGAIN_S = 1.0


async def brings_a_result(board, log):
    """A board that is connected sends a result, and hears that it is kept."""
    await board.come("Night")
    await board.send(log.game(1, 1, 121, 90))
    await board.until(lambda b: any(ack.get("got") == 1 for ack in b.acks if ack))


def test_retained_results_do_not_keep_a_desk_from_starting(hall, night):
    """As many as the broker delivers to nobody at once."""

    hall.flood(OPENED, [f"cribbage/{OPENED}/result/x{number}" for number in range(6000)], b"x" * 200)

    async def go():
        async with desk_at(hall, night.store) as desk, board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            assert desk.tables.trouble == ""
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert results_of(night) == [(1, "", "")]


def test_a_desk_starts_where_more_boards_are_than_the_broker_queues_messages(hall, night):
    """As one that is started again in an event of thousands."""

    topics = [f"cribbage/{number:016x}/here" for number in range(6000)]
    hall.flood("desk", topics, b'{"here":true,"c":1}')

    async def go():
        async with desk_at(hall, night.store) as desk, board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            assert desk.tables.trouble == ""
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert results_of(night) == [(1, "", "")]


def flood_until_the_broker_gives_up(hall):
    """With large results that it is to keep, until its memory is full and it ends the connection."""
    flooding = paho.Client(paho.CallbackAPIVersion.VERSION2)
    flooding.username_pw_set(OPENED, PASSWORD)
    flooding.connect("127.0.0.1", hall.port)
    number = 0
    while flooding.loop(timeout=0) == paho.MQTT_ERR_SUCCESS:
        flooding.publish(f"cribbage/{OPENED}/result/x{number}", b"x" * 16_000, 0, True)
        number += 1


@pytest.mark.deep
@pytest.mark.slow
def test_a_broker_whose_memory_one_board_has_filled_serves_the_others(hall, night):
    hall.mosquitto.stop()
    configuration = hall.files.configuration.read_text()
    assert "memory_limit 268435456" in configuration
    hall.files.configuration.write_text(configuration.replace("memory_limit 268435456", "memory_limit 20000000"))
    hall.mosquitto.start()

    async def go():
        async with desk_at(hall, night.store), board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            await asyncio.to_thread(flood_until_the_broker_gives_up, hall)
            line = log_of(HONEST).game(1, 1, 121, 90)
            while not board.acks or board.acks[-1].get("got") != 1:
                # Again, as boards do: the desk's connection may have ended too, and comes again.
                await board.come("Night")
                await board.send(line)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_AGAIN_S):
                        await board.until(lambda b: any(ack and ack.get("got") == 1 for ack in b.acks))

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


def own_key(uid):
    return board_key(bytes.fromhex(KEY), uid)


async def comes_with_its_own_key(board, table):
    """And hears that it is assigned to that table."""
    await board.come("Night", table=table, key=key_check(own_key(board.uid)))
    await board.until(lambda b: any(one and one["table"] == table for one in b.assignments))


def test_an_opened_board_s_key_takes_no_score_of_another_table_out_of_the_standings(hall, night):
    """It seals in its own name, as it may, what another table has played; more often than that table's own board."""
    forged, true = (log_of(uid, key=own_key(uid).hex()) for uid in (OPENED, HONEST))
    claims = [forged.game(1, 2, 60 + number, 121) for number in range(3)]

    async def go():
        async with desk_at(hall, night.store), board_at(hall, OPENED) as opened, board_at(hall, HONEST) as board:
            await comes_with_its_own_key(opened, 1)
            await comes_with_its_own_key(board, 2)
            await opened.send(claims[0])
            await opened.until(lambda b: any(ack and ack.get("got") == 1 for ack in b.acks))
            await board.send(true.game(1, 2, 121, 90))
            await board.until(lambda b: any(ack and ack.get("got") == 1 for ack in b.acks))
            for line in claims[1:]:
                await opened.send(line)
            await opened.until(lambda b: any(ack and ack.get("got") == 3 for ack in b.acks))

    in_own_thread(asyncio.run, go())
    assert [row for row in results_of(night) if not row[1]] == [(1, "", "")]
    assert sum("moved" in held for _, held, _ in results_of(night)) == 3
    assert sum(standing.won for standing in night.ask(compute_standings)) == 1


def test_boards_of_other_events_that_the_broker_keeps_take_no_place_of_the_event_s(hall, night, monkeypatch):
    """Of a league's whole season, and more than a desk remembers."""
    monkeypatch.setattr(inbox, "MAX_BOARDS", 100)
    strangers = [f"{number:016x}" for number in range(0xB000, 0xB000 + 150)]

    async def go():
        async with connect(hall.broker) as other:
            for uid in strangers:
                await other.publish(f"cribbage/{uid}/here", b'{"here":true,"c":1}', 1, True)
                await other.publish(f"cribbage/{uid}/state", board_state("Last season", 1, 1, 1, 0), 1, True)
        async with desk_at(hall, night.store), board_at(hall, HONEST) as board:
            await desk_is_there(hall)
            await brings_a_result(board, log_of(HONEST))

    in_own_thread(asyncio.run, go())
    assert results_of(night) == [(1, "", "")]


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
