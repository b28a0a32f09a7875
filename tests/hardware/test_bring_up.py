"""The dialogue that finds a fault of a board just built: every single fault is put into the net list."""

import json

import pytest

from host_tools.hardware import builds
from host_tools.hardware.bring_up import page_data
from host_tools.hardware.bring_up.behaviour import Behaviour
from host_tools.hardware.bring_up.circuit import key_wires
from host_tools.hardware.bring_up.fault_tree import NAMED
from host_tools.hardware.bring_up.faults import Fault, single_faults, with_fault
from host_tools.hardware.bring_up.meter_readings import Bench, readings
from host_tools.hardware.netlist import fitted, wired_parts
from host_tools.sim.virtual.board import new_board

GOAL = 0.95


def written(name):
    return json.loads((page_data.FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def named(node):
    return [ref for ref, _ in node[0][:NAMED]]


def behaviour(parameters, name, *faults):
    build = builds.named(parameters, name)
    whole = wired_parts(parameters, build)
    parts = whole
    for fault in faults:
        parts = with_fault(parts, fault)
    return Behaviour(parts, whole, key_wires(whole), build.tracks, build.form).symptoms()


@pytest.mark.deep
@pytest.mark.slow
def test_the_page_has_what_the_net_list_gives(parameters):
    """And names the part among the first three for 95 of 100 faults."""
    assert {path.stem for path in page_data.FOLDER.glob("*.json")} == {"carrier", *(b.id for b in parameters.builds)}
    for build in parameters.builds:
        data = json.loads(json.dumps(page_data.build_data(parameters, build)))
        assert data == written(build.id), "cribboard hardware build"
        assert data["figure"]["named"] >= GOAL * data["figure"]["faults"]


def test_the_picture_is_of_the_carrier(parameters):
    assert json.loads(json.dumps(page_data.carrier_picture(parameters))) == written("carrier")


def test_a_silent_key_names_resistor_connector_and_pico():
    """The example that the dialogue was asked for: A+2 silent: R21, J7.2, Pico 15, and the key itself by a reading."""
    data = written("two")
    node = data["trees"]["key A+2"][""]
    places = {place for _, listed in node[0] for place in listed}
    assert {"R21", "J7.2", "Pico 15", "SW2"} <= places
    way, first, second, *_, right = data["readings"][node[1]]
    assert (way, {first, second}, right) == ("ohms", {"J7.2", "Pico 15"}, "1.00 kΩ")
    assert named(node[2]["1.00 kΩ"])[0] == "SW2"
    assert "SW2" not in named(node[2]["open"])


KEY_FAULTS = [
    (Fault("R21", "missing"), {"A+2": []}),
    (Fault("SW2", "short", (1, 2)), {"": ["A+2"], "A+1": ["A+1", "A+2"]}),
    (Fault("J7", "short", (1, 2)), {"A+1": ["A+1", "A+2"], "A+5": ["A+5"]}),
    (Fault("J7", "open", (5,)), {"A+1": [], "B+1": ["B+1"]}),
    (Fault("U1", "short", (16, 17)), {"A+5": ["A+5", "A<"]}),
    (Fault("R26", "wrong", value="57.6k"), {"B+5": [], "B+1": ["B+1"]}),
]


@pytest.mark.parametrize(("fault", "seen"), KEY_FAULTS)
def test_the_firmware_on_a_board_with_the_fault_says_what_leads_to_the_part(parameters, tmp_path, fault, seen):
    """The fault's levels at the Pico's pins go to a virtual board; its self-test’s answer is looked up in the tree."""
    symptoms = behaviour(parameters, "two", fault)
    board = new_board(tmp_path, tracks=2)
    for held, expected in seen.items():
        name = f"key {held}" if held else "keys"
        board.hold()
        board.hold(*symptoms[name].split())
        answer = board.ask({"do": "selftest"})[0]["keys_down"]
        assert answer == expected
        node = written("two")["trees"].get(name, {}).get(" ".join(answer))
        if answer != [held] * bool(held):
            assert fault.ref in [ref for ref, _ in node[0]]


@pytest.mark.parametrize(("name", "fault", "symptom", "seen"), [
    ("two", Fault("JP1", "missing"), "rail", "off"),
    ("two", Fault("C4", "short", (1, 2)), "rail", "off-lit"),
    ("two", Fault("U4", "open", (3,)), "rail", "off"),
    ("two", Fault("R11", "missing"), "rail_mv", "high"),
    ("two", Fault("R10", "missing"), "rail_mv", "low"),
    ("two", Fault("R14", "missing"), "buzzer", "silent"),
    ("two", Fault("R2", "missing"), "track B", "dark"),
    ("two", Fault("J14", "open", (1,)), "track A", "row-2"),
    ("two", Fault("C1", "short", (1, 2)), "answers", "no"),
    ("four", Fault("D1", "turned"), "alone", "no"),
    ("four", Fault("R5", "missing"), "offered 3000 CC1", "unpowered"),
    ("four", Fault("R39", "missing"), "offered 3000 CC1", "0"),
    ("four", Fault("U3", "missing"), "offered 3000 CC2", "500"),
    ("four", Fault("R16", "missing"), "offered 500 CC1", "3000"),
    ("two+display", Fault("J18", "open", (3,)), "display J18", "dark"),
])  # fmt: skip
def test_what_a_fault_does_is_seen(parameters, name, fault, symptom, seen):
    """Typed, from the circuit and the data sheets."""
    assert behaviour(parameters, name)[symptom] != seen
    assert behaviour(parameters, name, fault)[symptom] == seen


def test_a_reading_over_a_joint_finds_it_open(parameters):
    whole = fitted(parameters, builds.named(parameters, "two"))
    limit = next(reading for reading in readings(whole) if (reading.first, reading.second) == (("U4", 5), ("C1", 2)))
    wires = key_wires(whole)
    assert Bench(whole, wires).read(limit) == "57.6 kΩ"
    for fault in (Fault("R7", "open", (1,)), Fault("R7", "missing"), Fault("U4", "open", (5,))):
        assert Bench(with_fault(whole, fault), wires).read(limit) == "open"
    wrong = with_fault(whole, Fault("R7", "wrong", value="10k"))
    assert Bench(wrong, wires).read(limit) == "10.0 kΩ"


def test_every_part_is_tried_missing_and_every_resistor_with_another_value(parameters):
    whole = fitted(parameters, builds.named(parameters, "two"))
    found = list(single_faults(whole))
    assert {fault.ref for fault in found if fault.kind == "missing"} == {part.ref for part in whole}
    assert {fault.ref for fault in found if fault.kind == "wrong"} == {p.ref for p in whole if p.symbol == "R"}
    assert len(found) == len(set(found))
