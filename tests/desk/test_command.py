"""Tests of `cribboard event`: text and JSON output, and messages instead of tracebacks."""

import csv
import io
import json
import re
import resource
import shlex
import sqlite3
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from host_tools.cli import app
from host_tools.csv_cells import escape_formula, unescape_formula
from host_tools.desk.events.roster_csv import Entry
from host_tools.desk.rounds.seating import seat_next
from host_tools.i18n import message
from tests.desk.board_log import BoardLog
from tests.desk.cli_runner import Shell
from tests.desk.conftest import once

COLUMNS = "rank id name points won lost skunks net plus played missed ranked".split()
ROSTER = "name,id,club\nAnn,10,North\nBo,20,North\nCid,,South\nDee,,South\n"


@pytest.fixture
def shell(tmp_path):
    (tmp_path / "players.csv").write_text(ROSTER)
    return Shell(tmp_path)


@once
def seated(desk):
    """The same four, in the first of three rounds."""
    entries = [Entry(2, "Ann", "10"), Entry(3, "Bo", "20"), Entry(4, "Cid"), Entry(5, "Dee")]
    desk.create(entries=entries, rounds=3, key="0f" * 16)
    desk.do(seat_next)


@pytest.fixture
def night(seated, shell):
    return shell


def test_from_roster_to_prizes(shell):
    roster = shell.folder / "players.csv"
    made = shell.json("create", "Night", "--roster", roster, "--rounds", 3, "--fee", 5, "--seed", 1, "--key", "new")
    assert (made["players"], made["rounds"], len(made["key"])) == (4, 3, 32)
    for number in (1, 2, 3):
        seated = shell.json("seat", "Night")
        assert seated["round"] == number
        for one in seated["tables"]:
            place = ("--round", number, "--table", one["table"])
            assert shell.json("enter", "Night", *place, "--scores", "121,90")["changed"]
    assert shell.json("check", "Night") == []
    standings = shell.json("standings", "Night")
    assert list(standings[0]) == COLUMNS
    assert {one["id"] for one in standings} == {"10", "20", "1", "2"}
    assert [one["played"] for one in standings] == [3, 3, 3, 3]
    paid = shell.json("prizes", "Night")
    assert sum(one["cents"] for one in paid["prizes"]) + sum(paid["rest"].values()) == 2000
    shell("paid", "Night", *(one["id"] for one in standings[1:]))
    assert f"Left out, as not paid: {standings[0]['name']}." in shell("prizes", "Night").stdout
    assert shell.json("bracket", "Night")["qualifiers"] == 1


def test_a_refused_roster_says_how_it_was_read(shell):
    bank = shell.folder / "bank.csv"
    bank.write_text("Date,Name,Amount\n2026-11-01,Ann Roy,5.00\n2026-11-02,Bo Lee,5.00\n")
    told = shell.refused("create", "Night", "--roster", bank).splitlines()
    assert told[:3] == [
        "Understood: 2 people.",
        "Columns: name.",
        "Not used: Date, Amount (who has paid stands under “Paid”).",
    ]
    assert told[-1].endswith("can play 2 rounds, not 9: make it 2 (--rounds 2)")


def test_scores_and_fees_that_are_none_are_told_what_would_be_right(night):
    place = ("--round", 1, "--table", 1)
    for scores in ("121 90", "121-90", "121,-5"):
        told = night.refused("enter", "Night", *place, "--scores", scores)
        assert told.endswith("whole numbers with a comma between them, such as 121,90")
    told = night("create", "Other", "--roster", night.folder / "players.csv", "--fee", "cinq")
    assert (told.exit_code, "such as 5 or 7.50, not cinq" in told.stderr) == (2, True)
    made = night("create", "Other", "--roster", night.folder / "players.csv", "--fee", "7,50", "--rounds", 3)
    assert (made.exit_code, night.json("purses", "Other")[0]["fee"]) == (0, 750)


