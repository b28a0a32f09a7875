"""Tests of desks that divide boards' states: each hears a part of them from the broker and the rest from the others."""

import asyncio
import json
from collections import Counter

import pytest
from desk.live.board_payloads import UID, here, state
from desk.live.running_desks import desk_at
from desk.live.test_desk_shares import all_boards, status, two_desks_know_each_other
from live.brokers import PATIENCE_S, UIDS, desk_is_there

from host_tools.desk.live import desk_shares, shared_states
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.shared_states import SharedStates
from host_tools.desk.store.database import Store
from tests.own_thread import in_own_thread

OTHER = UIDS[1]
STATES = 40
"""That each board says."""


@pytest.fixture
def shares():
    made = DeskShares("Night")
    made.connect("desk-a")
    return made


@pytest.fixture
def box(shares):
    return Inbox("Night", b"", LiveTables(), shares)


def test_states_are_divided_once_no_desk_has_come_or_gone_for_twenty_seconds(shares, box):
    shared = SharedStates("Night", shares, box)
    shared.connect(0)
    divided = []
    for now in range(100):
        if now < 60:
            shares.receive("desk-b", status(), now)
        divided.append(shared.are_divided(now))
    assert divided == [False] * 20 + [True] * (67 - 20) + [False] * (100 - 67), "seven seconds after its last word"


def test_of_three_desks_two_hear_all_while_nobody_knows_what_the_third_was_given(shares, box):
    shared = SharedStates("Night", shares, box)
    shared.connect(0)
    divided = []
    for now in range(100):
        shares.receive("desk-b", status(), now)
        shares.receive("desk-c", status() if now < 50 else b"", now)
        divided.append(shared.are_divided(now))
    assert divided == [False] * 20 + [True] * 30 + [False] * 20 + [True] * 30


def test_what_is_passed_on_fits_a_message_of_the_broker(shares, box):
    shared = SharedStates("Night", shares, box)
    assert list(shared.messages()) == []
    box.heard = {f"{number:016x}": state(names=["x" * 40] * 4).ljust(480) for number in range(100)}
    messages = list(shared.messages())
    assert max(map(len, messages)) < 16_000
    assert sorted(uid for text in messages for uid in json.loads(text)) == [f"{number:016x}" for number in range(100)]
    assert list(shared.messages()) == []


def test_a_desk_takes_what_another_has_heard_as_if_it_had_heard_it(box):
    box.receive(f"cribbage/{UID}/here", here(), 1)
    assert box.receive_shared(b'{"%s":%s}' % (UID.encode(), state(s=3, scores=[7, 0])), 2)
    assert not box.receive_shared(b'{"%s":%s}' % (UID.encode(), state(s=3, scores=[7, 0])), 3)
    assert not box.receive_shared(b'{"%s":%s}' % (UID.encode(), state(s=2, scores=[5, 0])), 4), "it came late"
    assert (box.states[UID].scores, box.boards_to_ack, box.refusals.counts) == ((7, 0), {UID}, {})


@pytest.mark.parametrize("payload", [b"", b"[", b"[]", b"[[1,2]]", b"7", b'{"x":{}}', b'{"%s":[]}' % UID.encode()])
def test_what_no_desk_passes_on_is_ignored(box, payload):
    assert not box.receive_shared(payload + b"", 1)
    assert not box.states


def test_states_that_are_refused_are_not_passed_on(box):
    box.heard = {}
    box.receive(f"cribbage/{UID}/state", state(s=5), 1)
    box.receive(f"cribbage/{UID}/state", state(s=4), 2)
    box.receive(f"cribbage/{OTHER}/state", b'{"c":1', 3)
    assert box.heard == {UID: state(s=5)}


@pytest.fixture
def at_once(monkeypatch):
    """Desks divide states as soon as they know each other. Counts the states that the broker gives to each inbox."""
    monkeypatch.setattr(shared_states, "_SETTLED_S", 0)
    given, receive = Counter(), Inbox.receive

    def receive_and_count(box, topic, payload, now, retained=False):
        given[box] += topic.endswith("/state") and not retained
        return receive(box, topic, payload, now, retained)

    monkeypatch.setattr(Inbox, "receive", receive_and_count)
    return given


async def until(met):
    async with asyncio.timeout(PATIENCE_S):
        while not met():
            await asyncio.sleep(0.05)


def sequences(desk):
    """The number of the last state that the desk knows of each board."""
    return [board.state.sequence for board in desk.tables.snapshot(0) if board.state]


async def come(boards):
    for board in boards:
        await board.come("Night")


async def say(boards, numbers):
    for number in numbers:
        for board in boards:
            await board.state("Night", s=number)


def test_two_desks_are_given_half_of_the_states_each_and_know_all(hall, any_desk, url, at_once):
    any_desk.create(rounds=6, key="5eed" * 8)
    other = Store(url)

    async def go():
        async with all_boards(hall) as boards, desk_at(hall, any_desk.store) as first:
            await come(boards)
            async with desk_at(hall, other) as second:
                await two_desks_know_each_other(hall)
                await until(lambda: sum(box.heard is not None for box in at_once) == 2)
                at_once.clear()
                await say(boards, range(2, STATES + 2))
                for desk in (first, second):
                    await until(lambda: sequences(desk) == [STATES + 1] * len(UIDS))  # noqa: B023
                assert sum(at_once.values()) == STATES * len(UIDS)
                assert min(at_once.values()) > STATES
            await say(boards, [STATES + 2])
            await until(lambda: sequences(first) == [STATES + 2] * len(UIDS))

    in_own_thread(asyncio.run, go())
    other.close()


def test_what_a_desk_that_hangs_was_given_the_others_know_once_it_counts_as_gone(hall, night, at_once, monkeypatch):
    monkeypatch.setattr(desk_shares, "_GONE_S", 2.0)

    async def go():
        async with all_boards(hall) as boards, desk_at(hall, night.store) as desk:
            await come(boards)
            async with hall.client(*hall.broker[3:5]) as hung:
                await desk_is_there(hall)
                await hung.subscribe(SharedStates("Night", DeskShares(""), Inbox("", b"", None, None))._part)
                await hung.publish("cribbage/desk/hung", status())
                await until(lambda: any(box.heard is not None for box in at_once))
                await say(boards, range(2, STATES + 2))
                await until(lambda: sequences(desk) == [STATES + 1] * len(UIDS))
                assert sum(at_once.values()) < STATES * len(UIDS), "the other was given some"

    in_own_thread(asyncio.run, go())
