"""What the books say a meter reads, against ngspice and against faults put into the net list."""

import re
import subprocess
from math import isinf

import pytest

from host_tools.hardware import builds, meter_readings, resistor_colours
from host_tools.hardware.netlist import GND, LED_5V, fitted, sheet_parts
from host_tools.hardware.pcb.carrier_steps import STEPS
from host_tools.hardware.resistor_network import resistance
from tests.installed import program

OPEN = 1e9


def readings(parameters, name, step):
    found = meter_readings.after_step(parameters, builds.named(parameters, name), step)
    return {reading.what: reading for reading in found}


def rows(parameters, name, step):
    """The book's rows of a step, by what they measure."""
    found = meter_readings.after_step(parameters, builds.named(parameters, name), step)
    return {row[0]: row[1:] for row in meter_readings.book_rows(found)}


def spice_ohms(resistors, start, end, tmp_path):
    """One ampere into the network: its voltage is the resistance."""
    nodes = sorted({n for r in resistors for n in r[:2]} | {start, end})
    names = {node: f"n{index}" for index, node in enumerate(nodes)}
    names[end] = "0"
    lines = [f"R{n} {names[a]} {names[b]} {max(ohms, 1e-3)}" for n, (a, b, ohms) in enumerate(resistors)]
    lines += [f"Rleak{n} {name} 0 1e12" for n, name in enumerate(names.values()) if name != "0"]
    deck = ["ohms", *lines, f"I1 0 {names[start]} 1", ".op", f".print op v({names[start]})", ".end"]
    path = tmp_path / "ohms.cir"
    path.write_text("\n".join(deck) + "\n", encoding="ascii")
    done = subprocess.run(["ngspice", "-b", path], capture_output=True, text=True)
    return float(re.search(r"^0\s+(\S+)", done.stdout, re.MULTILINE).group(1))


@pytest.mark.parametrize("name", ["two", "four"])
def test_spice_reads_the_same_between_any_two_nets_of_the_resistors(parameters, tmp_path, name):
    program("ngspice")
    resistors = meter_readings.network(fitted(parameters, builds.named(parameters, name)))
    nets = sorted({net for a, b, _ in resistors for net in (a, b)})
    pairs = [(nets[n], nets[(5 * n + 3) % len(nets)]) for n in range(0, len(nets), 4)]
    pairs += [("3V3", GND), (LED_5V, GND), ("SDA", "SCL"), ("CC_HIGH", GND)]
    for start, end in pairs:
        if start == end or not {start, end} <= set(nets):
            continue
        ours, theirs = resistance(resistors, start, end), spice_ohms(resistors, start, end, tmp_path)
        assert theirs > OPEN if isinf(ours) else theirs == pytest.approx(ours, rel=1e-3), (start, end)


def test_a_bridge_is_solved():
    """Wheatstone's: star-mesh against the sum by hand, 1 and 2 parallel to 3 and 4 where nothing flows across."""
    bridge = [("a", "m", 1.0), ("m", "b", 2.0), ("a", "n", 2.0), ("n", "b", 4.0), ("m", "n", 5.0)]
    assert resistance(bridge, "a", "b") == pytest.approx(1 / (1 / 3 + 1 / 6))
    assert isinf(resistance(bridge, "a", "c"))


def test_what_the_book_says(parameters):
    flat = rows(parameters, "two", "flat")
    assert flat["`r-limit-low`: R7"][:2] == ["across each", "57.6 kΩ"]
    assert flat["`r-330`: R1 R2"] == ["across each", "330 Ω", "missing: open (OL); another: its own value"]
    assert flat["D2, diode range"][:2] == ["red at D2.2, black at D2.1", "0.2–0.8 V"]
    assert rows(parameters, "two", "connectors")["J7.1 (A_1)"] == [
        "to Pico socket 14", "1.00 kΩ", "open: R20, or a joint at J7.1 or Pico socket 14"]  # fmt: skip
    assert rows(parameters, "two", "upright")["LED 5V"][:2] == ["U2 socket 14 to C1.2", "rises to 20.0 kΩ"]
    assert rows(parameters, "four", "upright")["LED 5V"][1] == "rises to open (OL)"


def test_of_neighbouring_contacts_those_that_are_not_open_are_told(parameters):
    """Typed, from the circuit: R9 from RAIL_ON to ground; the bus's two pull-ups, one after the other."""
    assert rows(parameters, "four", "surface")["U5"][1] == "open (OL); 1–2: 0 Ω, beeps; 2–3: 0 Ω, beeps"
    pico = rows(parameters, "four", "sockets")["Pico"]
    assert pico[0] == "each contact to the next"
    assert pico[1].startswith("open (OL); 3–4: 100 kΩ; 6–7: 9.40 kΩ;")


def test_one_source_reads_otherwise_with_a_link_and_with_a_socket(parameters):
    assert readings(parameters, "two", "sockets")["One source"].right == "beep"
    assert readings(parameters, "four", "sockets")["One source"].right == "open"


