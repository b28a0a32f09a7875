"""The LED map against the firmware's own."""

import csv

import pytest

from firmware.config import STRIP_LEDS
from firmware.view.lights.hole_led_map import HOLES, HoleLedMap
from host_tools.hardware import led_placement
from host_tools.hardware.plate_geometry import Plate

CUT_AWAY = {36, 72, 108}


@pytest.fixture(params=[2, 3, 4])
def lines(request, made):
    name = {2: "two", 3: "three", 4: "four"}[request.param]
    with open(made(name) / "leds.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == request.param * STRIP_LEDS
    return rows


def test_every_hole_has_the_led_the_firmware_lights(lines):
    led_map = HoleLedMap()
    for track in sorted({line["track"] for line in lines}):
        led_of = {int(line["hole"]): int(line["led"]) for line in lines if line["track"] == track and line["hole"]}
        assert led_of == {hole: led_map.led_of[hole] for hole in range(1, HOLES + 1)}


def test_places_on_the_metre_leave_out_what_the_cuts_take(lines):
    for track in sorted({line["track"] for line in lines}):
        own = [line for line in lines if line["track"] == track]
        assert [int(line["led"]) for line in own] == list(range(STRIP_LEDS))
        assert {int(line["place_on_metre"]) for line in own} == set(range(1, 145)) - CUT_AWAY
        rows = {}
        for line in own:
            rows.setdefault(line["row"], []).append(int(line["place_on_metre"]))
        assert all(places == list(range(places[0], places[0] + len(places))) for places in rows.values())


def test_neighbours_of_a_chain_are_a_pitch_apart(lines):
    for a, b in zip(lines, lines[1:], strict=False):
        if (a["track"], a["row"]) == (b["track"], b["row"]):
            assert abs(float(a["x_mm"]) - float(b["x_mm"])) == pytest.approx(1000 / 144, abs=0.002)
            assert a["y_mm"] == b["y_mm"]


def test_chain_that_begins_at_the_game_hole(change):
    from host_tools.hardware import params

    turned = params.load(change("board.reverse", True))
    leds = led_placement.track_leds(Plate(turned, 2), 1)
    led_map = HoleLedMap(reverse=True)
    assert [led.led for led in leds] == list(range(STRIP_LEDS))
    assert {led.hole: led.led for led in leds if led.hole} == {h: led_map.led_of[h] for h in range(1, HOLES + 1)}
    assert leds[0].metre_position == 1
