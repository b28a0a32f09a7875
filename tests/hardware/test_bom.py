"""The parts list against schematic, plates and guides."""

import csv
import re
import tomllib

import pytest

from host_tools.hardware import params
from host_tools.hardware.bom import Bom
from host_tools.hardware.params import ParamsError
from tests.hardware.kicad_netlist import Sheet

BUILDS = {"two": 2, "three": 3, "four": 4, "two-street": 2, "four-street": 4}
BUILDS |= {"two-display": 2, "two-large-display": 2, "two-battery": 2, "four-battery": 4}
BUILDS |= {"two-cell": 2, "two-voice": 2, "three-voice": 3}


@pytest.fixture(scope="module")
def lines(folder):
    with open(folder / "bom.csv", newline="", encoding="utf-8") as file:
        return {line["id"]: line for line in csv.DictReader(file)}


def test_every_reference_of_the_schematic_has_its_line(lines, folder):
    named = {ref for line in lines.values() for ref in line["references"].split()}
    sheets = [Sheet(folder / f"boards/{name}/{name}.kicad_sch") for name in ("carrier", "voice", "cell")]
    assert named == {ref for sheet in sheets for ref in sheet.values}


@pytest.mark.parametrize("build", BUILDS)
def test_quantities(lines, build):
    tracks = BUILDS[build]
    keys = 4 * tracks + 2
    voice = build.endswith("voice")
    own = tracks > 2 or "large" in build or voice
    street = build.endswith("street") or build == "two-display"
    displays = 2 * build.endswith("display")
    large = int("large" in build)
    strips = 0 if street else tracks
    battery, cell = build.endswith("battery"), build.endswith("cell")
    bay = battery or cell
    low = bay or build == "two"
    sense = 0 if tracks == 4 else 2
    wanted = {
        "pico": 1, "shifter": 1, "tvs": 1, "load-switch": 1, "r-limit-low": 1, "c-bulk": 2, "led": 1, "baffle": 3,
        "key": keys, "socket": keys, "cap": keys, "r-1k": keys + 1 + 3 * voice + cell, "r-330": tracks,
        "strip": 0 if low else strips, "strip-low": strips if low else 0, "bank": battery,
        "cable-short": bay and not own, "bank-cable-c": battery and own, "bay-strap": bay,
        "bay-rail": 2 * battery + 3 * cell, "cell": cell, "charger-module": cell, "charger-rest": cell,
        "tap-board": cell, "header-8": cell, "toggle-switch": cell, "screw-charger": 2 * cell,
        "street-panel": tracks - strips, "street-led": 121 * (tracks - strips),
        "street-capacitor": 121 * (tracks - strips), "street-header": 7 * (tracks - strips), "washer": 8,
        "j-2": strips + 3 * voice + 2 * cell, "j-3": tracks + 1 + voice, "j-5": tracks + voice + cell,
        "housing-2": strips + 3 * voice + 2 * cell,
        "housing-3": tracks + 1 + voice, "housing-5": tracks + voice + cell,
        "screw-rim": 12, "nut": 16 + 4 * voice, "standoff": 4, "screw-short": 8, "spacer": 4 + 4 * voice + 2 * cell,
        "screw-carrier": 4 + 4 * voice,
        "screw-street": 8 * (tracks - strips), "pico-socket": 2, "pico-header": 2, "dip-socket": 1 + own,
        "usb-socket": own, "schottky": own, "comparator": own, "r-5k1": 2 * own, "n-fet": own, "npn": own,
        "supply": own and not battery, "expander": own, "c-100n": 2 + 2 * own + voice + cell,
        "r-4k7": 2 * (own or displays > 0),
        "j-4": displays, "housing-4": displays, "display-wire": displays, "display-frame": displays,
        "display-small": displays - large, "display-large": large, "test-point": 0,
        "wire-link": not own, "r-10k": sense + 2 * own, "carrier-board": 1,
        "cable-data": 1, "solder": 1, "sound-module": voice, "sound-card": voice,
        "speaker": voice, "speaker-ring": voice, "voice-board": voice, "socket-8": 2 * voice, "fuse": voice,
        "diode": voice, "c-voice": voice,
    }  # fmt: skip
    assert {name: int(lines[name][f"quantity_{build}"]) for name in wanted} == wanted


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
