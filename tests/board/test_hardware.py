"""What differs from one board to another is kept in hardware.json and takes effect at the next start."""

import json
from pathlib import Path

import pytest

from firmware.hardware_file import HARDWARE_FILE, HARDWARE_VERSION, read_hardware
from firmware.json_file import encode_json
from host_tools.sim.virtual.board import key_mask

DEFAULTS = {"tracks": 2, "leds": 141, "reversed": False, "port_ma": 500, "revision": "carrier"}
WRONG = [
    ({"tracks": 5}, "tracks: a whole number from 2 to 4"),
    ({"tracks": "4"}, "tracks: a whole number from 2 to 4"),
    ({"tracks": True}, "tracks: a whole number from 2 to 4"),
    ({"leds": 144}, "leds: 141 (strip) or 121 (circuit board)"),
    ({"reversed": 1}, "reversed: true or false"),
    ({"port_ma": 499}, "port_ma: a whole number from 500 to 3000"),
    ({"port_ma": 3001}, "port_ma: a whole number from 500 to 3000"),
]


def running(board):
    return board.ask({"do": "status"})[0]["hardware"]


def file_of(board):
    return Path(board.hal.root, HARDWARE_FILE)


def put(board, fields):
    file_of(board).write_bytes(encode_json(fields, HARDWARE_VERSION))


def test_board_without_the_file_has_the_defaults_and_no_note(bench):
    board = bench()
    assert running(board) == DEFAULTS
    assert board.board.notes() == []


def test_change_takes_effect_at_the_next_start_and_says_so(bench):
    board = bench()
    reply = board.ask({"do": "configure", "tracks": 4, "leds": 121, "reversed": True, "port_ma": 3000})
    assert reply[0]["at_next_start"] == ["tracks", "leds", "reversed", "port_ma"]
    assert reply[-1]["ok"] is True
    assert running(board) == DEFAULTS
    assert board.board.notes() == [{"code": "hardware-pending"}]
    board.cut()
    assert running(board) == {**DEFAULTS, "tracks": 4, "leds": 121, "reversed": True, "port_ma": 3000}
    assert board.board.notes() == []
    assert board.ask({"do": "configure", "teams": 4})[-1]["ok"]
    assert board.play("D+5 OK").fronts() == [0, 0, 0, 5]
    assert [len(buf) for buf in board.hal.shown] == [363] * 4


def test_supply_follows_the_tracks_unless_it_is_set(bench):
    board = bench()
    board.ask({"do": "configure", "tracks": 4})
    board.cut()
    assert running(board)["port_ma"] == 1500
    board.ask({"do": "configure", "port_ma": 900})
    board.cut()
    assert (running(board)["port_ma"], running(board)["tracks"]) == (900, 4)


@pytest.mark.parametrize(("offered", "taken"), [(500, 500), (1500, 1500), (3000, 1500)])
def test_supply_is_what_the_port_offers_up_to_what_the_load_switch_lets_through(bench, offered, taken):
    board = bench(machine={"offered_ma": offered})
    assert running(board)["port_ma"] == taken
    for verb in ("status", "selftest"):
        assert board.ask({"do": verb})[0]["offered_ma"] == offered
    assert board.board.notes() == []


def test_light_follows_the_port(bench):
    """At full brightness a track that fills while a loser signs takes all that it may."""
    taken = []
    for offered in (500, 1500):
        board = bench(machine={"offered_ma": offered}, brightness=5)
        for _ in range(4):
            board.play("A+5 A+5 A+5 A+5 A+5 A+2 A+2 OK")
        board.play("A+5 A+5 A+5 OK")
        board.hold("B+1")
        board.wait(900)
        taken.append(board.ask({"do": "selftest"})[0]["ma"])
    assert taken[0] <= 500 < taken[1]


def test_set_supply_wins_and_a_note_says_where_the_port_offers_less(bench):
    board = bench(machine={"offered_ma": 500})
    board.ask({"do": "configure", "port_ma": 1500})
    board.cut()
    assert running(board)["port_ma"] == 1500
    assert board.board.notes() == [{"code": "supply-over-offer", "ma": 1500, "offered": 500}]
    board.ask({"do": "configure", "port_ma": 500})
    board.cut()
    assert board.board.notes() == []


def test_port_that_offers_too_little_for_the_tracks_is_noted_and_the_board_plays(bench):
    """As with the data cable alone: the supply may come later."""
    board = bench(tracks=4, machine={"offered_ma": 500})
    assert board.board.notes() == [{"code": "supply-too-low", "ma": 500, "tracks": 4, "needed": 709}]
    assert board.board.findings.alert
    assert board.play("A+5 OK").fronts() == [5, 0]


def test_cut_of_the_leds_supply_is_said_to_hosts_and_by_lights_and_display_and_stays_said(bench):
    board = bench().play("A+5 OK")
    assert (board.board.notes(), board.board.findings.fault_kind()) == ([], 0)
    board.hal.short = True
    board.wait(4000)
    board.hal.short = False
    board.wait(4000)
    assert board.board.findings.alert
    assert board.board.findings.fault_kind() == 6, "the lights have too little power"
    for verb in ("status", "selftest"):
        reply = board.ask({"do": verb})[0]
        assert reply["notes"] == ["LED supply: it was cut, too much current"]
        assert reply["note_codes"] == [{"code": "supply-cut"}]
    board.cut()
    assert board.board.notes() == []


