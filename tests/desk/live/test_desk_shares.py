"""Tests of desks that share an event's boards: each result is one desk's to answer, until that desk is gone."""

import asyncio
import json
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.database import Store, file_url
from tests.desk.live.running_desks import desk_at, log_of, results_of
from tests.live.brokers import PATIENCE_S, UIDS, board_at
from tests.own_thread import in_own_thread

NAMES = ("desk-a", "desk-b", "desk-c")
BOARDS = [f"{number:016x}" for number in range(3000)]


def status(event="Night", shares=True, busy=False, divides=True):
    return json.dumps({"event": event, "shares": shares, "busy": busy, "divides": divides}).encode()


def desks(*names):
    """Desks of which each has heard the others, at 0 seconds."""
    made = []
    for name in names:
        made.append(DeskShares("Night"))
        made[-1].connect(name)
        for other in names:
            made[-1].receive(other, status(), 0)
    return made


def test_each_board_is_one_desk_s_and_no_desk_has_much_more_than_its_share():
    shares = [desk.own(BOARDS, 1) for desk in desks(*NAMES)]
    assert sorted(uid for share in shares for uid in share) == BOARDS
    assert all(800 < len(share) < 1200 for share in shares)


def test_only_the_boards_of_a_desk_that_leaves_change_hands():
    first, second, third = desks(*NAMES)
    before = first.own(BOARDS, 1)
    of_third = third.own(BOARDS, 1)
    first.receive(NAMES[2], b"", 1)
    second.receive(NAMES[2], b"", 1)
    after = first.own(BOARDS, 1)
    assert before < after <= before | of_third
    assert set(BOARDS) - second.own(BOARDS, 1) == after


def test_a_desk_that_says_nothing_more_loses_its_share():
    first, _ = desks(*NAMES[:2])
    assert first.own(BOARDS, 7) < set(BOARDS)
    assert first.own(BOARDS, 8) == set(BOARDS)


@pytest.mark.parametrize("payload", [status(event="Other"), status(shares=False), b'{"event":"Night"}', b"[", b"{}"])
def test_desks_of_other_events_or_versions_and_those_that_cannot_store_have_no_share(payload):
    first, _ = desks(*NAMES[:2])
    assert not first.receive(NAMES[1], payload, 1)
    assert first.own(BOARDS, 1) == set(BOARDS)


def test_a_desk_that_cannot_store_leaves_all_to_the_others_and_with_none_there_tries_itself():
    first, _ = desks(*NAMES[:2])
    first.in_trouble = True
    assert not first.own(BOARDS, 1)
    assert first.own(BOARDS, 60) == set(BOARDS)


def test_a_result_that_its_desk_does_not_answer_is_taken_within_ten_seconds_by_one_of_the_others_first():
    """The desk that should answer still says that it is there. A board sends its result again every 3 seconds."""
    all_desks = desks(*NAMES)
    uid = BOARDS[7]
    owner = next(desk for desk in all_desks if desk.own([uid], 0))
    others = [desk for desk in all_desks if desk is not owner]
    taken_at = []
    for now in (0, 3, 6, 9, 12, 15):
        for name in NAMES:
            for desk in all_desks:
                desk.receive(name, status(), now)
        taken_at += [now for desk in others if desk.answers(uid, b"a result", now)]
    assert taken_at == [9, 15]


def test_a_desk_that_has_much_to_store_is_left_the_time_for_it():
    """Where all boards end at once; else each desk would store what all others are about to store."""
    first, _ = desks(*NAMES[:2])
    theirs = next(iter(set(BOARDS) - first.own(BOARDS, 0)))
    taken_at = []
    for now in range(0, 60, 3):
        first.receive(NAMES[1], status(busy=now < 30), now)
        taken_at += [now] * first.answers(theirs, b"a result", now)
    assert taken_at == [39, 51]


def test_a_desk_that_stores_the_same_results_for_long_is_stuck():
    """As where its database does not answer: it says so, and the others take its boards."""
    first, _ = desks(*NAMES[:2])
    first.storing_since = 0.0
    assert first.can_store(7)
    assert first.own(BOARDS, 7)
    assert not first.can_store(7.5)
    for now in range(9):
        first.receive(NAMES[1], status(), now)
    assert not first.own(BOARDS, 8)
    first.connect(NAMES[0])
    assert first.can_store(9), "what was stored when the connection ended is nothing to wait for"


def test_a_desk_that_cannot_store_divides_states_all_the_same():
    first, _ = desks(*NAMES[:2])
    first.receive(NAMES[1], status(shares=False), 1)
    first.receive(NAMES[2], status(divides=False), 1)
    assert (first.others(2), first.dividing(2)) == ({NAMES[2]}, {NAMES[1]})
    assert not first.dividing(9)


def test_a_desk_that_comes_is_answered_by_those_that_are_there():
    first, _ = desks(*NAMES[:2])
    assert first.receive(NAMES[2], status(), 1)
    assert not first.receive(NAMES[2], status(), 4)
    assert not first.receive(NAMES[0], status(), 4)


async def two_desks_know_each_other(hall):
    """Wait until each of two desks has said that there is one other."""
    known = {}
    async with hall.client(*hall.broker[3:5]) as client:
        await client.subscribe("cribbage/desk/+")
        async with asyncio.timeout(PATIENCE_S):
            async for message in client.messages:
                known[message.topic.value] = json.loads(message.payload or b"{}").get("others")
                if list(known.values()).count(1) == 2:
                    return


@asynccontextmanager
async def all_boards(hall):
    """All boards that the broker knows, connected."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(board_at(hall, uid)) for uid in UIDS]


def answers(board, number):
    return sum(ack.get("got") == number for ack in board.acks)


def test_of_two_desks_one_answers_each_board_and_when_it_is_gone_the_other(hall, desk):
    desk.create(rounds=6, key="5eed" * 8)
    desk.do(seat_next, by="test")
    other, logs = Store(file_url(desk.file)), [log_of(uid) for uid in UIDS]

    async def play(boards, number):
        for board, log in zip(boards, logs, strict=True):
            await board.send(log.game(number, 1, 121, 90))
        for board in boards:
            await board.until(lambda b: answers(b, number))

    async def go():
        async with all_boards(hall) as boards, desk_at(hall, desk.store):
            async with desk_at(hall, other):
                await two_desks_know_each_other(hall)
                await play(boards, 1)
                await play(boards, 2)
                assert [answers(board, 1) for board in boards] == [1] * len(UIDS)
            await play(boards, 3)

    in_own_thread(asyncio.run, go())
    other.close()
    assert [n for n, *_ in results_of(desk)] == sorted([1, 2, 3] * len(UIDS))
