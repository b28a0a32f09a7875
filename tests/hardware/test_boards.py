"""The circuit boards as a board house gets them: Gerbers and drill files read back by another program."""

import csv
import io
import re
import zipfile
from collections import Counter
from math import hypot

import gerbonara
import pytest

from firmware.view.lights.hole_coordinates import position_mm
from host_tools.hardware import load_switch, power
from host_tools.hardware.plate_geometry import Plate
from tests.hardware.kicad_netlist import PAGE, Sheet, child, children, parse, parts

BOARDS = ("carrier", "voice", "street", "street-last")
HOUSE_LAYERS = {"F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Paste", "B_Paste", "F_Silkscreen", "B_Silkscreen", "Edge_Cuts"}


@pytest.fixture(scope="module", params=BOARDS)
def board(request, folder):
    return request.param, folder / f"boards/{request.param}"


def archive(home, name):
    return zipfile.ZipFile(home / f"{name}-gerbers.zip")


def read(home, name, ending):
    with archive(home, name) as files:
        member = next(m for m in files.namelist() if ending in m)
        text = files.read(member).decode()
    if member.endswith(".drl"):
        return gerbonara.ExcellonFile.from_string(text)
    return gerbonara.GerberFile.from_string(text)


def test_archive_has_all_a_board_house_wants_and_no_date(board):
    name, home = board
    with archive(home, name) as files:
        stems = {re.sub(rf"^{name}-|\.\w+$", "", member) for member in files.namelist()}
        assert stems == HOUSE_LAYERS | {"PTH", "NPTH"}
        for member in files.infolist():
            assert member.date_time == (2000, 1, 1, 0, 0, 0)
            assert not re.search(r"20\d\d-\d\d-\d\d", files.read(member).decode())


def test_outline_is_the_board_s(board, parameters):
    name, home = board
    (left, bottom), (right, top) = read(home, name, "Edge_Cuts").bounding_box("mm")
    pitch = 1000 / 144
    size = {"carrier": (parameters.carrier.width, parameters.carrier.height)}
    size |= {"voice": (parameters.voice.width, parameters.voice.height)}
    size |= {"street": (35 * pitch + 2, 12), "street-last": (36 * pitch + 2, 12)}
    assert (right - left - 0.1, top - bottom - 0.1) == pytest.approx(size[name], abs=0.01)


def drills(home, name, ending):
    """Round holes: x from the board's left, y from its top, diameter."""
    holes = []
    for hole in read(home, name, ending).objects:
        if hasattr(hole, "x"):
            hole.convert_to("mm")
            holes.append((hole.x - PAGE, -hole.y - PAGE, hole.aperture.diameter))
    return holes


def test_mounting_holes_meet_the_base_s_screws(folder, parameters):
    holes = {(round(x, 2), round(y, 2)) for x, y, d in drills(folder / "boards/carrier", "carrier", "-NPTH") if d > 3}
    left, top = parameters.carrier.at
    screws = {(round(s.x - left, 2), round(s.y - top, 2)) for s in Plate(parameters, 2).carrier_screws()}
    assert holes == screws


@pytest.mark.parametrize("tracks", [2, 3, 4])
def test_leds_of_the_streets_are_under_the_faceplate_s_holes(folder, parameters, tracks):
    """Each street on its row, the second and fourth turned by 180 degrees, within 0.05 mm."""
    plate = Plate(parameters, tracks)
    box = plate.strip_plate()
    first = plate.hole(0, 1)
    for street in range(4):
        name = "street-last" if street == 3 else "street"
        home = folder / f"boards/{name}"
        placed = parts(home, name)
        length = 36 * plate.pitch + 2 if street == 3 else 35 * plate.pitch + 2
        # Rows begin at the plate's left and right ends; the last board is as long as the plate.
        left = box[2] - (35 * plate.pitch + 2) if street % 2 == 0 else box[2] - length
        if street % 2:
            left = box[2] - length
        for track in range(tracks):
            for k in range(31 if street == 3 else 30):
                _, x, y, _, _ = placed[f"D{k + 1}"]
                at_x = left + x if street % 2 == 0 else left + length - x
                at_y = plate.row_y(street, track) + (y - 6) * (1 if street % 2 == 0 else -1)
                dx, dy = position_mm(track, tracks, 30 * street + k + 1)
                assert hypot(at_x - first.x - dx, at_y - first.y - dy) < 0.05


