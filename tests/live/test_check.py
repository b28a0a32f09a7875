"""Tests of `cribboard live check`: the message for each fault of board, broker or desk."""

import asyncio
import json
import re

import pytest

from host_tools.i18n import use_language
from host_tools.live.check import Diagnosis, Observed, check_live, diagnose
from host_tools.timeouts import VARIABLE
from tests.live.brokers import UIDS, board_at, running
from tests.own_thread import in_own_thread

UID = UIDS[0]
DESK = {"event": "Night", "refused": {}, "ahead": {}, "without": [], "trouble": ""}


@pytest.fixture(autouse=True)
def english():
    with use_language("en"):
        yield


def checked(hall, desk=None, state=None, also=(), seconds=0.3, broker=None, comes=True):
    """What is found where a desk and a board have said this, and then the board says it is here again."""

    async def talk(board):
        while True:
            await board.say("here", {"here": True, "c": 1}, retain=True)
            await asyncio.sleep(0.05)

    async def go():
        async with hall.client(*hall.broker[3:5]) as other, board_at(hall, UID) as board:
            if desk is not None:
                await other.publish("cribbage/desk/desk-1", json.dumps(DESK | desk), 1, True)
            for topic, payload in also:
                await other.publish(topic, payload, 1, True)
            if state is not None:
                await board.come("Night", **state)
            if not comes:
                return await check_live(broker or hall.broker, hall.files, seconds)
            async with running(talk(board)):
                return await check_live(broker or hall.broker, hall.files, seconds)

    diagnosis = in_own_thread(asyncio.run, go())
    # The other boards that the broker knows never come.
    return diagnosis.passed, [line for line in diagnosis.problems if not any(uid in line for uid in UIDS[1:])]


def test_nothing_is_wrong_where_nothing_is(hall):
    passed, wrong = checked(hall, {}, {})
    assert wrong == []
    assert passed[1:] == ["A desk of event Night listens.", f"Board {UID}: table 1, round 1."]


WRONG = {
    "no desk": (None, {}, "No desk listens"),
    "store": ({"trouble": "the disk is full"}, {}, "keeps no results: the disk is full"),
    "without": ({"without": [UID]}, {}, f"cribboard live assign EVENT {UID} TABLE"),
    "clock": ({"ahead": {UID: 90}}, {}, "90 seconds ahead"),
    "refused": ({"refused": {UID: {"seal": 3}}}, {}, f"refused 3 messages of board {UID}: a wrong seal"),
    "no event": ({}, {"event": ""}, "it has no event"),
    "other event": ({}, {"event": "Elsewhere"}, "of event Elsewhere, which has no desk here"),
    "waiting": ({}, {"waiting": 2}, "2 results wait"),
    "tampered": ({}, {"refused": 4}, "has refused 4 messages"),
    "trouble": ({}, {"trouble": 1}, "cribboard doctor"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(hall, name):
    desk, state, words = WRONG[name]
    fields = {key: value for key, value in state.items() if key != "event"}
    _, wrong = checked_state(hall, desk, state.get("event", "Night"), fields)
    assert len(wrong) == 1
    assert words in wrong[0]


def checked_state(hall, desk, event, fields, comes=True):
    payload = {"c": 1, "s": 1, "phase": "round", "event": event, "round": 1, "table": 1, "preset": "acc", "names": []}
    payload |= {"scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0, "key": ""}
    message = json.dumps(payload | fields)
    return checked(hall, desk, also=[(f"cribbage/{UID}/state", message)], comes=comes)


def test_a_board_that_says_nothing_is_silent(hall):
    _, wrong = checked_state(hall, {}, "Night", {}, comes=False)
    assert ["says nothing" in line for line in wrong] == [True]


def test_a_board_that_has_left_has_left(hall):
    gone = (f"cribbage/{UID}/here", '{"here":false,"c":1}')
    _, wrong = checked(hall, {}, also=[gone], comes=False)
    assert "it has left" in wrong[0]


def test_boards_with_one_id_that_push_each_other_off_are_told():
    observed, diagnosis = Observed(), Diagnosis()
    for number in range(4):
        for here in (b"false", b"true"):
            observed.record(f"cribbage/{UID}/here", b'{"here":%b,"c":%d}' % (here, number), False)
    diagnose(observed, [], 5, diagnosis)
    assert ["has left 4 times" in line for line in diagnosis.problems].count(True) == 1


def test_a_board_that_sends_too_much_is_named():
    observed = Observed()
    for _ in range(105):
        observed.record(f"cribbage/{UID}/state", b"x", False)
    assert list(observed.floods(6)) == []
    (told,) = observed.floods(5)
    assert f"Board {UID} sends 21" in told
    assert f"cribbage/{UID}/state" in told


def test_an_assignment_that_a_board_does_not_take_is_told(hall):
    waits = (f"cribbage/{UID}/in/assign", '{"serial":9}')
    _, wrong = checked(hall, {}, {}, also=[waits])
    assert ["has it the event's key" in line for line in wrong] == [True]


def test_what_is_no_board_s_is_told_and_stops_nothing(hall):
    junk = [(f"cribbage/{UID}/state", b"\xff{"), ("cribbage/x/y", b"z"), ("cribbage/desk/d", b"{")]
    _, wrong = checked(hall, {}, also=junk)
    assert sum("is no board's" in line for line in wrong) == 3


def test_a_board_that_never_came_is_told(hall):
    diagnosis = in_own_thread(asyncio.run, check_live(hall.broker, hall.files, 0))
    assert sum("has never come" in line for line in diagnosis.problems) == len(UIDS)


def test_a_wrong_password_is_told(hall):
    diagnosis = in_own_thread(asyncio.run, check_live(hall.broker._replace(password="x"), None, 0))
    assert ["does not know this user and password" in line for line in diagnosis.problems] == [True]


def test_a_broker_that_is_gone_is_told(hall):
    hall.mosquitto.stop()
    diagnosis = in_own_thread(asyncio.run, check_live(hall.broker, None, 0))
    assert ["cannot be reached" in line for line in diagnosis.problems] == [True]


def test_rights_that_are_missing_are_told(hall, monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    monkeypatch.setattr("host_tools.live.check.ECHO_S", 1)
    hall.mosquitto.stop()
    (hall.files.path / "desk.acl").write_text("user desk\ntopic write cribbage/#\n")
    hall.mosquitto.start()
    diagnosis = in_own_thread(asyncio.run, check_live(hall.broker, hall.files, 0))
    assert "desk.acl of the broker is missing or was changed" in diagnosis.problems[0]
    assert "lets it read nothing" in diagnosis.problems[1]


def test_a_board_whose_password_floods_the_broker_is_named(hall):
    """With more results that are to be kept than the broker delivers: the desk and its check hear all else."""

    hall.flood(UID, [f"cribbage/{UID}/result/x{number}" for number in range(6000)], b"x" * 200)

    async def go():
        async with hall.client(UID) as board:
            await board.publish(f"cribbage/{UID}/state", b"{", 1)
        return await check_live(hall.broker, None, 1)

    problems = in_own_thread(asyncio.run, go()).problems
    said = rf"Board {UID} has left \d+ results at the broker to be kept, as on the topic cribbage/{UID}/result/x\d+"
    assert any(re.match(said, line) for line in problems), problems
    assert not any("lets it read nothing" in line for line in problems)


def test_a_hall_without_a_board_is_not_well(hall):
    diagnosis = in_own_thread(asyncio.run, check_live(hall.broker, None, 0))
    assert "No board has been heard" in diagnosis.problems
