"""Two stores of one event at one broker: one has the boards, the other stands aside, whoever says what to whom."""

import asyncio
import json
import shutil
from dataclasses import replace

import pytest

from host_tools.desk.events.entrants import withdraw_player
from host_tools.desk.events.lease import CopyError, Lease, read_sealed, sealed_lease
from host_tools.desk.intake.manual_entry import enter_result
from host_tools.desk.live import desk_client
from host_tools.desk.live.lease_watch import LEASE_TOPIC, LeaseWatch
from host_tools.desk.review.findings import find_problems
from host_tools.desk.review.left_behind import (
    LeftItem,
    decide_item,
    note_items,
    open_items,
    read_items,
    sealed_items,
)
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store, file_url
from host_tools.live.check import check_live
from tests.desk.conftest import cards, opened
from tests.desk.live.running_desks import KEY, desk_at, log_of, results_of
from tests.live.brokers import PATIENCE_S, UIDS, board_at
from tests.own_thread import in_own_thread

SECRET = bytes.fromhex(KEY)


@pytest.fixture
def first(night):
    """The event's own store, which has its lease."""
    event = night.opened()
    with event.writing():
        pass
    return event


@pytest.fixture
def copy(first, tmp_path):
    """The file copied as a backup is, and opened."""
    (tmp_path / "copy").mkdir()
    file = shutil.copy(tmp_path / "Night.cribbage", tmp_path / "copy" / "Night.cribbage")
    store = Store(file_url(file))
    yield opened(store, "Night")
    store.close()


async def until(wanted):
    async with asyncio.timeout(PATIENCE_S):
        while not wanted():
            await asyncio.sleep(0.02)


def lines_in(event):
    class Desk:
        store = event.store

    return [n for n, _, _ in results_of(Desk)]


async def play(board, log, number):
    await board.send(log.game(number, 1, 121, 90))


def test_a_copy_is_only_looked_at_until_somebody_goes_on_there(first, copy):
    with pytest.raises(CopyError, match="cribboard live resume"), copy.writing():
        pass
    assert (first.lease()[1], copy.lease()[1]) == (True, False)
    taken = copy.go_on_here()
    with copy.writing():
        pass
    assert (taken.count, taken.store != first.lease()[0].store) == (2, True)


def test_a_file_that_is_moved_is_no_copy_and_one_that_is_copied_back_is_none(first, tmp_path):
    first.store.close()
    (tmp_path / "moved").mkdir()
    shutil.move(tmp_path / "Night.cribbage", tmp_path / "moved" / "Night.cribbage")
    moved = opened(Store(file_url(tmp_path / "moved" / "Night.cribbage")), "Night")
    assert moved.lease()[1]
    moved.store.close()
    shutil.copy(tmp_path / "moved" / "Night.cribbage", tmp_path / "Night.cribbage")
    back = opened(Store(file_url(tmp_path / "Night.cribbage")), "Night")
    assert back.lease()[1]
    back.store.close()


LEASE = Lease("ab" * 8, 3, "second", "2026-01-01T00:00:00+00:00", change=5)


def test_a_lease_is_what_the_key_has_sealed():
    said = sealed_lease(LEASE, "Night", SECRET)
    assert read_sealed(said, "Night", SECRET) == LEASE
    for name, value in {"count": 4, "store": "cd" * 8, "computer": "x", "hall": 1, "mac": "0" * 32, "at": ""}.items():
        assert read_sealed(said | {name: value}, "Night", SECRET) is None
    assert read_sealed(said, "Other", SECRET) is None
    assert read_sealed(sealed_lease(LEASE, "Night", b""), "Night", b"") is None
    assert read_sealed(sealed_lease(LEASE, "Night", b"\0" * 16), "Night", SECRET) is None
    assert read_sealed(said | {"more": 1}, "Night", SECRET) is None


@pytest.mark.parametrize("said", [b"", b"[]", b"{", b"3", b'{"lease":[]}', b'{"lease":{"event":"Night"}}'])
def test_what_is_no_lease_is_ignored(first, said):
    LeaseWatch(first, "Night", SECRET).hear("x", said, 0)


@pytest.mark.parametrize(("key", "count"), [(SECRET, 10**12), (SECRET, 0), (b"\1" * 16, 2), (b"", 2)])
def test_a_count_out_of_bounds_or_of_another_key_stops_no_desk(first, key, count):
    lease = sealed_lease(replace(LEASE, count=count), "Night", key)
    LeaseWatch(first, "Night", SECRET).hear("x", json.dumps({"event": "Night", "lease": lease}).encode(), 0)


def test_of_two_leases_with_one_count_the_older_one_has_the_event():
    later = replace(LEASE, store="00" * 8, at="2026-01-01T00:00:01+00:00")
    assert (LEASE.outranks(later), later.outranks(LEASE)) == (True, False)
    assert not replace(later, hall=2, count=9).outranks(LEASE), "a hall's is the hall's alone"


