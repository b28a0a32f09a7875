"""The parts list against schematic, plates and guides."""

import csv
import re
import tomllib

import pytest

from host_tools.hardware import params
from host_tools.hardware.bom import Bom
from host_tools.hardware.params import ParamsError
from tests.hardware.kicad_netlist import Sheet

BUILDS = ("two", "three", "four", "two-street", "four-street", "two-display", "two-large-display")
BUILDS += ("two-battery", "four-battery", "two-cell", "two-voice", "three-voice")


@pytest.fixture(scope="module")
def lines(folder):
    with open(folder / "bom.csv", newline="", encoding="utf-8") as file:
        return {line["id"]: line for line in csv.DictReader(file)}


def test_every_reference_of_the_schematic_has_its_line(lines, folder):
    named = {ref for line in lines.values() for ref in line["references"].split()}
    sheets = [Sheet(folder / f"boards/{name}/{name}.kicad_sch") for name in ("carrier", "voice", "cell")]
    assert named == {ref for sheet in sheets for ref in sheet.values}


IN_ALL = """
pico 1, shifter 1, tvs 1, load-switch 1, r-limit-low 1, c-bulk 2, led 1, baffle 3, washer 8, screw-rim 12,
standoff 4, screw-short 8, pico-socket 2, pico-header 2, carrier-board 1, cable-data 1, solder 1
"""
PARTS = {
    "two": """
        key 10, socket 10, cap 10, r-1k 11, r-330 2, strip-low 2, j-2 2, j-3 3, j-5 2, nut 16, spacer 4,
        screw-carrier 4, dip-socket 1, c-100n 2, wire-link 1, r-10k 2
    """,
    "four-street": """
        key 18, socket 18, cap 18, r-1k 19, r-330 4, street-panel 4, street-led 484, street-capacitor 484,
        street-header 28, j-3 5, j-5 4, nut 16, spacer 4, screw-carrier 4, screw-street 32, dip-socket 2, usb-socket 1,
        schottky 1, comparator 1, r-5k1 2, n-fet 1, npn 1, supply 1, expander 1, c-100n 4, r-4k7 2, r-10k 2
    """,
    "two-large-display": """
        key 10, socket 10, cap 10, r-1k 11, r-330 2, strip 2, j-2 2, j-3 3, j-5 2, nut 16, spacer 4, screw-carrier 4,
        dip-socket 2, usb-socket 1, schottky 1, comparator 1, r-5k1 2, n-fet 1, npn 1, supply 1, expander 1, c-100n 4,
        r-4k7 2, j-4 2, display-wire 2, display-frame 2, display-small 1, display-large 1, r-10k 4
    """,
    "four-battery": """
        key 18, socket 18, cap 18, r-1k 19, r-330 4, strip-low 4, bank 1, bank-cable-c 1, bay-strap 1, bay-rail 2,
        j-2 4, j-3 5, j-5 4, nut 16, spacer 4, screw-carrier 4, dip-socket 2, usb-socket 1, schottky 1, comparator 1,
        r-5k1 2, n-fet 1, npn 1, expander 1, c-100n 4, r-4k7 2, r-10k 2
    """,
    "two-cell": """
        key 10, socket 10, cap 10, r-1k 12, r-330 2, strip-low 2, cable-short 1, bay-strap 1, bay-rail 3, cell 1,
        charger-module 1, charger-rest 1, tap-board 1, header-8 1, toggle-switch 1, screw-charger 2, j-2 4, j-3 3,
        j-5 3, nut 16, spacer 6, screw-carrier 4, dip-socket 1, c-100n 3, wire-link 1, r-10k 2
    """,
    "three-voice": """
        key 14, socket 14, cap 14, r-1k 18, r-330 3, strip 3, j-2 6, j-3 5, j-5 4, nut 20, spacer 8, screw-carrier 8,
        dip-socket 2, usb-socket 1, schottky 1, comparator 1, r-5k1 2, n-fet 1, npn 1, supply 1, expander 1, c-100n 5,
        r-4k7 2, r-10k 4, sound-module 1, sound-card 1, speaker 1, speaker-ring 1, voice-board 1, socket-8 2, fuse 1,
        diode 1, c-voice 1
    """,
}
"""How many a builder counts, of builds among which each size, strip, display and supply is."""


