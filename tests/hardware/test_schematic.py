"""The carrier's net list, read from the sheet's text, against the firmware's pins."""

import pytest

from firmware import config
from tests.hardware.kicad_read import Sheet

PICO_EDGE = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17}
PICO_EDGE |= {14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}
"""GPIO to pin, from the Pico's data sheet."""
GROUNDS = {3, 8, 13, 18, 23, 28, 33, 38}
GATES = ((2, 3), (5, 6), (9, 8), (12, 11))
"""Inputs and outputs of a 74x125."""


@pytest.fixture(scope="module")
def sheet(folder):
    return Sheet(folder / "carrier/carrier.kicad_sch")


def net_of(sheet, pin):
    return next(name for name, pins in sheet.nets.items() if pin in pins)


def across(sheet, net, kind):
    """Nets on the other side of the two-pin parts of a kind on a net, with their references."""
    found = {}
    for pin in sheet.nets[net]:
        ref, number = pin.split(".")
        if ref.rstrip("0123456789") == kind:
            found[ref] = net_of(sheet, f"{ref}.{3 - int(number)}")
    return found


def test_every_pin_is_on_a_net_or_marked_open(sheet):
    assert sheet.lost == set()
    assert sheet.open == {"U1.30", "U1.35", "U1.37"}


def test_no_net_has_a_single_end(sheet):
    flags = {name for name, pins in sheet.nets.items() if any(pin.startswith("#") for pin in pins)}
    single = {name for name, pins in sheet.nets.items() if len(pins) == 1}
    assert single - flags == set()


def test_each_key_goes_from_the_firmware_s_pin_through_1k_to_ground(sheet):
    names = [f"{team} {face}" for team in config.TEAMS for face in ("+1", "+2", "+5", "BACK")] + ["OK", "MENU"]
    for name, gpio in zip(names, config.PINS_KEYS, strict=True):
        at_pico = net_of(sheet, f"U1.{PICO_EDGE[gpio]}")
        series = {ref: net for ref, net in across(sheet, at_pico, "R").items() if sheet.values[ref] == "1k"}
        assert len(series) == 1, name
        switches = across(sheet, *series.values(), "SW")
        assert {sheet.values[ref]: net for ref, net in switches.items()} == {f"key {name}": "GND"}


def test_each_track_goes_from_the_firmware_s_pin_through_its_gate_to_its_strip(sheet):
    for track, gpio in enumerate(config.PINS_LED_DATA):
        gates = {pin for pin in sheet.nets[net_of(sheet, f"U1.{PICO_EDGE[gpio]}")] if pin.startswith("U2.")}
        assert gates == {f"U2.{GATES[track][0]}"}
        out = GATES[track][1]
        (ref, data), *more = across(sheet, net_of(sheet, f"U2.{out}"), "R").items()
        assert not more
        assert sheet.values[ref] == "330"
        strip = next(pin.split(".")[0] for pin in sheet.nets[data] if pin.startswith("J"))
        assert sheet.values[strip] == f"strip {config.TEAMS[track]}"
        assert [net_of(sheet, f"{strip}.{n}") for n in (1, 2, 3)] == ["LED_5V", data, "GND"]


def test_shifter_is_enabled_and_fed_behind_the_switch(sheet):
    assert {f"U2.{n}" for n in (1, 4, 7, 10, 13)} <= sheet.nets["GND"]
    assert "U2.14" in sheet.nets["LED_5V"]


def test_grounds_and_supplies_of_the_pico(sheet):
    assert {f"U1.{n}" for n in GROUNDS} == {pin for pin in sheet.nets["GND"] if pin.startswith("U1.")}
    assert net_of(sheet, "U1.39") == "VSYS"
    assert net_of(sheet, "U1.40") == "VBUS"
    assert net_of(sheet, "U1.36") == "3V3"


def test_rail_switch_buzzer_and_display_are_on_the_firmware_s_pins(sheet, found):
    assert "Q2.2" in sheet.nets[net_of(sheet, f"U1.{PICO_EDGE[config.PIN_LED_RAIL]}")]
    buzzer = across(sheet, net_of(sheet, f"U1.{PICO_EDGE[config.PIN_BUZZER]}"), "R")
    assert {"BZ1.1"} <= sheet.nets[buzzer["R14"]]
    assert net_of(sheet, "J12.4") == net_of(sheet, f"U1.{PICO_EDGE[found.pins.display_sda]}")
    assert net_of(sheet, "J12.3") == net_of(sheet, f"U1.{PICO_EDGE[found.pins.display_scl]}")


def test_power_goes_through_fuse_and_switch(sheet):
    inlet = net_of(sheet, "J1.1")
    assert across(sheet, inlet, "JP") == {"JP1": "VBUS"}
    fused = across(sheet, inlet, "F")["F1"]
    assert "Q1.1" in sheet.nets[fused]
    assert "Q1.3" in sheet.nets["LED_5V"]
    assert sheet.nets["VSYS"] - {"#FLG05.1"} == {"U1.39", "D1.1"}
    assert net_of(sheet, "D1.2") == fused
    assert (net_of(sheet, "D2.1"), net_of(sheet, "D2.2")) == (fused, "GND")
    strip_side = {pin for pin in sheet.nets["LED_5V"] if pin.startswith(("U1", "J1.", "F1"))}
    assert strip_side == set()


def test_soft_start_s_parts_are_where_its_sums_have_them(sheet, found):
    gate = net_of(sheet, "Q1.2")
    assert across(sheet, gate, "C") == {"C2": "LED_5V", "C3": "5V"}
    assert across(sheet, gate, "R") == {"R7": "5V", "R8": net_of(sheet, "Q2.3")}
    values = {ref: sheet.values[ref] for ref in ("C2", "C3", "C4", "R7", "R8")}
    assert values == {"C2": "100n", "C3": "1u", "C4": "1000u", "R7": "1M", "R8": "330k"}
    assert (found.power.gate_nf, found.power.hold_nf, found.power.bulk_uf) == (100, 1000, 1000)
    assert (found.power.bleed_kohm, found.power.gate_kohm) == (1000, 330)


def test_rail_sense_is_halved(sheet, found):
    sense = across(sheet, net_of(sheet, f"U1.{PICO_EDGE[found.pins.rail_sense]}"), "R")
    assert {ref: net for ref, net in sense.items() if sheet.values[ref] == "10k"} == {"R10": "LED_5V", "R11": "GND"}
