"""Tests of events of several halls: whose tables have the same numbers, on boards that were played by their keys."""

import json
from contextlib import closing

import pytest

from host_tools.desk.events.archive import export_event
from host_tools.desk.intake.held_line_view import held_lines
from host_tools.desk.scoring.standings import compute_standings
from host_tools.desk.store.database import Store, file_url
from host_tools.i18n import message
from host_tools.table_numbers import hall_letter, hall_of_letter, parse_table, split_id, table_text
from tests.desk.cli_runner import Shell
from tests.desk.conftest import Desk
from tests.desk.keyed_log import KeyedLog


class Halls(Shell):
    """An event called Cup in halls North and South, and its boards."""

    def begin(self, *words, players=8, halls=("North", "South"), seat=True):
        rows = [f"P{i},{halls[(i - 1) * len(halls) // players]}" for i in range(1, players + 1)]
        (self.folder / "players.csv").write_text("name,hall\n" + "\n".join(rows) + "\n")
        made = self.json("create", "Cup", "--roster", self.folder / "players.csv", "--seed", 1, "--rounds", 3, *words)
        self.uid, self.key = made["id"], bytes.fromhex(made["key"])
        return self.seat() if seat else self

    def seat(self, *words):
        self.json("seat", "Cup", *words)
        return self

    def board(self, uid, hall):
        """A virtual board of a hall: 1 is North, 2 South; 0: it has the event's id alone."""
        return KeyedLog(self.folder / uid, uid, f"{self.uid}.{hall}" if hall else self.uid, self.key)

    def read(self, *boards):
        return self.json("import", "Cup", "-", stdin="\n".join(line for board in boards for line in board.lines))

    def ask(self, question):
        with closing(Store(file_url(self.folder / "Cup.cribbage"))) as store:
            return Desk(store, "Cup").ask(question)

    def held(self):
        return {(line.board, line.n): [*line.reasons] for line in self.ask(held_lines)}

    def results(self):
        """Won, lost and net by name."""
        return {one.name: (one.won, one.lost, one.net) for one in self.ask(compute_standings) if one.played}

    def export(self):
        return json.loads(self.ask(export_event))

    def seats(self, round_number=1):
        """The players' names by table and side."""
        tables = self.export()["tables"]
        names = {row["number"]: row["name"] for row in rows_of(tables["entrant"])}
        return {
            (table_text(row["table"]), row["side"]): names[row["player"]]
            for row in rows_of(tables["seat"])
            if row["round"] == round_number
        }


def rows_of(table):
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


@pytest.fixture
def cup(tmp_path):
    return Halls(tmp_path)


# -- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "table"),
    [("3", 3), ("A1", 10_001), ("b3", 20_003), (" B999 ", 20_999), ("AA7", 270_007), ("1500", 1500), ("20003", 20_003)],
)
def test_a_table_is_written_by_its_hall_s_letter_and_its_number_there(text, table):
    assert parse_table(text) == table
    assert parse_table(table_text(table)) == table


@pytest.mark.parametrize("text", ["", "B", "B1000", "3B", "-1", "ZZZ1", "Ä1", "B 3"])
def test_what_is_no_table_is_none(text):
    assert parse_table(text) is None


def test_each_hall_has_a_letter_of_its_own():
    letters = [hall_letter(hall) for hall in range(1, 100)]
    assert letters[:3] + letters[25:28] == ["A", "B", "C", "Z", "AA", "AB"]
    assert [hall_of_letter(letter) for letter in letters] == list(range(1, 100))


@pytest.mark.parametrize("event", ["Cup-ab", "Cup-ab.", "Cup-ab.0", "Cup-ab.100", ".1"])
def test_an_id_without_a_hall_is_the_event_s(event):
    assert split_id(event) == (event, 0)


# -- boards of two halls ----------------------------------------------------------------------------------------------


def test_the_same_table_of_two_halls_is_two_games(cup):
    cup.begin()
    north, south = cup.board("n1", 1), cup.board("s1", 2)
    north.game(1, 1, 121, 90)
    south.game(1, 1, 97, 121)
    assert cup.read(north, south)["held"] == []
    seats = cup.seats()
    assert set(seats) == {(f"{hall}{table}", side) for hall in "AB" for table in (1, 2) for side in "AB"}
    assert cup.results() == {
        seats["A1", "A"]: (1, 0, 31),
        seats["A1", "B"]: (0, 1, -31),
        seats["B1", "A"]: (0, 1, -24),
        seats["B1", "B"]: (1, 0, 24),
    }