@pytest.mark.deep
def test_pads_of_an_led_are_where_the_part_has_its_contacts(folder):
    """SK6812, 5 x 5 mm: 4.9 mm between the columns, 3.2 between the rows; each flashed in the copper's Gerber."""
    name, home = "street", folder / "boards/street"
    flashes = [o for o in read(home, name, "F_Cu").objects if type(o).__name__ == "Flash"]
    for o in flashes:
        o.convert_to("mm")
    spots = {(round(o.x - PAGE, 2), round(-o.y - PAGE, 2)) for o in flashes}
    for n in range(1, 31):
        _, x, y, _, _ = parts(home, name)[f"D{n}"]
        for dx in (-2.45, 2.45):
            for dy in (-1.6, 1.6):
                assert any(hypot(x + dx - a, y + dy - b) < 0.02 for a, b in spots), f"D{n}"


@pytest.mark.parametrize("name", ["street", "street-last"])
def test_street_s_nets_are_a_chain(folder, name):
    """Each LED's output is the next one's input; 5 V, ground and a capacitor at each; connectors at the ends."""
    home = folder / f"boards/{name}"
    nets = {}
    for ref, (_, _, _, _, footprint) in parts(home, name).items():
        for pad in children(footprint, "pad"):
            if children(pad, "net"):
                nets[ref, pad[1]] = child(pad, "net")[2]
    count = 31 if name == "street-last" else 30
    for n in range(1, count + 1):
        assert [nets[f"D{n}", pad] for pad in "123"] == ["GND", f"D{n}", "5V"]
        assert nets[f"D{n}", "4"] == f"D{n + 1}"
        assert {nets[f"C{n}", "1"], nets[f"C{n}", "2"]} == {"5V", "GND"}
    assert [nets["J1", pad] for pad in "123"] == ["5V", "D1", "GND"]
    assert ("J2", "2") not in nets if name == "street-last" else nets["J2", "2"] == f"D{count + 1}"


def test_carrier_s_nets_are_the_sheet_s(folder):
    """Pad by pad, without KiCad."""
    theirs = {}
    for ref, (_, _, _, _, footprint) in parts(folder / "boards/carrier", "carrier").items():
        for pad in children(footprint, "pad"):
            if children(pad, "net") and not child(pad, "net")[2].startswith("unconnected-"):
                theirs.setdefault(child(pad, "net")[2].lstrip("/"), set()).add(f"{ref}.{pad[1]}")
    sheet = Sheet(folder / "boards/carrier/carrier.kicad_sch")
    ours = {net: {pin for pin in pins if not pin.startswith(("#", "SW"))} for net, pins in sheet.nets.items()}
    assert theirs == {net: pins for net, pins in ours.items() if pins}


def test_plugs_are_where_the_walls_are_open(folder, parameters):
    placed = parts(folder / "boards/carrier", "carrier")
    _, x, _, turn, _ = placed["J1"]
    assert (x, turn) == (pytest.approx(parameters.carrier.usb_x, abs=0.05), 180)
    _, x, y, _, _ = placed["U1"]
    assert x + 17.78 / 2 == pytest.approx(parameters.carrier.pico_x, abs=0.05)
    assert y < 2.5, "the Pico's plug is at the board's edge"