def test_a_missing_resistor_reads_as_the_table_says(parameters, monkeypatch):
    """R10 left out: the 5 V of the strips is open to ground, as the line of that reading says."""
    line = readings(parameters, "two", "upright")["LED 5V"]
    assert "rises to open (OL): R10 or R11 missing" in line.wrong
    there = meter_readings.fitted
    monkeypatch.setattr(meter_readings, "fitted", lambda *given: [p for p in there(*given) if p.ref != "R10"])
    assert readings(parameters, "two", "upright")["LED 5V"].right == "rise open"


@pytest.mark.parametrize(
    "name",
    ["two", "three", "four", "two+street", "two+display", "two+large-display", "two+cell", "two+voice", "three+voice"],
)
def test_every_resistor_and_every_connector_pin_has_a_reading(parameters, name):
    build = builds.named(parameters, name)
    text = " ".join(r.what for step in STEPS for r in meter_readings.after_step(parameters, build, step))
    for part in fitted(parameters, build):
        if part.symbol == "R":
            assert re.search(rf"\b{part.ref}\b", text), part.ref
        if part.symbol.startswith("CONN"):
            measured = {int(pin) for pin in re.findall(rf"\b{part.ref}\.(\d) \(", text)}
            unused = {GND} | ({"KEY_D_1"} if build.voice else set())
            unused |= {"KEY_D_1", "KEY_D_5", "KEY_D_BACK"} if build.battery == "cell" else set()
            assert measured == {pin for pin, net in enumerate(part.pins, 1) if net not in unused}, part.ref


@pytest.mark.parametrize(("value", "ohms", "bands", "text"), [
    ("330", 330, "orange orange black black brown", "330 Ω"),
    ("1k", 1000, "brown black black brown brown", "1.00 kΩ"),
    ("4.7k", 4700, "yellow violet black brown brown", "4.70 kΩ"),
    ("57.6k", 57600, "green violet blue red brown", "57.6 kΩ"),
    ("100k", 100_000, "brown black black orange brown", "100 kΩ"),
])  # fmt: skip
def test_colours_and_words_of_a_resistance(value, ohms, bands, text):
    """Bands from IEC 60062, typed."""
    assert resistor_colours.ohms(value) == ohms
    assert resistor_colours.bands(ohms) == bands.split()
    assert resistor_colours.text(ohms) == text


def faults(parts, kit):
    """Each single fault of the parts with two leads that a meter can see: left out, or another resistor of the kit."""
    for part in parts:
        if part.symbol in ("R", "LINK"):
            yield part, None
        if part.symbol == "R":
            yield from ((part, value) for value in kit if value != part.value)


@pytest.mark.parametrize("name", ["two", "four", "two+large-display", "two+cell", "two+voice"])
def test_every_single_fault_changes_a_reading_that_names_its_part(parameters, name):
    """Missing or wrong, one after the other: the part is named in a line that no longer reads as it should."""
    build = builds.named(parameters, name)
    whole = [part for part in fitted(parameters, build) if part.symbol != "SW"]
    readings = meter_readings.soldered(parameters, build)
    kit = sorted({part.value for part in whole if part.symbol == "R"})
    missed = []
    for part, value in faults(whole, kit):
        changed = [p._replace(value=value) if p == part and value else p for p in whole if p != part or value]
        there = [p for p in changed if p.ref not in meter_readings.SOCKETED]
        found = meter_readings.between(there, *part.pins)
        if all(reading.right == found for reading in readings if part.ref in reading.refs):
            missed.append((part.ref, value))
    assert missed == []


def test_a_meter_reads_every_joint_of_the_voice_board(parameters):
    found = {r.what: r for r in meter_readings.voice_board(parameters, builds.named(parameters, "two+voice"))}
    joints = ("J20.2 (V_GND)", "J21.1 (V_BUSY)", "J21.2 (V_RX)", "J21.3 (V_TX)", "J22.1 (V_SPK_1)", "J22.2 (V_SPK_2)")
    assert {found[what].right for what in ("F1", *joints)} == {"beep"}
    assert found["V 5V"].right == "rise open"
    assert (found["J22"].way, found["J22"].right) == ("neighbours", "open")
    assert meter_readings.voice_board(parameters, builds.named(parameters, "two")) == []


def test_a_bridge_at_the_speaker_reads_as_the_table_says(parameters):
    bridged = [part._replace(pins=tuple("V_SPK_1" if net == "V_SPK_2" else net for net in part.pins))
               for part in sheet_parts(parameters, "voice")]  # fmt: skip
    ends = next(part.pins for part in bridged if part.ref == "J22")
    assert meter_readings.between(bridged, *ends) == "beep"


def test_a_meter_reads_the_divider_of_a_cell(parameters):
    found = {r.what: r for r in meter_readings.tap_board(parameters, builds.named(parameters, "two+cell"))}
    assert (found["R41"].right, found["R42"].right) == ("100 kΩ", "100 kΩ")
    assert (found["J25.1 (C_SENSE)"].second, found["J25.1 (C_SENSE)"].right) == ("J27.2", "100 kΩ")
    assert found["J26.1 (C_EN)"].right == "beep"
    assert found["J27"].right == "open; 5–7 beep"
