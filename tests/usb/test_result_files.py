"""Results in files that only grow, and what programs read of boards."""

import json

import pytest

from firmware.config import FIRMWARE_VERSION
from host_tools.sim.serial import command
from host_tools.usb import board_schema
from host_tools.usb.result_files import ResultFileError, contradictions, default_file, save_lines
from host_tools.usb.sans_io.exchange import REPLIES, schema_faults
from tests.measure import usb_boards

from .cli_process import cribboard

LINES = [line.strip() for line in usb_boards.result_lines(1, 3)]


def test_a_file_only_grows(tmp_path):
    file = tmp_path / "friday.jsonl"
    assert save_lines(file, LINES[:2]) == (2, 2)
    assert save_lines(file, LINES[1:]) == (1, 3)
    assert file.read_text().splitlines() == LINES
    before = file.stat()
    assert save_lines(file, []) == (0, 3)
    assert file.stat() == before, "it is not even written"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_file_of_windows_keeps_its_lines(tmp_path, encoding):
    file = tmp_path / "friday.jsonl"
    file.write_bytes("\r\n".join(LINES[:2]).encode(encoding))
    assert save_lines(file, LINES) == (1, 3)
    assert file.read_text(encoding="utf-8").splitlines() == LINES


def test_a_file_of_something_else_is_left_as_it_is(tmp_path):
    file = tmp_path / "players.csv"
    file.write_text("name\nAnn\n")
    with pytest.raises(ResultFileError, match=r"players\.csv holds no results"):
        save_lines(file, LINES)
    assert file.read_text() == "name\nAnn\n"


def test_two_results_of_one_number_are_both_kept_and_told(tmp_path):
    file = tmp_path / "friday.jsonl"
    other = LINES[0].replace('"moves":', '"moves":1')
    assert save_lines(file, LINES[:1]) == (1, 1)
    assert save_lines(file, [other]) == (1, 2)
    board = json.loads(other)["board"]
    assert contradictions(file.read_text().splitlines()) == [(board, 1)]


@pytest.mark.parametrize(
    ("event", "name"),
    [("", "results"), ("Friday-976f2695ed0c", "Friday"), ("Friday-976f2695ed0c.2", "Friday"), ("../x", "x")],
)
def test_a_file_is_called_as_the_event(event, name):
    line = json.loads(LINES[0]) | {"event": event}
    assert str(default_file(json.dumps(line, separators=(",", ":")))) == f"{name}.jsonl"


def test_a_saved_file_of_several_boards_is_shown_and_a_changed_line_is_told(tmp_path):
    """A gap is no fault: other files may have those lines."""
    file = tmp_path / "friday.jsonl"
    other = [line.strip() for line in usb_boards.result_lines(2, 3)]
    save_lines(file, [LINES[0], *other, LINES[2]])
    heading, *rows = cribboard("results", file, "--csv").splitlines()
    cells = [dict(zip(heading.split(","), row.split(","), strict=True)) for row in rows]
    assert len(cells) == 5
    assert {(cell["name"], cell["wrong"]) for cell in cells} == {(cell["board"][-4:], "") for cell in cells}
    with file.open("a") as stream:
        stream.write(LINES[1].replace('"moves":', '"moves":1') + "\n")
    assert "it does not follow" in cribboard("results", file, "--key", "00", ok=False)
    assert f"cribboard results {file}" in cribboard("journal", file, ok=False)
    assert "there is no file" in cribboard("results", tmp_path / "none.jsonl", ok=False)


def resolved(schema, definitions):
    """The schema with each definition in the place that refers to it."""
    if isinstance(schema, list):
        return [resolved(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return resolved(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    return {name: resolved(item, definitions) for name, item in schema.items()}


def test_what_programs_read_is_as_the_schema_says(two_boards, tmp_path):
    (tmp_path / "players.csv").write_text("name\nAnn\nBo\nCid\nDee\n")
    options = ("--folder", tmp_path)
    cribboard("event", "create", "Friday", "--roster", tmp_path / "players.csv", "--rounds", 3, *options)
    printed = {
        "boards": cribboard("boards", "--json"),
        "watch": cribboard("watch", "--once", "--json"),
        "doctor": cribboard("doctor", "--json"),
        "results": cribboard("results", "--board", command.uid(2), "--json"),
        "export": cribboard("event", "export", "Friday", *options),
    }
    document = json.loads(cribboard("results", "--schema"))
    assert document == json.loads(cribboard("boards", "--schema")) == board_schema.document()
    for name, text in printed.items():
        schema = resolved(document["$defs"][name], document["$defs"])
        assert list(schema_faults(json.loads(text), schema)) == [], name
    other, board = sorted(json.loads(printed["boards"]), key=lambda board: board["hello"]["name"])
    assert (board["serial"], board["fault"], other["serial"]) == (command.uid(1), None, command.uid(2))
    assert board["hello"]["board"] == command.uid(1)
    assert board["selftest"]["firmware"] == FIRMWARE_VERSION
    watched = json.loads(printed["watch"])
    assert {seen["status"]["phase"] for seen in watched} == {"idle"}
    assert not any("selftest" in seen for seen in watched)
    assert json.loads(printed["doctor"]) == []
    (result,) = json.loads(printed["results"])[0]["results"]
    assert (result["winner"], result["ended"], set(result["scores"])) == ("B", "forfeit", {"A", "B"})


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"front": "7", "pending": 0}, "front is no integer"),
        ({"front": True, "pending": 0}, "front is no integer"),
        ({"front": 7}, "pending is missing"),
        ([], "it is no object"),
    ],
)
def test_what_is_not_as_the_schema_says_is_told_with_its_place(value, fault):
    schema = REPLIES["status"]["properties"]["tracks"]["additionalProperties"]
    assert list(schema_faults(value, schema)) == [fault]
