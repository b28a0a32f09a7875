"""KiCad's own verdict on schematics and boards, where KiCad 9 is installed."""

import json
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from host_tools.hardware.errors import ParamsError
from host_tools.hardware.pcb import board_file, fabricate
from tests.hardware.kicad_netlist import Sheet, sheet_path
from tests.installed import program


@pytest.fixture
def boards(folder, tmp_path):
    """A copy of the projects, in a folder such as people have."""
    program("KiCad 9")
    home = tmp_path / "Brett für zwei" / "boards"
    shutil.copytree(folder / "boards", home)
    return home


def test_nets_are_as_they_are_found_from_the_sheets_wires_without_kicad(folder):
    """That the net list beside each sheet is KiCad's, and its electrical check finds nothing, `test_rebuild` sees."""
    for name in fabricate.SHEETS:
        theirs = {}
        for net in ElementTree.parse(folder / f"boards/{name}/{name}.net.xml").iter("net"):
            pins = frozenset(f"{node.get('ref')}.{node.get('pin')}" for node in net.iter("node"))
            if not net.get("name").startswith("unconnected-"):
                theirs[net.get("name").lstrip("/")] = pins
        sheet = Sheet(sheet_path(folder, name))
        ours = {net: frozenset(pin for pin in pins if pin[0] != "#") for net, pins in sheet.nets.items()}
        assert theirs == ours, name


def test_no_check_of_a_project_is_switched_off(folder):
    """That KiCad then finds nothing, the boards' export makes sure of (`test_rebuild`)."""
    for name in fabricate.BOARDS:
        project = json.loads((folder / "boards" / name / f"{name}.kicad_pro").read_text(encoding="utf-8"))
        assert "ignore" not in project["board"]["design_settings"]["rule_severities"].values()


def fill(board):
    script = fabricate.__file__.replace("fabricate.py", "kicad_script.py")
    subprocess.run([fabricate.PYTHON, script, "fill", str(board)], check=True, capture_output=True)


@pytest.mark.deep
def test_a_track_taken_away_is_found(boards):
    board = boards / "street" / "street.kicad_pcb"
    text = board.read_text(encoding="utf-8")
    begin = text.index("\t(segment")
    end = text.index("\n\t)\n", begin) + 4
    board.write_text(text[:begin] + text[end:], encoding="utf-8")
    fill(board)
    with pytest.raises(ParamsError, match=r"street.kicad_pcb: KiCad finds"):
        fabricate.check(board, "pcb", "drc")


@pytest.mark.deep
def test_a_track_below_the_antenna_is_found(boards):
    """The Pico W's antenna wants no copper below it on any layer; the footprint has a rule area there."""
    board = boards / "carrier" / "carrier.kicad_pcb"
    pico = board_file.load(boards.parent, "carrier").part("U1")
    area = max(pico.areas, key=lambda points: max(y for _, y in points))
    (x, y), corner = area[0], board_file.load(boards.parent, "carrier").corner
    track = f"""\t(segment
\t\t(start {x + corner[0] - 5} {y + corner[1] - 3})
\t\t(end {x + corner[0] + 5} {y + corner[1] - 3})
\t\t(width 0.25)
\t\t(layer "F.Cu")
\t\t(net 1)
\t)
"""
    text = board.read_text(encoding="utf-8")
    at = text.index("\t(segment")
    board.write_text(text[:at] + track + text[at:], encoding="utf-8")
    fill(board)
    with pytest.raises(ParamsError, match=r"keepout|[Ii]tems? not allowed"):
        fabricate.check(board, "pcb", "drc")


def test_a_rule_area_that_was_left_behind_is_named(folder, tmp_path):
    """As by a program that places a footprint as text: KiCad's own check then finds nothing."""
    text = (folder / "boards/carrier/carrier.kicad_pcb").read_text(encoding="utf-8")
    board = board_file.load(folder, "carrier")
    fabricate.check_areas(board)
    begin = text.index("(polygon", text.index('(name "Antenna Copper Keep Out")'))
    end = text.index("(zone", begin)
    left, top = (place + corner for place, corner in zip((26.67, 1.905), board.corner, strict=True))
    moved = re.sub(
        r"\(xy (\S+) (\S+)\)",
        lambda xy: f"(xy {float(xy[1]) - left:g} {float(xy[2]) - top:g})",
        text[begin:end],
    )
    text = text[:begin] + moved + text[end:]
    path = tmp_path / "carrier.kicad_pcb"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParamsError, match="a rule area of U1 lies apart from it"):
        fabricate.check_areas(board_file.read(path))
