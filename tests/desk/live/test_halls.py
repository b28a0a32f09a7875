"""Tests of boards of two halls at one broker: whose table is whose, and what each is told."""

import pytest
from sqlalchemy import select

from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.live.board_registry import LiveTables
from host_tools.desk.live.desk_shares import DeskShares
from host_tools.desk.live.inbox import Inbox
from host_tools.desk.live.next_matches import assign_table
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from host_tools.desk.store.model import Score
from host_tools.desk.web.live_rows import live_row
from tests.desk.conftest import once
from tests.desk.live.running_desks import KEY, desk_at, results_of
from tests.desk.live.test_assignments import matches_at, places_of, state
from tests.desk.live.test_hall import Boards, at, evening, go_on, play, seated, waits_for
from tests.live.brokers import UIDS

NORTH, SOUTH, THIRD = UIDS[:3]
A1, B1 = 10_001, 20_001


@once
def cup(desk):
    """Four players in each of two halls, in the first of two rounds."""
    entries = [Entry(i + 2, f"P{i}", hall="NS"[i > 4]) for i in range(1, 9)]
    desk.create("acc", entries=entries, rounds=2, key=KEY)
    desk.do(seat_next, by="test")


def states(**events):
    """What boards say that are at table 1 of the event with this id, by uid."""
    return {uid: state(event=event) for uid, event in events.items()}


def test_the_same_table_of_two_halls_is_each_board_s_own(cup):
    places = cup.ask(places_of, states(n="Night.1", s="Night.2"))
    assert (places.tables, places.boards_without_table) == ({"n": A1, "s": B1}, [])
    matches = cup.ask(matches_at, places.tables)
    names = {one.table: tuple(n for side in one.sides.values() for n in side) for one in cup.ask(round_view, 1).tables}
    assert {uid: match.names for uid, match in matches.items()} == {"n": names[A1], "s": names[B1]}


@pytest.mark.parametrize("event", ["Night", "Night.1", "Night.3"])
def test_a_board_of_another_hall_or_none_is_told_nothing_where_it_is_put(cup, event):
    """It would refuse it: it takes what is of the event whose id it has."""
    cup.do(assign_table, "e6614c311b7e6f35", B1, by="me")
    places = cup.ask(places_of, {"e6614c311b7e6f35": state(event=event, table=9)})
    assert B1 not in places.tables.values()
    assert places.boards_without_table == ([] if event == "Night.1" else ["e6614c311b7e6f35"])


def test_a_board_that_was_told_its_new_hall_is_at_its_table_there(cup):
    """Where it was put before was in the other hall."""
    cup.do(assign_table, "e6614c311b7e6f35", A1, by="me")
    assert cup.ask(places_of, {"e6614c311b7e6f35": state(event="Night.2")}).tables == {"e6614c311b7e6f35": B1}


def test_live_tables_tell_two_halls_boards_apart(cup):
    said = [state(event=f"Night.{hall}", phase="idle", scores=[10 * hall, 0]) for hall in (1, 2)]
    tables = {table.table: table for table in cup.ask(round_view, 1).tables}
    rows = [
        live_row(tables[number], "Night", [(one, False) for one in said if one.table == number]) for number in (A1, B1)
    ]
    assert [row.sides[0].score for row in rows] == [10, 20]


def test_a_desk_hears_boards_of_all_halls_and_of_no_other_event():
    inbox = Inbox("Night", b"", LiveTables(), DeskShares("Night"))
    for uid, event in ((NORTH, "Night.1"), (SOUTH, "Night"), (THIRD, "Other.1")):
        text = (
            f'{{"c":1,"s":1,"phase":"idle","event":"{event}","round":1,"table":7,"preset":"acc","names":[],'
            '"scores":[0,0],"counting":[0,0],"games":[0,0],"n":0,"trouble":0,"key":""}'
        )
        inbox.receive(f"cribbage/{uid}/state", text.encode(), 1.0)
    assert {uid: one.table for uid, one in inbox.states.items()} == {NORTH: 10_007, SOUTH: 7}


@pytest.mark.deep
def test_two_halls_play_a_round_each_at_its_table_1(hall, cup, tmp_path):
    """Boards of the real firmware on one broker; then South is seated alone."""

    async def story():
        boards = Boards(hall, tmp_path)
        north, south = (boards.make(uid, 1, f"Night.{number}") for number, uid in enumerate((NORTH, SOUTH), 1))
        async with desk_at(hall, cup.store):
            await boards.until(lambda: seated(north) == at_table(cup, 1, A1) and seated(south) == at_table(cup, 1, B1))
            play(north)
            play(south)
            await boards.until(lambda: not waits_for(north) and not waits_for(south))
            go_on(north)
            go_on(south)
            cup.do(seat_next, hall=2, by="test")
            await boards.until(lambda: seated(south) == at_table(cup, 2, B1))
            assert seated(north) == at_table(cup, 1, A1)

    evening(story())
    assert results_of(cup) == [(1, "", ""), (1, "", "")]
    places = cup.ask(lambda desk: set(desk.session.scalars(select(Score.table).distinct())))
    assert places == {A1, B1}


def at_table(desk, number, table):
    """Round, names and table of its board, as the desk has it."""
    return at(desk, number, table)[:2] + (table % 10_000,)
