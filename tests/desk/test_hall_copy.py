"""Tests of a hall that goes on with a copy of the event while the line is cut, and of what it brings back."""

import json
import shutil
import tempfile
from contextlib import closing, contextmanager, nullcontext

import pytest
from sqlalchemy import update

from host_tools.desk.errors import DeskError
from host_tools.desk.events.location import EventLocation
from host_tools.desk.review.hall_merge import RepeatedMerge
from host_tools.desk.store.database import Store, file_url
from host_tools.desk.store.model import StoreLease
from host_tools.i18n import message
from tests.desk.test_halls import Halls, rows_of


@pytest.fixture
def cup(tmp_path):
    (tmp_path / "event").mkdir()
    return Halls(tmp_path / "event").begin(players=12)


@pytest.fixture
def south(cup, tmp_path):
    """South's own desk."""
    (tmp_path / "south").mkdir()
    desk = Halls(tmp_path / "south")
    desk.uid, desk.key = cup.uid, cup.key
    cup.json("copy", "Cup", desk.folder / "Cup.cribbage", "--hall", "B")
    return desk


def merge(cup, south):
    return cup.json("merge", "Cup", south.folder / "Cup.cribbage")


def counts(report):
    return tuple(report[name] for name in ("rounds", "lines", "cards", "decisions"))


def state(desk):
    """What counts: results by name, and the seats of all rounds."""
    return desk.results(), {number: desk.seats(number) for number in (1, 2, 3)}


def play(desk, board, number, tables=(1, 2, 3)):
    for table in tables:
        board[table].game(number, table, 121, 60 + 10 * number + table)


@pytest.mark.deep
def test_a_hall_plays_on_alone_and_its_results_arrive_later(cup, south):
    """Three rounds with boards, a card by hand and a correction; the event's own hall plays meanwhile."""
    boards = {hall: {n: cup.board(f"{hall}{n}", hall) for n in (1, 2, 3)} for hall in (1, 2)}
    for number in (1, 2, 3):
        play(cup, boards[1], number)
        play(south, boards[2], number, (1, 2))
        if number < 3:
            cup.seat("--round", number + 1, "--hall", "A")
            south.seat("--round", number + 1, "--hall", "B")
    cup.read(*boards[1].values())
    south.read(*boards[2].values())
    for number in (1, 2, 3):
        south.json("enter", "Cup", "--round", number, "--table", "B3", "--scores", "121,90")
    south.json("enter", "Cup", "--round", 1, "--table", "B3", "--scores", "121,80", "--correct", "slip")
    report = merge(cup, south)
    assert (counts(report), report["held"], report["kept"]) == ((2, 6, 8, 0), 0, [])
    ours, theirs = state(cup), state(south)
    assert {name: result for name, result in ours[0].items() if name in theirs[0]} == theirs[0]
    assert len(ours[0]) == 12
    assert all(sum(result[:2]) == 3 for result in ours[0].values())
    assert {place: name for place, name in ours[1][3].items() if place[0][0] == "B"} == {
        place: name for place, name in theirs[1][3].items() if place[0][0] == "B"
    }
    assert counts(merge(cup, south)) == (0, 0, 0, 0)
    assert state(cup) == ours
    diary = {(row["what"], row["reason"]) for row in rows_of(cup.export()["tables"]["change"])}
    assert {("seated", ""), ("hall merged", "")} <= diary


def test_who_comes_to_a_copy_is_in_its_hall_and_no_other_hall_is_changed_there(cup, south):
    code = south.json("admit", "Cup", "Late Comer")["player"]
    for command in (("admit", "Cup", "Another"), ("seat", "Cup", "--round", 2)):
        refused = south.refused(*command, "--hall", "A")
        assert message("event.halls.copy_of_other", hall="B", other="A") in refused
    assert merge(cup, south)["players"] == 1
    assert {row["code"]: row["hall"] for row in rows_of(cup.export()["tables"]["entrant"])}[code] == 2


