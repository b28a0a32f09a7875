"""Tests that every result reaches the players who played it, by command line, whatever boards claim."""

import json
import re
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime

import pytest

from host_tools.i18n import message
from tests.desk.board_log import BoardLog
from tests.desk.cli_runner import Shell

HOUR = 3600


class Night(Shell):
    """An event called Night, and words for what is asked about it."""

    def begin(self, players=4, seated=1, **options):
        (self.folder / "players.csv").write_text("name\n" + "".join(f"P{i}\n" for i in range(1, players + 1)))
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        made = self.json("create", "Night", "--roster", self.folder / "players.csv", "--seed", 1, *words)
        self.uid, self.key = made["id"], bytes.fromhex(made["key"])
        self.seated = 0
        for _ in range(seated):
            self.seat()
        return self

    def seat(self):
        """The next round, in advance too."""
        self.seated += 1
        return self.json("seat", "Night", "--round", self.seated)

    def board(self, name="b1", preset="acc", **options):
        return BoardLog(name, **{"event": self.uid, "key": self.key, "preset": preset} | options)

    def read(self, *lines):
        return self.json("import", "Night", "-", stdin="\n".join(lines))

    def check(self, *words):
        return self.json("check", "Night", *words)

    def held(self):
        return [line for one in self.check() for line in one["held"]]

    def why(self):
        return [line["reasons"] for line in self.held()]

    def points(self):
        return sorted(one["points"] for one in self.json("standings", "Night"))

    def played(self):
        return sum(one["played"] for one in self.json("standings", "Night"))


@pytest.fixture
def night(tmp_path):
    return Night(tmp_path)


# -- a round that is not the board's -----------------------------------------------------------------------------------


def test_a_friendly_that_a_board_counts_as_round_2_never_counts(night):
    night.begin(rounds=3)
    log = night.board()
    log.game(1, 1, 121, 90)
    log.game(2, 1, 121, 80)
    assert night.read(*log.lines)["held"][0]["reasons"] == ["early"]
    assert night.played() == 2
    night.seat()
    assert night.played() == 2
    (line,) = night.held()
    assert line["players"]
    assert line["why"] == message("desk.held.early")
    assert "missing" in {one["kind"] for one in night.check("--round", 2)}


def test_a_board_one_round_ahead_is_held_before_and_after_its_round_is_seated(night):
    night.begin(rounds=3)
    night.read(night.board().game(2, 1, 121, 90))
    for _ in range(2):
        night.seat()
        assert night.why() == [["early"]]
        assert night.played() == 0


def test_a_board_one_round_ahead_is_held_when_it_is_read_late(night):
    """Its round has been seated meanwhile, and it has no clock: but its table has no result of round 1."""
    night.begin(rounds=3, seated=3)
    log = night.board()
    log.game(2, 1, 121, 90)
    log.game(3, 1, 121, 80)
    night.read(*log.lines)
    assert night.why() == [["order"], ["order"]]
    assert night.played() == 0


@pytest.mark.parametrize("told", ["began", "at"])
def test_a_game_older_than_the_seating_of_its_round_is_held(night, told):
    night.begin(rounds=3, seated=2)
    log = night.board()
    now = int(time.time())
    log.game(1, 1, 121, 90, began=now, at=now)
    log.game(2, 1, 121, 80, **{told: now - HOUR})
    night.read(*log.lines)
    assert night.why() == [["older"]]
    assert night.played() == 2


def test_a_board_one_round_behind_is_held_where_its_table_did_not_play_the_round_before(night):
    """It still shows round 1, which nobody has played there, when round 2 is played."""
    night.begin(rounds=3)
    night.seat()
    seated_ago(night.folder / "Night.cribbage", HOUR, 60)
    night.read(night.board().game(1, 1, 121, 90, began=int(time.time())))
    assert night.why() == [["later"]]
    assert night.played() == 0


def seated_ago(path, *seconds):
    """As if rounds 1, 2, … had been seated that long ago."""
    with closing(sqlite3.connect(path)) as file, file:
        for number, ago in enumerate(seconds, 1):
            at = datetime.fromtimestamp(time.time() - ago, UTC).isoformat(timespec="seconds")
            file.execute("UPDATE sitting SET at = ? WHERE round = ?", (at, number))


def test_a_result_for_a_table_that_there_is_not_is_held(night):
    night.begin(rounds=3)
    night.read(night.board().game(1, 9, 121, 90))
    assert night.why() == [["early"]]
    assert "nobody has been seated" in night.refused("decide", "Night", night.held()[0]["line"])


# -- games that a round does not have ----------------------------------------------------------------------------------


