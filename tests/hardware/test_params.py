"""The parameter file agrees with the firmware, and says what is wrong with it when something is."""

import pytest

from firmware import config
from firmware.view import geometry, layout
from host_tools.hardware import params, softstart
from host_tools.hardware.geometry import Plate
from host_tools.hardware.params import ParamsError


def test_pins_are_the_firmware_s(found):
    pins = found.pins
    assert pins.led_rail == config.PIN_LED_RAIL
    assert pins.buzzer == config.PIN_BUZZER
    assert tuple(pins.led_data) == config.PINS_LED_DATA
    assert (*pins.keys_a, *pins.keys_b, *pins.keys_c, *pins.keys_d, pins.ok, pins.menu) == config.PINS_KEYS


def test_keys_are_the_firmware_s(found):
    assert found.board.teams == config.TEAMS
    assert found.keys.faces == [*(f"+{n}" for n in config.SCORE_KEYS), "BACK"]
    assert len(found.keys.faces) == config.KEYS_PER_TEAM


def test_currents_are_the_firmware_s(found):
    assert found.power.controller == config.CONTROLLER_MA
    assert found.power.full == config.LED_FULL_MA
    assert found.power.kinds["strip"].dark == config.LED_DARK_MA
    assert {build.tracks: build.port for build in found.builds} == dict(zip((2, 3, 4), config.PORT_MA, strict=True))


def test_firmware_waits_until_the_soft_start_is_over(found):
    assert pytest.approx(1000 * found.power.least_rail) == config.RAIL_LEAST_MV
    assert config.RAIL_MS >= softstart.ready_ms(found.power, found.power.threshold) > 0


@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_every_hole_is_where_the_firmware_s_layout_has_it(found, tracks):
    plate = Plate(found, tracks)
    first = plate.hole(0, 1)
    for track in range(tracks):
        for hole in range(1, layout.HOLES + 1):
            x, y = geometry.position_mm(track, tracks, hole)
            spot = plate.hole(track, hole)
            assert (spot.x - first.x, spot.y - first.y) == pytest.approx((x, y), abs=1e-9)


def test_chain_is_the_firmware_s(found):
    assert found.strip.leds == layout.STRIP_LEDS
    assert found.board.holes == layout.HOLES


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[board]", "[board", "Expected"),
        ("street = 30", "steet = 30", "street is missing"),
        ("buzzer = 3", "buzzer = 2", "GPIO 2 is led_rail already"),
        ("buzzer = 3", "buzzer = 23", "a Pico has no GPIO 23"),
        ("hole = 4.0", "hole = 5.2", "at most 4.94"),
        ("hole = 4.0", "hole = -4.0", "above 0"),
        ("rows = [35, 35, 35, 36]", "rows = [35, 35, 35, 35]", "add up to leds"),
        ("width = 12.0", "width = 13.0", "at most the track_gap"),
        ('kind = "strip"', 'kind = "stripe"', "two: tracks and kind"),
        ("fuse = 750", "fuse = 500", "two: fuse must be one of 750 1850"),
    ],
)
def test_wrong_parameter_is_named(change, old, new, said):
    with pytest.raises(ParamsError, match=said) as error:
        params.load(change(old, new))
    assert "params.toml" in str(error.value)


def test_folder_without_parameters_is_named(tmp_path):
    with pytest.raises(ParamsError, match="give the folder that holds"):
        params.load(tmp_path)