def test_what_is_of_another_hall_is_not_brought(cup, south):
    """Whoever has the copy could type anything there."""
    south.json("enter", "Cup", "--round", 1, "--table", "A1", "--scores", "121,90")
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,91")
    south.read(north := cup.board("n1", 1))
    north.game(1, 2, 121, 70)
    south.read(north)
    assert counts(merge(cup, south)) == (0, 0, 2, 0)
    assert set(cup.results()) == {cup.seats()["B1", side] for side in "AB"}


def test_what_the_event_s_desk_has_typed_meanwhile_stays_and_is_named(cup, south):
    cup.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,100")
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,90")
    south.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,90")
    report = merge(cup, south)
    assert counts(report) == (0, 0, 2, 0)
    assert len(report["kept"]) == 2
    assert "table B1 in round 1" in report["kept"][0]
    assert cup.results()[cup.seats()["B1", "A"]] == (1, 0, 21)


@pytest.mark.deep
def test_results_of_the_hall_count_for_nobody_else_who_sits_there_here(cup, south):
    """The hall has swapped two and played, here somebody has typed what was played as one sat before."""
    cup.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,100")
    places, board = south.seats(), south.board("s3", 2)
    south.json("swap", "Cup", places["B2", "A"], places["B3", "A"])
    south.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,90")
    board.game(1, 3, 121, 77)
    south.read(board)
    kept = [message("event.halls.kept_round", round=1), message("event.halls.kept_results", round=1, tables="B2, B3")]
    report = merge(cup, south)
    assert (report["kept"], report["waiting"], counts(report)) == (kept, 3, (0, 0, 0, 0))
    assert cup.seats() == places
    assert set(cup.results()) == {places["B2", side] for side in "AB"}
    cup.json("swap", "Cup", places["B2", "A"], places["B3", "A"], "--was", "B2=121,100")
    report = merge(cup, south)
    assert (report["waiting"], counts(report)) == (0, (0, 1, 0, 0))
    assert message("event.halls.kept_card", where="table B2 in round 1", by="root") in report["kept"]


def test_a_game_before_its_round_is_seated_in_the_hall_counts_for_nobody_who_sits_there_here(cup, south):
    cup.seat("--round", 2)
    board = south.board("s1", 2)
    board.game(2, 1, 121, 77)
    south.read(board)
    assert merge(cup, south)["kept"] == [message("event.halls.kept_results", round=2, tables="B1")]
    assert cup.results() == {}
    south.seat("--round", 2)
    assert set(south.seats(2)) == {(f"B{table}", side) for table in (1, 2, 3) for side in "AB"}, "its own hall alone"


def test_two_who_change_places_in_the_hall_do_so_here_once_others_have_played(cup, south):
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,90")
    merge(cup, south)
    south.json("swap", "Cup", south.seats()["B2", "A"], south.seats()["B3", "A"])
    south.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,80")
    report = merge(cup, south)
    assert (counts(report), report["kept"]) == ((1, 0, 2, 0), [])
    assert (cup.results(), cup.seats()) == (south.results(), cup.seats() | south.seats())


@pytest.mark.deep
def test_who_has_gone_to_another_hall_keeps_the_seat_and_the_result_there(cup, south):
    """The hall's desk did not know, and seats them until it is told."""
    for desk, hall in ((cup, "A"), (south, "B")):
        for table in (1, 2, 3):
            desk.json("enter", "Cup", "--round", 1, "--table", f"{hall}{table}", "--scores", "121,90")
    gone = cup.seats()["B1", "A"]
    cup.json("move", "Cup", gone, "A")
    cup.json("admit", "Cup", "Late", "--hall", "A")
    cup.seat("--round", 2, "--hall", "A")
    for table in (1, 2, 3, 4):
        cup.json("enter", "Cup", "--round", 2, "--table", f"A{table}", "--scores", "121,100")
    before, seats = cup.results(), cup.seats(2)
    south.seat("--round", 2, "--hall", "B")
    report = merge(cup, south)
    assert report["kept"] == [message("event.halls.kept_seats", round=2, names=gone)]
    assert cup.seats(2) == seats
    assert {name: result for name, result in cup.results().items() if name in before and name != gone} == {
        name: result for name, result in before.items() if name != gone
    }
    south.json("withdraw", "Cup", gone, "--from", 2)
    south.json("reseat", "Cup", "--hall", "B")
    assert merge(cup, south)["kept"] == []
    assert cup.seats(2) == seats | south.seats(2)


