"""What an organiser chose survives a loss of power; a file that is damaged is told of and does no harm."""

import json
from pathlib import Path

import pytest

from firmware.rules.presets import fields_of

CHOSEN = {
    "name": "Table by the door",
    "event": 'Open "Café" \\ 2023 ✓',
    "table": 7,
    "preset": "match4",
    "teams": 3,
    "idle_ms": 0,
    "sign_off": False,
    "muggins": True,
    "partners": True,
    "brightness": 5,
    "language": "fr",
    "volume": 3,
    "spoken": "all",
    "pin": "1234",
    "key": "00ff" * 16,
}
CUSTOM = fields_of("match3") | {"triple": 30, "outright": 3}

DAMAGED = [
    b"",
    b"\x00" * 40,
    b"\xff\xfe",
    b"{",
    b"null",
    b"5",
    b'"text"',
    b"{}",
    b'{"v":4}',
    b'{"v":"1"}',
    b'{"v":1,"surprise":1}',
    b'{"v":1,"teams":9}',
    b'{"v":1,"teams":true}',
    b'{"v":1,"table":"7"}',
    b'{"v":1,"brightness":0}',
    b'{"v":1,"language":"de"}',
    b'{"v":1,"language":["en"]}',
    b'{"v":4,"volume":11}',
    b'{"v":4,"spoken":"much"}',
    b'{"v":1,"pin":"12"}',
    b'{"v":1,"pin":1234}',
    b'{"v":1,"key":"xyz"}',
    b'{"v":1,"idle_ms":1}',
    b'{"v":1,"sign_off":1}',
    b'{"v":1,"preset":"golf"}',
    b'{"v":1,"preset":{"target":121}}',
    b'{"v":1,"preset":[]}',
    b'{"v":1,"name":"' + b"n" * 21 + b'"}',
    b"[]",
    b"[" * 2000,
]


def file_of(board):
    return Path(board.hal.root, "settings.json")


@pytest.mark.parametrize("field", CHOSEN)
def test_setting_survives_a_loss_of_power(bench, field):
    board = bench(tracks=3, **{field: CHOSEN[field]})
    board.cut()
    assert board.board.settings.values[field] == CHOSEN[field]
    assert board.board.notes() == []


def test_all_settings_together_survive_and_are_in_force(bench):
    board = bench(tracks=3, **CHOSEN)
    board.cut()
    assert board.board.settings.values == CHOSEN
    assert (board.state["preset"], len(board.fronts())) == ("match4", 3)


def test_custom_preset_is_played_on_after_a_loss_of_power(bench):
    board = bench(preset=CUSTOM).play("A+5 OK")
    board.cut()
    assert (board.state["preset"], board.pegs("A")[0]) == ("custom", 5)
    assert board.board.match.preset.fields == CUSTOM


def test_board_under_a_custom_preset_can_be_configured_after_a_loss_of_power(bench):
    board = bench(preset=CUSTOM)
    board.cut()
    assert board.ask({"do": "configure", "table": 3})[-1]["ok"]


def test_setup_by_keys_works_under_a_custom_preset_after_a_loss_of_power(bench):
    board = bench(preset=CUSTOM)
    board.cut()
    board.play("MENU:2050 A+5 OK")
    assert board.board.settings.brightness == 4


def test_custom_preset_survives_two_losses_of_power_with_a_change_between(bench):
    board = bench(preset=CUSTOM)
    board.cut()
    assert board.board.settings.values["preset"] == CUSTOM


@pytest.mark.parametrize("damaged", DAMAGED)
def test_damaged_file_gives_defaults_and_a_note(bench, damaged):
    board = bench(table=9)
    file_of(board).write_bytes(damaged)
    board.cut()
    values = board.board.settings.values
    assert (values["table"], values["preset"], values["teams"]) == (0, "acc", 2)
    assert "settings-damaged" in [note["code"] for note in board.board.notes()]
    assert board.play("A+5 OK").fronts() == [5, 0]


def test_no_bit_of_the_file_turns_over_unseen(bench):
    board = bench(table=9, pin="1234", key="00ff")
    whole = file_of(board).read_bytes()
    for i in range(len(whole)):
        file_of(board).write_bytes(whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :])
        board.cut()
        values = board.board.settings.values
        assert (values["table"], values["pin"], values["key"]) == (0, "", ""), i
        assert board.board.notes()


def test_file_of_a_newer_format_is_named_and_kept_when_settings_change(bench):
    board = bench(table=9)
    newer = b'{"v":5,"tables":[9]}'
    file_of(board).write_bytes(newer)
    board.cut()
    newer_format = {"code": "newer-format", "format": 5, "reads": 4}
    assert board.board.notes() == [{"code": "settings-damaged", "why": newer_format}]
    board.configure(table=4)
    board.cut()
    assert board.board.settings.values["table"] == 4
    assert file_of(board).with_name("settings.newer").read_bytes() == newer


