"""`cribboard hardware release`: a folder for each build, and its page of parts where that program is installed."""

import json
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.hardware import netlist
from host_tools.hardware.command import hardware
from host_tools.hardware.pcb import ibom


@pytest.fixture
def run():
    return lambda *words: CliRunner().invoke(hardware, ["release", *map(str, words)])


@pytest.fixture
def without_pages(monkeypatch):
    """As on a computer without KiCad or without the program, whatever this one has."""
    monkeypatch.setattr(ibom, "available", lambda: False)


@pytest.mark.usefixtures("without_pages")
def test_each_build_gets_all_it_takes_and_no_more(run, folder, tmp_path):
    done = run(tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert "Without the parts pages: KiCad 9 and InteractiveHtmlBom make them" in done.output
    paths = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert {path.partition("/")[0] for path in paths} == {path.name for path in (folder / "builds").iterdir()}
    two = {path.removeprefix("two/") for path in paths if path.startswith("two/")}
    assert {"guide.pdf", "parts.csv", "wires.csv", "LICENSE", "boards/carrier-gerbers.zip",
            "carrier-positions.csv", "plates/faceplate-2-tracks.dxf", "plates/strip-plate-2-tracks.pdf",
            "plates/jig.pdf", "print/baffle_x8.stl", "print/wall-top-left_x1.stl"} <= two  # fmt: skip
    assert not any(re.search("street|[34]-tracks|display", path) for path in two)
    street = {path.removeprefix("two-street/") for path in paths if path.startswith("two-street/")}
    assert {f"boards/street-panel-{end}" for end in ("gerbers.zip", "positions.csv", "bom.csv")} <= street
    assert not any(re.search("strip-plate|jig", path) for path in street)
    displays = {path.removeprefix("two-display/") for path in paths if path.startswith("two-display/")}
    assert {"plates/faceplate-two-display.dxf", "plates/baffle-2-tracks_x3.dxf", "print/display-frame-small_x2.stl",
            "print/baffle_x8.stl"} <= displays  # fmt: skip
    battery = {path.removeprefix("two-battery/") for path in paths if path.startswith("two-battery/")}
    assert {"plates/base-two-battery.dxf", "plates/faceplate-2-tracks.dxf", "plates/faceplate-2-tracks.pdf",
            "print/bay-rail_x2.stl", "print/wall-top-right_x1.stl", "print/baffle_x8.stl"} <= battery  # fmt: skip
    assert "plates/base-2-tracks.dxf" not in battery
    assert {f"two-voice/{name}" for name in ("boards/voice-schematic.svg",)} <= paths
    cell = {path.removeprefix("two-cell/") for path in paths if path.startswith("two-cell/")}
    assert {"plates/base-two-cell.dxf", "print/bay-rail_x3.stl",
            "print/charger-rest_x1.stl", "print/wall-top-right_x1.stl"} <= cell  # fmt: skip
    with zipfile.ZipFile(tmp_path / "out/two/boards/carrier-gerbers.zip") as archive:
        kinds = {entry.rpartition(".")[2] for entry in archive.namelist()}
    assert {"gtl", "gbl", "gts", "gbs", "gto", "gm1", "drl"} <= kinds


@pytest.mark.usefixtures("without_pages")
def test_missing_file_is_named_and_nothing_is_written(run, copy, tmp_path):
    done = run(tmp_path / "out", "--from", copy)
    assert done.exit_code == 1
    assert "guide.pdf: not there; cribboard hardware build makes it" in done.output
    assert not (tmp_path / "out").exists()


@pytest.mark.deep
@pytest.mark.skipif(not ibom.available(), reason="KiCad 9 or InteractiveHtmlBom is not installed")
def test_page_has_every_part_of_its_build_and_no_other(folder, parameters):
    build = parameters.builds[0]
    fitted = {part.ref for part in netlist.fitted(parameters, build) if part.symbol != "SW"}
    left_out = [part.ref for part in netlist.parts(parameters) if part.ref not in fitted]
    page = ibom.page(folder / "boards/carrier/carrier.kicad_pcb", left_out)
    data = json.loads(re.search(r"var pcbdata = (\{.*\})", page).group(1))
    listed = {ref for group in data["bom"]["both"] for ref, _ in group}
    assert listed == fitted


@pytest.mark.deep
@pytest.mark.skipif(not ibom.available(), reason="KiCad 9 or InteractiveHtmlBom is not installed")
def test_page_is_the_same_whenever_the_board_was_written(folder, tmp_path):
    board = Path(shutil.copy(folder / "boards/voice/voice.kicad_pcb", tmp_path))
    pages = []
    for written in (1_000_000_000, 1_500_000_000):
        os.utime(board, (written, written))
        pages.append(ibom.page(board))
    assert pages[0] == pages[1]
    assert "2001-" not in pages[0]
