"""Tests of Home Assistant discovery: sensors on the boards' own topics, and events for won games."""

import asyncio
import json

import pytest

from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.home_assistant import HomeAssistant
from host_tools.live.broker_files import HOME_USER
from tests.desk.live.board_payloads import UID, hear, here, state
from tests.desk.live.running_desks import UID as BOARD
from tests.desk.live.running_desks import desk_at
from tests.live.brokers import board_at
from tests.live.brokers import hall as broker
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

__all__ = ["broker"]

OTHER = "0" * 16


@pytest.fixture
def hall():
    return HomeAssistant("Night-1", "Night")


def told(hall, tables, shown=True):
    messages = hall.messages(tables.snapshot(1), shown)
    return {one.topic: (json.loads(one.payload or b"null"), one.retain) for one in messages}


def tables_with(**boards):
    tables = LiveTables()
    for uid, fields in boards.items():
        hear(tables, uid, "here", here(), 0.0)
        hear(tables, uid, "state", state(event="Night-1", **fields), 0.0)
    return tables


SENSOR = "homeassistant/sensor/Night_1/table_7/config"
EVENT = "homeassistant/event/Night_1/won/config"
WON = "cribbage/hall/Night_1/won"


def test_each_table_is_a_sensor_of_its_board_s_topic_and_told_once(hall):
    tables = tables_with(**{UID: {"table": 7}})
    found = told(hall, tables)
    config, retained = found[SENSOR]
    assert (found.keys(), retained) == ({SENSOR, EVENT}, True)
    assert config["state_topic"] == config["json_attributes_topic"] == f"cribbage/{UID}/state"
    assert config["availability"][0]["topic"] == f"cribbage/{UID}/here"
    assert found[EVENT][0]["state_topic"] == WON
    assert told(hall, tables) == {}
    hall.forget_published()
    assert told(hall, tables) == found


def test_another_board_at_the_table_and_a_table_that_is_gone(hall):
    told(hall, tables_with(**{UID: {"table": 7}}))
    assert told(hall, tables_with(**{OTHER: {"table": 7}}))[SENSOR][0]["state_topic"] == f"cribbage/{OTHER}/state"
    assert told(hall, LiveTables()) == {SENSOR: (None, True)}


@pytest.mark.parametrize(("loser", "kind"), [(91, "game-won"), (90, "skunk"), (60, "skunk")])
def test_a_game_that_is_won_is_told_once(hall, loser, kind):
    told(hall, tables_with(**{UID: {"table": 7, "scores": [118, loser]}}))
    over = tables_with(**{UID: {"table": 7, "scores": [121, loser], "phase": "game-over"}})
    game = {"event_type": kind, "table": 7, "names": ["Ann", "Bo"], "scores": [121, loser]}
    assert told(hall, over) == {WON: (game, False)}
    assert told(hall, over) == {}


def test_a_game_that_was_over_when_the_desk_came_is_no_news(hall):
    assert WON not in told(hall, tables_with(**{UID: {"phase": "match-over", "scores": [121, 90]}}))


def test_scores_that_are_kept_back_are_not_told(hall):
    config = told(hall, tables_with(**{UID: {"table": 7}}), shown=False)[SENSOR][0]
    assert "scores" not in json.dumps(config)
    assert "json_attributes_topic" not in config
    over = tables_with(**{UID: {"table": 7, "scores": [121, 90], "phase": "game-over"}})
    assert told(hall, over, shown=False) == {}


def test_boards_of_another_event_and_friendly_games_are_left_alone(hall):
    told(hall, tables_with(**{UID: {"table": 7, "scores": [118, 80]}}))
    friendly = {"table": 7, "scores": [121, 80], "phase": "game-over", "friendly": True}
    assert told(hall, tables_with(**{UID: friendly})) == {}
    tables = LiveTables()
    hear(tables, OTHER, "state", state(event="Other", table=3), 0.0)
    assert "homeassistant/sensor/Night_1/table_3/config" not in told(hall, tables)


def test_home_assistant_reads_it_from_the_broker_whenever_it_comes(broker, night):
    """Retained, but for the game that is won; and Home Assistant may read nothing else."""
    broker.files.set_password(HOME_USER, "home")
    broker.mosquitto.reload()

    async def heard(client, count):
        async with asyncio.timeout(PATIENCE_S):
            return {m.topic.value: (m.retain, m.payload) for m in [await anext(client.messages) for _ in range(count)]}

    async def go():
        async with desk_at(broker, night.store, home_assistant=True), board_at(broker, BOARD) as board:
            await board.come("Night", phase="idle", scores=[118, 90])
            async with broker.client(HOME_USER, "home") as first:
                await first.subscribe("homeassistant/#", 1)
                await heard(first, 2)
            async with broker.client(HOME_USER, "home") as home:
                await home.subscribe("homeassistant/#", 1)
                configs = await heard(home, 2)
                assert {retained for retained, _ in configs.values()} == {True}
                sensor = json.loads(configs["homeassistant/sensor/Night/table_1/config"][1])
                await home.subscribe([(sensor["state_topic"], 1), (sensor["availability"][0]["topic"], 1)])
                assert [retained for retained, _ in (await heard(home, 2)).values()] == [True, True]
                await home.unsubscribe([sensor["state_topic"], sensor["availability"][0]["topic"]])
                await home.subscribe([("cribbage/hall/#", 1), (f"cribbage/{BOARD}/in/#", 1), ("cribbage/desk/#", 1)])
                await board.state("Night", s=2, phase="game-over", scores=[121, 90])
                ((topic, (retained, game)),) = (await heard(home, 1)).items()
                assert (topic, retained, json.loads(game)["event_type"]) == ("cribbage/hall/Night/won", False, "skunk")

    in_own_thread(asyncio.run, go())
