"""KiCad's own verdict on schematic and boards, where KiCad 9 is installed."""

import json
import shutil
import subprocess
from xml.etree import ElementTree

import pytest

from host_tools.hardware.pcb import fabricate
from tests.hardware.kicad_netlist import Sheet, sheet_path
from tests.installed import program

SHEETS = ("carrier", "voice")
ALL_SHEETS = (*SHEETS, "cell")


@pytest.fixture(autouse=True)
def _installed():
    program("KiCad 9")


@pytest.fixture
def kicad(folder, tmp_path):
    """Runs kicad-cli on a board's sheet, in a folder such as people have; gives the file it made."""
    home = tmp_path / "Brett für zwei"
    for name in SHEETS:
        shutil.copytree(folder / f"boards/{name}", home / name)
    # It has no board: project and table of symbols are as the others'.
    (home / "cell").mkdir()
    shutil.copy(sheet_path(folder, "cell"), home / "cell")
    shutil.copy(folder / "boards/voice/sym-lib-table", home / "cell")
    shutil.copy(folder / "boards/voice/voice.kicad_pro", home / "cell/cell.kicad_pro")

    def run(name, *command, out):
        sheet = home / name / f"{name}.kicad_sch"
        output = tmp_path / out
        done = subprocess.run(
            ["kicad-cli", "sch", *command, "--output", output, sheet],
            env=fabricate.kicad_environment(tmp_path),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return output.read_text(encoding="utf-8")

    return run


@pytest.mark.parametrize("name", ALL_SHEETS)
def test_electrical_check_finds_nothing(kicad, name):
    report = json.loads(
        kicad(name, "erc", "--exit-code-violations", "--severity-all", "--format", "json", out="erc.json")
    )
    assert [violation for sheet in report["sheets"] for violation in sheet["violations"]] == []


@pytest.mark.parametrize("name", ALL_SHEETS)
def test_kicad_reads_the_same_nets(kicad, folder, name):
    tree = ElementTree.fromstring(kicad(name, "export", "netlist", "--format", "kicadxml", out="nets.xml"))
    theirs = {}
    for net in tree.iter("net"):
        pins = frozenset(f"{node.get('ref')}.{node.get('pin')}" for node in net.iter("node"))
        if not net.get("name").startswith("unconnected-"):
            theirs[net.get("name").lstrip("/")] = pins
    sheet = Sheet(sheet_path(folder, name))
    ours = {name: frozenset(pin for pin in pins if not pin.startswith("#")) for name, pins in sheet.nets.items()}
    assert theirs == ours


@pytest.mark.deep
@pytest.mark.parametrize("name", ["carrier", "voice", "street", "street-last"])
def test_design_rules_find_nothing_and_nothing_is_unconnected(folder, tmp_path, name):
    """The committed board with its own rules; carrier and voice board are also compared with their schematics."""
    for path in (folder / f"boards/{name}").glob("*.kicad_pr*"):
        shutil.copy(path, tmp_path)
    board = shutil.copy(folder / f"boards/{name}/{name}.kicad_pcb", tmp_path)
    command = ["kicad-cli", "pcb", "drc", "--severity-error", "--exit-code-violations", "--format", "json"]
    if name in SHEETS:
        for path in (folder / f"boards/{name}").glob("*[!b]"):
            shutil.copy(path, tmp_path)
        command.append("--schematic-parity")
    done = subprocess.run(
        [*command, "--output", tmp_path / "drc.json", board],
        env=fabricate.kicad_environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads((tmp_path / "drc.json").read_text(encoding="utf-8"))
    assert [report["violations"], report["unconnected_items"], report.get("schematic_parity", [])] == [[], [], []]


@pytest.mark.deep
def test_a_cut_track_is_found(folder, tmp_path):
    """The check that builds make: with one track taken away, or one moved into another net."""
    text = (folder / "boards/street/street.kicad_pcb").read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    data = next(n for n, line in enumerate(lines) if line.startswith("(segment") and "(width 0.25)" in line)
    shutil.copy(folder / "boards/street/street.kicad_pro", tmp_path)
    board = tmp_path / "street.kicad_pcb"
    board.write_text("".join(lines[:data] + lines[data + 1 :]), encoding="utf-8")
    with pytest.raises(fabricate.DesignRuleError, match="Missing connection"):
        fabricate.check(board)
    board.write_text(text.replace("(width 0.25)", "(width 2.5)", 1), encoding="utf-8")
    with pytest.raises(fabricate.DesignRuleError, match=r"street: .* findings"):
        fabricate.check(board)
