"""Tests of messages that no board of the event would send: refused and counted, and nothing stops."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.desk.live import inbox as inbox_module
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.inbox import Inbox
from tests.desk.live.running_desks import KEY, UID, desk_at, log_of, results_of
from tests.live.brokers import UIDS, board_at
from tests.own_thread import in_own_thread

OTHER = UIDS[1]
MOST = 1000
"""Boards, in tests of what happens beyond the most."""


def inbox():
    made = Inbox("Night", bytes.fromhex(KEY), LiveTables(), DeskShares("Night"))
    made.receive(f"cribbage/{UID}/state", state(), 0)
    return made


def state(**fields):
    known = {"c": 5, "s": 5, "phase": "idle", "event": "Night", "round": 1, "table": 1, "preset": "acc", "names": []}
    known |= {"scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0, "key": ""}
    return json.dumps(known | fields).encode()


def result(**changes):
    return log_of().game(1, 1, 121, 90, **changes)


NESTED = b"[" * 400
SIGNED = result()
BAD = {
    "a board's id too short": ("cribbage/00a1/here", b"{}", "topic"),
    "a board's id too long": ("cribbage/e6614c311b7e6f355/here", b'{"here":true,"c":5}', "topic"),
    "a board's id in capitals": ("cribbage/E6614C311B7E6F35/here", b'{"here":true,"c":5}', "topic"),
    "another root": (f"crib/{UID}/here", b"{}", "topic"),
    "a topic of no kind": (f"cribbage/{UID}/stat", state(), "topic"),
    "here: no JSON": (f"cribbage/{UID}/here", b"\xff\xfe", "malformed"),
    "here: nested without end": (f"cribbage/{UID}/here", NESTED, "malformed"),
    "here: a number for yes": (f"cribbage/{UID}/here", b'{"here":1,"c":5}', "malformed"),
    "here: oversized": (f"cribbage/{UID}/here", b'{"here":true,"c":5,"x":"' + b"x" * 500 + b'"}', "malformed"),
    "state: a field missing": (f"cribbage/{UID}/state", b'{"c":5,"s":6}', "malformed"),
    "state: oversized": (f"cribbage/{UID}/state", state(s=6, phase="x" * 500), "malformed"),
    "state: a negative score": (f"cribbage/{UID}/state", state(s=6, scores=[-1, 0]), "malformed"),
    "state: more teams than there are": (f"cribbage/{UID}/state", state(s=6, scores=[0] * 9), "malformed"),
    "state: an older one again": (f"cribbage/{UID}/state", state(s=4), "replayed"),
    "result: no JSON": (f"cribbage/{UID}/result/1", b"{", "line"),
    "result: no text": (f"cribbage/{UID}/result/1", b"\xff" * 20, "malformed"),
    "result: oversized": (f"cribbage/{UID}/result/1", SIGNED.encode() + b" " * 900, "malformed"),
    "result: with spaces behind it": (f"cribbage/{UID}/result/1", SIGNED.encode() + b" ", "line"),
    "result: under another number": (f"cribbage/{UID}/result/2", SIGNED.encode(), "line"),
    "result: another board's": (f"cribbage/{OTHER}/result/1", SIGNED.encode(), "foreign"),
    "result: a log that was cleared": (f"cribbage/{UID}/result/0", log_of().clear().encode(), "line"),
    "result: forged": (f"cribbage/{UID}/result/1", SIGNED.replace('"moves":40', '"moves":41').encode(), "seal"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_no_board_sends_is_refused_and_counted(name):
    topic, payload, reason = BAD[name]
    here = inbox()
    before = here.states
    assert here.receive(topic, payload, 1) is False or reason in ("seal", "malformed")
    assert [why for _, why in here.refusals.counts] == [reason]
    assert here.states == before


WRONG_STATES = {
    "not JSON": b"\xff{",
    "no object": b"[]",
    "with a byte order mark": b"\xef\xbb\xbf" + state(s=6),
    "in UTF-16": '{"c":1}'.encode("utf-16"),
    "deep": b"[" * 480,
    "too long": b'{"c":1,"s":1,"phase":"' + b"x" * 480 + b'"}',
    "a word for a number": state(s=6, table="seven"),
    "yes for a number": state(s=6, round=True),
    "a fraction": state(s=6, n=1.5),
    "below nothing": state(s=6, scores=[-1, 0]),
    "beyond 31 bits": state(s=6, scores=[2**31, 0]),
    "five teams": state(s=6, scores=[0] * 5, counting=[0] * 5, games=[0] * 5),
    "one team": state(s=6, scores=[0], counting=[0], games=[0]),
    "counts of another number of teams": state(s=6, counting=[0, 0, 0]),
    "a name that is none": state(s=6, names=[1, 2]),
    "a long name": state(s=6, names=["x" * 41, "Bo"]),
    "no phase": json.dumps({"c": 1, "s": 1}).encode(),
}


@pytest.mark.parametrize("payload", WRONG_STATES.values(), ids=WRONG_STATES)
def test_a_state_that_no_board_says_is_refused_and_the_director_is_told(payload):
    tables = LiveTables()
    box = Inbox("Night", b"", tables, DeskShares("Night"))
    box.receive(f"cribbage/{UID}/state", state(scores=[5, 6]), 0)
    assert box.receive(f"cribbage/{UID}/state", payload, 1), "the director's page shows it"
    (board,) = tables.snapshot(1)
    assert (board.state.scores, board.refused, box.refusals.counts) == ((5, 6), 1, {(UID, "malformed"): 1})


@given(payload=st.binary(max_size=600), topic=st.sampled_from(["here", "state", "result/1", "in/ack", "in/assign", ""]))
def test_no_payload_stops_the_desk(payload, topic):
    inbox().receive(f"cribbage/{UID}/{topic}", payload, 0.0)


def test_a_last_will_that_comes_late_is_none():
    here = inbox()
    here.receive(f"cribbage/{UID}/here", b'{"here":true,"c":5}', 0)
    assert not here.receive(f"cribbage/{UID}/here", b'{"here":false,"c":4}', 1)
    assert not here.refusals.counts


def test_what_was_said_of_a_connection_that_has_ended_is_not_believed_again():
    here = inbox()
    here.receive(f"cribbage/{UID}/state", state(c=6, s=1), 0)
    here.receive(f"cribbage/{UID}/state", state(c=5, s=9, scores=[120, 0]), 1)
    assert here.refusals.counts == {(UID, "replayed"): 1}
    assert here.states[UID].scores == (0, 0)


def test_who_invents_boards_fills_no_memory(monkeypatch):
    monkeypatch.setattr(inbox_module, "MAX_BOARDS", MOST)
    here = inbox()
    for number in range(3000):
        here.receive(f"cribbage/{number:016x}/state", state(), 0)
        here.receive(f"cribbage/{number:016x}/result/1", b"{", 0)
    assert len(here.refusals.counts) <= 2100
    assert len(here.states) <= 1100


def test_many_results_at_once_wait_or_come_again():
    here, log = inbox(), log_of()
    for _ in range(5100):
        log.n = 0
        here.receive(f"cribbage/{UID}/result/1", log.game(1, 1, 121, 90).encode(), 0)
    assert len(here.results) == 5000
    assert here.refusals.counts[UID, "full"] == 100


def test_nothing_stops_when_all_of_it_comes_by_a_broker(hall, night):
    """Sent as the desk's own user, whom the broker forbids nothing."""
    log = log_of()
    line = log.game(1, 1, 121, 90)

    async def go():
        served, forging = desk_at(hall, night.store), hall.client(*hall.broker[3:5])
        async with served as desk, forging as forger, board_at(hall, UID) as board:
            await board.come("Night", c=5, s=5)
            await board.until(lambda b: b.acks)
            for topic, payload, _ in BAD.values():
                await forger.publish(topic, payload, 1)
            await board.send(line)
            ack = {"n": 1, "hash": log.prev, "got": 1, "event": "Night", "store": desk.event.lease()[0].store}
            await board.until(lambda b: ack in b.acks)

    in_own_thread(asyncio.run, go())
    assert (1, "", "") in results_of(night)


