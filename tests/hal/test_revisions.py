"""Another kind of board: the same firmware plays on its pins; a bad file of it leaves a board that can be helped."""

import pytest

from firmware.board_check import check_board
from firmware.boards import carrier, pi
from firmware.hardware_config import HARDWARE_FIELDS, check_parts, complete_hardware, key_pins, kind_of
from firmware.messages import CodedError
from host_tools.pio.state_machine import wave
from host_tools.pio.strip_timing import assemble_strip
from host_tools.sim.virtual.scenario_parser import key_number
from tests.hal.fake_pico import READY_MS

OTHER_PINS = {
    "led_rail": 22,
    "sda": 26,
    "scl": 27,
    "led_data": [2, 3, 4],
    "keys_a": [5, 6, 7, 8],
    "keys_b": [9, 10, 11, 12],
    "keys_c": [13, 14, 15, 16],
    "ok": 17,
    "menu": 18,
    "voice_tx": 20,
    "voice_rx": 21,
}
OTHER = {
    "revision": "mine",
    "platform": "rp2",
    "pins": OTHER_PINS,
    "leds": 121,
    "led_ns": [300, 800, 600, 600],
    "led_reset_us": 80,
    "led_dark_ua": 230,
    "ports_ma": [900, 900, 900],
}
"""Three tracks at other pins, of circuit boards; neither a buzzer nor a measured rail; I²C 1 and serial port 1."""


def changed(**fields):
    return {**OTHER, **fields}


def with_pins(**pins):
    return {**OTHER, "pins": {name: pin for name, pin in {**OTHER_PINS, **pins}.items() if pin is not None}}


WRONG = [
    (with_pins(menu=17), "pins.menu: pins.ok has GPIO 17 already"),
    (with_pins(menu=None), "pins.menu: missing"),
    (with_pins(menu=30), "pins.menu: a whole number from 0 to 29"),
    (with_pins(menu="18"), "pins.menu: a whole number from 0 to 29"),
    (with_pins(keys_a=[5, 6, 7]), "pins.keys_a: a list of 4"),
    (with_pins(keys_b=[9, 10, 11, 5]), "pins.keys_b: pins.keys_a has GPIO 5 already"),
    (with_pins(keys_d=[0, 1, 19, 28]), "pins.led_data: a list of 4"),
    (with_pins(keys_c=None, keys_d=[0, 1, 19, 28]), "pins.keys_c: missing"),
    (with_pins(battery=17), "pins.battery: pins.ok has GPIO 17 already"),
    (with_pins(battery=19), "pins.battery: one of 26 27 28 29, not 19"),
    (with_pins(rail_sense=28, battery=28), "pins.battery: pins.rail_sense has GPIO 28 already"),
    (with_pins(scl=29), "pins.scl: one of 3 7 11 15 19 23 27, not 29"),
    (with_pins(voice_rx=1), "pins.voice_rx: one of 5 9 21 25, not 1"),
    (with_pins(voice_rx=None), "pins.voice_rx: missing"),
    (with_pins(lamp=1), "pins.lamp: unknown"),
    (changed(pins=[1, 2]), "board: an object"),
    (changed(led_ns=[350, 900, 750]), "led_ns: a list of 4"),
    (changed(led_ns=[310, 900, 750, 600]), "led_ns: ns that a 0 is high"),
    (changed(led_ns=[350, 600, 750, 600]), "led_ns: ns that a 0 is high"),
    (changed(leds=144), "leds: 141 (strip) or 121"),
    (changed(reversed=1), "reversed: true or false"),
    (changed(ports_ma=[500, 500, 100]), "ports_ma: a whole number from 500 to 3000"),
    (changed(revision="My board"), "revision: 1 to 20 small letters and digits"),
    (changed(uid="0" * 16), "uid: unknown"),
    ({field: value for field, value in OTHER.items() if field != "platform"}, "platform: missing"),
    ("mine", "board: an object"),
]


@pytest.mark.parametrize("board", [OTHER, carrier.BOARD, pi.BOARD], ids=lambda board: board["revision"])
def test_a_whole_file_is_taken(board):
    check_board(board)


@pytest.mark.parametrize(("board", "words"), WRONG, ids=[words for _, words in WRONG])
def test_what_is_wrong_with_a_file_is_named(board, words):
    with pytest.raises(CodedError) as refused:
        check_board(board)
    assert str(refused.value).startswith(words)


@pytest.mark.parametrize("board", [carrier.BOARD, pi.BOARD], ids=lambda board: board["revision"])
def test_no_field_of_a_file_is_left_out_of_what_a_board_is(board):
    whole = complete_hardware({}, kind_of({"board": board}))
    assert set(whole) >= {*HARDWARE_FIELDS, *board}


def test_tracks_and_parts_go_by_the_pins_of_the_kind():
    for fields in ({"tracks": 4}, {"battery": True}):
        with pytest.raises(CodedError):
            check_parts(fields, kind_of({"board": OTHER}))
    check_parts({"tracks": 3, "voice": True}, kind_of({"board": OTHER}))
    check_parts({"tracks": 3, "voice": True}, carrier.BOARD)
    with pytest.raises(CodedError):
        check_parts({"tracks": 4, "voice": True}, carrier.BOARD)


def test_the_strips_get_the_wave_form_of_the_file():
    bits = wave(assemble_strip([300, 800, 600, 600])["strip"], b"\x0f\x55")[:-1]
    assert {(50 * high, 50 * low) for high, low in bits} == {(300, 800), (600, 600)}


def press(pico, name, at_ms):
    pico.run(f"world.press({key_pins(OTHER_PINS, 3)[key_number(name)]}, {at_ms}, 40)")


def test_the_same_firmware_plays_on_another_board(pico):
    pico.hardware(board=OTHER, tracks=3)
    for place, name in enumerate(["A+5", "A+2", "OK", "B+1", "OK"]):
        press(pico, name, READY_MS + 100 * place)
    status = pico.status(READY_MS + 600)
    assert {team: track["front"] for team, track in status["tracks"].items()} == {"A": 7, "B": 1}
    built = {"tracks": 3, "leds": 121, "reversed": False, "port_ma": 900, "revision": "mine"}
    assert (status["hardware"], status["notes"], status["offered_ma"]) == (built, [], 0)
    assert set(pico.value("[pin for _, pin, _ in world.frames]")) == {2, 3, 4}
    assert pico.faults() == []


def test_its_menu_key_leaves_the_prompt(pico):
    pico.hardware(board=OTHER)
    pico.run(f"world.press({OTHER_PINS['menu']}, 0, 1000)")
    assert pico.power_on(3000) == "prompt"


@pytest.mark.parametrize(
    ("board", "words"),
    [WRONG[0], (changed(platform="esp32"), "revision mine is for esp32, this is rp2")],
    ids=["pin", "platform"],
)
def test_a_bad_file_leaves_a_board_that_says_so_and_plays_as_a_carrier(pico, board, words):
    pico.hardware(board=board, tracks=3)
    status = pico.status(pico.play("A+5 OK"))
    assert status["notes"] == [f"hardware.json: {words}; defaults taken"]
    assert (status["hardware"]["revision"], status["hardware"]["tracks"]) == ("carrier", 2)
    assert status["tracks"]["A"]["front"] == 5