def counted(text):
    return {name: int(number) for name, number in re.findall(r"([\w-]+) (\d+)", text)}


@pytest.mark.parametrize("build", PARTS)
def test_quantities(lines, build):
    names = counted(IN_ALL + "".join(PARTS.values()))
    found = {name: int(lines[name][f"quantity_{build}"]) for name in names}
    assert {name: number for name, number in found.items() if number} == counted(IN_ALL + PARTS[build])


def test_every_connector_has_its_housing_and_contacts(lines):
    for build in BUILDS:
        number = {name: int(line[f"quantity_{build}"]) for name, line in lines.items() if name != "total"}
        needed = sum(pins * number[f"housing-{pins}"] for pins in (2, 3, 4, 5))
        assert 1.1 * needed < number["contact"] < 1.25 * needed, "crimping fails now and then"
        assert all(number[f"housing-{pins}"] == number[f"j-{pins}"] for pins in (2, 3, 4, 5))


@pytest.mark.parametrize("build", BUILDS)
def test_total_is_the_sum(lines, build):
    parts = [line for name, line in lines.items() if name != "total"]
    cents = sum(int(line[f"quantity_{build}"]) * round(float(line["price_usd"]) * 100) for line in parts)
    assert round(float(lines["total"][f"quantity_{build}"]) * 100) == cents


def test_every_line_is_complete(lines):
    for name, line in lines.items():
        if name == "total":
            continue
        fields = ("part", "maker", "mpn", "alternate_1", "alternate_2", "source_1", "source_2")
        texts = [line[field] for field in fields]
        assert all(texts), name
        assert line["source_1"] != line["source_2"]
        assert len({line["mpn"], line["alternate_1"], line["alternate_2"]}) == 3
        assert float(line["price_usd"]) > 0
        assert re.fullmatch(r"\d{4}-\d\d", line["price_date"])
        assert line["price_kind"] == "estimated"
        assert line["checked"]


def test_a_line_says_what_of_it_was_checked(lines):
    """Nobody has ordered: a line whose number was read on its maker's page says which, all others that nothing was."""
    checks = {name: line["checked"] for name, line in lines.items() if name != "total"}
    checked = {name for name, words in checks.items() if words != "nothing"}
    assert checked == {"bank", "charger-module", "expander", "sound-module", "street-led"}


def test_every_part_is_used_in_the_guide_and_no_other(lines, folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z0-9][a-z0-9-]*)`", text)) - set(BUILDS)
    assert named == set(lines) - {"total"}


def test_sizes_in_the_list_are_the_parameters(change):
    """Once the strip was 12 mm wide and screws 45 mm long whatever params.toml said."""
    folder = change("strip.width", 10.0)
    text = (folder / "params.toml").read_text(encoding="utf-8")
    text = text.replace("base = 3.0", "base = 2.0")
    (folder / "params.toml").write_text(text, encoding="utf-8")
    items = Bom(params.load(folder), folder).items
    assert "10 mm wide" in items["strip"]["part"]
    assert items["screw-rim"]["part"] == "Screw M3 x 50, pan head"
    assert items["screw-carrier"]["part"] == "Screw M3 x 10, pan head"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[items.pico]\npart = "', '[items.pic]\npart = "', r"nothing for U1; add \[items.pico\]"),
        ('count = "keys"', 'count = "kees"', "names are tracks keys strips low_strips banks cells links supplies"),
        ('count = "keys"', 'count = "keys.real"', "only whole numbers"),
        ('["SC0918 (Pico W)", "SC1631 (Pico 2)"]', '["SC0918 (Pico W)"]', "pico needs two alternates"),
    ],
)
def test_wrong_parts_file_is_named(copy, old, new, said):
    path = copy / "parts.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    tomllib.loads(path.read_text(encoding="utf-8"))
    with pytest.raises(ParamsError, match=said):
        Bom(params.load(copy), copy)
