"""Tests of assignments: which match each board is given next, and when it is cleared."""

import asyncio
import json
import threading

import pytest

from firmware.journal.seal import key_check, seal_mac
from host_tools.desk.errors import DeskError
from host_tools.desk.intake.import_lines import import_lines
from host_tools.desk.intake.swap_players import swap_players
from host_tools.desk.live.assigner import Assigner
from host_tools.desk.live.assignment_messages import (
    EXPIRY_S,
    Assignment,
    assignments_to_publish,
    fitting_names,
    make_assignment,
    read_assignment,
)
from host_tools.desk.live.board_messages import parse_state
from host_tools.desk.live.board_places import find_places, read_placements
from host_tools.desk.live.next_matches import NextMatch, assign_table, next_matches, record_assigned
from host_tools.desk.live.results_read import ResultsRead, read_results
from host_tools.desk.rounds.reseat import unseat_round
from host_tools.desk.rounds.round_view import round_view
from host_tools.desk.rounds.seating import seat_next
from tests.desk.live.running_desks import KEY, UID, desk_at, log_of
from tests.live.brokers import UIDS, board_at
from tests.own_thread import in_own_thread
from tests.patience import PATIENCE_S

SECRET = bytes.fromhex(KEY)
MATCH = NextMatch(1, 1, "acc", 2, ("Ann", "Bo"))
OTHER = UIDS[1]


def state(**fields):
    known = {"c": 1, "s": 1, "phase": "round", "event": "Night", "round": 1, "table": 1, "preset": "acc", "names": []}
    known |= {"scores": [0, 0], "counting": [0, 0], "games": [0, 0], "n": 0, "trouble": 0, "key": key_check(SECRET)}
    return parse_state(json.dumps(known | fields).encode())


def places_of(desk, states):
    results, _ = read_results(desk, ResultsRead())
    return find_places(desk.event, states, read_placements(desk), results.tables)


def matches_at(desk, places):
    return next_matches(desk, places, read_placements(desk).exchanged)


def change(match, kept=None, after=0, now=1000, **fields):
    """What is published to a board that says this of itself; None for nothing."""
    has = {} if kept is None else {UID: make_assignment(UID, "Night", SECRET, kept)}
    states, matches = {UID: state(**fields)}, {UID: match} if match else {}
    found = assignments_to_publish("Night", SECRET, states, matches, has, {UID: after}, now)
    if UID not in found:
        return None
    return read_assignment(UID, "Night", SECRET, found[UID]) if found[UID] else b""


def test_a_board_between_matches_is_told_its_next():
    assert change(MATCH) == Assignment(1000, MATCH)


def test_it_tells_which_results_were_known():
    """Where the board has a later one of that round, it has played the match meanwhile."""
    assert change(MATCH, after=7) == Assignment(1000, MATCH, 7)


def test_what_the_broker_is_about_to_forget_is_said_again():
    late = 900 + EXPIRY_S // 2
    assert change(MATCH, Assignment(900, MATCH), now=late - 1) is None
    assert change(MATCH, Assignment(900, MATCH), now=late) == Assignment(late, MATCH)


def test_what_a_desk_of_the_version_before_said_is_said_anew():
    """It did not tell which results it knew."""
    payload = make_assignment(UID, "Night", SECRET, Assignment(900, MATCH)).replace(b',"after":0', b"")
    body = payload[: payload.rindex(b',"mac"')]
    payload = body + f',"mac":"{seal_mac(SECRET, body)}"}}'.encode()
    states = {UID: state()}
    found = assignments_to_publish("Night", SECRET, states, {UID: MATCH}, {UID: payload}, {}, 1000)
    assert read_assignment(UID, "Night", SECRET, found[UID]) == Assignment(1000, MATCH)


def test_what_the_broker_has_is_not_said_again():
    assert change(MATCH, Assignment(900, MATCH)) is None


def test_who_sits_there_now_replaces_who_sat_there():
    changed = MATCH._replace(names=("Ann", "Cy"))
    assert change(changed, Assignment(2000, MATCH)) == Assignment(2001, changed)
    assert change(changed, assigned=3000) == Assignment(3001, changed)


def test_a_board_that_plays_the_round_already_is_left_alone():
    assert change(MATCH, phase="idle") is None
    assert change(MATCH, Assignment(900, MATCH), phase="idle", assigned=900) is None


