"""The drawn schematic sheets: every build's circuit as KiCad reads it, and that wires and texts keep clear."""

import re
import subprocess
from xml.etree import ElementTree

import pytest

from host_tools.hardware.bom import Bom
from host_tools.hardware.pcb import fabricate, schematic_picture
from host_tools.hardware.schematic import carrier_netlist, cell_netlist, voice_netlist
from host_tools.hardware.schematic.block import Block, Place
from host_tools.hardware.schematic.carrier_netlist import Part
from host_tools.hardware.schematic.carrier_sheet import carrier_sheet, circuit
from host_tools.hardware.schematic.connections import Connections, WireError
from host_tools.hardware.schematic.sheet import Sheet as Drawn
from host_tools.hardware.schematic.sheet import draw
from host_tools.hardware.schematic.symbols import symbols
from tests.hardware.kicad_netlist import Sheet, child, children, parse, point, sheet_path
from tests.hardware.test_builds import BUILDS
from tests.hardware.test_golden_readings import build_named
from tests.installed import program

SHEETS = ("carrier", "voice", "cell")
SVG = "{http://www.w3.org/2000/svg}"
TOUCH_MM = 0.05
"""What boxes may share: a stroke's half width."""
CAP_MM = 1.27


@pytest.fixture
def export(folder, tmp_path):
    """Runs `kicad-cli sch export` on a text of a sheet; gives what it writes."""
    program("KiCad 9")

    def run(name, text, *command):
        home = tmp_path / name
        home.mkdir()
        path = home / f"{name}.kicad_sch"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            ["kicad-cli", "sch", "export", *command, path],
            env=fabricate.kicad_environment(tmp_path), cwd=home, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return home

    return run


def exported_nets(tree):
    nets = {}
    for net in tree.iter("net"):
        pins = {f"{node.get('ref')}.{node.get('pin')}" for node in net.iter("node")}
        if not net.get("name").startswith("unconnected-"):
            nets[net.get("name").lstrip("/")] = pins
    return nets


def our_nets(parts):
    """The net list's, by the names of pads."""
    kinds, nets = symbols(), {}
    for part in parts:
        pads = {pin.number: pin.pad for pin in kinds[part.symbol].pins}
        for number, net in enumerate(part.pins, 1):
            if net:
                nets.setdefault(net, set()).add(f"{part.ref}.{pads[number]}")
    return nets


@pytest.mark.parametrize("name", BUILDS)
def test_kicad_reads_each_build_s_net_list_and_what_is_left_out(export, folder, parameters, name):
    """Values and DNP marks too, of every build."""
    build = build_named(parameters, name)
    text = carrier_sheet(parameters, Bom(parameters, folder).footprint, build)
    home = export("carrier", text, "netlist", "--format", "kicadxml", "--output", "nets.xml")
    tree = ElementTree.parse(home / "nets.xml")
    every = {part.ref: part for part in carrier_netlist.parts(parameters)}
    there = {part.ref: part for part in carrier_netlist.fitted(parameters, build)}
    assert exported_nets(tree) == our_nets(every.values())
    found = {part.get("ref"): part for part in tree.iter("comp")}
    assert {ref: part.findtext("value") for ref, part in found.items()} == {
        ref: part.value for ref, part in (every | there).items()
    }
    left_out = {ref for ref, part in found.items() if any(p.get("name") == "dnp" for p in part.iter("property"))}
    assert left_out == every.keys() - there.keys()


@pytest.mark.parametrize(("name", "netlist"), [("voice", voice_netlist), ("cell", cell_netlist)])
def test_kicad_reads_each_other_board_s_net_list(export, folder, name, netlist):
    text = sheet_path(folder, name).read_text(encoding="utf-8")
    home = export(name, text, "netlist", "--format", "kicadxml", "--output", "nets.xml")
    assert exported_nets(ElementTree.parse(home / "nets.xml")) == our_nets(netlist.board_parts())


@pytest.mark.parametrize("name", BUILDS)
def test_a_build_s_circuit_has_its_parts_and_joins_their_pins(folder, parameters, tmp_path, name):
    """A pin whose net has no other one in the build is marked as not connected: nothing of another build is left."""
    build = build_named(parameters, name)
    path = tmp_path / "circuit.kicad_sch"
    path.write_text(circuit(parameters, Bom(parameters, folder).footprint, build), encoding="utf-8")
    sheet, there = Sheet(path), carrier_netlist.fitted(parameters, build)
    assert sheet.values == {part.ref: part.value for part in there}
    nets = {net: pins for net, pins in our_nets(there).items() if len(pins) > 1}
    assert sheet.nets == nets
    assert sheet.lost == set()
    ends = [end for wire in sheet.wires for end in wire]
    assert set(sheet.names_at) <= set(ends) | set(sheet.ends)
    assert [end for end in ends if ends.count(end) == 1 and not sheet.ends[end] | sheet.names_at[end]] == []


def shrunk(box, by=TOUCH_MM):
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("name", SHEETS)
def test_wires_keep_clear_of_symbols_and_of_pins_of_other_nets(folder, name):
    """Each wire ends at a pin or another wire, and what lies on it between its ends is nothing."""
    sheet = Sheet(sheet_path(folder, name))
    assert sheet.wires
    for a, b in sheet.wires:
        assert a[0] == b[0] or a[1] == b[1]
        line = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        crossed = [ref for ref, box in sheet.bodies if meet(line, shrunk(box))]
        assert crossed == [], f"wire {a} to {b}"
        on_it = [pins for (x, y), pins in sheet.ends.items()
                 if (x, y) not in (a, b) and line[0] <= x <= line[2] and line[1] <= y <= line[3]]  # fmt: skip
        assert on_it == [], f"wire {a} to {b}"


