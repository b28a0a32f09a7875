"""The build with a charger module and a cell: circuit, tap board, base, readings, hours, settings and faults."""

from math import hypot

import pytest

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.hardware_file import check_hardware
from host_tools.hardware import (
    assembly_solids,
    board_settings,
    builds,
    charger_places,
    collision_check,
    cutouts,
    netlist,
    params,
    power,
    run_time,
    tap_board,
)
from host_tools.hardware.bring_up import BATTERY_MV
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.plate_geometry import Plate, build_plate
from tests.hardware.kicad_netlist import Sheet
from tests.hardware.test_schematic import PICO_EDGE, across, net_of

MODULE = ("USB", "BAT", "VS", "EN", "GND", "LBO", "GND", "5V")
"""Adafruit 2465's row of pins, from its maker's guide and layout."""


@pytest.fixture(scope="module")
def carrier(folder):
    return Sheet(folder / "boards/carrier/carrier.kicad_sch")


@pytest.fixture(scope="module")
def cell(folder):
    return Sheet(folder / "boards/cell/cell.kicad_sch")


@pytest.fixture
def build(parameters):
    return builds.named(parameters, "two+cell")


def test_half_the_cell_s_voltage_comes_to_the_pin_that_the_firmware_measures(carrier, cell):
    at_pico = net_of(carrier, f"U1.{PICO_EDGE[BOARD['pins']['battery']]}")
    assert across(carrier, at_pico, "R") == {"R33": net_of(carrier, "J10.2")}
    assert carrier.values["R33"] == "1k"
    middle, bat, ground = (net_of(cell, pin) for pin in ("J25.1", "U7.2", "U7.5"))
    assert across(cell, middle, "R") == {"R41": bat, "R42": ground}
    assert [cell.values[ref] for ref in ("R41", "R42")] == ["100k", "100k"]
    assert across(cell, middle, "C") == {"C11": ground}
    assert net_of(cell, "BT1.1") == bat
    assert net_of(cell, "BT1.2") == ground
    assert cell.lost == set()


def test_grounds_are_one_and_the_switch_joins_en_to_it(carrier, cell):
    assert net_of(carrier, "J10.5") == "GND"
    assert net_of(cell, "J25.2") == net_of(cell, f"U7.{MODULE.index('GND') + 1}")
    assert {net_of(cell, "S1.1"), net_of(cell, "S1.2")} == {net_of(cell, "U7.4"), net_of(cell, "U7.5")}
    assert MODULE.index("EN") == 3


def test_header_has_the_module_s_pins(parameters):
    parts = {part.ref: part for part in netlist.sheet_parts(parameters, "cell")}
    assert parts["J27"].pins == parts["U7"].pins
    used = {MODULE[number] for number, net in enumerate(parts["U7"].pins) if net}
    assert used == {"BAT", "EN", "GND"}


def test_each_lead_of_the_tap_board_has_a_hole_and_each_net_its_wires(parameters):
    leads = tap_board.leads(parameters)
    assert len({lead.hole for lead in leads}) == len(leads) == 18
    assert {lead.hole for lead in leads if lead.ref == "J27"} == {(column, 1) for column in range(1, 9)}
    wires = tap_board.wires(leads)
    assert all(wire.start.net == wire.end.net == wire.net for wire in wires)
    for net in {lead.net for lead in leads if lead.net}:
        assert sum(wire.net == net for wire in wires) == sum(lead.net == net for lead in leads) - 1
    spans = {ref: [lead.hole for lead in leads if lead.ref == ref] for ref in ("R41", "R42", "C11", "J25", "J26")}
    pitches = {ref: round(hypot(a[0] - b[0], a[1] - b[1]) * 2.54, 2) for ref, (a, b) in spans.items()}
    assert pitches == {"R41": 10.16, "R42": 10.16, "C11": 5.08, "J25": 2.54, "J26": 2.54}


def test_a_tap_board_too_small_is_refused(parameters, monkeypatch):
    monkeypatch.setattr(parameters.charger, "tap", [8, 7])
    with pytest.raises(ParamsError, match="take more than 8 x 7 holes"):
        tap_board.leads(parameters)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([8, 7], r"tap, the tap board: its parts take more than 8 x 7 holes"),
        ([8], "a list another length, than in the file of the repository"),
        ([8.5, 9], "a value has another type, or a list"),
        ([8, 9, 2], "a list another length"),
    ],
)
def test_a_tap_board_of_another_size_is_refused_before_anything_is_made(change, value, said):
    """Another length was once refused without the file's name; half a hole was a traceback in the middle of a build."""
    with pytest.raises(ParamsError, match=said) as refused:
        params.load(change("charger.tap", value))
    assert params.FILE in str(refused.value)


