"""The parts list against schematic, plates and guides."""

import csv
import re
import tomllib

import pytest

from host_tools.hardware import params
from host_tools.hardware.bom import Bom
from host_tools.hardware.params import ParamsError
from tests.hardware.kicad_read import Sheet

BUILDS = {"two": 2, "three": 3, "four": 4}


@pytest.fixture(scope="module")
def lines(folder):
    with open(folder / "bom.csv", newline="", encoding="utf-8") as file:
        return {line["id"]: line for line in csv.DictReader(file)}


def test_every_reference_of_the_schematic_has_its_line(lines, folder):
    named = {ref for line in lines.values() for ref in line["references"].split()}
    assert named == set(Sheet(folder / "carrier/carrier.kicad_sch").values)


@pytest.mark.parametrize("build", BUILDS)
def test_quantities(lines, build):
    tracks = BUILDS[build]
    keys = 4 * tracks + 2
    own = tracks > 2
    wanted = {
        "pico": 1,
        "shifter": 1,
        "tvs": 1,
        "key": keys,
        "socket": keys,
        "cap": keys,
        "r-1k": keys,
        "r-330": tracks,
    }
    wanted |= {"strip": tracks, "j-3": tracks + 1, "j-5": tracks, "screw-long": 12, "standoff": 4, "screw-short": 8}
    wanted |= {
        "usb-socket": own,
        "schottky": own,
        "r-5k1": 2 * own,
        "wire-link": not own,
        "r-10k": 0 if tracks == 4 else 2,
    }
    wanted |= {"fuse-750": not own, "fuse-1850": own, "p-fet": 1, "n-fet": 1, "baffle": 3, "j-4": 0, "r-4k7": 0}
    assert {name: int(lines[name][f"quantity_{build}"]) for name in wanted} == wanted


@pytest.mark.parametrize("build", BUILDS)
def test_total_is_the_sum(lines, build):
    parts = [line for name, line in lines.items() if name != "total"]
    cents = sum(int(line[f"quantity_{build}"]) * round(float(line["price_usd"]) * 100) for line in parts)
    assert round(float(lines["total"][f"quantity_{build}"]) * 100) == cents


def test_every_line_is_complete(lines):
    for name, line in lines.items():
        if name == "total":
            continue
        texts = [line[field] for field in ("part", "maker", "mpn", "alternate_1", "alternate_2")]
        assert all(texts), name
        assert len({line["mpn"], line["alternate_1"], line["alternate_2"]}) == 3
        assert float(line["price_usd"]) > 0
        assert re.fullmatch(r"\d{4}-\d\d", line["price_date"])
        assert line["price_kind"] == "estimated"


def test_every_part_is_used_in_the_guide_and_no_other(lines, folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    steps = re.sub(r"<!-- begin quantities -->.*?<!-- end quantities -->", "", text, flags=re.DOTALL)
    named = set(re.findall(r"`([a-z0-9-]+)`", steps)) - set(BUILDS)
    assert named == set(lines) - {"total"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[items.pico]\npart = "', '[items.pic]\npart = "', r"nothing for U1; add \[items.pico\]"),
        ('count = "keys"', 'count = "kees"', "names are tracks keys rim_screws inner_screws"),
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