@pytest.mark.parametrize("name", SHEETS)
def test_symbols_keep_clear_of_each_other(folder, name):
    bodies = Sheet(sheet_path(folder, name)).bodies
    met = [(one, other) for n, (one, a) in enumerate(bodies) for other, b in bodies[:n] if meet(shrunk(a), shrunk(b))]
    assert met == []


def drawn_texts(path):
    """Each text of KiCad's picture with its box. A turned one stands in a group of its own, and is read from the right
    side of the sheet."""
    found = set()
    for group in ElementTree.parse(path).iter(f"{SVG}g"):
        turn = re.match(r"rotate\((\S+) (\S+) (\S+)\)", group.get("transform", ""))
        for text in group.findall(f"{SVG}text"):
            x, y, length = (float(text.get(key)) for key in ("x", "y", "textLength"))
            left = x - {"start": 0, "middle": length / 2, "end": length}[text.get("text-anchor")]
            box = (left, y - CAP_MM, left + length, y)
            if turn:
                degrees, cx, cy = map(float, turn.groups())
                assert degrees == -90, f"{text.text} is upside down"
                box = (cx + box[1] - cy, cy - box[2] + cx, cx + box[3] - cy, cy - box[0] + cx)
            found.add((text.text, box))
    return sorted(found)


@pytest.mark.parametrize("name", SHEETS)
def test_texts_keep_clear_of_each_other_and_of_lines(export, folder, name):
    path = sheet_path(folder, name)
    home = export(name, path.read_text(encoding="utf-8"), "svg", "--exclude-drawing-sheet", "--output", ".")
    texts = drawn_texts(home / f"{name}.svg")
    assert len(texts) > 50
    met = {(one, other) for n, (one, a) in enumerate(texts) for other, b in texts[:n] if meet(shrunk(a), shrunk(b))}
    assert met == set()
    sheet = Sheet(path)
    lines = [*sheet.wires, *sheet.strokes, *(side for frame in frames(path) for side in sides(*frame))]
    assert [(words, line) for words, box in texts for line in lines if crosses(line, shrunk(box))] == []


def crosses(line, box):
    """Whether a line has a point in common with a box: not if all the box's corners are on one side of it."""
    (x1, y1), (x2, y2) = line
    around = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    beside = {(x2 - x1) * (y - y1) > (y2 - y1) * (x - x1) for x in box[::2] for y in box[1::2]}
    return meet(box, around) and len(beside) == 2


def frames(path):
    """The frames of a sheet's blocks."""
    for frame in children(parse(path.read_text(encoding="utf-8")), "rectangle"):
        yield (*point(child(frame, "start")), *point(child(frame, "end")))


def sides(left, top, right, bottom):
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return zip(corners, corners[1:] + corners[:1], strict=True)


@pytest.mark.parametrize("name", SHEETS)
def test_picture_is_the_sheet_s(folder, name):
    program("KiCad 9")
    path = sheet_path(folder, name)
    kind = "circuit" if name == "cell" else "schematic"
    picture = path.with_name(f"{name}-{kind}.svg").read_text(encoding="utf-8")
    assert schematic_picture.svg(name, path.read_text(encoding="utf-8"), kind == "schematic") == picture
    words = {text.text for text in ElementTree.fromstring(picture).iter(f"{SVG}text")}
    assert set(Sheet(path).values.values()) <= words


RESISTORS = {"R1": Part("R1", "R", "1k", "", ("A", "B")), "R2": Part("R2", "R", "1k", "", ("A", "GND"))}
PLACES = {"R1": Place(10, 10), "R2": Place(10, 20)}
"""Pins 1 at (7, 10) and (7, 20), pins 2 at (13, 10) and (13, 20)."""


@pytest.mark.parametrize(
    ("wires", "labels", "said"),
    [
        (["R1.1 -- R2.2"], [], "neither across nor upright"),
        (["R1.1 |- R2.3"], [], "R2.3: no such pin"),
        (["R1.2 -- R2.2"], ["B 13,15"], r"joins \['B', 'GND'\]"),
        (["R1.1 -- R2.1"], ["B 7,15"], r"joins \['A', 'B'\]"),
        (["R1.1 -- R2.1"], [], "no label says A"),
        (["R1.2 -- 13,15 -- 7,15", "R1.1 -- R2.1"], ["A 7,12", "B 13,12"], r"joins \['A', 'B'\]"),
    ],
)
def test_a_table_that_is_not_the_net_list_is_refused(wires, labels, said):
    """The last: a wire that ends on another net's."""
    block = Block("", (0, 0, 40, 40), PLACES, wires, labels)
    with pytest.raises(WireError, match=said):
        Connections(block, RESISTORS, symbols())


def test_a_part_without_a_place_is_refused():
    block = Block("", (0, 0, 40, 40), {"R1": PLACES["R1"]})
    with pytest.raises(WireError, match=r"\('R2', 1\)"):
        draw(Drawn("carrier", [block]), list(RESISTORS.values()), str, set())


def test_wires_that_meet_have_a_dot_and_wires_that_cross_have_none():
    block = Block(
        "", (0, 0, 40, 40), PLACES, ["R1.1 -- R2.1", "4,15 -- 7,15", "R1.2 -- 13,16 -- 5,16"], ["A 4,15", "B 5,16"]
    )
    assert Connections(block, RESISTORS, symbols()).junctions == [(7, 15)]
