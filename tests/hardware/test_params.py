"""The parameter file agrees with the firmware, and says what is wrong with it when something is."""

import pytest

from firmware import config
from firmware.view import hole_coordinates, hole_led_map
from host_tools.hardware import load_switch, params, power
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.plate_geometry import Plate


def test_pins_are_the_firmware_s(parameters):
    pins = parameters.pins
    assert pins.led_rail == config.PIN_LED_RAIL
    assert pins.buzzer == config.PIN_BUZZER
    assert (pins.sda, pins.scl) == (config.PIN_I2C_SDA, config.PIN_I2C_SCL)
    assert tuple(pins.led_data) == config.PINS_LED_DATA
    assert (*pins.keys_a, *pins.keys_b, *pins.keys_c, *pins.keys_d, pins.ok, pins.menu) == config.PINS_KEYS


def test_keys_are_the_firmware_s(parameters):
    assert parameters.board.teams == config.TEAMS
    assert parameters.keys.faces == [*(f"+{n}" for n in config.SCORE_KEYS), "BACK"]
    assert len(parameters.keys.faces) == config.KEYS_PER_TEAM


def test_currents_are_the_firmware_s(parameters):
    assert parameters.power.controller == config.CONTROLLER_MA
    assert parameters.power.full == config.LED_FULL_MA
    assert parameters.power.kinds["strip"].dark == config.LED_DARK_MA
    named = {build.id: build.port for build in parameters.builds}
    assert tuple(named[name] for name in ("two", "three", "four")) == config.PORT_MA
    assert max(named.values()) == config.PORT_MOST_MA, "what the firmware takes of a port is what the sums are made for"


def test_firmware_waits_until_the_rail_is_up(parameters):
    """With the least limit and every LED dark, the slowest build is up before the firmware sends anything."""
    assert pytest.approx(1000 * parameters.power.least_rail) == config.RAIL_LEAST_MV
    for build in parameters.builds:
        dark = build.tracks * parameters.power.kinds[build.kind].dark * power.chain(parameters, build.kind)
        assert 0 < load_switch.rise_ms(parameters.power, build.port, dark) < config.RAIL_MS


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
    assert parameters.strip.leds == hole_led_map.STRIP_LEDS
    assert parameters.board.holes == hole_led_map.HOLES


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[board]", "[board", "Expected"),
        ("street = 30", "steet = 30", "street is missing"),
        ("buzzer = 3", "buzzer = 2", "buzzer: the firmware's is 3, not 2"),
        ("rail_sense = 27", "rail_sense = 5", "GPIO 5 is scl already"),
        ("rail_sense = 27", "rail_sense = 23", "a Pico has no GPIO 23"),
        ("keys_a = [10, 11", "keys_a = [11, 10", "keys_a to menu: the firmware's is"),
        ("led_data = [6, 7", "led_data = [7, 6", "led_data: the firmware's is"),
        ("tracks = [2, 3, 4]", "tracks = [1, 2]", "tracks: some of 2, 3, 4"),
        ("tracks = [2, 3, 4]", "tracks = [2, 3, 4, 5]", "tracks: some of 2, 3, 4"),
        ("holes = 121", "holes = 61", "holes: the firmware's is 121, not 61"),
        ("pitch = 19.05", "pitch = 10", r"at least 18\.5, or the caps touch"),
        ("margin = 15.0", "margin = 3.0", "margin: 11 to 40, not 3.0: screws and case posts"),
        ("seam_column = 17", 'seam_column = "x"', "seam_column: a number above 0, not 'x'"),
        ("margin = 15.0", "margin = nan", "margin: a number above 0, not nan"),
        ("bulk_uf = 940", "bulk_uf = inf", "bulk_uf: a number above 0, not inf"),
        ("cell = 5.4", "cell = 8.0", r"cell: at most 5\.74"),
        ("wall = 3.0", "wall = 30.0", r"wall: 1\.6 to 3\.6, not 30\.0"),
        ("wall = 3.0", 'wall = "3"', "wall: a number above 0, not '3'"),
        ("standoff = 12.0", "standoff = 5.0", "standoff: 8 to 20, not 5.0"),
        ("standoff = 12.0", "standoff = 13.0", "everything would have to be 50.4 mm long; 50 are sold"),
        ("washers = 1.0", "washers = 0.5", r"washers: baffle to LEDs on strip: 0\.80 mm, less 0\.60 of"),
        ("led_height = 1.6", "led_height = 2.0", r"washers: baffle to LEDs on street boards: 0\.70 mm, less 0\.58"),
        ("gap = 2.0", "gap = 1.5", r"baffle to LEDs on strip: up to 1\.90 mm, more than \[case\] gap, 1\.5"),
        ("base = 3.0", "base = 6.0", r"the screws through everything would have to be 52\.4 mm long; 50 are sold"),
        ("strip_plate = 3.0", "strip_plate = 8.0", "the screws through everything"),
        ("foot = [20.6, 7.6]", "foot = [20.6, 3.5]", r"\[case\] foot: screw ends to the table"),
        ("usb = [14.0, 9.0]", "usb = [8.0, 6.0]", r"usb: at least \[12\.9, 8\] for a plug with its mould"),
        ("at = [10.0, 3.5]", "at = [10.0, 23.0]", r"\[carrier\] at: its back edge 3\.3 to 4 from the plate's edge"),
        ("leds_per_metre = 144", "leds_per_metre = 120", "bed: the plate of 2 tracks is 322 x 170 mm"),
        ("row_gap = 20.0", "row_gap = 14.0", "standoff and row 1 of track 2 stand in one another"),
        ("through = 6.8", "through = 3.2", "standoff stand in one another|and standoff"),
        ("post = 3.25", "post = 4.6", "post.* stand in one another or nearer"),
        ("electronics = 26.0", "electronics = 19.0", "Pico to screw heads on the strip plate: -2.70 mm"),
        ("electronics = 26.0", "electronics = 25.0", "electronics: plugs on the carrier, with wires, to the street"),
        ("hole = 4.0", "hole = 5.0", "at most 4.94"),
        ("hole = 4.0", "hole = -4.0", "above 0"),
        ("rows = [35, 35, 35, 36]", "rows = [35, 35, 35, 35]", "add up to leds"),
        ("width = 12.0               # of the strip", "width = 13.0  #", "at most the track_gap"),
        ('kind = "strip"', 'kind = "stripe"', "two: tracks and kind"),
        ("port = 500\n", "port = 600\n", "two: port is one of 500 900"),
        ('displays = ["small", "small"]', 'displays = ["tiny"]', "two-display: displays are two at most"),
        ('displays = ["small", "small"]', 'displays = ["small", "small", "small"]', "two at most"),
        ("window = [57.0", "window = [67.0", "window: smaller than the module, 61.5 x 39.5"),
        ("from_side = 72.0", "from_side = 100.0", "with displays, strip: post and display"),
        ('tracks = 4\nkind = "street"\nport = 1500\ncarrier = "board"\ncable_mohm = 0\ndisplays = []',
         'tracks = 4\nkind = "street"\nport = 1500\ncarrier = "board"\ncable_mohm = 0\ndisplays = ["small"]',
         "bed: the plate of 4 tracks with displays is"),
    ],
)
def test_wrong_parameter_is_named(change, old, new, said):
    with pytest.raises(ParamsError, match=said) as error:
        params.load(change(old, new))
    assert "params.toml" in str(error.value)


def test_folder_without_parameters_is_named(tmp_path):
    with pytest.raises(ParamsError, match="give the folder that holds"):
        params.load(tmp_path)