def test_damaged_file_does_not_cost_the_game_in_progress(bench):
    board = bench(tracks=3, teams=3, preset="match4").play("C+5 OK")
    file_of(board).write_bytes(b"{")
    board.cut()
    assert (board.state["preset"], board.fronts()) == ("match4", [0, 0, 5])


def test_refused_change_changes_nothing_not_even_the_good_half_of_it(bench):
    board = bench(table=5)
    original = file_of(board).read_bytes()
    reply = board.ask({"do": "configure", "table": 6, "brightness": 99})[-1]
    assert (reply["ok"], reply["detail"].split(":")[0]) == (False, "brightness")
    assert board.board.settings.values["table"] == 5
    assert file_of(board).read_bytes() == original


@pytest.mark.parametrize(("event", "begin"), [("", ""), ("ours", "OK")])
@pytest.mark.parametrize("keys", ["A+5", "A+5 OK", "A+5 OK MENU:2050 A+5 OK OK B+1:1100"])
def test_a_game_that_has_begun_stays_in_its_event(bench, event, begin, keys):
    board = bench(idle_ms=0, event=event).play(f"{begin} {keys}")
    for other in {"", "ours", "theirs"} - {event}:
        reply = board.ask({"do": "configure", "event": other, "brightness": 1})[-1]
        assert (reply["ok"], reply["error"]) == (False, "busy")
        assert reply["why"] == {"code": "game-shown" if keys.endswith("B+1:1100") else "playing"}
        assert "event, preset, teams, round and muggins" in reply["detail"]
    assert board.ask({"do": "configure", "event": event})[-1]["ok"]
    values = board.board.settings.values
    assert (values["event"], values["brightness"]) == (event, 3)


def test_result_line_names_the_event_that_its_game_was_begun_in(bench):
    board = bench(preset="lurch61", event="ours").play("OK A+5 OK")
    board.ask({"do": "configure", "event": "theirs", "round": 7})
    board.judge("timed-out")
    assert (board.results[-1]["event"], board.results[-1]["round"]) == ("ours", 1)


def test_board_that_comes_to_another_event_begins_its_round_anew(bench):
    board = bench(preset="acc", event="ours").play("OK")
    assert board.phase == "idle"
    assert board.ask({"do": "configure", "event": "theirs"})[-1]["ok"]
    assert board.phase == "round"


def test_file_can_be_read_by_people(bench):
    board = bench(table=5)
    assert json.loads(file_of(board).read_text())["table"] == 5


def test_loss_of_power_while_settings_are_written_leaves_the_old_ones(bench):
    board = bench(table=5)
    Path(board.hal.root, "settings.json.new").write_bytes(b'{"v":1,"tab')
    board.cut()
    assert (board.board.settings.values["table"], board.board.notes()) == (5, [])


# Keys in setup before OK; preset, teams and brightness after it.
SETUP = [
    ("", ("acc", 2, 3)),
    ("A+1", ("bondurant", 2, 3)),
    ("B+1 A+1 A+1 A+1", ("match4", 2, 3)),
    ("A+1 " * 15, ("acc", 2, 3)),
    ("A+2", ("acc", 3, 3)),
    ("A+2 A+2", ("acc", 2, 3)),
    ("A+5", ("acc", 2, 4)),
    ("A+5 A+5 A+5", ("acc", 2, 1)),
]


@pytest.mark.parametrize(("keys", "chosen"), SETUP)
def test_setup_by_keys_is_taken_by_ok_and_kept(bench, keys, chosen):
    board = bench(tracks=3).play(f"MENU:2050 {keys} OK")
    for _ in range(2):
        values = board.board.settings.values
        assert (values["preset"], values["teams"], values["brightness"]) == chosen
        board.cut()


@pytest.mark.parametrize("leave", ["A<", "MENU", "wait 60000"])
def test_setup_left_without_ok_changes_nothing(bench, leave):
    board = bench(tracks=3)
    before = dict(board.board.settings.values)
    board.play(f"MENU:2050 A+1 A+2 A+5 {leave}")
    assert (board.board.settings.values, board.phase) == (before, "idle")


def flash_of(board):
    """Every file of the board's flash, as often as it was written."""
    root = Path(board.hal.root)
    found = [(path, path.stat()) for path in root.rglob("*") if path.is_file()]
    return {str(path.relative_to(root)): (about.st_ino, about.st_mtime_ns) for path, about in found}


def test_what_is_set_already_is_not_written_again(bench):
    """An organiser configures a whole hall anew, and most boards are right: flash wears."""
    board = bench(**CHOSEN | {"teams": 2, "pin": ""})
    asked = {"do": "configure", "names": ["Ann", "Bo"], "round": 3} | {
        n: CHOSEN[n] for n in ("event", "table", "preset")
    }
    assert board.ask(asked)[-1]["ok"]
    before = flash_of(board)
    assert board.ask(asked)[-1]["ok"]
    assert flash_of(board) == before
    assert board.ask(asked | {"table": 8})[-1]["ok"]
    assert {name for name, about in flash_of(board).items() if before.get(name) != about} == {
        "settings.json",
        "assigned.json",
    }