def test_an_event_is_known_in_any_case_unless_two_differ_by_it(shell):
    roster = shell.folder / "players.csv"
    roster.write_text("Ann\nBo\n", encoding="utf-8")
    shell("create", "Été", "--roster", roster, "--rounds", 1)
    assert shell.json("seat", "ete")["round"] == 1
    assert shell("correct", "ÉTÉ", "--name", "Printemps").exit_code == 0
    assert [path.name for path in shell.folder.glob("*.cribbage")] == ["Printemps.cribbage"]
    (shell.folder / "Printemps.cribbage").rename(shell.folder / "Ete.cribbage")
    (shell.folder / "Été.cribbage").write_bytes((shell.folder / "Ete.cribbage").read_bytes())
    assert "there is no event 'ete'" in shell.refused("standings", "ete")
    assert shell("standings", "Ete").exit_code == 0


def test_who_leaves_is_told_by_the_whole_name(night):
    assert night("withdraw", "Night", "an").stdout == "Ann is not seated from round 2 on.\n"
    assert night("readmit", "Night", "10").stdout == "Ann is seated again from round 2 on.\n"


def test_who_leaves_and_shares_a_name_is_told_with_the_id(night):
    night("admit", "Night", "Ann", "--id", "A2")
    assert night("withdraw", "Night", "A2").stdout == "Ann (A2) is not seated from round 2 on.\n"
    assert "Ann (A2)" in night.refused("withdraw", "Night", "A2")
    assert night("readmit", "Night", "ann (a2)").stdout == "Ann (A2) is seated again from round 2 on.\n"
    assert "Ann (A2)" in night("expel", "Night", "A2", "--because", "rude").stdout


def test_standings_as_table_csv_and_page(night):
    night("enter", "Night", "--round", 1, "--table", 1, "--scores", "121,90")
    assert "ranked by points, games won, net spread" in night("standings", "Night").stdout
    rows = list(csv.DictReader(io.StringIO(night("standings", "Night", "--csv").stdout)))
    assert [row["rank"] for row in rows] == ["1", "2", "2", "4"]
    page = night("standings", "Night", "--html").stdout
    assert page.startswith("<!doctype html>")
    assert f"<td>{rows[0]['name']}<td>3" in page


def test_a_page_shows_names_as_they_are_written(shell):
    (shell.folder / "players.csv").write_text("name\n<b>Ann</b>\nBo & Co\n")
    shell("create", "Night", "--roster", shell.folder / "players.csv", "--rounds", 1)
    page = shell("standings", "Night", "--html").stdout
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "Bo &amp; Co" in page


def test_results_from_files_and_pasted(night):
    log = BoardLog("b1", "Night", bytes.fromhex("0f" * 16))
    path = night.folder / "results.log"
    path.write_text(f"{log.game(1, 1, 121, 90)}\nhello\n")
    taken = night.json("import", "Night", path)
    assert (taken["new"], taken["again"], taken["held"]) == (1, 0, [])
    assert taken["refused"] == [f"{path}:2: not a whole JSON object"]
    other = BoardLog("b2", "Other").game(1, 2, 121, 90)
    assert night.json("import", "Night", "-", stdin=other)["held"][0]["reasons"] == ["foreign", "unsealed"]
    line = next(one["line"] for one in night.json("check", "Night") if one["line"])
    assert night.json("decide", "Night", line, "--accept", "--because", "board not told")["lines"] == [line]
    assert night.json("check", "Night") == []


def test_a_correction_says_what_it_changes(night):
    place = ("Night", "--round", 1, "--table", 1)
    night("enter", *place, "--scores", "121,90")
    assert "To correct it, give the reason" in night.refused("enter", *place, "--scores", "90,121")
    done = night.json("enter", *place, "--scores", "90,121", "--correct", "sides mixed up")
    assert {tuple(one["points"]) for one in done["moved"]} >= {(3, 0), (0, 3)}
    shown = night("enter", *place, "--scores", "121,90", "--correct", "no, they were not").stdout
    assert "0 → 3" in shown
    assert "-31 → 31" in shown