def test_results_that_were_retained_are_refused_and_cleared():
    """No board makes any: a flood of them fills brokers, and the desk's time at its start."""
    box = inbox()
    box.receive(f"cribbage/{UID}/result/x1", b"x", 1, retained=True)
    assert box.refusals.counts == {(UID, "retained"): 1}
    assert box.pop_topics_to_clear(1) == [f"{UID}/result/x1"]
    box.receive(f"cribbage/{UID}/result/x1", b"", 1, retained=True)
    assert (box.pop_topics_to_clear(1), box.refusals.counts) == ([], {(UID, "retained"): 1})


def test_boards_of_other_events_take_no_place_from_those_of_the_event(monkeypatch):
    monkeypatch.setattr(inbox_module, "MAX_BOARDS", MOST)
    box = inbox()
    for number in range(4096, 4096 + MOST + 50):
        box.receive(f"cribbage/{number:016x}/here", b'{"here":true,"c":1}', 1, retained=True)
        box.receive(f"cribbage/{number:016x}/state", state(event="Other"), 1, retained=True)
    assert UID in box.states
    for number in range(4096, 4096 + MOST - 1):
        box.receive(f"cribbage/{number:016x}/state", state(s=6), 2)
    assert len(box.states) == MOST
    box.receive(f"cribbage/{'f' * 16}/state", state(), 2)
    assert box.refusals.counts == {("f" * 16, "full"): 1}