def test_a_copy_opened_beside_takes_no_result_and_is_seen(hall, first, copy):
    async def go():
        log = log_of(UIDS[0])
        async with desk_at(hall, first.store) as one, desk_at(hall, copy.store), board_at(hall, UIDS[0]) as board:
            await board.come("Night")
            await board.until(lambda b: b.acks)
            for number in (1, 2, 3):
                await play(board, log, number)
            await until(lambda: len(lines_in(first)) == 3)
            await until(lambda: any(one.tables.beside.values()))
            return await check_live(hall.broker, hall.files, 4), board.acks

    diagnosis, acks = in_own_thread(asyncio.run, go())
    assert lines_in(copy) == []
    assert {ack["store"] for ack in acks} == {first.lease()[0].store}
    assert any("has a copy of event Night open" in line for line in diagnosis.problems)


def test_where_the_copy_goes_on_the_first_desk_stands_aside_and_its_boards_are_asked(hall, first, copy, monkeypatch):
    """Results that the first has acknowledged, and the copy lacks, are asked for by the copy's desk."""

    async def go():
        log = log_of(UIDS[0])
        async with desk_at(hall, first.store), board_at(hall, UIDS[0]) as board:
            await board.come("Night")
            await board.until(lambda b: b.acks)
            await play(board, log, 1)
            await until(lambda: len(lines_in(first)) == 1)
            async with desk_at(hall, copy.store):
                copy.go_on_here()
                await until(lambda: not first.lease()[1])
                await until(lambda: board.acks[-1]["store"] == copy.lease()[0].store)
                await play(board, log, 2)
                await until(lambda: 2 in lines_in(copy))
                await board.come("Night", n=2, waiting=0)
                await board.until(lambda b: b.acks[-1]["n"] == 0 and "got" not in b.acks[-1])

    monkeypatch.setattr(desk_client, "ASK_S", 0.2)
    in_own_thread(asyncio.run, go())
    assert lines_in(first) == [1]
    with pytest.raises(CopyError), first.writing():
        pass


def test_a_lease_at_the_letter_box_is_heard_and_a_forged_one_is_not(hall, first):
    async def go():
        async with desk_at(hall, first.store), hall.client("lease", "lease") as anybody:
            forged = {"event": "Night", "count": 10**12, "computer": "x"}
            far = sealed_lease(replace(LEASE, count=10**12), "Night", SECRET)
            for said in (forged, {"event": "Night", "lease": forged}, {"event": "Night", "lease": far}):
                await anybody.publish(LEASE_TOPIC, json.dumps(said), 1, True)
            await asyncio.sleep(0.5)
            assert first.lease()[1]
            true = {"event": "Night", "lease": sealed_lease(LEASE, "Night", SECRET)}
            await anybody.publish(LEASE_TOPIC, json.dumps(true), 1)
            await until(lambda: not first.lease()[1])

    in_own_thread(asyncio.run, go())
    assert first.lease()[0].computer == "second"


def test_what_was_typed_at_the_desk_that_stands_aside_is_listed_for_a_decision(hall, first, copy):
    """Table 1 typed at both, table 2 at the first desk alone; a player admitted there."""
    copy.go_on_here()
    with first.writing() as desk:
        for table, pegs in ((1, [121, 90]), (2, [121, 80])):
            enter_result(desk.acting("Ann"), 1, table, cards(desk.event, pegs))
        withdraw_player(desk.acting("Ann"), "4")
    with copy.writing() as desk:
        enter_result(desk.acting("Bo"), 1, 1, cards(desk.event, [121, 90]))

    async def go():
        async with desk_at(hall, first.store), desk_at(hall, copy.store):
            await until(lambda: len(left_at(copy)) == 2)

    in_own_thread(asyncio.run, go())
    (act, said) = sorted(left_at(copy).items(), key=lambda pair: bool(pair[1].cards))
    assert (said[1].round, said[1].table, said[1].by) == (1, 2, "Ann")
    assert (act[1].what, left_at(first)) == ("withdrawn", {})
    with copy.writing() as desk:
        assert "table 2, round 1: 121–80" in str([one.text for one in find_problems(desk)])
        decide_item(desk.acting("Bo"), said[0], take=True)
        decide_item(desk.acting("Bo"), act[0], take=False)
    assert left_at(copy) == {}
    with copy.reading() as desk:
        assert sum(one.played for one in compute_standings(desk)) == 4
        assert note_items(desk, [said[1], act[1]]) == 0, "what was decided comes no more"


def left_at(event):
    with event.reading() as desk:
        return open_items(desk)


def test_what_is_left_behind_is_what_the_key_has_sealed():
    item = LeftItem(
        "ab" * 8, 7, "first", "", "2026-01-01T00:00:00+00:00", "Ann", "", 1, 2, 1, {"A": [True, 2, "+", 41]}
    )
    many = [replace(item, number=number) for number in range(300)]
    said = sealed_items(many, "Night", SECRET)
    assert (len(said) > 1, max(map(len, said)) < 16384) == (True, True)
    assert [one for payload in said for one in read_items(payload, "Night", SECRET)] == many
    assert read_items(said[0].replace(b'"Ann"', b'"Eve"', 1), "Night", SECRET) == []
    assert (
        read_items(said[0], "Other", SECRET) == read_items(said[0], "Night", b"") == read_items(b"[", "x", b"y") == []
    )
