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


def test_nothing_is_wrong_where_nothing_is(hall):
    async def talk(board):
        while True:
            await board.say("here", {"here": True, "c": 1}, retain=True)
            await asyncio.sleep(0.05)

    async def go():
        async with hall.client(*hall.broker[3:5]) as desk, board_at(hall, UID) as board:
            await desk.publish("cribbage/desk/desk-1", json.dumps(DESK), 1, True)
            await board.come("Night")
            async with running(talk(board)):
                return await check_live(hall.broker, hall.files, 0.3)

    diagnosis = in_own_thread(asyncio.run, go())
    assert diagnosis.passed[1:] == ["A desk of event Night listens.", f"Board {UID}: table 1, round 1."]
    # The other boards that the broker knows never come.
    assert [line for line in diagnosis.problems if not any(uid in line for uid in UIDS[1:])] == []


HERE = (f"cribbage/{UID}/here", b'{"here":true,"c":1}', False)


def listens(**fields):
    """What a desk has said, with these fields of it changed."""
    return ("cribbage/desk/desk-1", json.dumps(DESK | fields).encode(), True)


def stands(**fields):
    """A board's state that the broker keeps, with these fields of it changed."""
    state = {"c": 1, "s": 1, "phase": "round", "event": "Night", "round": 1, "table": 1, "preset": "acc", "names": []}
    state |= {"scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0, "key": ""}
    return (f"cribbage/{UID}/state", json.dumps(state | fields).encode(), True)


def problems(*messages, users=()):
    """What is found after these messages: (topic, payload, whether the broker had kept it)."""
    observed, diagnosis = Observed(), Diagnosis()
    for message in messages:
        observed.record(*message)
    diagnose(observed, users, 5, diagnosis)
    return diagnosis.problems


WRONG = {
    "no desk": ([stands(), HERE], "No desk listens"),
    "store": ([listens(trouble="the disk is full"), stands(), HERE], "keeps no results: the disk is full"),
    "without": ([listens(without=[UID]), stands(), HERE], f"cribboard live assign EVENT {UID} TABLE"),
    "clock": ([listens(ahead={UID: 90}), stands(), HERE], "90 seconds ahead"),
    "refused": (
        [listens(refused={UID: {"seal": 3}}), stands(), HERE],
        f"refused 3 messages of board {UID}: a wrong seal",
    ),
    "no event": ([listens(), stands(event=""), HERE], "it has no event"),
    "other event": ([listens(), stands(event="Elsewhere"), HERE], "of event Elsewhere, which has no desk here"),
    "waiting": ([listens(), stands(waiting=2), HERE], "2 results wait"),
    "tampered": ([listens(), stands(refused=4), HERE], "has refused 4 messages"),
    "trouble": ([listens(), stands(trouble=1), HERE], "cribboard doctor"),
    "silent": ([listens(), stands()], "says nothing"),
    "gone": ([listens(), stands(), (HERE[0], b'{"here":false,"c":1}', True)], "it has left"),
    "not taken": (
        [listens(), stands(), HERE, (f"cribbage/{UID}/in/assign", b'{"serial":9}', True)],
        "has it the event's key",
    ),
}


@pytest.mark.parametrize(("messages", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said(messages, words):
    (told,) = problems(*messages)
    assert words in told


def test_boards_with_one_id_that_push_each_other_off_are_told():
    comes_and_goes = [
        (HERE[0], b'{"here":%b,"c":%d}' % (here, n), False) for n in range(4) for here in (b"false", b"true")
    ]
    assert ["has left 4 times" in line for line in problems(*comes_and_goes)].count(True) == 1


def test_a_board_that_sends_too_much_is_named():
    states = [(f"cribbage/{UID}/state", b"x", False)] * 105
    assert f"Board {UID} sends 21" in problems(*states)[0]
    assert f"cribbage/{UID}/state" in problems(*states)[0]
    assert not any("sends" in line for line in problems(*states[1:]))


def test_what_is_no_board_s_is_told_and_stops_nothing():
    junk = [(f"cribbage/{UID}/state", b"\xff{", True), ("cribbage/x/y", b"z", True), ("cribbage/desk/d", b"{", True)]
    assert sum("is no board's" in line for line in problems(listens(), stands(), HERE, *junk)) == 3


def test_boards_that_never_came_are_told():
    assert sum("has never come" in line for line in problems(users=UIDS)) == len(UIDS)


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
