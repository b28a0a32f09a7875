"""`cribboard scenario`: what it prints, what it refuses, and how it names what is wrong."""

import json

import pytest

from firmware.config import FIRMWARE_VERSION
from host_tools.sim.virtual.scenario_run import play
from tests.deep_cases import deep
from tests.scenario.conftest import cribboard

GAME = ("preset acc", "A+5 A+2 OK   # seven", "B+1", 'send {"id":1,"do":"hello"}')

STATE = (
    '"preset":"acc","phase":"pending","game":1,"round":1,"winner":null,"refused":0,'
    '"tracks":{"A":{"front":7,"back":0,"pending":0},"B":{"front":0,"back":0,"pending":1}},'
    '"won":{"A":0,"B":0},"points":{"A":0,"B":0},"spread":{"A":0,"B":0},"results":[],"link":[{"id":1,'
)


@pytest.mark.parametrize("runtime", ["cpython", "both"])
def test_json_is_the_document_s(written, runtime):
    done = cribboard("scenario", written(*GAME), "--json", "--runtime", runtime)
    assert done.exit_code == 0
    assert done.stdout.startswith(f'{{"runtime":"{runtime}",{STATE}')
    assert done.stdout.count("\n") == 1


def test_json_has_one_line_a_file(written):
    first, second = written("A+1", name="one.txt"), written("B+2", name="two.txt")
    done = cribboard("scenario", first, second, "--json")
    pending = [json.loads(line)["tracks"] for line in done.stdout.splitlines()]
    assert [(tracks["A"]["pending"], tracks["B"]["pending"]) for tracks in pending] == [(1, 0), (0, 2)]


def test_result_lines_keep_their_order_on_both(written):
    game = written("set sign_off off", *["A+5 A+5 A+5 A+5 A+2 OK"] * 6, "OK")
    for runtime in ("cpython", "micropython"):
        state = json.loads(cribboard("scenario", game, "--json", "--runtime", runtime).stdout)
        assert list(state["results"][0])[:8] == ["v", "n", "board", "event", "round", "table", "game", "preset"]
        assert list(state["results"][0])[-6:] == ["at", "began", "judged", "muggins", "prev", "mac"]


def test_table_is_for_reading(written):
    done = cribboard("scenario", written(*GAME))
    assert "acc, round 1, game 1: pending" in done.stdout
    row = next(line for line in done.stdout.splitlines() if "A" in line.split())
    assert [cell.strip() for cell in row.strip("│ ").split("│")] == ["A", "7", "0", "0", "0", "0", "0"]


WRONG = [
    ("A+3", "A+3 is not known; allowed are presses A+1 A+2 A+5"),
    ("expect A.front 8", "expected A.front 8, found 7"),
    ("expect A.fornt 7", "fornt is not one of back front pending"),
    ("wait long", "long is not a number of milliseconds"),
    ("displays 3", "displays is 0, 1 or 2, not 3"),
    ("expect display to go", 'after expect display, a text in quotes, such as "to go"'),
    ('expect display "to go', "after expect display, a text in quotes"),
    ('expect display "to go"', "display 1 is not there: displays 1 plugs it in"),
    ('displays 1 expect display.2 "to go"', "display 2 is not there: displays 2 plugs it in"),
    ('displays 1 expect display "no  such"', 'expected display "no such", it says "A 7 B 0'),
    ("set language de", "language: one of en fr"),
    ("preset chess", "preset chess is not known; presets are acc"),
]


@pytest.mark.parametrize(("line", "told"), WRONG)
@pytest.mark.parametrize("runtime", ["cpython", *deep("micropython")])
def test_wrong_line_is_named(written, runtime, line, told):
    path = written("A+5 A+2 OK", "", line)
    done = cribboard("scenario", path, "--runtime", runtime)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"{path}:3: ")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_missing_file_is_named(tmp_path):
    done = cribboard("scenario", tmp_path / "none.txt")
    assert (done.exit_code, done.stderr) == (1, f"{tmp_path / 'none.txt'}: No such file or directory\n")


def test_file_that_is_no_text_is_named(tmp_path):
    (tmp_path / "picture.txt").write_bytes(b"\xff\xfe\x00")
    done = cribboard("scenario", tmp_path / "picture.txt")
    assert (done.exit_code, done.stderr) == (1, f"{tmp_path / 'picture.txt'}: not a text file\n")


def test_broken_firmware_is_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr("firmware.entry.state_machine.Console.press", lambda *_: [][0])
    report = json.loads(play("A+1\n", str(tmp_path)))
    line, message = report["error"]
    assert line == 1
    assert message.startswith("the firmware failed: IndexError: ")
    assert "test_verb.py" in message


def test_version_and_help():
    assert cribboard("--version").stdout == f"cribboard {FIRMWARE_VERSION}\n"
    help_ = cribboard("--help").stdout
    assert all(verb in help_ for verb in ("sim", "scenario", "boards"))


def test_json_says_what_is_wrong_and_other_files_are_still_played(written):
    good, bad = written("A+1", name="one.txt"), written("A+5 OK", "expect A.front 9", name="two.txt")
    done = cribboard("scenario", bad, "nowhere.txt", good, "--json")
    assert done.exit_code == 1
    wrong, missing, state = map(json.loads, done.stdout.splitlines())
    assert wrong == {"file": str(bad), "line": 2, "error": "expected A.front 9, found 5"}
    assert (missing["file"], missing["line"]) == ("nowhere.txt", None)
    assert state["tracks"]["A"]["pending"] == 1