@pytest.mark.deep
def test_two_who_have_come_with_one_id_stay_two(cup, south):
    """One on each desk, of the same free id."""
    south.json("admit", "Cup", "Sue", "--hall", "B", "--id", "new")
    cup.json("admit", "Cup", "Ann", "--hall", "A", "--id", "new")
    south.seat("--round", 2, "--hall", "B")
    cup.seat("--round", 2, "--hall", "A")
    seats = cup.seats(2)
    report = merge(cup, south)
    assert report["kept"] == [
        message("event.halls.kept_player", code="new", name="Ann"),
        message("event.halls.kept_seats", round=2, names="Sue"),
    ]
    assert cup.seats(2) == seats


@pytest.mark.deep
def test_who_comes_to_a_hall_s_desk_gets_an_id_that_no_other_desk_gives(cup, south):
    south.json("admit", "Cup", "Sue", "--hall", "B")
    cup.json("admit", "Cup", "Ann", "--hall", "A")
    assert (merge(cup, south)["players"], merge(cup, south)["kept"]) == (1, [])
    assert {"Sue", "Ann"} <= {row["name"] for row in rows_of(cup.export()["tables"]["entrant"])}


@pytest.mark.deep
def test_who_was_taken_back_here_is_not_withdrawn_by_what_was_merged_before(cup, south):
    left, stays = south.seats()["B3", "B"], south.seats()["B2", "B"]
    cup.json("withdraw", "Cup", stays)
    south.json("withdraw", "Cup", left)
    assert merge(cup, south)["players"] == 1
    cup.json("readmit", "Cup", left)
    assert merge(cup, south)["players"] == 0
    assert {row["name"] for row in rows_of(cup.export()["tables"]["entrant"]) if row["left"]} == {stays}


def test_of_two_copies_of_a_hall_the_newer_one_s_seats_stay(cup, south, tmp_path):
    """Each desk merges by itself: they would exchange the seats back and forth. What was played counts."""
    with closing(Store(file_url(south.folder / "Cup.cribbage"))) as store, store.write() as session:
        session.execute(update(StoreLease).values(at="2026-01-01T00:00:00+00:00"))
    (tmp_path / "newer").mkdir()
    newer = Halls(tmp_path / "newer")
    cup.json("copy", "Cup", newer.folder / "Cup.cribbage", "--hall", "B")
    places = newer.seats()
    newer.json("swap", "Cup", places["B2", "A"], places["B3", "A"])
    south.json("swap", "Cup", places["B1", "A"], places["B3", "A"])
    south.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,90")
    merge(cup, newer)
    kept = merge(cup, south)["kept"]
    assert message("event.halls.newer_copy", hall="B") in kept
    assert cup.seats() == newer.seats()
    newer.json("swap", "Cup", places["B2", "A"], places["B3", "A"])
    merge(cup, newer)
    merge(cup, south)
    assert cup.seats() == places
    assert cup.results()[places["B2", "A"]] == (1, 0, 31), "once they sit as they did when it was played"


def test_nothing_is_merged_into_a_copy(south):
    file = south.folder / "Cup.cribbage"
    assert message("event.halls.into_copy", hall="B") in south.refused("merge", "Cup", file)


