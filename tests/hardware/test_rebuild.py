"""Building again gives the committed files, byte for byte."""

import pytest
from typer.testing import CliRunner

from host_tools.hardware import build, case
from host_tools.hardware.command import hardware
from host_tools.hardware.pcb import fabricate

BY_HAND = {"params.toml", "measured.toml", "parts.toml", "LICENSE"}
MAX_BYTES = 1024 * 1024


def differing_files(folder, generated):
    """The names of generated files that are not the folder's; pictures are not compared."""
    made = {name: content.encode() if isinstance(content, str) else content for name, content in generated.items()}
    return [name for name in made if not name.endswith(".png") and (folder / name).read_bytes() != made[name]]


@pytest.mark.deep
@pytest.mark.slow
def test_committed_files_are_what_the_parameters_give(folder, monkeypatch):
    """And KiCad finds nothing in any circuit board. Renders, half of the time, are not compared: another computer may
    round their colours otherwise. One is made."""
    render = fabricate._render
    once = lambda path, board, side: render(path, board, side) if (path.stem, side) == ("voice", "top") else b""  # noqa: E731
    monkeypatch.setattr(fabricate, "_render", once)
    generated = build.files(folder)
    if fabricate.available():
        assert generated["boards/voice/voice-top.png"].startswith(b"\x89PNG")
    if differing := differing_files(folder, generated):
        # KiCad once wrote other Gerbers of an unchanged board, of a hundred times: what differs has to differ again.
        again = differing_files(folder, build.files(folder))
        assert not {*differing} & {*again}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - BY_HAND
    # What is edited in KiCad: projects, libraries and their tables.
    there = {name for name in there if ".kicad_" not in name and not name.endswith("-lib-table")}
    if not fabricate.available():
        there -= {path.relative_to(folder).as_posix() for path in folder.glob("b*/*/*")}
    assert there == set(generated)
    assert all((folder / name).stat().st_size < MAX_BYTES for name in there)


@pytest.mark.deep
def test_command_writes_them(copy, folder, monkeypatch):
    """Without KiCad, which takes a minute: the boards are left as they are, and the command says so."""
    monkeypatch.setattr(fabricate, "available", lambda: False)
    done = CliRunner().invoke(hardware, ["build", "--from", str(copy)])
    assert done.exit_code == 0, done.output
    assert "Without circuit boards and books" in done.output
    assert case.available() or "pip install '.[cad]'" in done.output
    for name in ("README.md", "DESIGN.md", "pictures/faceplate.svg", "boards/carrier/carrier.kicad_sch"):
        assert (copy / name).read_bytes() == (folder / name).read_bytes()


@pytest.mark.deep
def test_build_that_does_not_fit_its_port_ends_with_the_reason(change):
    done = CliRunner().invoke(hardware, ["build", "--from", str(change("power.kinds.strip.dark", 2))])
    assert done.exit_code == 1
    assert "build two, 2 tracks of SK6812 strip on 500 mA, does not fit" in done.output
    assert "Traceback" not in done.output


@pytest.mark.deep
def test_wrong_times_end_with_the_reason(change):
    done = CliRunner().invoke(hardware, ["build", "--from", str(change("timing.chips.WS2812B.t1l", [300, 550]))])
    assert done.exit_code == 1
    assert "t1l: 600 ns is outside the window of WS2812B" in done.output


def test_folder_without_parameters_ends_with_the_reason(tmp_path):
    pytest.importorskip("reportlab")
    done = CliRunner().invoke(hardware, ["build", "--from", str(tmp_path)])
    assert done.exit_code == 1
    assert "params.toml: not there" in done.output


def test_help_names_the_extra_whole():
    """Rich took `[cad]` for markup, and printed a command that installs nothing."""
    assert "pip install '.[cad]'" in CliRunner().invoke(hardware, ["build", "--help"]).output
