"""Tests of the board registry: who is connected, who has fallen silent, each board's last state."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.desk.live import board_registry
from host_tools.desk.live.board_registry import KEPT_S, SILENT_S, LiveTables
from tests.desk.live.board_payloads import UID, hear, here, state

OTHER = "0" * 16


@pytest.fixture
def tables():
    return LiveTables()


def only(tables, now=0.0):
    (board,) = tables.snapshot(now)
    return board


def test_a_board_s_newest_state_is_kept(tables):
    assert hear(tables, UID, "here", here(c=7), 0.0)
    assert hear(tables, UID, "state", state(c=7, s=1, scores=[0, 0]), 1.0)
    assert hear(tables, UID, "state", state(c=7, s=2, scores=[12, 0]), 2.0)
    assert only(tables, 2.0).state.scores == (12, 0)
    assert not hear(tables, UID, "state", state(c=7, s=1, scores=[0, 0]), 3.0)
    assert only(tables, 3.0).state.scores == (12, 0)


def test_what_is_said_again_changes_nothing(tables):
    hear(tables, UID, "state", state(), 0.0)
    assert not hear(tables, UID, "state", state(), 1.0)
    assert only(tables, 1.0).last_message_at == 0.0, "the broker has kept it"
    assert not hear(tables, UID, "here", here(), 2.0)
    assert only(tables, 2.0).last_message_at == 2.0


def test_a_board_is_silent_half_a_minute_after_it_said_something(tables):
    hear(tables, UID, "state", state(), 10.0)
    assert not only(tables, 10.0 + SILENT_S - 0.1).silent
    assert only(tables, 10.0 + SILENT_S).silent
    assert hear(tables, UID, "here", here(), 60.0), "it is seen that it came back"
    assert not only(tables, 60.0).silent


def test_a_result_tells_that_its_board_is_there(tables):
    hear(tables, UID, "here", here(), 0.0)
    assert tables.receive_result(UID, 40.0)
    assert not only(tables, 60.0).silent


def test_a_last_will_counts_for_its_own_connection_only(tables):
    hear(tables, UID, "here", here(c=1), 0.0)
    hear(tables, UID, "here", here(c=2), 5.0)
    assert not hear(tables, UID, "here", here(False, c=1), 6.0), "the will of the first connection comes late"
    assert not only(tables, 6.0).silent
    assert hear(tables, UID, "here", here(False, c=2), 7.0)
    assert only(tables, 7.0).silent


def test_a_board_is_forgotten(tables):
    hear(tables, UID, "state", state(), 0.0)
    assert tables.forget_state(UID)
    assert only(tables).state is None
    assert tables.forget(UID)
    assert tables.snapshot(2.0) == []


def test_messages_refused_are_counted_for_all_and_for_boards_that_are_known(tables):
    hear(tables, UID, "state", state(), 0.0)
    tables.refuse(UID)
    tables.refuse("nobody")
    assert (only(tables).refused, tables.refused) == (1, 2)


def test_invented_boards_fill_no_memory(tables, monkeypatch):
    monkeypatch.setattr(board_registry, "MAX_BOARDS", 1000)
    for number in range(2000):
        hear(tables, f"{number:016x}", "here", here(), 0.0)
    assert (len(tables.snapshot(0.0)), tables.refused) == (1000, 1000)


gaps = st.lists(st.floats(min_value=0.01, max_value=200, allow_nan=False), min_size=1, max_size=60)


@given(gaps=gaps, ago=st.floats(min_value=0, max_value=KEPT_S))
def test_nothing_is_seen_before_its_time_nor_much_after(gaps, ago):
    """A state seen with a delay is none that came later, and at most some seconds older than the one there was."""
    tables, now, came = LiveTables(), 0.0, []
    for number, gap in enumerate(gaps, 1):
        now += gap
        came.append(now)
        hear(tables, UID, "state", state(s=number, scores=[number, 0]), now)
    then = now - ago
    seen = [one.scores[0] for there in tables.states_at(then, now).values() for one, _ in there]
    there = [number for number, at in enumerate(came, 1) if at <= then]
    assert len(seen) == bool(there)
    if there:
        assert came[seen[0] - 1] <= then
        assert came[there[-1] - 1] - came[seen[0] - 1] <= 5.0


def changed_by(tables, uid, topic, payload, now):
    """The tables that a message has changed."""
    count, _ = tables.changes_since(0)
    hear(tables, uid, topic, payload, now)
    return tables.changes_since(count)[1]


def test_messages_change_the_tables_of_their_boards(tables):
    assert changed_by(tables, UID, "here", here(), 0.0) == set()
    assert changed_by(tables, UID, "state", state(table=3), 0.0) == {3}
    assert changed_by(tables, UID, "state", state(table=3), 1.0) == set()
    assert changed_by(tables, UID, "state", state(table=4, s=2), 2.0) == {3, 4}
    assert changed_by(tables, UID, "here", here(False), 3.0) == {4}
    assert changed_by(tables, UID, "here", here(), 4.0) == {4}
    assert changed_by(tables, UID, "result/1", b"{}", 4.0 + SILENT_S) == {4}, "it was silent"
    assert changed_by(tables, UID, "state", b"", 40.0) == {4}
    assert changed_by(tables, UID, "here", b"", 41.0) == set()


def test_a_table_s_states_are_those_of_the_boards_that_are_there_now(tables):
    hear(tables, UID, "state", state(table=3), 0.0)
    hear(tables, OTHER, "state", state(table=3), 0.0)
    assert len(tables.states_at(0.0, 0.0, {3, 9})[3]) == 2
    hear(tables, OTHER, "state", state(table=4, s=2), 1.0)
    assert {table: len(there) for table, there in tables.states_at(1.0, 1.0, {3, 4}).items()} == {3: 1, 4: 1}
    hear(tables, UID, "state", b"", 2.0)
    hear(tables, OTHER, "here", b"", 2.0)
    assert tables.states_at(2.0, 2.0, {3, 4}) == tables.states_at(2.0, 2.0) == {}


def test_a_state_that_came_since_the_clock_was_read_is_a_present_one(monkeypatch):
    """The thread that renders reads the clock before it may look at the boards."""
    monkeypatch.setattr(board_registry, "FEW_BOARDS", 0)
    tables = LiveTables()
    tables.delay_s = 0
    for number in (1, 2):
        hear(tables, UID, "state", state(s=number, scores=[number, 0]), float(number))
    assert [one.scores for one, _ in tables.states_at(1.9, 1.9)[1]] == [(2, 0)]


def test_who_asks_for_changes_too_late_is_told_that_any_may_have_come(monkeypatch):
    monkeypatch.setattr(board_registry, "KEPT_CHANGES", 3)
    tables = LiveTables()
    for number in range(1, 5):
        hear(tables, UID, "state", state(s=number, scores=[number, 0]), 0.0)
    assert tables.changes_since(0) == (4, None)
    assert tables.changes_since(1) == (4, {1})


def test_nobody_falls_silent_before_it_is_said(tables):
    assert tables.next_silence(5.0) == 5.0 + SILENT_S
    hear(tables, UID, "here", here(), 10.0)
    hear(tables, OTHER, "here", here(), 20.0)
    assert tables.next_silence(21.0) == 10.0 + SILENT_S
    assert tables.next_silence(10.0 + SILENT_S) == 20.0 + SILENT_S


def test_what_is_kept_for_a_delay_does_not_grow(tables, monkeypatch):
    for second in range(3 * int(KEPT_S)):
        hear(tables, UID, "state", state(s=second, scores=[second, 0]), float(second))
    assert len(tables._boards[UID].past) <= KEPT_S / 3
    monkeypatch.setattr(board_registry, "FEW_BOARDS", 0)
    tables.delay_s = 0
    hear(tables, UID, "state", state(s=10_000, scores=[7, 7]), 4 * KEPT_S)
    assert len(tables._boards[UID].past) == 1