def test_cards_of_each_side(night):
    place = ("Night", "--round", 1, "--table", 1)
    night("enter", *place, "--card", "2+17", "--side", "A")
    night("enter", *place, "--card", "0-16", "--side", "B")
    (found,) = [one for one in night.json("check", "Night") if one["table"] == 1]
    assert found["kind"] == "ruled"
    assert "takes the figure worse for it" in found["rules"][0]
    assert "takes the figure worse for it" in night("check", "Night").stdout.replace("\n", " ")


def test_an_event_moves_as_one_file(night):
    night("enter", "Night", "--round", 1, "--table", 1, "--scores", "121,90")
    whole = night("export", "Night").stdout
    assert json.loads(whole)["v"] == 1
    night("export", "Night", night.folder / "night.json")
    assert night.json("restore", night.folder / "night.json", "--name", "Elsewhere")["event"] == "Elsewhere"
    assert night.json("standings", "Elsewhere") == night.json("standings", "Night")
    night("copy", "Night", night.folder / "Saved.cribbage")
    assert night.json("standings", "Saved") == night.json("standings", "Night")


def test_an_event_is_made_in_a_folder_that_is_not_there(shell):
    roster, club = shell.folder / "players.csv", shell.folder / "club"
    shell.folder = club / "2026"
    shell.refused("create", "Night", "--roster", roster, "--rounds", 99)
    assert not club.exists()
    new = message("cli.place.made", folder=shell.folder)
    *_, boards, told = shell("create", "Night", "--roster", roster, "--rounds", 3).stdout.splitlines()
    assert told == new
    assert shlex.split(boards)[-4:] == ["--event", "Night", "--folder", str(shell.folder)]
    assert new not in shell("simulate", "Other", "--players", 4, "--rounds", 3).stdout
    shell("copy", "Night", club / "copies" / "Night.cribbage")
    assert (club / "copies" / "Night.cribbage").exists()
    (club / "file").touch()
    shell.folder = club / "file" / "2027"
    assert "Not a directory" in shell.refused("simulate", "Night")


def test_a_season_of_three_nights(shell):
    for seed, name in enumerate(("One", "Two", "Three")):
        shell("simulate", name, "--players", 4, "--rounds", 5, "--seed", seed)
    totals = shell.json("season", "One", "Two", "Three", "--best", 2)
    nights = [{one["id"]: one for one in shell.json("standings", name)} for name in ("One", "Two", "Three")]
    for one in totals:
        points = sorted((night[one["id"]]["points"] for night in nights), reverse=True)
        assert one["points"] == sum(points[:2])
        assert one["rating"] == sum(point for point in points if point >= 12)
    assert [one["rank"] for one in totals] == sorted(one["rank"] for one in totals)


@pytest.mark.parametrize(
    ("words", "environment", "named"),
    [
        ((), {}, "Friday"),
        (("--folder", "the club"), {}, "Friday --folder 'the club'"),
        ((), {"CRIBBOARD_FOLDER": "the club"}, "Friday"),
        (("--folder", "."), {"CRIBBOARD_FOLDER": "the club"}, "Friday --folder ."),
        (("--database", "sqlite:///club.db"), {}, "Friday --database sqlite:///club.db"),
        ((), {"CRIBBOARD_DATABASE": "sqlite:///club.db"}, "Friday"),
    ],
)
def test_simulate_names_the_desk_that_shows_its_event(tmp_path, monkeypatch, words, environment, named):
    """What it names finds the event from the same folder."""
    (tmp_path / "the club").mkdir()
    monkeypatch.chdir(tmp_path)
    environment = {"CRIBBOARD_FOLDER": None, "CRIBBOARD_DATABASE": None, "LC_ALL": "en_CA.UTF-8", **environment}
    done = CliRunner().invoke(
        app, ["event", "simulate", "Friday", "--players", "4", "--rounds", "1", *words], env=environment
    )
    assert done.output.splitlines()[-1] == f"See it in a browser: cribboard desk {named}"
    found = CliRunner().invoke(app, ["event", "standings", *shlex.split(named), "--json"], env=environment)
    assert len(json.loads(found.output)) == 4


