"""Tests of results over MQTT: stored as over USB, acknowledged once they are committed."""

import asyncio
import json

import pytest
from sqlalchemy import select

from firmware.journal.seal import FIRST_PREV
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.live import received_results
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.model import Score, now
from tests.desk.live.running_desks import UID, desk_at, log_of, results_of
from tests.live.brokers import UIDS, board_at, desk_is_there
from tests.own_thread import in_own_thread


def evening(hall, night, *steps, event="Night"):
    """A desk, and a board that has come; what `steps` do with them, one after another."""

    async def go():
        async with desk_at(hall, night.store) as desk, board_at(hall, UID) as board:
            # No broker keeps a result for a desk that has not subscribed yet.
            await desk_is_there(hall)
            await board.come(event)
            for step in steps:
                await step(desk, board)

    in_own_thread(asyncio.run, go())


def sends(line, n, digest, got=None):
    """The board sends a line, and hears that all up to `n` is kept."""

    async def step(desk, board):
        await board.send(line)
        wanted = {"n": n, "hash": digest, "got": json.loads(line)["n"] if got is None else got, "event": "Night"}
        wanted["store"] = desk.event.lease()[0].store
        await board.until(lambda b: wanted in b.acks)

    return step


def test_a_result_is_kept_and_then_acknowledged(hall, night):
    log = log_of()
    evening(hall, night, sends(log.game(1, 1, 121, 90), 1, log.prev))
    assert results_of(night) == [(1, "", "")]
    assert night.ask(compute_standings)[0].points == 3


def test_a_result_of_a_board_that_nobody_told_the_time_has_the_time_at_which_it_came(hall, night):
    log, before = log_of(), now()
    line = log.game(1, 1, 121, 90)
    assert '"at":null' in line
    evening(hall, night, sends(line, 1, log.prev))
    with night.store.read() as session:
        came = session.scalars(select(Score.since)).all()
    assert len(came) == 2
    assert all(before <= at <= now() for at in came)


def test_a_board_that_comes_hears_how_far_its_results_are_kept(hall, night):
    log = log_of()
    night.do(import_lines, [("cable", 1, log.game(1, 1, 121, 90))], by="test")

    async def hears(desk, board):
        await board.until(lambda b: b.acks)
        assert board.acks == [{"n": 1, "hash": log.prev, "event": "Night", "store": desk.event.lease()[0].store}]

    evening(hall, night, hears)


def test_a_result_that_comes_again_counts_once_and_is_acknowledged_again(hall, night, monkeypatch):
    monkeypatch.setattr(received_results, "CROSSED_S", 0)
    log = log_of()
    one, first = log.game(1, 1, 121, 90), log.prev
    two, last = log.game(2, 1, 90, 121), log.prev
    # Once the second is acknowledged the desk has done with the first, which it does not take while it acknowledges it.
    evening(hall, night, sends(one, 1, first), sends(two, 2, last), sends(one, 2, last, got=1))
    assert [n for n, *_ in results_of(night)] == [1, 2]


def test_what_comes_behind_a_gap_is_kept_and_the_gap_is_told(hall, night):
    log = log_of()
    one, first = log.game(1, 1, 121, 90), log.prev
    two = log.game(2, 1, 121, 90)
    three, last = log.game(3, 1, 121, 90), log.prev
    evening(hall, night, sends(one, 1, first), sends(three, 1, first), sends(two, 3, last))
    assert [n for n, *_ in results_of(night)] == [1, 2, 3]


def test_a_board_whose_log_was_cleared_goes_on_behind_it(hall, night):
    log = log_of()
    first = sends(log.game(1, 1, 121, 90), 1, log.prev)
    log.clear()
    second = log.game(2, 1, 90, 121)
    evening(hall, night, first, sends(second, 2, log.prev))


def test_a_log_cleared_before_this_event_is_answered_line_by_line(hall, night):
    log = log_of()
    log.n, log.prev = 40, "ab" * 8
    evening(hall, night, sends(log.game(1, 1, 121, 90), 0, FIRST_PREV), sends(log.game(2, 1, 90, 121), 0, FIRST_PREV))
    assert [n for n, *_ in results_of(night)] == [41, 42]


def test_a_line_that_its_flash_has_lost_holds_up_nothing(hall, night):
    """The next line names the last that the board could read."""
    log = log_of()
    first = sends(log.game(1, 1, 121, 90), 1, log.prev)
    log.n += 1
    third = log.game(3, 1, 90, 121)
    evening(hall, night, first, sends(third, 3, log.prev))


def test_what_a_cable_would_hold_is_held_and_acknowledged(hall, night):
    log = log_of()
    early = log.game(5, 1, 121, 90)
    evening(hall, night, sends(early, 1, log.prev))
    assert [held for _, held, _ in results_of(night)] == ["early"]
    assert len(night.ask(held_lines)) == 1


def test_a_forged_result_counts_for_nothing_and_puts_the_true_one_in_no_doubt(hall, night):
    log = log_of()
    true, digest = log.game(1, 1, 121, 90), log.prev
    forged = true.replace('"A":121,"B":90', '"A":121,"B":89').replace('"A":31,"B":-31', '"A":32,"B":-32')

    async def forge(_, board):
        await board.send(forged)
        await board.until(lambda b: any(ack.get("got") == 1 for ack in b.acks))
        assert all(ack["hash"] != digest for ack in board.acks)

    evening(hall, night, forge, sends(true, 1, digest))
    assert results_of(night) == [(1, "", ""), (1, "seal doubled", "")]


def test_after_a_kill_between_commit_and_ack_the_ack_comes_at_the_restart(hall, night):
    """The board has not heard that its result is kept; the desk that starts anew tells it, unasked."""
    log = log_of()
    night.do(import_lines, [("network", 1, log.game(1, 1, 121, 90))], by="network")

    async def go():
        async with board_at(hall, UID) as board:
            await board.come("Night")
            async with desk_at(hall, night.store):
                await board.until(lambda b: b.acks)
            assert board.acks[-1]["hash"] == log.prev

    in_own_thread(asyncio.run, go())


def test_boards_of_another_event_are_its_desk_s_to_answer(hall, night):
    ours, theirs = log_of(), log_of(UIDS[1], "Other")

    async def go():
        async with desk_at(hall, night.store) as desk, board_at(hall, UID) as one, board_at(hall, UIDS[1]) as other:
            await desk_is_there(hall)
            await other.come("Other")
            await other.send(theirs.game(1, 1, 121, 90))
            await one.come("Night")
            await one.send(ours.game(1, 1, 121, 90))
            await one.until(lambda b: b.acks and b.acks[-1]["n"] == 1)
            assert [board.uid for board in desk.tables.snapshot(0)] == [UID]
            assert other.acks == []

    in_own_thread(asyncio.run, go())
    assert len(results_of(night)) == 1


@pytest.mark.parametrize("again", ["kill", "stop"])
def test_a_broker_that_comes_again_finds_the_desk(hall, night, again):
    log = log_of()

    async def go():
        async with desk_at(hall, night.store):
            async with board_at(hall, UID) as board:
                await board.come("Night")
                await board.until(lambda b: b.acks)
            await asyncio.to_thread(getattr(hall.mosquitto, again))
            await asyncio.to_thread(hall.mosquitto.start)
            async with board_at(hall, UID) as board:
                await board.come("Night", c=2)
                await desk_is_there(hall)
                await board.send(log.game(1, 1, 121, 90))
                await board.until(lambda b: b.acks and b.acks[-1]["n"] == 1)

    in_own_thread(asyncio.run, go())
    assert len(results_of(night)) == 1
