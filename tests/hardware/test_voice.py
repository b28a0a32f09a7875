"""Builds with a voice: circuit, supply, power, base, readings and faults of the sound module."""

from copy import deepcopy
from math import hypot

import pytest

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.view.lights.power import estimate_ma, track_budget
from host_tools.hardware import assembly_solids, builds, collision_check, cutouts, params, power
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.plate_geometry import Plate, build_plate
from tests.hardware.kicad_netlist import Sheet, parts
from tests.hardware.test_schematic import PICO_EDGE, across, net_of

VOICES = ("two+voice", "three+voice")
MODULE = {1: "VCC", 2: "RX", 3: "TX", 6: "SPK1", 7: "GND", 8: "SPK2", 10: "GND", 16: "BUSY"}
"""Pins of a DFPlayer Mini, from its maker's page."""


@pytest.fixture(scope="module")
def carrier(folder):
    return Sheet(folder / "boards/carrier/carrier.kicad_sch")


@pytest.fixture(scope="module")
def voice(folder):
    return Sheet(folder / "boards/voice/voice.kicad_sch")


@pytest.mark.parametrize(
    ("gpio", "contact", "there", "pin"),
    [
        (BOARD["pins"]["voice_tx"], "J10.3", "J21.2", 2),
        (BOARD["pins"]["voice_rx"], "J10.4", "J21.3", 3),
        (BOARD["pins"]["voice_busy"], "J10.2", "J21.1", 16),
    ],
)
def test_each_line_goes_from_the_firmware_s_pin_by_1k_to_the_module(carrier, voice, gpio, contact, there, pin):
    at_pico = net_of(carrier, f"U1.{PICO_EDGE[gpio]}")
    series = {ref: net for ref, net in across(carrier, at_pico, "R").items() if carrier.values[ref] == "1k"}
    assert net_of(carrier, contact) in series.values()
    assert f"U6.{pin}" in voice.nets[net_of(voice, there)]


def test_module_is_fed_through_fuse_and_diode_and_its_speaker_is_off_ground(carrier, voice):
    assert (net_of(carrier, "J19.1"), net_of(carrier, "J19.2")) == (net_of(carrier, "U4.1"), "GND")
    fused = across(voice, net_of(voice, "J20.1"), "F")["F1"]
    assert across(voice, fused, "D") == {"D4": net_of(voice, "U6.1")}
    assert net_of(voice, "D4.1") == net_of(voice, "U6.1"), "its cathode"
    ground = net_of(voice, "J20.2")
    assert {f"U6.{pin}" for pin, name in MODULE.items() if name == "GND"} <= voice.nets[ground]
    assert across(voice, net_of(voice, "U6.1"), "C") == {"C9": ground, "C10": ground}
    ends = [net_of(voice, f"U6.{pin}") for pin in (6, 8)]
    assert ground not in ends
    assert [net_of(voice, f"J22.{pin}") for pin in (1, 2)] == ends
    assert voice.lost == set()


def test_sockets_have_the_module_s_pins_in_two_rows(folder, voice):
    for pin in MODULE:
        socket = f"J23.{pin}" if pin <= 8 else f"J24.{17 - pin}"
        assert net_of(voice, socket) == net_of(voice, f"U6.{pin}")
    placed = parts(folder / "boards/voice", "voice")
    left, right = (placed[ref][1:3] for ref in ("J23", "J24"))
    assert right[0] - left[0] == pytest.approx(17.78, abs=0.01)
    assert left[1] == right[1]


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("voice.ma", 100, r"\[voice\] ma: the firmware's is 150"),
        ("voice.speaker_at", [243.0, 14.0], "a foot covers its grille"),
        ("voice.speaker", [40.0, 23.0], "speaker to screw heads on the strip plate"),
        ("voice.at", [104.0, 20.0], "voice screw and carrier"),
        ("voice.grille", [4.0, 5.5], "base, 2 tracks: grille and grille are 1.50 apart"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(change, place, value, said):
    with pytest.raises(ParamsError, match=said):
        params.load(change(place, value))


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("voice.drop", [0.2, 0.4], "the sound module gets 3.90 to 5.05 V and wants 3.2 to 5"),
        ("voice.fuse_ohm", 5.0, "the sound module gets 3.00 to 4.65 V"),
    ],
)
def test_a_supply_that_the_module_does_not_stand_is_refused(change, place, value, said):
    """The first is a Schottky diode, as the board has another; without any it would get 5.25 V."""
    wrong = params.load(change(place, value))
    with pytest.raises(power.PowerError, match=rf"build two\+voice, .*{said}"):
        power.check(wrong, [], builds.named(wrong, "two+voice"))


@pytest.mark.parametrize("name", VOICES)
def test_light_and_voice_together_stay_within_the_port(parameters, name):
    """The firmware's own budget: what it leaves the tracks beside the module's 150 mA."""
    build = builds.named(parameters, name)
    row = power.build_row(parameters, [], build)
    budget = build.tracks * track_budget(build.port, build.tracks, 141, 230, voice=True)
    assert row.worst - config.VOICE_MA <= estimate_ma(budget, build.tracks * 141, 230)
    assert row.worst <= build.port
    assert row.dark == round(100 + 25 + 0.23 * 141 * build.tracks)
    assert power.led_ma(parameters, row) == row.worst - 100 - config.VOICE_MA


@pytest.mark.parametrize("tracks", ["two", "three"])
def test_base_has_screws_for_the_voice_board_and_holes_below_the_speaker(parameters, tracks):
    drilled = []
    for name in (f"{tracks}+voice", tracks):
        cuts = cutouts.cuts(build_plate(parameters, builds.named(parameters, name)), "base")
        drilled.append({(round(c.x, 2), round(c.y, 2), c.half_x) for c in cuts if c.round})
    added = drilled[0] - drilled[1]
    grille = [(x, y) for x, y, r in added if r == 2.0]
    screws = sorted((x, y) for x, y, r in added if r == 1.7)
    assert len(grille) == 19
    assert len(screws) == 4
    assert len(added) == 23
    middle = [sum(spot[k] for spot in grille) / 19 for k in (0, 1)]
    assert max(hypot(x - middle[0], y - middle[1]) for x, y in grille) + 2 < 20, "within the speaker"
    assert (screws[3][0] - screws[0][0], screws[3][1] - screws[0][1]) == (42, 34)


@pytest.mark.parametrize("tracks", [2, 3])
def test_module_and_speaker_stand_clear_of_everything(parameters, tracks):
    parts = assembly_solids.solids(Plate(parameters, tracks, voice=True))
    assert {"voice board", "sound module", "speaker", "speaker's ring"} <= {part.name for part in parts}
    assert collision_check.collisions(parts, parameters.plate.tolerance) == []


def test_a_voice_board_on_the_carrier_is_found(parameters):
    wrong = deepcopy(parameters)
    wrong.voice.at = [90.0, 8.0]
    every = collision_check.collisions(assembly_solids.solids(Plate(wrong, 2, voice=True)), 0.2)
    assert any("carrier" in line and "voice board" in line for line in every), every