def test_a_second_game_at_a_table_of_one_game_adds_no_points(night):
    night.begin(rounds=3)
    log = night.board()
    log.game(1, 1, 121, 90)
    log.game(1, 1, 121, 80, game=2)
    night.read(*log.lines)
    assert night.points() == [0, 0, 0, 3]
    assert night.why() == [["game"]]
    place = ("--round", 1, "--table", 1, "--game", 2, "--scores", "121,90")
    assert "table 1 in round 1 has 1 game, not game 2" in night.refused("enter", "Night", *place)


def play_off(night, best_of=3):
    """Eight players have played a round; the best two meet in round 2."""
    night.begin(8, rounds=1)
    for table in range(1, 5):
        night.json("enter", "Night", "--round", 1, "--table", table, "--scores", f"121,{80 + table}")
    night.json("bracket", "Night", "--draw", "--best-of", best_of)
    return night.seat()


def final(night):
    return night.json("bracket", "Night")["rounds"][-1][0]


def test_play_off_games_that_a_board_numbers_as_rounds_are_held_and_can_be_put_right(night):
    play_off(night)
    log = night.board(preset="best3")
    log.game(2, 1, 121, 90)
    log.game(3, 1, 121, 80)
    night.read(*log.lines)
    assert final(night)["won"] == [1, 0]
    assert [one["text"] for one in night.check() if one["kind"] == "missing"] == ["no result"]
    (line,) = night.held()
    night.json("decide", "Night", line["line"], "--round", 2, "--game", 2)
    assert final(night)["won"] == [2, 0]
    assert final(night)["winner"]
    assert night.check() == []


