"""The interactive parts lists, where the program that makes them is installed."""

import json
import re

from typer.testing import CliRunner

from host_tools.hardware.command import hardware
from tests.hardware.kicad_read import child, children, parse


def test_each_page_has_every_part_of_its_board(folder, tmp_path):
    done = CliRunner().invoke(hardware, ["ibom", str(tmp_path / "pages")])
    assert done.exit_code == 0, done.output
    pages = {path.stem: path for path in (tmp_path / "pages").iterdir()}
    assert set(pages) == {"carrier", "street", "street-last"}
    for name, path in pages.items():
        data = json.loads(re.search(r"var pcbdata = (\{.*\})", path.read_text(encoding="utf-8")).group(1))
        root = parse((folder / f"boards/{name}/{name}.kicad_pcb").read_text(encoding="utf-8"))
        placed = [f for f in children(root, "footprint") if not f[1].startswith("cribboard:")]
        refs = {next(p[2] for p in children(f, "property") if p[1] == "Reference") for f in placed}
        assert refs <= {part["ref"] for part in data["footprints"]}
        assert {child(f, "layer")[1][0] for f in placed} == {part["layer"] for part in data["footprints"]}


def test_folder_without_boards_is_named(tmp_path):
    done = CliRunner().invoke(hardware, ["ibom", str(tmp_path), "--from", str(tmp_path)])
    assert done.exit_code == 1
    assert "give the folder that holds boards/" in done.output
