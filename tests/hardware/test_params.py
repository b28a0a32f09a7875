"""The parameter file agrees with the firmware, and says what is wrong with it when something is."""

import pytest

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.view.lights import hole_coordinates, hole_led_map
from host_tools.hardware import load_switch, params, power
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.plate_geometry import Plate


def test_keys_are_the_firmware_s(parameters):
    assert parameters.board.teams == config.TEAMS
    assert parameters.keys.faces == [*(f"+{n}" for n in config.SCORE_KEYS), "BACK"]
    assert len(parameters.keys.faces) == config.KEYS_PER_TEAM


def test_currents_are_the_firmware_s(parameters):
    assert parameters.power.controller == config.CONTROLLER_MA
    assert parameters.power.full == config.LED_FULL_MA
    assert all(1000 * kind.dark <= BOARD["led_dark_ua"] for kind in parameters.power.kinds.values())
    named = {build.id: build.port for build in parameters.builds}
    assert tuple(named[name] for name in ("two", "three", "four")) == BOARD["ports_ma"]
    assert max(named.values()) == config.PORT_MOST_MA, "what the firmware takes of a port is what the sums are made for"


def test_firmware_waits_until_the_rail_is_up(parameters):
    """With the least limit and every LED dark, the slowest build is up before the firmware sends anything."""
    assert pytest.approx(1000 * parameters.power.least_rail) == config.RAIL_LEAST_MV
    for build in parameters.builds:
        dark = build.tracks * parameters.power.kinds[build.form].dark * power.chain(parameters, build.form)
        assert 0 < load_switch.rise_ms(parameters.power, build.port, dark) < BOARD["rail_ms"]


@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_every_hole_is_where_the_firmware_s_layout_has_it(parameters, tracks):
    plate = Plate(parameters, tracks)
    first = plate.hole(0, 1)
    for track in range(tracks):
        for hole in range(1, hole_led_map.HOLES + 1):
            x, y = hole_coordinates.position_mm(track, tracks, hole)
            spot = plate.hole(track, hole)
            assert (spot.x - first.x, spot.y - first.y) == pytest.approx((x, y), abs=1e-9)


