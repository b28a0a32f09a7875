"""Tracks, LEDs, direction and supply of a board, set by `cribboard flash` and `cribboard configure`."""

import re
from itertools import product

import pytest

from firmware.hardware_file import HARDWARE_VERSION
from firmware.json_file import decode_json
from host_tools.i18n import message, use_language
from host_tools.usb.hardware_options import HardwareError, read_revision

from .cli_process import cribboard


def running(boards):
    return boards.ask(1, "status")[0]["hardware"]


IMPOSSIBLE = [
    (("--tracks", "5"), message("says.not-within", field="tracks", low=2, high=4)),
    (("--leds", "144"), message("says.bad-chain", strip=141, circuit=121)),
    (("--port-ma", "5000"), message("says.not-within", field="port_ma", low=500, high=3000)),
    (("--tracks", "4", "--port-ma", "500"), "port_ma: 500 mA do not carry 4 tracks"),
    (("--keep-alive", "3"), message("says.bad-keep-alive", field="keep_alive_s", low=5, high=120)),
]


def test_what_is_configured_counts_from_the_next_start_and_is_what_a_board_can_have(boards, tmp_path):
    boards.plug(1)
    for verb, (options, words) in product(("flash", "configure"), IMPOSSIBLE):
        assert words in cribboard(verb, *options, ok=False), (verb, options)
    assert "none.py: no file that can be read" in cribboard("flash", "--revision", tmp_path / "none.py", ok=False)
    assert not (boards.folder(1) / "hardware.json").exists()
    output = cribboard("configure", "--tracks", "4", "--leds", "121", "--table", "7")
    assert message("captain.setup.later", fields="tracks, leds") in output
    assert running(boards)["tracks"] == 2
    assert message("says.hardware-pending") in cribboard("doctor", ok=False)
    boards.pull(1)
    board = boards.plug(1)
    assert running(boards) == {"tracks": 4, "leds": 121, "reversed": False, "port_ma": 1500, "revision": "carrier"}
    assert boards.ask(1, "hello")[0]["table"] == 7
    cribboard("configure", "--teams", "4")
    board.play("C+5:20 OK:20 D+2:20 OK:20")
    tracks = boards.ask(1, "status")[0]["tracks"]
    assert [tracks[team]["front"] for team in "ABCD"] == [0, 0, 5, 2]
    assert "tracks: 3 are too few for 4 teams" in cribboard("flash", "--force", "--tracks", "3", ok=False)
    assert running(boards)["tracks"] == 4


MINE = """BOARD = {
    "revision": "mine",
    "platform": "rp2",
    "pins": {"led_data": [2, 3, 4], "keys_a": [5, 6, 7, 8], "keys_b": [9, 10, 11, 12], "keys_c": [13, 14, 15, 16],
             "ok": 18, "menu": 17},  # two keys the other way round
}
"""


def test_flash_sets_it_at_once_and_keeps_what_is_not_named(boards, tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    boards.plug(1)
    output = cribboard("flash", "--revision", tmp_path / "mine.py", "--tracks", "3", "--reversed", "--port-ma", "2000")
    assert "; 3 tracks of 141 LEDs, fed at the game hole, supply 2000 mA, board mine" in output
    assert running(boards) == {"tracks": 3, "leds": 141, "reversed": True, "port_ma": 2000, "revision": "mine"}
    assert boards.ask(1, "status")[0]["notes"] == []
    assert "tracks: a whole number from 2 to 3" in cribboard("flash", "--tracks", "4", ok=False)
    assert "3 tracks of 141 LEDs, fed at the game hole, supply 2000 mA" in cribboard("doctor")
    output = cribboard("flash", "--revision", "carrier", "--leds", "121", "--keep-alive", "15", "--battery")
    assert "a cell that it measures, a power bank kept on every 15 s, supply 2000 mA, board carrier" in output
    kept = {"tracks": 3, "reversed": True, "port_ma": 2000}
    assert running(boards).items() >= {**kept, "leds": 121, "revision": "carrier"}.items()
    assert set(boards.ask(1, "status")[0]["battery"]) == {"mv", "low"}
    assert "revision" not in decode_json((boards.folder(1) / "hardware.json").read_bytes(), HARDWARE_VERSION)


@pytest.mark.deep
def test_flash_replaces_a_damaged_file(boards):
    boards.plug(1)
    boards.ask(1, "hello")
    boards.pull(1)
    (boards.folder(1) / "hardware.json").write_bytes(b'{"tracks":')
    boards.plug(1)
    assert boards.ask(1, "status")[0]["notes"][0].startswith("hardware.json: ")
    cribboard("flash", "--tracks", "3")
    assert running(boards)["tracks"] == 3
    assert decode_json((boards.folder(1) / "hardware.json").read_bytes(), HARDWARE_VERSION) == {"tracks": 3}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MINE.replace("17}", "18}"), "mine.py: pins.menu: pins.ok has GPIO 18 already"),
        (MINE.replace('"mine"', "len"), "mine.py: BOARD has numbers, texts, and lists of them; nothing else"),
        (MINE.replace("BOARD =", "BORED ="), "mine.py: BOARD = {…} is missing"),
        (MINE.replace("= {", "{"), "mine.py: line 1: no Python ("),
        (MINE.replace('"mine"', "b'mine'"), "mine.py: BOARD has numbers"),
        (None, "mine.py: no file that can be read; boards are carrier, pi, or a file such as ./mine.py"),
    ],
)
def test_a_file_that_no_board_can_have_is_refused(tmp_path, text, words):
    if text is not None:
        (tmp_path / "mine.py").write_text(text)
    with pytest.raises(HardwareError, match=re.escape(words)):
        read_revision(str(tmp_path / "mine.py"))


def test_hardware_is_not_for_an_image(boards, tmp_path):
    output = cribboard("flash", "--uf2", tmp_path / "x.uf2", "--tracks", "3", ok=False)
    assert "--uf2 copies a file as it is" in output


def test_firmware_frozen_into_micropython_is_not_flashed(boards):
    """Files would never be used: this board's package says it is where frozen modules are."""
    folder = boards.folder(1) / "firmware"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("__path__ = '.frozen/firmware'\n")
    boards.plug(1)
    output = cribboard("flash", ok=False)
    assert "its firmware is frozen into its MicroPython: put a newer image on it" in output
    assert sorted(path.name for path in boards.folder(1).rglob("*")) == ["__init__.py", "firmware"]


def test_what_is_wrong_with_a_file_is_told_in_the_readers_language(tmp_path):
    (tmp_path / "mine.py").write_text("")
    with use_language("fr"):
        with pytest.raises(HardwareError, match=r"il manque BOARD = \{…\}"):
            read_revision(str(tmp_path / "mine.py"))
        with pytest.raises(HardwareError, match="aucun fichier lisible"):
            read_revision(str(tmp_path / "none.py"))