def test_what_a_broker_has_kept_of_a_dead_board_is_no_word_of_it():
    """Neither when the desk starts, nor when a broker is back that has kept another state than the last."""
    here = inbox()
    for topic, payload in (("here", b'{"here":true,"c":5}'), ("state", state(s=1)), ("state", state(s=2))):
        here.receive(f"cribbage/{UID}/{topic}", payload, 100, retained=True)
        assert all(board.silent for board in here._tables.snapshot(100))
    here.receive(f"cribbage/{UID}/here", b'{"here":true,"c":5}', 101)
    assert [board.silent for board in here._tables.snapshot(101)] == [False]


def test_what_is_kept_of_a_silent_board_of_another_event_is_cleared():
    box = inbox()
    box.receive(f"cribbage/{OTHER}/state", state(event="Other"), 0, retained=True)
    assert box.pop_topics_to_clear(3600) == []
    box.receive(f"cribbage/{OTHER}/state", state(event="Other", s=6), 3600)
    assert box.pop_topics_to_clear(7200) == []
    assert box.pop_topics_to_clear(7201) == [f"{OTHER}/{name}" for name in ("here", "state", "in/ack", "in/assign")]
    assert box.pop_topics_to_clear(20_000) == [], "the event's own boards stay"


def test_a_result_that_comes_again_while_it_is_stored_is_not_stored_twice():
    """Its board sends it again after three seconds; under load, storing takes longer."""
    here = inbox()
    here.receive(f"cribbage/{UID}/result/1", SIGNED.encode(), 1)
    assert len(here.results.pop()) == 1
    here.receive(f"cribbage/{UID}/result/1", SIGNED.encode(), 4)
    assert not here.results.pop()
    here.results.finish([], 5)
    here.receive(f"cribbage/{UID}/result/1", SIGNED.encode(), 7)
    assert len(here.results.pop()) == 1, "it could not be stored"


def test_a_result_that_was_sent_again_before_its_answer_came_is_not_answered_twice():
    here = inbox()
    here.receive(f"cribbage/{UID}/result/1", SIGNED.encode(), 1)
    here.results.pop()
    here.results.finish([UID], 2)
    queued = []
    for now in (3, 4.4, 4.5, 8):
        here.receive(f"cribbage/{UID}/result/1", SIGNED.encode(), now)
        queued.append(len(here.results))
    assert queued == [0, 0, 1, 1]