def test_what_is_told_of_a_whole_cell_is_within_the_dialogue_s_range():
    """Empty and just charged, resistors of 1 % at their ends: U / 2 becomes U again."""
    assert min(config.BATTERY_LAST_MV, 3300) * 0.99 >= BATTERY_MV[0]
    assert BATTERY_MV[1] >= 4200 * 1.01


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("cell.size", [54.0, 69.0, 22.0], "cell and strap to screw heads"),
        ("cell.left", 194.0, "with a cell, strip: charger screw and bay rail"),
        ("charger.at", [165.6, 4.0], "with a cell: rim screw and charger module's screw"),
        ("charger.at", [168.2, 6.0], r"\[charger\] at: its back edge 3.3 to 4 from"),
        ("charger.switch_at", [120.0, 11.0], "with a cell, strip: post and switch"),
        ("charger.hole", 2.0, "charger screw and charger module"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_reason(change, place, value, said):
    with pytest.raises(ParamsError, match=said):
        params.load(change(place, value))


def test_a_module_too_weak_for_the_worst_scene_is_refused(change):
    weak = params.load(change("charger.ma", 400))
    with pytest.raises(power.PowerError, match="takes 416 mA, a charger module gives 400"):
        power.check(weak, [], builds.named(weak, "two+cell"))


def test_cell_module_and_switch_stand_clear_of_everything(parameters):
    parts = assembly_solids.solids(Plate(parameters, 2, bay="cell"))
    names = {part.name for part in parts}
    assert {"cell", "bay rail", "charger module", "tap board", "switch", "plug in the charger module"} <= names
    assert sum(part.name == "bay rail" for part in parts) == 3
    assert collision_check.collisions(parts, parameters.plate.tolerance) == []


def test_base_has_the_module_s_two_screws_and_the_strap_s_slots(parameters):
    drilled = []
    for name in ("two+cell", "two"):
        cuts = cutouts.cuts(build_plate(parameters, builds.named(parameters, name)), "base")
        drilled.append({(round(c.x, 2), round(c.y, 2), c.half_x) for c in cuts if c.round})
    (x1, y1, r1), (x2, y2, r2) = sorted(drilled[0] - drilled[1])
    assert (r1, r2) == (1.2, 1.2)
    assert (round(x2 - x1, 2), y2 - y1) == (17.78, 0), "the module's holes are 0.7 in apart"


def test_openings_are_within_one_corner_of_the_wall_each(parameters):
    """The wall is printed in corners that meet at the seam."""
    seam, case, charger = Plate(parameters, 2).seam_x, parameters.case, parameters.charger
    charging, _ = charger_places.charging_plug(parameters)
    spans = [(x, case.usb[0] / 2) for x in (charging, charger.cable_at)]
    spans.append((charger.switch_at[0], charger.switch_hole / 2))
    assert all(abs(x - seam) - half >= 1 for x, half in spans)


def test_hours_are_the_cell_s_energy_over_what_module_and_board_take(parameters, build):
    """213 mA of 5 V by 0.9, and 5 mA of 3.7 V: 1.202 W of 24.42 Wh."""
    row = power.build_row(parameters, [], build)
    assert (row.play, row.worst) == (213, 416)
    assert run_time.cell_hours(parameters, row.play)[0] == pytest.approx(24.42 / 1.202, abs=0.02)
    line = run_time.cell_table(parameters, [], parameters.builds).splitlines()[2:]
    assert [cell.split("|")[1:3] for cell in line] == [[" `two+cell` ", " 20.3 h "]]


def test_board_is_told_of_its_cell_by_command_and_by_the_page(parameters, build):
    assert (
        board_settings.flash_command(parameters, build)
        == "cribboard flash --tracks 2 --leds 141 --battery --led-dark-ua 230"
    )
    for other in parameters.builds:
        fields = board_settings.hardware_fields(parameters, other)
        check_hardware(fields)
        assert fields["battery"] == (other.id == "two+cell")
