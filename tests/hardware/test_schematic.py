"""The carrier's net list, read from the sheet's text, against the firmware's pins."""

import pytest

from firmware import config
from firmware.boards.carrier import BOARD
from firmware.hardware_config import key_pins
from tests.hardware.kicad_netlist import Sheet, child, children, parse

PICO_EDGE = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17}
PICO_EDGE |= {14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
"""GPIO to pin, from the Pico's data sheet."""
PINS = BOARD["pins"]
GROUNDS = {3, 8, 13, 18, 23, 28, 33, 38}
GATES = ((2, 3), (5, 6), (9, 8), (12, 11))
"""Inputs and outputs of a 74x125."""


@pytest.fixture(scope="module")
def sheet(folder):
    return Sheet(folder / "boards/carrier/carrier.kicad_sch")


def net_of(sheet, pin):
    return next(name for name, pins in sheet.nets.items() if pin in pins)


def across(sheet, net, kind):
    """Nets on the other side of the two-pin parts of a kind on a net, with their references."""
    nets = {}
    for pin in sheet.nets[net]:
        ref, number = pin.split(".")
        if ref.rstrip("0123456789") == kind:
            nets[ref] = net_of(sheet, f"{ref}.{3 - int(number)}")
    return nets


def test_every_pin_is_on_a_net_or_marked_open(sheet):
    assert sheet.lost == set()
    assert sheet.open == {"U1.30", "U1.35", "U1.37", "U5.7", *(f"U5.{n}" for n in range(9, 14))}


def test_no_net_has_a_single_end(sheet):
    flags = {name for name, pins in sheet.nets.items() if any(pin.startswith("#") for pin in pins)}
    single = {name for name, pins in sheet.nets.items() if len(pins) == 1}
    assert single - flags == set()


def test_each_key_goes_from_the_firmware_s_pin_through_1k_to_ground(sheet):
    names = [f"{team} {face}" for team in config.TEAMS for face in ("+1", "+2", "+5", "BACK")] + ["OK", "MENU"]
    keys = [gpio for _, gpio in sorted(key_pins(PINS, 4).items())]
    for name, gpio in zip(names, keys, strict=True):
        at_pico = net_of(sheet, f"U1.{PICO_EDGE[gpio]}")
        series = {ref: net for ref, net in across(sheet, at_pico, "R").items() if sheet.values[ref] == "1k"}
        assert len(series) == 1, name
        switches = across(sheet, *series.values(), "SW")
        assert {sheet.values[ref]: net for ref, net in switches.items()} == {f"key {name}": "GND"}


def test_each_track_goes_from_the_firmware_s_pin_through_its_gate_to_its_strip(sheet):
    for track, gpio in enumerate(PINS["led_data"]):
        gates = {pin for pin in sheet.nets[net_of(sheet, f"U1.{PICO_EDGE[gpio]}")] if pin.startswith("U2.")}
        assert gates == {f"U2.{GATES[track][0]}"}
        output = GATES[track][1]
        (ref, data), *more = across(sheet, net_of(sheet, f"U2.{output}"), "R").items()
        assert not more
        assert sheet.values[ref] == "330"
        strip = next(pin.split(".")[0] for pin in sheet.nets[data] if pin.startswith("J"))
        assert sheet.values[strip] == f"track {config.TEAMS[track]}, left"
        assert [net_of(sheet, f"{strip}.{n}") for n in (1, 2, 3)] == ["LED_5V", data, "GND"]


def test_shifter_is_enabled_and_fed_behind_the_switch(sheet):
    assert {f"U2.{n}" for n in (1, 4, 7, 10, 13)} <= sheet.nets["GND"]
    assert "U2.14" in sheet.nets["LED_5V"]


def test_grounds_and_supplies_of_the_pico(sheet):
    assert {f"U1.{n}" for n in GROUNDS} == {pin for pin in sheet.nets["GND"] if pin.startswith("U1.")}
    assert net_of(sheet, "U1.39") == "VSYS"
    assert net_of(sheet, "U1.40") == "VBUS"
    assert net_of(sheet, "U1.36") == "3V3"


def test_rail_switch_and_buzzer_are_on_the_firmware_s_pins(sheet):
    assert "U4.3" in sheet.nets[net_of(sheet, f"U1.{PICO_EDGE[PINS['led_rail']]}")]
    buzzer = across(sheet, net_of(sheet, f"U1.{PICO_EDGE[PINS['buzzer']]}"), "R")
    assert {"BZ1.1"} <= sheet.nets[buzzer["R14"]]


def test_power_goes_through_the_load_switch(sheet):
    """Pins of the TPS2553 in SOT-23-6: 1 IN, 2 GND, 3 EN, 4 FAULT, 5 ILIM, 6 OUT."""
    inlet = net_of(sheet, "J1.A9")
    assert net_of(sheet, "J1.B9") == net_of(sheet, "U4.1") == inlet
    assert across(sheet, inlet, "JP") == {"JP1": "VBUS"}
    assert {"U4.2", "J1.A12", "J1.B12", "J1.S1"} <= sheet.nets["GND"]
    assert "U4.6" in sheet.nets["LED_5V"]
    assert {pin for pin in sheet.nets["VSYS"] if not pin.startswith("#")} == {"U1.39", "D1.1"}
    assert net_of(sheet, "D1.2") == inlet
    assert (net_of(sheet, "D2.1"), net_of(sheet, "D2.2")) == (inlet, "GND")
    strip_side = {pin for pin in sheet.nets["LED_5V"] if pin.startswith(("U1", "J1."))}
    assert strip_side == set()
    assert sheet.nets[net_of(sheet, "U4.4")] == {"U4.4", "D3.1", "U5.6"}


def test_limit_is_raised_only_by_the_port_s_word(sheet):
    """R8 is beside R7 while Q1 is on; Q2 turns Q1 off while PORT_1A5 is high."""
    limit = net_of(sheet, "U4.5")
    more = across(sheet, limit, "R")
    assert more["R7"] == "GND"
    assert (sheet.values["R7"], sheet.values["R8"]) == ("57.6k", "25.5k")
    assert net_of(sheet, "Q1.3") == more["R8"]
    assert net_of(sheet, "Q1.1") == net_of(sheet, "Q2.1") == "GND"
    assert net_of(sheet, "Q1.2") == net_of(sheet, "Q2.3")
    assert across(sheet, net_of(sheet, "Q1.2"), "R") == {"R13": "IN_5V"}
    assert across(sheet, net_of(sheet, "Q2.2"), "R") == {"R12": "PORT_1A5"}


def test_comparators_read_both_lines_against_both_thresholds(sheet, parameters):
    """Pins of an LM339, in-, in+ and out of each: 4 5 2, 6 7 1, 8 9 14, 10 11 13."""
    read = {}
    for minus, plus, output in ((4, 5, 2), (6, 7, 1), (8, 9, 14), (10, 11, 13)):
        key = net_of(sheet, f"U3.{output}"), net_of(sheet, f"U3.{plus}")
        read.setdefault(key, set()).add(net_of(sheet, f"U3.{minus}"))
    assert read == {("PORT_1A5", "CC_LOW"): {"CC1", "CC2"}, ("PORT_3A", "CC_HIGH"): {"CC1", "CC2"}}
    assert across(sheet, "PORT_1A5", "R")["R19"] == across(sheet, "PORT_3A", "R")["R38"] == "3V3"
    ladder = [("R16", "3V3", "CC_HIGH"), ("R17", "CC_HIGH", "CC_LOW"), ("R18", "CC_LOW", "GND")]
    assert [(ref, net_of(sheet, f"{ref}.1"), net_of(sheet, f"{ref}.2")) for ref, _, _ in ladder] == ladder
    assert [sheet.values[ref] for ref, _, _ in ladder] == [f"{ohms}k" for ohms in parameters.power.cc_ladder]
    assert across(sheet, net_of(sheet, "J1.A5"), "R") == {"R5": "GND"}
    assert across(sheet, net_of(sheet, "J1.B5"), "R") == {"R6": "GND"}


def pins_of(unit):
    """Name, type, shape and number of a unit's pins."""
    return {(child(pin, "name")[1], pin[1], pin[2], child(pin, "number")[1]) for pin in children(unit, "pin")}


def test_inputs_and_outputs_are_drawn_as_the_data_sheets_have_them(folder):
    """A unit of the symbols: plus, minus and output of a comparator; input, output and enable, low, of a gate."""
    root = parse((folder / "boards/carrier/carrier.kicad_sch").read_text(encoding="utf-8"))
    kinds = {symbol[1]: symbol for symbol in children(child(root, "lib_symbols"), "symbol")}
    drawn = {
        name: [pins_of(unit) for unit in children(kinds[f"cribboard:{name}"], "symbol")]
        for name in ("LM339", "AHCT125")
    }
    for minus, plus, output in ((4, 5, 2), (6, 7, 1), (8, 9, 14), (10, 11, 13)):
        comparator = {("+", "input", "line", str(plus)), ("-", "input", "line", str(minus))}
        assert comparator | {("~", "open_collector", "line", str(output))} in drawn["LM339"]
    for (data, output), enable in zip(GATES, (1, 4, 10, 13), strict=True):
        gate = {("~", "input", "line", str(data)), ("~", "output", "line", str(output))}
        assert gate | {("~", "input", "inverted", str(enable))} in drawn["AHCT125"]


def test_expander_tells_the_firmware_what_the_port_offers(sheet):
    """Pins of a TCA9554 in SO-16: A0 to A2 1 to 3, P0 to P3 4 to 7, GND 8, SCL 14, SDA 15, VCC 16."""
    bus = net_of(sheet, f"U1.{PICO_EDGE[PINS['sda']]}"), net_of(sheet, f"U1.{PICO_EDGE[PINS['scl']]}")
    assert (net_of(sheet, "U5.15"), net_of(sheet, "U5.14")) == bus == ("SDA", "SCL")
    assert [net_of(sheet, f"U5.{pin}") for pin in (1, 2, 3, 8, 16)] == [*["GND"] * 4, "3V3"]
    assert BOARD["expander"] == 0x20, "its address with A0 to A2 at ground"
    assert [net_of(sheet, f"U5.{4 + bit}") for bit in range(3)] == ["PORT_1A5", "PORT_3A", "FAULT"]
    assert across(sheet, "SDA", "R") == {"R39": "3V3"}
    assert across(sheet, "SCL", "R") == {"R40": "3V3"}


def test_displays_and_probes_hang_on_the_bus(sheet):
    for connector in ("J12", "J18"):
        assert [net_of(sheet, f"{connector}.{pin}") for pin in (1, 2, 3, 4)] == ["3V3", "GND", "SDA", "SCL"]
    for n, net in enumerate(("SDA", "SCL", "3V3", "GND", "IN_5V", "LED_5V"), 1):
        assert net_of(sheet, f"TP{n}.1") == sheet.values[f"TP{n}"] == net


def test_each_track_has_a_connector_on_each_side(sheet):
    """One wire in each contact: no connector feeds more than one side of one track."""
    for n, team in enumerate(config.TEAMS):
        assert sheet.values[f"J{14 + n}"] == f"track {team}, right"
        assert [net_of(sheet, f"J{14 + n}.{pin}") for pin in (1, 2)] == ["LED_5V", "GND"]


def test_rail_sense_is_halved(sheet, parameters):
    sense = across(sheet, net_of(sheet, f"U1.{PICO_EDGE[parameters.pins.rail_sense]}"), "R")
    assert {ref: net for ref, net in sense.items() if sheet.values[ref] == "10k"} == {"R10": "LED_5V", "R11": "GND"}


def test_every_part_of_the_board_names_a_footprint_with_its_pads(sheet, folder):
    """What is not on the board is a key: it sits on the faceplate."""
    root = parse((folder / "boards/carrier/carrier.kicad_sch").read_text(encoding="utf-8"))
    for symbol in children(root, "symbol"):
        fields = {prop[1]: prop[2] for prop in children(symbol, "property")}
        ref = fields["Reference"]
        if not ref.startswith("#"):
            assert bool(fields["Footprint"]) != ref.startswith("SW"), ref