def test_chain_is_the_firmware_s(parameters):
    assert parameters.strip.leds == config.STRIP_LEDS
    assert parameters.board.holes == hole_led_map.HOLES


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("board.tracks", [1, 2], "tracks: some of 2, 3, 4"),
        ("board.tracks", [2, 3, 4, 5], "tracks: some of 2, 3, 4"),
        ("board.holes", 61, "holes: the firmware's is 121, not 61"),
        ("keys.pitch", 10, r"at least 18\.5, or the caps touch"),
        ("plate.margin", 3.0, "margin: 11 to 40, not 3.0: screws and case posts"),
        ("plate.seam_column", "x", "seam_column: a number above 0, not 'x'"),
        ("plate.margin", float("nan"), "margin: a number above 0, not nan"),
        ("power.bulk_uf", float("inf"), "bulk_uf: a number above 0, not inf"),
        ("case.cell", 8.0, r"cell: at most 5\.74"),
        ("case.wall", 30.0, r"wall: 1\.6 to 3\.6, not 30\.0"),
        ("case.wall", "3", "wall: a number above 0, not '3'"),
        ("screws.standoff", 5.0, "standoff: 8 to 20, not 5.0"),
        ("screws.standoff", 13.0, "everything would have to be 50.4 mm long; 50 are sold"),
        ("screws.washers", 0.5, r"washers: baffle to LEDs on strip: 0\.80 mm, less 0\.60 of"),
        ("street.led_height", 2.0, r"washers: baffle to LEDs on street boards: 0\.70 mm, less 0\.58"),
        ("case.gap", 1.5, r"baffle to LEDs on strip: up to 1\.90 mm, more than \[case\] gap, 1\.5"),
        ("case.base", 6.0, r"the screws through everything would have to be 52\.4 mm long; 50 are sold"),
        ("case.strip_plate", 8.0, "the screws through everything"),
        ("case.foot", [20.6, 3.5], r"\[case\] foot: screw ends to the table"),
        ("case.usb", [8.0, 6.0], r"usb: at least \[12\.9, 8\] for a plug with its mould"),
        ("carrier.at", [10.0, 23.0], r"\[carrier\] at: its back edge 3\.3 to 4 from the plate's edge"),
        ("board.leds_per_metre", 120, "bed: the plate of 2 tracks is 322 x 194 mm"),
        ("board.row_gap", 14.0, "standoff and row 1 of track 2 stand in one another"),
        ("screws.through", 3.2, "standoff stand in one another|and standoff"),
        ("screws.post", 4.6, "post.* stand in one another or nearer"),
        ("case.electronics", 19.0, "Pico to screw heads on the strip plate: -3.30 mm"),
        ("case.electronics", 25.0, "electronics: plugs on the carrier, with wires, to the street"),
        ("plate.hole", 5.0, "at most 4.94"),
        ("plate.hole", -4.0, "above 0"),
        ("strip.rows", [35, 35, 35, 35], "add up to leds"),
        ("strip.width", 13.0, "at most the track_gap"),
        ("build.tracks.two.tracks", 5, r"\[build.tracks\]: one for each of \[board\] tracks"),
        ("build.tracks.two.port", 600, r"\[build.tracks\] two port: one of 500 900"),
        ("build.kept", ["five"], "build five: it begins with one of two three four"),
        (
            "build.options.display.has",
            {"displays": ["tiny"]},
            r"display\] displays: of small large, two at most",
        ),
        ("build.options.display.has", {"displays": ["small"] * 3}, "two at most"),
        ("build.options.battery.has", {"battery": "cells"}, r"options.battery\] battery: of bank cell, not cells"),
        ("build.options.voice.has", {"voice": "yes"}, r"options.voice\] voice: of True, not yes"),
        ("build.options.voice.has", {"sound": True}, r"options.voice\] has: sound is unknown; names are displays"),
        ("build.options.voice.excludes", {"five": "so"}, r"options.voice\] excludes: five is unknown"),
        ("display.kinds.large.window", [67.0, 29.5], "window: smaller than the module, 61.5 x 39.5"),
        ("display.from_side", 100.0, "with displays, strip: post and display"),
        ("bank.size", [75.0, 150.0, 22.0], r"electronics: power bank and strap to screw heads .*: -0\.40 mm"),
        ("bay.strap", [20.0, 4.0], r"foot: strap under the base to the table: -1\.16 mm"),
        ("bay.play", 0.5, r"play: power bank to a rail, and to its window; cell to a rail: 0\.50 mm, less 0\.40"),
        ("bank.size", [90.0, 150.0, 18.0], "with a power bank: slot for the strap|with a power bank, strip: .* power"),
        ("bank.size", [75.0, 194.0, 18.0], "2 tracks with a power bank, strip: .*power bank"),
        ("bank.left", 104.0, "with a power bank, strip: post and power bank"),
        ("bank.strap_at", 15.0, "with a power bank, strip: foot and strap under the base"),
        ("bank.pulse_ms", 500, "pulse_ms: the firmware's is 1500, not 500"),
    ],
)
def test_wrong_parameter_is_named(change, place, value, said):
    with pytest.raises(ParamsError, match=said) as error:
        params.load(change(place, value))
    assert "params.toml" in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"), [("[board", "Expected"), ("[board]\nholes = 121", r"\[board\]: group is missing")]
)
def test_file_that_is_not_whole_is_named(tmp_path, text, said):
    (tmp_path / params.FILE).write_text(text, encoding="utf-8")
    with pytest.raises(ParamsError, match=said) as error:
        params.load(tmp_path)
    assert "params.toml" in str(error.value)


def test_folder_without_parameters_is_named(tmp_path):
    with pytest.raises(ParamsError, match="--from hardware names the folder that holds"):
        params.load(tmp_path)
