"""`cribboard hardware build two+display`: a folder with all that a build takes, and its page of parts."""

import io
import json
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from host_tools.hardware import build_folder, builds, case, folder_texts, netlist
from host_tools.hardware.command import hardware
from host_tools.hardware.pcb import fabricate, ibom
from host_tools.i18n import use_language


@pytest.fixture
def run(tmp_path, monkeypatch):
    """The command in an empty folder, as on a computer without KiCad and build123d, whatever this one has."""
    monkeypatch.setattr(fabricate, "available", lambda: False)
    monkeypatch.setattr(case, "available", lambda: False)
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(hardware, ["build", *map(str, words)])


def names(home):
    return {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}


@pytest.mark.deep
def test_each_build_gets_all_it_takes_and_no_more(run, tmp_path):
    done = run("two", "four+street", "two+voice", "--to", "out")
    assert done.exit_code == 0, done.output
    assert "Without circuit boards and books: KiCad 9 and its footprints make them too." in done.output
    two, street, voice = (names(tmp_path / "out" / name) for name in ("two", "four+street", "two+voice"))
    assert {"README.txt", "order/README.txt"} <= two
    assert {"parts.csv", "wires.csv", "leds.csv", "LICENSE", "order/carrier-gerbers.zip", "order/carrier-positions.csv",
            "order/carrier-bom.csv", "cut/faceplate.dxf", "cut/strip-plate.dxf", "cart.csv"} <= two  # fmt: skip
    assert not any(re.search("street|voice", path) for path in two)
    assert {f"order/street-panel-{end}" for end in ("gerbers.zip", "positions.csv", "bom.csv")} <= street
    assert {"order/voice-gerbers.zip", "order/voice-schematic.svg"} <= voice
    with zipfile.ZipFile(tmp_path / "out/two/order/carrier-gerbers.zip") as archive:
        kinds = {entry.rpartition(".")[2] for entry in archive.namelist()}
    assert {"gtl", "gbl", "gts", "gbs", "gto", "gm1", "drl"} <= kinds


@pytest.mark.deep
def test_a_zip_has_the_same_bytes_each_time(run, tmp_path):
    for to in ("a", "b"):
        assert run("two", "--zip", "--to", to).exit_code == 0
    packed = (tmp_path / "a/two.zip").read_bytes()
    assert packed == (tmp_path / "b/two.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {name.partition("/")[0] for name in archive.namelist()} == {"two"}
        assert "two/order/carrier-bom.csv" in archive.namelist()


@pytest.mark.parametrize(("name", "said"), [
    ("two+voice+cell", "build two+voice+cell: cell excludes voice: they have one pin and one place"),
    ("three+display", "build three+display does not fit: [plate] bed: the plate of 3 tracks is 273 x"),
    ("two --micropython LICENSE", "LICENSE is no UF2 file"),
    ("five", "build five: it begins with one of two three four, such as two+display"),
])  # fmt: skip
@pytest.mark.deep
def test_a_build_that_cannot_be_ends_with_the_reason_and_nothing_is_written(run, tmp_path, name, said):
    (tmp_path / "LICENSE").write_text("no firmware", encoding="ascii")
    done = run("two", *name.split())
    assert done.exit_code == 1
    assert said in " ".join(done.output.split())
    assert [path.name for path in tmp_path.iterdir()] == ["LICENSE"]


def test_a_file_that_cannot_be_read_is_named_in_the_reader_s_language(run):
    pytest.importorskip("reportlab")
    for language, said in (("en", "none.uf2: No such file"), ("fr", "none.uf2 : ce fichier ou ce dossier n’existe")):
        with use_language(language):
            done = run("two", "--micropython", "none.uf2")
        assert done.exit_code == 1
        assert said in done.output.replace("\u00a0", " ")


def test_a_board_house_is_told_what_it_would_ask(sources):
    text = {name: folder_texts.order_notes(sources.params, builds.named(sources.params, name))
            for name in ("two", "four+street", "two+voice")}  # fmt: skip
    assert all("2 layers, FR-4, 1.6 mm thick" in words for words in text.values())
    assert all("carrier-gerbers.zip: 100 x 88 mm" in words for words in text.values())
    assert "top side only: U4. All other" in text["two"]
    assert "J1" not in text["two"]
    assert "the slots of J1 are milled and plated" in text["two+voice"]
    assert "pin 1 of U4 and U5 has to lie" in text["two+voice"]
    assert "street-panel-gerbers.zip: 268 x 70 mm; 4 panels are needed" in text["four+street"]
    assert "0.8 mm thick" in text["four+street"]
    assert "voice-gerbers.zip: 50 x 42 mm" in text["two+voice"]


@pytest.mark.parametrize("name", ["two", "four+battery"])
def test_the_folder_s_first_page_has_ten_lines_and_names_each_file(sources, name):
    build = builds.named(sources.params, name)
    lists = build_folder.lists(sources, build)
    wanted = ["guide.pdf", "LICENSE", "order/README.txt", "cut/", "print/", *lists]
    there = ["guide.pdf", "LICENSE", "order/README.txt", "cut/base.dxf", "print/walls.step", *lists]
    for image in ("", f"new-board-{name}.uf2"):
        text = folder_texts.readme(sources.params, build, [*there, image])
        assert len(text.splitlines()) <= 10
        assert (image or f"cribboard flash --tracks {build.tracks}") in text
        assert [part for part in wanted if part not in text] == []
        assert "not here" not in text


def test_the_folder_s_first_page_says_how_what_is_missing_is_made(sources, folder):
    text = folder_texts.readme(sources.params, builds.named(sources.params, "two"), ["parts.csv", "order/a", "cut/b"])
    assert "not here     guide.pdf, print/, LICENSE: cribboard hardware build two makes" in text
    assert not re.search("^(guide.pdf|print/|LICENSE) ", text, re.MULTILINE)
    for name in ("two", "four"):
        text = (folder / f"builds/{name}/README.txt").read_text(encoding="utf-8")
        assert f"not here     order/, cut/, print/, LICENSE: cribboard hardware build {name} makes" in text


def test_missing_file_is_named(sources, monkeypatch, tmp_path):
    shutil.copytree(sources.params.folder / "boards", tmp_path / "boards", ignore=shutil.ignore_patterns("*.zip"))
    monkeypatch.setattr(sources.params, "folder", tmp_path)
    with pytest.raises(ValueError, match=r"carrier-gerbers\.zip: not there; cribboard hardware build makes it"):
        build_folder.order_files(sources, sources.params.builds[0])


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