@pytest.mark.deep
def test_a_decision_about_a_held_line_comes_with_it(cup, south):
    """A board that nobody told its hall, decided about in the hall; one refused."""
    strange, other = cup.board("x1", 0), cup.board("s1", 2)
    strange.game(1, 1, 121, 90)
    other.game(2, 2, 121, 91)
    south.read(strange, other)
    lines = {line["board"]: line["line"] for one in south.json("check", "Cup") for line in one["held"]}
    south.json("decide", "Cup", lines["x1"], "--table", "B1")
    south.json("decide", "Cup", lines["s1"], "--refuse", "--because", "a friendly")
    assert counts(merge(cup, south)) == (0, 2, 0, 2)
    assert cup.results()[cup.seats()["B1", "A"]] == (1, 0, 31)
    assert not [line for one in cup.json("check", "Cup") for line in one["held"]]
    reasons = {row["reason"] for row in rows_of(cup.export()["tables"]["change"]) if row["what"] == "refused"}
    assert reasons == {"a friendly"}
    assert counts(merge(cup, south)) == (0, 0, 0, 0)


@pytest.mark.deep
def test_who_has_come_and_gone_in_the_hall_has_here_too(cup, south):
    south.json("admit", "Cup", "Late", "--hall", "B")
    south.json("withdraw", "Cup", south.seats()["B3", "B"])
    south.seat("--round", 2, "--hall", "B")
    cup.json("admit", "Cup", "Early", "--hall", "A", "--id", "e")
    report = merge(cup, south)
    assert (report["players"], report["rounds"], report["kept"]) == (2, 1, [])
    assert {name for place, name in cup.seats(2).items()} == set(south.seats(2).values())
    assert "Late" in cup.seats(2).values()
    assert cup.seat("--round", 2, "--hall", "A")
    assert len(set(cup.seats(2).values())) == 13


@pytest.mark.deep
def test_a_dispute_in_the_hall_is_one_here_until_it_is_decided_there(cup, south):
    board = cup.board("s1", 2)
    board.game(1, 1, 121, 90)
    south.read(board)
    south.json("dispute", "Cup", "--round", 1, "--table", "B1")
    merge(cup, south)
    assert "disputed" in {one["kind"] for one in cup.json("check", "Cup")}
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "90,121", "--correct", "slip")
    merge(cup, south)
    assert "disputed" not in {one["kind"] for one in cup.json("check", "Cup")}
    assert cup.results()[cup.seats()["B1", "A"]] == (0, 1, -31)


def test_what_would_be_merged_is_told_without_doing_it(cup, south):
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,91")
    assert cup.json("merge", "Cup", south.folder / "Cup.cribbage", "--would")["would"]
    assert cup.results() == {}


@pytest.mark.parametrize("made", ["plain", "other", "nothing"])
def test_what_is_no_copy_for_a_hall_is_refused(cup, tmp_path, made):
    file = tmp_path / "x.cribbage"
    if made == "plain":
        shutil.copy(cup.folder / "Cup.cribbage", file)
    if made == "other":
        (tmp_path / "other").mkdir()
        other = Halls(tmp_path / "other").begin()
        other.json("copy", "Cup", file, "--hall", "A")
    assert ("copy" if made != "nothing" else "no such file") in cup.refused("merge", "Cup", file)


@pytest.mark.deep
def test_an_event_in_a_database_is_copied_for_a_hall_too(new_database, tmp_path):
    """An event in PostgreSQL has no file."""
    desk = Halls(tmp_path)
    desk_args = ("--database", new_database)
    rows = "".join(f"P{i},{'NS'[i % 2]}\n" for i in range(8))
    (tmp_path / "players.csv").write_text("name,hall\n" + rows)
    desk.json("create", "Cup", "--roster", tmp_path / "players.csv", "--rounds", 3, *desk_args)
    desk.json("seat", "Cup", *desk_args)
    (tmp_path / "south").mkdir()
    south = Halls(tmp_path / "south")
    desk.json("copy", "Cup", south.folder / "Cup.cribbage", "--hall", "S", *desk_args)
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,91")
    report = desk.json("merge", "Cup", south.folder / "Cup.cribbage", *desk_args)
    assert counts(report) == (0, 0, 2, 0)
    assert json.loads(desk("standings", "Cup", "--json", *desk_args).stdout)[0]["won"] == 1


