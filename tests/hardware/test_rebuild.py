"""Building again gives the committed files, byte for byte."""

from typer.testing import CliRunner

from host_tools.hardware import build, case
from host_tools.hardware.command import hardware

BY_HAND = {"params.toml", "parts.toml", "LICENSE"}
MOST_BYTES = 1024 * 1024


def test_committed_files_are_what_the_parameters_give(folder):
    made = build.files(folder)
    differing = []
    for name, content in made.items():
        expected = content.encode() if isinstance(content, str) else content
        if (folder / name).read_bytes() != expected:
            differing.append(name)
    assert differing == []
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - BY_HAND
    if not case.available():
        there -= {path.relative_to(folder).as_posix() for path in folder.glob("case/*-tracks/*")}
    assert there == set(made)
    assert all((folder / name).stat().st_size < MOST_BYTES for name in there)


def test_command_writes_them(copy, folder):
    done = CliRunner().invoke(hardware, ["build", str(copy)])
    assert done.exit_code == 0, done.output
    assert f"Made {75 if case.available() else 54} files" in done.output
    assert case.available() or "pip install '.[cad]'" in done.output
    for name in ("bom.csv", "DESIGN.md", "plates/faceplate-4-tracks.dxf", "carrier/carrier.kicad_sch"):
        assert (copy / name).read_bytes() == (folder / name).read_bytes()


def test_build_that_does_not_fit_its_port_ends_with_the_reason(change):
    done = CliRunner().invoke(hardware, ["build", str(change("port = 1500\nfuse", "port = 500\nfuse"))])
    assert done.exit_code == 1
    assert "build three, 3 tracks of WS2812B strip on 500 mA, does not fit" in done.output
    assert "Traceback" not in done.output


def test_wrong_times_end_with_the_reason(change):
    done = CliRunner().invoke(hardware, ["build", str(change("t1l = 600", "t1l = 620"))])
    assert done.exit_code == 1
    assert "t1l: 620 ns is outside the window of WS2812B" in done.output


def test_folder_without_parameters_ends_with_the_reason(tmp_path):
    done = CliRunner().invoke(hardware, ["build", str(tmp_path)])
    assert done.exit_code == 1
    assert "params.toml: not there" in done.output