def test_what_waits_for_a_board_that_plays_that_round_is_taken_back():
    assert change(MATCH, Assignment(900, MATCH), phase="idle") == b""


def test_what_a_board_has_taken_is_not_said_again_by_a_broker_that_forgot():
    assert change(MATCH, names=["Ann", "Bo"], assigned=900) is None


def test_a_board_whose_results_are_still_to_come_waits():
    assert change(MATCH, waiting=1) is None


def test_what_waits_for_a_board_at_the_table_where_it_was_is_taken_back_while_its_results_are_to_come():
    assert change(MATCH, Assignment(900, MATCH._replace(table=2)), waiting=1) == b""


def test_the_next_round_waits_for_a_board_in_the_one_before():
    following = MATCH._replace(round=2)
    assert change(following, phase="idle") == Assignment(1000, following)


def test_where_nothing_is_to_be_played_nothing_waits():
    assert change(None, Assignment(900, MATCH)) == b""
    assert change(None) is None


def test_an_assignment_is_sealed():
    payload = make_assignment(UID, "Night", SECRET, Assignment(17, MATCH))
    start, _, mac = payload.decode().rpartition(',"mac":"')
    assert mac == seal_mac(SECRET, start.encode()) + '"}'
    assert json.loads(payload)["names"] == ["Ann", "Bo"]
    assert read_assignment(UID, "Night", SECRET, payload.replace(b"Ann", b"Eve")) is None
    assert read_assignment(OTHER, "Night", SECRET, payload) is None


@pytest.mark.parametrize("name", ["x" * 90, "É" * 30, "🂡" * 40])
def test_long_names_fit_a_message(name):
    match = MATCH._replace(teams=4, names=(name,) * 4)
    assert len(make_assignment(UID, "N" * 40, SECRET, Assignment(2**32 - 1, match))) <= 480
    assert all(cut and name.startswith(cut) and len(cut) <= 20 for cut in fitting_names(match.names))


def test_boards_are_where_their_results_were_then_where_they_say(night):
    night.do(import_lines, [("cable", 1, log_of().game(1, 1, 121, 90))], by="test")
    places = night.ask(places_of, {UID: state(table=9), OTHER: state(table=2), UIDS[2]: state(table=1)})
    assert places.tables == {UID: 1, OTHER: 2}
    assert places.boards_without_table == [UIDS[2]]


def test_two_boards_that_claim_one_table_have_none(night):
    places = night.ask(places_of, {UID: state(table=1), OTHER: state(table=1), UIDS[2]: state(table=0)})
    assert places.tables == {}
    assert places.boards_without_table == [UID, OTHER, UIDS[2]]


def test_the_director_s_word_counts_before_all_else(night):
    night.do(import_lines, [("cable", 1, log_of().game(1, 1, 121, 90))], by="test")
    assert night.do(assign_table, OTHER, 1, by="Dee") == OTHER
    assert night.ask(places_of, {UID: state(), OTHER: state(table=2)}).tables == {OTHER: 1}
    night.do(assign_table, OTHER, 0, by="Dee")
    assert night.ask(places_of, {UID: state(), OTHER: state(table=2)}).tables == {UID: 1}
    with pytest.raises(DeskError, match="16 digits"):
        night.do(assign_table, "b7", 1, by="Dee")


def test_results_of_a_board_that_the_director_has_put_there_are_not_held(night):
    """A board fails at table 1; another takes its place."""
    night.do(seat_next, by="test")
    night.do(import_lines, [("cable", 1, log_of().game(1, 1, 121, 90))], by="test")
    night.do(assign_table, OTHER, 1, by="Dee")
    report = night.do(import_lines, [("cable", 1, log_of(OTHER).game(2, 1, 121, 90))], by="test")
    assert report.held == []


def test_each_table_s_next_match_is_the_first_that_is_not_over(night):
    night.do(seat_next, by="test")
    log = log_of()
    assert night.ask(matches_at, {UID: 1})[UID].round == 1
    night.do(import_lines, [("cable", 1, log.game(1, 1, 121, 90))], by="test")
    match = night.ask(matches_at, {UID: 1, OTHER: 2})
    sides = night.ask(round_view).tables[0].sides
    assert match[UID] == NextMatch(2, 1, "acc", 2, tuple(" & ".join(names) for names in sides.values()))
    assert match[OTHER].round == 1
    night.do(import_lines, [("cable", 1, log.game(2, 1, 121, 90))], by="test")
    assert UID not in night.ask(matches_at, {UID: 1})


