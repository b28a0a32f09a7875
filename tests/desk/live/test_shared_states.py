"""Tests of desks that divide boards' states: each hears a part of them from the broker and the rest from the others."""

import asyncio
import json
from collections import Counter
from functools import partial

import pytest

from host_tools.desk.live import desk_shares, shared_states
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.shared_states import SharedStates
from host_tools.desk.store.database import Store, file_url
from tests.desk.live.board_payloads import UID, here, state
from tests.desk.live.running_desks import desk_at
from tests.desk.live.test_desk_shares import all_boards, status, two_desks_know_each_other
from tests.live.brokers import PATIENCE_S, UIDS, desk_is_there, running
from tests.own_thread import in_own_thread

OTHER = UIDS[1]
STATES = 20
"""That each board says."""


@pytest.fixture
def shares():
    made = DeskShares("Night")
    made.connect("desk-a")
    return made


@pytest.fixture
def shared(shares, box):
    """What divides the states of desk-a, at a broker that can divide them."""
    made = SharedStates("Night", shares, box)
    shares.divides = True
    return made


@pytest.fixture
def box(shares):
    return Inbox("Night", b"", LiveTables(), shares)


def test_states_are_divided_once_no_desk_has_come_or_gone_for_twenty_seconds(shares, shared):
    divided = []
    for now in range(100):
        if now < 60:
            shares.receive("desk-b", status(), now)
        divided.append(shared.are_divided(now))
    assert divided == [False] * 20 + [True] * (67 - 20) + [False] * (100 - 67), "seven seconds after its last word"


def test_of_three_desks_two_hear_all_while_nobody_knows_what_the_third_was_given(shares, shared):
    divided = []
    for now in range(100):
        shares.receive("desk-b", status(), now)
        shares.receive("desk-c", status() if now < 50 else b"", now)
        divided.append(shared.are_divided(now))
    assert divided == [False] * 20 + [True] * 30 + [False] * 20 + [True] * 30


def test_what_is_passed_on_fits_a_message_of_the_broker(shared, box):
    assert list(shared.messages()) == []
    box.to_pass_on = {f"{number:016x}": state(names=["x" * 40] * 4).ljust(480) for number in range(100)}
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


def test_what_boards_of_the_event_say_is_passed_on_and_nothing_else(box):
    box.to_pass_on = {}
    box.receive(f"cribbage/{UID}/state", state(s=5), 1)
    box.receive(f"cribbage/{UID}/state", state(s=4), 2)
    box.receive(f"cribbage/{OTHER}/state", b'{"c":1', 3)
    box.receive(f"cribbage/{UIDS[2]}/state", state(), 4, retained=True)
    box.receive(f"cribbage/{UIDS[3]}/state", state(event="Other"), 5)
    assert box.to_pass_on == {UID: state(s=5)}
    box.receive(f"cribbage/{UID}/state", state(s=6, event="Other"), 6)
    assert box.to_pass_on == {UID: state(s=6, event="Other")}, "the others are to know that it is gone"


def test_what_a_desk_is_given_until_it_hears_all_is_passed_on(box, shared, monkeypatch):
    monkeypatch.setattr(shared_states, "APART_S", 0)
    published = []

    class Client:
        async def subscribe(self, topic, **_):
            pass

        async def unsubscribe(self, topic, **_):
            box.receive(f"cribbage/{UID}/state", state(s=7), 1)

        async def publish(self, topic, payload):
            published.append(json.loads(payload))

    box.to_pass_on = {}
    in_own_thread(asyncio.run, shared._hear_all(Client()))
    assert [uids[UID]["s"] for uids in published] == [7]
    assert box.to_pass_on is None


@pytest.fixture
def at_once(monkeypatch):
    """Desks divide states as soon as they know each other. Counts the states that the broker gives to each inbox; a
    part of them brings no retained ones, all of them do."""
    monkeypatch.setattr(shared_states, "SETTLED_S", 0)
    given, retained_of_a_part, hearing_all = Counter(), [], set()
    receive, hear_all = Inbox.receive, SharedStates._hear_all

    def receive_and_count(box, topic, payload, now, retained=False):
        given[box] += topic.endswith("/state") and not retained
        if retained and box.to_pass_on is not None and box not in hearing_all:
            retained_of_a_part.append(topic)
        return receive(box, topic, payload, now, retained)

    async def note_and_hear_all(shared, client):
        hearing_all.add(shared._inbox)
        await hear_all(shared, client)
        hearing_all.discard(shared._inbox)

    monkeypatch.setattr(Inbox, "receive", receive_and_count)
    monkeypatch.setattr(SharedStates, "_hear_all", note_and_hear_all)
    yield given
    assert retained_of_a_part == []


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


async def say(boards, desks, numbers):
    """Have the boards say states of these numbers, until the desks know the last ones."""
    for number in numbers:
        for board in boards:
            await board.state("Night", s=number)
    await until(lambda: all(sequences(desk) == [numbers[-1]] * len(UIDS) for desk in desks))


def test_two_desks_are_given_a_part_of_the_states_each_and_know_all(hall, night, at_once):
    other = Store(file_url(night.file))

    async def go():
        async with all_boards(hall) as boards, desk_at(hall, night.store) as first:
            await come(boards)
            async with desk_at(hall, other) as second:
                await two_desks_know_each_other(hall)
                said = 1
                while sum(at_once.values()) != STATES * len(UIDS):
                    # Until each state is given once.
                    at_once.clear()
                    await say(boards, [first, second], range(said + 1, said + STATES + 1))
                    said += STATES
                assert min(at_once.values()) > STATES
            await say(boards, [first], [said + 1])

    in_own_thread(asyncio.run, go())
    other.close()


def test_what_a_desk_that_hangs_was_given_the_others_know_once_it_counts_as_gone(hall, night, monkeypatch):
    monkeypatch.setattr(shared_states, "SETTLED_S", 0)
    monkeypatch.setattr(desk_shares, "GONE_S", 2.0)

    given = Counter()

    async def say_status(client, store):
        said = json.dumps(json.loads(status()) | {"store": store})
        while True:
            await client.publish("cribbage/desk/hung", said)
            await asyncio.sleep(0.2)

    async def count_what_is_given(client):
        async for message in client.messages:
            given[json.loads(message.payload)["s"]] += 1

    async def go():
        async with all_boards(hall) as boards, desk_at(hall, night.store) as desk:
            await come(boards)
            await desk_is_there(hall)
            async with hall.client(*hall.broker[3:5]) as hung, running(count_what_is_given(hung)):
                await hung.subscribe(SharedStates("Night", DeskShares(""), Inbox("", b"", None, None))._part)
                async with running(say_status(hung, desk.event.lease()[0].store)):
                    last = 1
                    while list(given.values()).count(len(UIDS) // 2) < STATES:
                        # Alone it is given all.
                        last += 1
                        await say(boards, [], [last])
                        await until(partial(given.__getitem__, last))
                await until(lambda: sequences(desk) == [last] * len(UIDS))

    in_own_thread(asyncio.run, go())
