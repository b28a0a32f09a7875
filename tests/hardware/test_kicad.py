"""KiCad's own verdict on the carrier's schematic, where KiCad 9 is installed."""

import json
import subprocess
from xml.etree import ElementTree

import pytest

from tests.hardware.kicad_read import Sheet


@pytest.fixture
def kicad(folder, tmp_path):
    """Runs kicad-cli on the sheet; gives the file it made."""

    def run(*command, out):
        made = tmp_path / out
        sheet = folder / "carrier/carrier.kicad_sch"
        done = subprocess.run(
            ["kicad-cli", "sch", *command, "--output", made, sheet],
            env={"HOME": str(tmp_path), "PATH": "/usr/local/bin:/usr/bin:/bin", "KICAD_CONFIG_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return made.read_text(encoding="utf-8")

    return run


def test_electrical_check_finds_nothing(kicad):
    report = json.loads(kicad("erc", "--exit-code-violations", "--severity-all", "--format", "json", out="erc.json"))
    assert [violation for sheet in report["sheets"] for violation in sheet["violations"]] == []


def test_kicad_reads_the_same_nets(kicad, folder):
    tree = ElementTree.fromstring(kicad("export", "netlist", "--format", "kicadxml", out="nets.xml"))
    theirs = {}
    for net in tree.iter("net"):
        pins = frozenset(f"{node.get('ref')}.{node.get('pin')}" for node in net.iter("node"))
        if not net.get("name").startswith("unconnected-"):
            theirs[net.get("name").lstrip("/")] = pins
    sheet = Sheet(folder / "carrier/carrier.kicad_sch")
    ours = {name: frozenset(pin for pin in pins if not pin.startswith("#")) for name, pins in sheet.nets.items()}
    assert theirs == ours