def test_displays_take_their_share_of_the_port(bench):
    """At full brightness a loser's track fills while it signs: with two displays 60 mA less."""
    taken = []
    for displays in (0, 1, 2):
        board = bench(brightness=5)
        board.hal.displays = [bytearray(1024) for _ in range(displays)]
        board.wait(6000)
        board.play(" ".join(["A+5 A+5 A+5 A+5 A+5 A+2 A+2 OK"] * 4) + " A+5 A+5 A+5 OK")
        board.hold("B+1")
        board.wait(900)
        light = sum(sum(track) for track in board.hal.shown) * 60 / 765
        taken.append(light)
        milliamperes = board.ask({"do": "selftest"})[0]["ma"]
        assert 100 + 282 + light + 30 * displays <= 500
        assert abs(milliamperes - (100 + 282 + light + 30 * displays)) <= 2
    assert taken[0] > taken[1] > taken[2] > 0


@pytest.mark.parametrize(("fields", "words"), WRONG)
def test_wrong_value_is_refused_and_changes_nothing(bench, fields, words):
    board = bench(table=5)
    reply = board.ask({"do": "configure", "table": 6, **fields})[-1]
    assert (reply["error"], reply["detail"]) == ("bad-value", words)
    assert not file_of(board).exists()
    assert board.board.settings.values["table"] == 5


def test_a_supply_that_cannot_carry_the_tracks_is_refused(bench):
    reply = bench().ask({"do": "configure", "tracks": 4, "port_ma": 500})[-1]
    assert reply["detail"].startswith("port_ma: 500 mA do not carry 4 tracks; they need ")


def test_fewer_tracks_than_teams_are_refused(bench):
    board = bench(tracks=3, teams=3)
    reply = board.ask({"do": "configure", "tracks": 2})[-1]
    assert reply["detail"] == "tracks: 2 are too few for 3 teams; set teams first"
    assert board.ask({"do": "configure", "tracks": 2, "teams": 2})[-1]["ok"]


def test_the_pin_is_needed(bench):
    board = bench(pin="1234")
    assert board.ask({"do": "configure", "tracks": 4})[-1]["error"] == "pin"
    assert not file_of(board).exists()
    assert board.ask({"do": "configure", "tracks": 4, "pin": "1234"})[-1]["ok"]


@pytest.mark.parametrize(("fields", "words"), WRONG)
def test_wrong_value_in_the_file_gives_defaults_and_a_note(bench, fields, words):
    board = bench()
    put(board, fields)
    board.cut()
    assert running(board) == DEFAULTS
    assert board.ask({"do": "status"})[0]["notes"] == [f"hardware.json: {words}; defaults taken"]


@pytest.mark.parametrize("data", [b"", b"[]", b"5", b"{", b"[" * 2000, b'{"v":1,"tracks":4}', b'{"v":2}'])
def test_damaged_file_gives_defaults_and_a_note(bench, data):
    board = bench()
    file_of(board).write_bytes(data)
    board.cut()
    assert running(board) == DEFAULTS
    assert [note["code"] for note in board.board.notes()] == ["hardware-damaged"]


def test_no_flipped_bit_goes_unnoticed(bench):
    board = bench()
    board.ask({"do": "configure", "tracks": 4})
    whole = file_of(board).read_bytes()
    assert json.loads(whole)["tracks"] == 4
    for i in range(len(whole)):
        file_of(board).write_bytes(whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :])
        notes: list = []
        assert read_hardware(board.hal.disk, notes) == {}, i
        assert notes


def test_settings_are_kept_when_the_board_has_fewer_tracks_than_teams(bench):
    """As after hardware.json was damaged on a board of four tracks."""
    board = bench(tracks=4, teams=4, name="anna", pin="1234")
    put(board, {"tracks": 2})
    board.cut()
    values = board.board.settings.values
    assert (values["name"], values["pin"], values["teams"]) == ("anna", "1234", 2)
    assert board.board.notes() == [{"code": "teams-over-tracks", "teams": 4, "tracks": 2}]
    assert board.play("B+5 OK").fronts() == [0, 5]


def test_a_game_with_more_teams_than_tracks_is_not_begun_over(bench):
    board = bench(tracks=4, teams=4).play("D+5 OK")
    put(board, {"tracks": 2})
    with pytest.raises(ValueError, match="a game of 4 teams is on, this board has 2"):
        board.cut()
    put(board, {"tracks": 4})
    board.cut()
    assert board.fronts() == [0, 0, 0, 5]


def test_flash_that_is_nearly_full_is_said_weeks_before_it_is(bench):
    """A tenth of it holds some 400 results; the archive is no hindrance, as its files go when room is wanted."""
    board = bench(preset="wins")
    board.hal.flash = lambda: (99_999, 1_000_000)
    board.judge("forfeit", team="A")
    board.wait(1500)
    assert board.board.notes() == [{"code": "flash-low"}]
    assert (board.board.findings.fault_kind(), board.board.findings.alert) == (8, True)
    board.hal.disk.open("archive/00000001", "wb").close()
    board.play("OK")
    board.judge("forfeit", team="A")
    board.wait(1500)
    assert (board.board.notes(), board.board.findings.alert) == ([], False)


def test_a_board_rests_while_its_rail_rises_and_the_frame_goes_out_once_it_has(bench):
    board = bench()
    board.hal.busy = lambda: True
    frames = board.hal.frames
    board.hal.keys_down(key_mask("A+1"))
    assert [board.board.step(board.now + ms) for ms in (1, 2, 3)] == [False] * 3
    assert board.hal.frames == frames
    board.hal.busy = lambda: False
    board.board.step(board.now + 4)
    assert board.hal.frames == frames + 1