@pytest.mark.parametrize("how", ["assigned", "placed"])
def test_a_board_that_has_changed_places_is_not_given_the_round_that_the_other_has_played(night, how):
    """The other's result is on that board, which is away; it came there as the desk's, or by the director's word."""
    night.do(seat_next, by="test")
    night.do(record_assigned, {(UID, 1), (OTHER, 2 if how == "assigned" else 3)})
    if how == "placed":
        night.do(assign_table, OTHER, 2, by="Dee")
    night.do(import_lines, [("cable", 1, log_of().game(1, 1, 121, 90))], by="test")
    night.do(assign_table, UID, 2, by="Dee")
    assert night.ask(matches_at, {UID: 2})[UID].round == 1, "in place of a board that has failed"
    night.do(assign_table, OTHER, 1, by="Dee")
    assert night.ask(matches_at, {UID: 2})[UID].round == 2
    assert night.ask(matches_at, {OTHER: 1})[OTHER].round == 2


def test_a_result_that_is_held_has_been_played(night):
    night.do(import_lines, [("cable", 1, log_of().game(1, 1, 121, 90, signed=False))], by="test")
    assert night.ask(matches_at, {UID: 1}) == {}


@pytest.mark.parametrize("made", [{"event": "Old"}, {"event": ""}, {"key": "01" * 16}, {"key": ""}])
def test_a_result_that_may_be_of_another_event_has_not_been_played_in_this(night, made):
    night.do(import_lines, [("cable", 1, log_of(**made).game(1, 1, 121, 90))], by="test")
    assert night.ask(matches_at, {UID: 1})[UID].round == 1


def test_a_board_is_told_who_sits_there_until_the_round_is_unseated(hall, night):
    async def go():
        async with desk_at(hall, night.store), board_at(hall, UID) as board:
            await board.come("Night")
            await board.until(lambda b: b.assignments)
            first = board.assignments[-1]
            assert (first["round"], first["table"], first["preset"]) == (1, 1, "acc")
            players = [name for names in night.ask(round_view).tables[0].sides.values() for name in names]
            assert first["names"] == players
            tables = night.ask(round_view).tables
            one, other = (int(table.ids["A"][0]) for table in tables)
            await asyncio.to_thread(night.do, swap_players, one, other, by="test", reason="", restated={})
            await board.until(lambda b: b.assignments[-1] and b.assignments[-1]["names"] != players)
            assert board.assignments[-1]["serial"] > first["serial"]
            await asyncio.to_thread(night.do, unseat_round, by="test")
            await board.until(lambda b: b.assignments[-1] is None)

    in_own_thread(asyncio.run, go())


def test_two_desks_say_the_same_thing_once(hall, night):
    async def go():
        async with desk_at(hall, night.store), board_at(hall, UID) as board:
            await board.come("Night")
            await board.until(lambda b: b.assignments)
            async with desk_at(hall, night.store):
                await board.until(lambda b: len(b.acks) >= 2)
                await asyncio.to_thread(night.do, seat_next, by="test")
                await board.send(log_of().game(1, 1, 121, 90))
                await board.until(lambda b: (b.assignments[-1] or {}).get("round") == 2)
            told = [one for one in board.assignments if one]
            assert len({json.dumps(one | {"serial": 0, "mac": "", "after": 0}) for one in told}) == 2

    in_own_thread(asyncio.run, go())


def test_a_result_is_stored_while_a_look_for_assignments_takes_long_which_then_tells_nothing_old(
    hall, night, monkeypatch
):
    found, may_go_on = threading.Event(), threading.Event()
    find = Assigner.find

    def slow_find(self, *args):
        payloads = find(self, *args)
        if payloads and not may_go_on.is_set():
            found.set()
            may_go_on.wait(PATIENCE_S)
        return payloads

    async def story():
        monkeypatch.setattr(Assigner, "find", slow_find)
        async with desk_at(hall, night.store), board_at(hall, UID) as board:
            try:
                await board.come("Night")
                assert await asyncio.to_thread(found.wait, PATIENCE_S)
                await board.send(log_of().game(1, 1, 121, 90))
                await board.until(lambda board: any(ack.get("got") == 1 for ack in board.acks))
                night.do(seat_next, by="test")
            finally:
                may_go_on.set()
            await board.until(lambda board: board.assignments)
            assert board.assignments[0]["round"] == 2

    in_own_thread(asyncio.run, story())