LARGEST = 1024
"""Players of the largest event."""


@pytest.mark.deep
def test_an_event_of_the_largest_size(shell):
    made = shell.json("simulate", "Reno", "--players", LARGEST, "--rounds", 9, "--seed", 1)
    assert made == {"event": "Reno", "format": "acc", "players": LARGEST, "rounds": 9, "seed": 1}
    standings = shell.json("standings", "Reno")
    assert sum(one["played"] for one in standings) == LARGEST * 9
    assert sum(one["net"] for one in standings) == 0
    view = shell.json("bracket", "Reno")
    assert (view["qualifiers"], view["byes"]) == (LARGEST // 4, 0)
    assert 2 ** len(view["rounds"]) == LARGEST // 4


def test_the_same_seed_plays_the_same_event(shell):
    for name in ("A", "B"):
        shell("simulate", name, "--players", 8, "--format", "auclair", "--seed", 7)
    assert shell.json("standings", "A") == shell.json("standings", "B")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("standings", "Other"), "there is no event 'Other' in"),
        (
            ("create", "a/b", "--roster", "players.csv"),
            "'a/b': a name has letters, digits, spaces and - _ . ' &, not /",
        ),
        (("create", "Night", "--roster", "players.csv"), "there is an event of that name already"),
        (("create", "New", "--roster", "nothing.csv"), "nothing.csv: No such file"),
        (("create", "New", "--roster", "players.csv", "--rounds", 9), "can play 6 rounds, not 9"),
        (("create", "New", "--roster", "players.csv", "--rounds", 3, "--key", "xyz"), "key: up to 64 bytes as hex"),
        (("enter", "Night", "--round", 1, "--table", 1), "give --scores 121,90, or --card"),
        (("enter", "Night", "--round", 1, "--table", 1, "--scores", "a,b"), message("desk.error.score_number")),
        (("enter", "Night", "--round", 1, "--table", 1, "--scores", "121,90", "--side", "C"), "has sides A, B"),
        (("enter", "Night", "--round", 1, "--table", 1, "--scores", "121,90", "--code", "12"), "has four digits"),
        (("enter", "Night", "--round", 2, "--table", 1, "--scores", "121,90"), "nobody has been seated in round 2"),
        (("seat", "Night", "--round", 3), message("desk.error.next", round=2, event="Night", expected=3)),
        (("bracket", "Night", "--draw"), message("event.unfinished.rounds", seated=1, rounds=3)),
        (("prizes", "Night"), "has no fee"),
        (("import", "Night"), message("cli.import.files")),
        (("import", "Night", "nothing.log"), "nothing.log: No such file"),
        (("decide", "Night", 99, "--because", "x"), "has no line 99"),
        (("withdraw", "Night", "Nobody"), "nobody has the id or name Nobody"),
        (("standings", "Night", "--database", "nosuch://x"), "not the URL of a database"),
    ],
)
def test_what_is_wrong_is_told_in_words(night, words, why, monkeypatch):
    monkeypatch.chdir(night.folder)
    assert why in night.refused(*words).splitlines()[-1]
    assert not (night.folder / "New.cribbage").exists()


def test_events_in_a_database(night, new_database):
    roster = night.folder / "players.csv"
    for name in ("First", "Second"):
        night("create", name, "--roster", roster, "--rounds", 3, "--database", new_database)
        assert night.json("seat", name, "--database", new_database)["round"] == 1
    assert "there is First, Second" in night.refused("standings", "Third", "--database", new_database)
    assert not (night.folder / "First.cribbage").exists()