# -- merged again and again -------------------------------------------------------------------------------------------


def test_a_hall_s_desk_merges_what_is_new_once_the_event_can_be_reached(cup, south):
    event, away = cup.folder / "Cup.cribbage", cup.folder / "away"
    copy = EventLocation(south.folder, None).open("Cup")
    merging = RepeatedMerge(copy, EventLocation(south.folder, file_url(event)), "Sue")
    merging.merge_new()
    assert merging.merge_new() is None, "nothing is new"
    event.rename(away)
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,90")
    with pytest.raises(DeskError):
        merging.merge_new()
    (cup.folder / "Cup.cribbage").unlink()
    away.rename(event)
    assert merging.merge_new().cards == 2
    assert cup.results()[cup.seats()["B1", "A"]] == (1, 0, 31)
    assert merging.merge_new() is None
    copy.close()


@pytest.fixture
def merging(cup, south):
    copy = EventLocation(south.folder, None).open("Cup")
    yield RepeatedMerge(copy, EventLocation(south.folder, file_url(cup.folder / "Cup.cribbage")), "Sue")
    copy.close()


def test_a_hall_s_desk_takes_results_while_the_event_does_not_answer(merging, south):
    @contextmanager
    def answer_late(desk):
        south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,90")
        yield

    merging._main.around_writing = answer_late
    merging.merge_new()
    merging._main.around_writing = lambda desk: nullcontext()
    assert merging.merge_new().cards == 2


def test_what_waits_for_seats_in_the_event_is_merged_without_a_change_in_the_hall(merging, cup, south):
    cup.json("enter", "Cup", "--round", 1, "--table", "B3", "--scores", "121,100")
    two = [south.seats()[table, "A"] for table in ("B2", "B3")]
    south.json("swap", "Cup", *two)
    south.json("enter", "Cup", "--round", 1, "--table", "B2", "--scores", "121,90")
    assert merging.merge_new().waiting == 2
    cup.json("swap", "Cup", *two, "--was", "B3=121,100")
    assert merging.merge_new().cards == 2


def test_each_merge_and_each_failure_is_said_once(merging, cup, south, caplog):
    event = cup.folder / "Cup.cribbage"
    for table in ("B1", "B2"):
        south.json("enter", "Cup", "--round", 1, "--table", table, "--scores", "121,90")
        merging.merge_and_log()
        merging.merge_and_log()
    text = event.read_bytes()
    south.json("swap", "Cup", *(south.seats()["B3", side] for side in "AB"))
    event.write_bytes(b"no database")
    merging.merge_and_log()
    merging.merge_and_log()
    event.write_bytes(text)
    merging.merge_and_log()
    said = [record.levelname for record in caplog.records]
    # It says once more that it merges, and what it has brought.
    assert said == ["INFO", "INFO", "WARNING", "INFO"], caplog.text


def test_no_room_for_a_snapshot_does_not_end_merging(merging, cup, south, tmp_path, monkeypatch, caplog):
    south.json("enter", "Cup", "--round", 1, "--table", "B1", "--scores", "121,90")
    with monkeypatch.context() as full:
        full.setattr(tempfile, "tempdir", str(tmp_path / "unplugged"))
        merging.merge_and_log()
    assert "No such file or directory" in caplog.text
    merging.merge_and_log()
    assert cup.results()[cup.seats()["B1", "A"]] == (1, 0, 31)


def test_an_event_that_is_no_hall_s_copy_is_not_merged(cup):
    event = EventLocation(cup.folder, None)
    with pytest.raises(DeskError, match="no copy"):
        RepeatedMerge(event.open("Cup"), event, "Sue")