def test_streets_connectors_meet_the_plate_s_openings(folder, parameters):
    """Turned round in the second and fourth row, both connectors still hang in an opening."""
    plate = Plate(parameters, 2)
    openings = [(s.x, s.y) for s in plate.street_plugs()]
    for street in range(4):
        name = "street-last" if street == 3 else "street"
        length = (36 if street == 3 else 35) * plate.pitch + 2
        placed = parts(folder / f"boards/{name}", name)
        left = plate.strip_plate()[2] - length
        for ref in ("J1",) if street == 3 else ("J1", "J2"):
            _, x, _, _, _ = placed[ref]
            plug_x = left + x if street % 2 == 0 else left + length - x
            assert any(abs(plug_x - ox) < 0.1 and abs(plate.row_y(street, 0) - oy) < 0.1 for ox, oy in openings)


def test_power_copper_is_wide_enough(folder, parameters):
    """No track of the 5 V nets is narrower than its current asks for; the rest of them is filled area."""
    root = parse((folder / "boards/carrier/carrier.kicad_pcb").read_text(encoding="utf-8"))
    most = load_switch.limit(parameters.power, 1500).most / 1000
    for net in ("IN_5V", "LED_5V"):
        areas = [zone for zone in children(root, "zone") if child(zone, "net_name")[1] == net]
        assert len(areas) == 1
    root = parse((folder / "boards/street/street.kicad_pcb").read_text(encoding="utf-8"))
    feeds = [s for s in children(root, "segment") if child(s, "net")[1] == net_code(root, "5V")]
    track = (1500 - 100) / 3 / 1000
    assert min(float(child(s, "width")[1]) for s in feeds) > power.ipc_width(track)
    assert parameters.street.rail_width > power.ipc_width(track)
    assert power.ipc_width(most) < 1.0


def net_code(root, name):
    return next(net[1] for net in children(root, "net") if net[2] == name)


def test_panel_has_what_houses_ask_for(folder):
    """Rails, tooling holes, fiducials on both sides, tabs of five holes at both edges of each of four boards."""
    home = folder / "boards/street-panel"
    (left, bottom), (right, top) = read(home, "street-panel", "Edge_Cuts").bounding_box("mm")
    width, height = right - left - 0.1, top - bottom - 0.1
    assert (width, height) == (pytest.approx(36 * 1000 / 144 + 2 + 16, abs=0.01), pytest.approx(70, abs=0.01))
    holes = drills(home, "street-panel", "-NPTH")
    assert sum(abs(d - 2.0) < 0.01 for _, _, d in holes) == 4
    bites = [(x, y) for x, y, d in holes if abs(d - 0.6) < 0.01]
    assert len(bites) == 5 * 5 * 2 * 4
    for x, y in bites:
        edges = [8 + 14 * n + side for n in range(4) for side in (-0.1, 12.1)]
        assert min(abs(y - edge) for edge in edges) < 0.01
        assert min(hypot(x - a, y - b) for a, b in bites if (a, b) != (x, y)) == pytest.approx(1.0, abs=0.01)
    for side in "FB":
        spots = [o for o in read(home, "street-panel", f"{side}_Cu").objects
                 if type(o).__name__ == "Flash" and min(-o.y - PAGE, height + PAGE + o.y) < 6]  # fmt: skip
        assert len(spots) == 3, "the rails have nothing else"
        assert all(min(o.x - PAGE, width + PAGE - o.x) > 5 for o in spots)