def test_control_characters_never_reach_the_terminal(shell):
    """From a roster, a store, an argument, a line and a file's name; as tables, CSV, a page, JSON and errors."""
    escapes = "Eve\x1b[31m\x9b2J\u202egnp\x07"
    roster = shell.folder / "players.csv"
    roster.write_text(f"name,id\n{escapes},7\nBo,8\n")
    pasted = shell.folder / "a\x1b[31m.log"
    pasted.write_text('{"v":"\x9b31m","mac":"","n":1}\n{"v":"\\u001b[31m","mac":"","n":1}\n')
    said = [shell("create", "Night", "--roster", roster, "--rounds", 1)]
    roster.write_text("name,id\nEve,7\nBo,8\n")
    shell("create", "Night", "--roster", roster, "--rounds", 1)
    with sqlite3.connect(shell.folder / "Night.cribbage") as store:
        store.execute("UPDATE entrant SET name = ? WHERE code = '7'", [escapes])
    said += [
        *(shell("seat", "Night"), shell("withdraw", "Night", escapes, "--because", escapes)),
        *(shell("standings", "Night", *given) for given in ((), ("--csv",), ("--html",), ("--json",))),
        *(shell("import", "Night", pasted), shell("import", "Night", pasted, "--json"), shell("check", "Night")),
        *(shell("withdraw", "Night", escapes + "?"), shell("check", escapes), shell("decide", "Night", escapes)),
    ]
    for done in said:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", done.output), done.output
    assert "Eve␛[31m" in said[3].stdout
    assert escapes in {one["name"] for one in json.loads(said[6].stdout)}


@pytest.mark.parametrize("url", ["mysql://me:secret@localhost/x", "postgresql://me:secret@localhost:port/x", "nosuch"])
def test_a_database_that_is_unknown_is_told_in_words(shell, url):
    told = shell.refused("standings", "Night", "--database", url)
    assert "not the URL of a database this program knows, such as sqlite:///" in told
    assert "secret" not in told


def test_numbers_too_large_are_told_in_words(night):
    assert "too large" in night.refused("enter", "Night", "--round", 10**20, "--table", 1, "--scores", "121,90")


def test_an_export_is_for_its_owner_alone(night):
    """It holds the event's key."""
    night("export", "Night", night.folder / "night.json")
    assert (night.folder / "night.json").stat().st_mode & 0o777 == 0o600


# -- a full disk, a spreadsheet ----------------------------------------------------------------------------------------


@contextmanager
def full_disk(at):
    """As if no file could grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (at, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("at", [0, 20_000])
def test_a_full_disk_leaves_nothing_behind(tmp_path, at):
    shell = Shell(tmp_path)
    roster = tmp_path / "p.csv"
    roster.write_text("name\nAnn\nBo\nCid\nDee\n")
    with full_disk(at):
        assert shell.refused("create", "Night", "--roster", roster, "--rounds", 3)
    assert list(tmp_path.iterdir()) == [roster]
    shell.json("create", "Night", "--roster", roster, "--rounds", 3)
    with full_disk(at):
        assert shell.refused("copy", "Night", tmp_path / "copy.cribbage")
    assert {path.name for path in tmp_path.iterdir()} == {"p.csv", "Night.cribbage"}


NAMES = ["=1+1", "+Ann", "-Bo", "@Cid", "'=Dee", "'Eve", "''", "O'Neil"]


def test_no_name_reaches_a_spreadsheet_as_a_formula_and_all_are_read_back(tmp_path):
    shell = Shell(tmp_path)
    roster = tmp_path / "p.csv"
    with roster.open("w", newline="") as file:
        csv.writer(file).writerows([["name"], *[[escape_formula(name)] for name in NAMES]])
    shell.json("create", "Night", "--roster", roster, "--rounds", 3)
    assert sorted(one["name"] for one in shell.json("standings", "Night")) == sorted(NAMES)
    rows = list(csv.DictReader(shell("standings", "Night", "--csv").stdout.splitlines()))
    assert not [row["name"] for row in rows if row["name"][:1] in "=+-@"]
    assert sorted(unescape_formula(row["name"]) for row in rows) == sorted(NAMES)
