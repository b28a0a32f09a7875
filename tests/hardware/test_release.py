"""`cribboard hardware release`: the folder for a board house, and its parts pages where their program is installed."""

import csv
import json
import re
import shutil
import zipfile

import pytest
from typer.testing import CliRunner

from host_tools.hardware.command import hardware
from host_tools.hardware.pcb import ibom
from tests.hardware.kicad_netlist import child, children, parse

BOARDS = ("carrier", "street", "street-last")


@pytest.fixture
def run():
    return lambda *words: CliRunner().invoke(hardware, ["release", *map(str, words)])


@pytest.fixture
def without_pages(monkeypatch):
    """As on a computer without KiCad or without the program, whatever this one has."""
    monkeypatch.setattr(ibom, "available", lambda: False)


@pytest.mark.usefixtures("without_pages")
def test_board_house_gets_all_it_takes(run, folder, tmp_path):
    done = run(tmp_path / "out")
    assert done.exit_code == 0, done.output
    paths = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    ends = ("gerbers.zip", "positions.csv", "bom.csv", "top.png", "bottom.png")
    assert paths == {"LICENSE"} | {f"{name}/{name}-{end}" for name in BOARDS for end in ends}
    assert all(name in done.output for name in paths)
    for name in BOARDS:
        with zipfile.ZipFile(tmp_path / f"out/{name}/{name}-gerbers.zip") as archive:
            kinds = {entry.rpartition(".")[2] for entry in archive.namelist()}
        assert {"gtl", "gbl", "gts", "gbs", "gto", "gm1", "drl"} <= kinds
        for end, columns in (("positions.csv", ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]),
                             ("bom.csv", ["Comment", "Designator", "Footprint", "LCSC"])):  # fmt: skip
            with (tmp_path / f"out/{name}/{name}-{end}").open(encoding="utf-8") as file:
                assert next(csv.reader(file)) == columns


@pytest.mark.usefixtures("without_pages")
def test_missing_program_is_named(run, tmp_path):
    assert "Without the parts pages: KiCad 9 and InteractiveHtmlBom make them" in run(tmp_path).output


@pytest.mark.usefixtures("without_pages")
def test_missing_file_of_a_board_is_named_and_nothing_is_written(run, folder, tmp_path):
    shutil.copytree(folder / "boards/street", tmp_path / "boards/street")
    shutil.copy(folder / "LICENSE", tmp_path)
    (tmp_path / "boards/street/street-positions.csv").unlink()
    done = run(tmp_path / "out", "--from", tmp_path)
    assert done.exit_code == 1
    assert "street-positions.csv: not there; cribboard hardware build makes it" in done.output
    assert not (tmp_path / "out").exists()


def test_folder_without_boards_is_named(run, tmp_path):
    done = run(tmp_path, "--from", tmp_path)
    assert done.exit_code == 1
    assert "give the folder that holds boards/" in done.output


@pytest.mark.deep
@pytest.mark.skipif(not ibom.available(), reason="KiCad 9 or InteractiveHtmlBom is not installed")
def test_each_page_has_every_part_of_its_board(run, folder, tmp_path):
    done = run(tmp_path)
    assert done.exit_code == 0, done.output
    for name in BOARDS:
        page = (tmp_path / f"{name}/{name}-ibom.html").read_text(encoding="utf-8")
        data = json.loads(re.search(r"var pcbdata = (\{.*\})", page).group(1))
        root = parse((folder / f"boards/{name}/{name}.kicad_pcb").read_text(encoding="utf-8"))
        placed = [f for f in children(root, "footprint") if not f[1].startswith("cribboard:")]
        refs = {next(p[2] for p in children(f, "property") if p[1] == "Reference") for f in placed}
        assert refs <= {part["ref"] for part in data["footprints"]}
        assert {child(f, "layer")[1][0] for f in placed} == {part["layer"] for part in data["footprints"]}