def test_lines_that_come_late_count_in_their_hall(cup):
    """North has played on meanwhile; the line of South is as it was sealed, read twice."""
    cup.begin()
    south = cup.board("s1", 2)
    south.game(1, 2, 121, 60)
    cup.seat("--round", 2, "--hall", "A").seat("--round", 3, "--hall", "north")
    assert cup.read(south, south)["held"] == []
    assert cup.results()[cup.seats()["B2", "A"]] == (1, 0, 61)


@pytest.mark.deep
def test_a_board_carried_to_the_other_hall_is_held_and_named(cup):
    """With its hall's id it names a table of its own hall, which another board has; set to the other hall, it is at
    another table than before."""
    cup.begin()
    cup.seat("--round", 2)
    at_home, carried, other = cup.board("n1", 1), cup.board("n2", 1), cup.board("s1", 2)
    at_home.game(1, 1, 121, 90)
    carried.game(1, 2, 121, 91)
    other.game(1, 1, 121, 92)
    assert cup.read(at_home, carried, other)["held"] == []
    carried.game(2, 1, 121, 93)
    assert [line["reasons"] for line in cup.read(carried)["held"]] == [["moved"]]
    carried.event = f"{cup.uid}.2"
    carried.game(2, 2, 121, 94)
    cup.read(carried)
    assert cup.held() == {("n2", 2): ["moved"], ("n2", 3): ["moved"]}
    text = cup("check", "Cup").stdout
    assert " B2 " in text
    assert " A1 " in text
    (line,) = [line["line"] for one in cup.json("check", "Cup") for line in one["held"] if line["n"] == 3]
    cup.json("decide", "Cup", line)
    assert cup.results()[cup.seats(2)["B2", "A"]][2] >= 27


def test_boards_of_two_halls_exchanged_are_held(cup):
    """Each has the other's place: the results that come from there are of a table that had another board."""
    cup.begin().seat("--round", 2)
    north, south = cup.board("n1", 1), cup.board("s1", 2)
    north.game(1, 1, 121, 90)
    south.game(1, 1, 121, 91)
    cup.read(north, south)
    north.event, south.event = south.event, north.event
    north.game(2, 1, 121, 80)
    south.game(2, 1, 121, 81)
    cup.read(north, south)
    assert cup.held() == {("n1", 2): ["moved"], ("s1", 2): ["moved"]}


def test_what_two_halls_boards_say_is_swapped_by_their_letters(cup):
    cup.begin()
    north, south = cup.board("n1", 1), cup.board("s1", 2)
    north.game(1, 1, 121, 90)
    south.game(1, 1, 121, 60)
    cup.read(north, south)
    cup.json("exchange", "Cup", "A1", "B1", "--round", 1)
    seats = cup.seats()
    assert (cup.results()[seats["A1", "A"]], cup.results()[seats["B1", "A"]]) == ((1, 0, 61), (1, 0, 31))


@pytest.mark.parametrize("hall", [0, 3])
def test_a_board_of_no_hall_of_the_event_is_held_until_its_table_is_said(cup, hall):
    cup.begin()
    board = cup.board("x1", hall)
    board.game(1, 1, 121, 90)
    (held,) = cup.read(board)["held"]
    assert held["reasons"] == ["hall", "early"]
    assert message("desk.held.hall") in held["why"]
    cup.json("decide", "Cup", held["line"], "--table", "B1")
    assert cup.results()[cup.seats()["B1", "A"]] == (1, 0, 31)


def test_a_board_of_a_hall_is_held_where_the_event_has_one(cup):
    (cup.folder / "one.csv").write_text("name\n" + "".join(f"P{i}\n" for i in range(4)))
    made = cup.json("create", "Cup", "--roster", cup.folder / "one.csv", "--rounds", 3)
    cup.uid, cup.key = made["id"], bytes.fromhex(made["key"])
    cup.seat()
    board = cup.board("x1", 1)
    board.game(1, 1, 121, 90)
    assert [line["reasons"] for line in cup.read(board)["held"]] == [["hall", "early"]]