def test_a_match_is_carried_by_its_boards_lines(night):
    best_of = 5
    seated = play_off(night, best_of)
    assert (seated["preset"], seated["games"]) == (f"best{best_of}", best_of)
    log = night.board(preset=f"best{best_of}")
    loser_first = [(90, 121), *[(121, 90)] * (best_of // 2 + 1)]
    for game, pegs in enumerate(loser_first, 1):
        assert night.check() != []
        log.game(2, 1, *pegs, game=game)
        night.read(*log.lines)
    assert final(night)["won"] == [best_of // 2 + 1, 1]
    assert night.check() == []
    log.game(2, 1, 121, 100, game=best_of // 2 + 3)
    night.read(*log.lines)
    assert night.why() == [["game"]]


def test_a_game_of_a_match_under_the_event_s_preset_is_held(night):
    play_off(night)
    night.read(night.board(preset="acc").game(2, 1, 121, 90))
    assert night.why() == [["preset"]]
    assert final(night)["won"] == [0, 0]
    night.json("decide", "Night", night.held()[0]["line"])
    assert final(night)["won"] == [1, 0]


def test_a_game_accepted_under_another_preset_is_worth_what_the_round_s_preset_says(night):
    night.begin(rounds=3)
    night.read(night.board(preset="match4").game(1, 1, 121, 60))
    assert night.why() == [["preset"]]
    night.json("decide", "Night", night.held()[0]["line"])
    assert night.points() == [0, 0, 0, 3]


# -- another event's boards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [(), ("--no-key",)])
def test_last_week_s_boards_are_held_in_an_event_of_the_same_name(tmp_path, key):
    (tmp_path / "last").mkdir()
    last, tonight = Night(tmp_path / "last"), Night(tmp_path)
    for night in (last, tonight):
        (night.folder / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
        made = night.json("create", "Night", "--roster", night.folder / "players.csv", "--rounds", 3, *key)
        night.uid, night.key = made["id"], bytes.fromhex(made["key"])
        night.json("seat", "Night")
    assert last.uid != tonight.uid
    assert bool(tonight.key) is not bool(key)
    lines = [last.board(f"b{table}").game(1, table, 121, 90) for table in (1, 2)]
    assert [one["reasons"][0] for one in tonight.read(*lines)["held"]] == ["foreign", "foreign"]
    assert tonight.played() == 0
    done = tonight.json("decide", "Night", "foreign", "--refuse")
    assert len(done["lines"]) == 2
    assert {one["kind"] for one in tonight.check()} == {"missing"}


def test_a_board_that_was_told_no_event_is_held(night):
    night.begin(rounds=3)
    night.read(night.board(event="", key=b"").game(1, 1, 121, 90))
    assert night.why() == [["no-event", "unsealed"]]


# -- boards that contradict each other ---------------------------------------------------------------------------------


@pytest.mark.parametrize("taken", [0, 1])
def test_of_two_boards_that_disagree_either_can_be_taken(night, taken):
    night.begin(rounds=3)
    night.read(night.board("b1").game(1, 1, 121, 90))
    night.read(night.board("b2").game(1, 1, 80, 121))
    (found,) = [one for one in night.check() if one["kind"] == "boards-differ"]
    assert [one["result"] for one in found["held"]] == ["A 121, B 90", "A 80, B 121"]
    assert night.played() == 0
    done = night.json("decide", "Night", found["held"][taken]["line"])
    assert done["refused"] == [found["held"][1 - taken]["line"]]
    assert sorted(one["net"] for one in night.json("standings", "Night")) == [[-31, 0, 0, 31], [-41, 0, 0, 41]][taken]
    assert night.held() == []


def test_a_board_that_names_another_table_is_held_until_the_director_moves_it(night):
    night.begin(rounds=3, seated=3)
    b1, b2 = night.board("b1"), night.board("b2")
    night.read(b1.game(1, 1, 121, 90), b2.game(1, 2, 121, 91))
    night.read(b1.game(2, 2, 121, 92), b2.game(2, 1, 121, 93))
    assert night.why() == [["moved"], ["moved"]]
    assert night.played() == 4
    night.json("decide", "Night", "moved", "--because", "they were exchanged")
    night.read(b1.game(3, 2, 121, 94), b2.game(3, 1, 121, 95))
    assert (night.held(), night.played()) == ([], 12)


def test_a_board_that_names_two_tables_in_one_round_is_believed_in_neither(night):
    night.begin(rounds=3)
    log = night.board()
    night.read(log.game(1, 1, 121, 90), log.game(1, 2, 121, 91))
    assert night.why() == [["moved"], ["moved"]]
    assert night.played() == 0


def test_a_game_of_three_sides_at_a_table_of_two_is_held_and_still_missing(night):
    night.begin(rounds=3)
    night.read(night.board().game(1, 1, 121, 90, 80))
    assert night.why() == [["sides"]]
    (missing,) = [one for one in night.check() if one["kind"] == "missing" and one["table"] == 1]
    assert missing["text"] == f"no result that counts: line {night.held()[0]['line']} is held"
    assert "has 3 sides" in night.refused("decide", "Night", night.held()[0]["line"])


# -- what is said about it ---------------------------------------------------------------------------------------------


def test_nothing_is_said_to_be_missing_only_where_it_is_true(night):
    night.begin(rounds=3, seated=0)
    assert "no round has been seated yet" in night("check", "Night").stdout
    night.seat()
    assert "no result" in night("check", "Night").stdout
    night.read(night.board("b1").game(1, 1, 121, 90), night.board("b2").game(1, 2, 121, 91))
    assert "nothing is missing and nothing disagrees in round 1 of 3" in night("check", "Night").stdout
    assert message("desk.error.round_not_seated", round=2, event="Night") in night.refused(
        "check", "Night", "--round", 2
    )


def test_import_and_check_say_the_same_of_a_line(night):
    night.begin(rounds=3)
    line = night.board().game(2, 1, 121, 90)
    (night.folder / "b1.log").write_text(line)
    imported = re.sub(r"[\s│┃]+", " ", night("import", "Night", night.folder / "b1.log").stdout)
    (found,) = [one for one in night.check() if one["held"]]
    assert found["text"] == night.held()[0]["why"].join(found["text"].split(night.held()[0]["why"]))
    assert night.held()[0]["why"] in imported


# -- games nobody pegged out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format", "pegs", "words", "expected"),
    [
        ("acc", "80,75", ("--ended", "timed-out"), [(2, 5), (0, -5)]),
        ("holes", "10,0", ("--ended", "forfeit", "--forfeits", "A"), [(0, 0), (115, 0)]),
    ],
)
def test_what_was_not_played_to_the_target_is_no_skunk(night, format, pegs, words, expected):
    """(points, net) of a table's players, side A's first, after a result typed at the desk."""
    night.begin(4, seated=0, rounds=3, format=format)
    seats = night.seat()["tables"][0]["ids"]
    night.json("enter", "Night", "--round", 1, "--table", 1, "--scores", pegs, *words)
    by_id = {one["id"]: (one["points"], one["net"]) for one in night.json("standings", "Night")}
    assert [by_id[seats[side][0]] for side in "AB"] == expected


def test_lines_of_version_2_are_read_and_checked(night):
    night.begin(rounds=3)
    log = night.board()
    line = log.game(1, 1, 121, 90, judged=2, muggins=True, began=int(time.time()))
    assert night.read(line)["new"] == 1
    unsealed = night.board(key=b"").game(1, 1, 121, 90)
    for old, new, why in (
        ('"judged":0', '"judged":-1', "judged: a whole number"),
        ('"muggins":false', '"muggins":0', message("desk.line.muggins")),
        ('"began":null', '"began":"now"', message("desk.line.clock", field="began")),
        ('"began":null,', "", message("desk.line.began")),
    ):
        assert why in night.read(unsealed.replace(old, new))["refused"][0]


def test_lines_of_version_1_are_read_as_ever(night):
    night.begin(rounds=3)
    log = night.board()
    log.version = 1
    assert "judged" not in json.loads(log.game(1, 1, 121, 90))
    assert night.read(*log.lines)["held"] == []
    assert night.played() == 2