def test_panel_s_lists_have_every_led_capacitor_and_connector_by_number(folder):
    home = folder / "boards/street-panel"
    with open(home / "street-panel-positions.csv", newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        assert reader.fieldnames == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
        sides = {line["Designator"]: line["Layer"] for line in reader}
    counts = Counter(ref[0] for ref in sides)
    assert counts == {"D": 121, "C": 121, "J": 7}
    assert {sides[ref] for ref in sides if ref[0] == "J"} == {"Bottom"}
    lines = list(csv.DictReader(io.StringIO((home / "street-panel-bom.csv").read_text(encoding="utf-8"))))
    assert list(lines[0])[:4] == ["Comment", "Designator", "Footprint", "JLCPCB Part #"]
    assert {"Quantity", "Manufacturer", "MPN"} <= set(lines[0])
    assert {ref for line in lines for ref in line["Designator"].split(",")} == set(sides)
    assert [line["MPN"] for line in lines] == ["CC0603KRX7R7BB104", "SK6812", "B3B-PH-SM4-TB(LF)(SN)"]
    assert max(len(line["Designator"].split(",")) for line in lines) <= 200, "JLCPCB reads no more in a line"
    assert lines[2]["JLCPCB Part #"] == "C160353"


@pytest.mark.parametrize("name", [*BOARDS, "street-panel"])
def test_archive_is_read_whole_and_its_layers_lie_on_one_another(folder, name, tmp_path):
    """As a house's program does: layers are found by their names, and all are drawn from one origin."""
    with archive(folder / f"boards/{name}", name) as files:
        files.extractall(tmp_path)
    stack = gerbonara.LayerStack.open(tmp_path)
    assert {"copper", "mask", "paste", "silk"} == {use for side, use in stack.graphic_layers if side == "top"}
    (left, bottom), (right, top) = stack.board_bounds("mm")
    assert (left, top) == pytest.approx((PAGE, -PAGE), abs=0.06)
    for drill in (stack.drill_pth, stack.drill_npth):
        (a, b), (c, d) = drill.bounding_box(gerbonara.utils.MM)
        assert left < a < c < right
        assert bottom < b < d < top


def test_slots_of_the_socket_are_milled_from_end_to_end(folder):
    """As Aisler's and PCBWay's own plug-ins have KiCad write them; its other way, G85, some programs do not read."""
    holes = read(folder / "boards/carrier", "carrier", "-PTH").objects
    slots = [hole for hole in holes if type(hole).__name__ == "Line"]
    assert len(slots) == 4
    for slot in slots:
        slot.convert_to("mm")
        assert slot.aperture.diameter == pytest.approx(0.6)
        assert hypot(slot.x2 - slot.x1, slot.y2 - slot.y1) == pytest.approx(0.6)


@pytest.mark.parametrize("name", ["two", "four+street", "three+voice"])
def test_a_house_places_each_part_by_the_middle_of_its_pads(folder, made, name):
    placed = parts(folder / "boards/carrier", "carrier")
    with open(made(name, "order_files") / "carrier-positions.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    for line in lines:
        _, left, top, turn, footprint = placed[line["Designator"]]
        spans = [pad_box(pad, left, top, turn) for pad in children(footprint, "pad")]
        x = (min(box[0] for box in spans) + max(box[1] for box in spans)) / 2
        y = (min(box[2] for box in spans) + max(box[3] for box in spans)) / 2
        assert float(line["Mid X"]) - PAGE == pytest.approx(x, abs=0.001)
        assert -float(line["Mid Y"]) - PAGE == pytest.approx(y, abs=0.001)
        assert (float(line["Rotation"]) - turn) % 360 == 0
        assert line["Layer"] == "Top"


def pad_box(pad, left, top, turn):
    """Left, right, top and bottom of a pad, for footprints and pads that are turned by quarters."""
    x, y, angle = ([float(v) for v in child(pad, "at")[1:]] + [0.0])[:3]
    width, height = (float(v) / 2 for v in child(pad, "size")[1:])
    if round(angle) % 180:
        width, height = height, width
    quarter = {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[round(turn) % 360]
    return (left + quarter[0] - width, left + quarter[0] + width, top + quarter[1] - height, top + quarter[1] + height)


def test_every_value_of_a_resistor_is_on_the_board(folder):
    """A builder reads it where the part goes: reference and value on the silk screen, both within the body."""
    for ref, (name, _, _, _, footprint) in parts(folder / "boards/carrier", "carrier").items():
        if "R_Axial" in name and ref.startswith("R"):
            texts = {p[1]: p for p in children(footprint, "property") if p[1] in ("Reference", "Value")}
            assert all(child(p, "layer")[1] == "F.SilkS" and not children(p, "hide") for p in texts.values()), ref
            assert all(1.9 < float(child(p, "at")[1]) < 8.3 for p in texts.values()), ref
