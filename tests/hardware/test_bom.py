"""The parts list against schematic, plates and guides."""

import csv
import re
import tomllib

import pytest

from host_tools.hardware import params, shops
from host_tools.hardware.bom import Bom
from host_tools.hardware.params import ParamsError


@pytest.fixture
def lines(made):
    """`lines("two")`: the build's parts list by id."""

    def read(name):
        with open(made(name) / "parts.csv", newline="", encoding="utf-8") as file:
            return {line["id"]: line for line in csv.DictReader(file)}

    return read


IN_ALL = """
pico 1, shifter 1, tvs 1, load-switch 1, r-limit-low 1, c-bulk 2, led 1, baffle 3, washer 8, screw-rim 12,
standoff 4, screw-short 8, pico-socket 2, pico-header 2, carrier-board 1, cable-data 1, solder 1
"""
PARTS = {
    "two": """
        key 10, socket 10, cap 10, r-1k 11, r-330 2, strip 2, j-2 2, j-3 3, j-5 2, nut 16, spacer 4,
        screw-carrier 4, dip-socket 1, c-100n 2, wire-link 1, r-10k 2
    """,
    "four+street": """
        key 18, socket 18, cap 18, r-1k 19, r-330 4, street-panel 4, street-led 484, street-capacitor 484,
        street-header 28, j-3 5, j-5 4, nut 16, spacer 4, screw-carrier 4, screw-street 32, dip-socket 2, usb-socket 1,
        schottky 1, comparator 1, r-5k1 2, n-fet 1, npn 1, supply 1, expander 1, c-100n 4, r-4k7 2, r-10k 2
    """,
    "two+large-display": """
        key 10, socket 10, cap 10, r-1k 11, r-330 2, strip 2, j-2 2, j-3 3, j-5 2, nut 16, spacer 4, screw-carrier 4,
        dip-socket 2, usb-socket 1, schottky 1, comparator 1, r-5k1 2, n-fet 1, npn 1, supply 1, expander 1, c-100n 4,
        r-4k7 2, j-4 2, display-frame 2, display-small 1, display-large 1, r-10k 4
    """,
    "four+battery": """
        key 18, socket 18, cap 18, r-1k 19, r-330 4, strip 4, bank 1, bank-cable-c 1, bay-strap 1, bay-rail 2,
        j-2 4, j-3 5, j-5 4, nut 16, spacer 4, screw-carrier 4, dip-socket 2, usb-socket 1, schottky 1, comparator 1,
        r-5k1 2, n-fet 1, npn 1, expander 1, c-100n 4, r-4k7 2, r-10k 2
    """,
    "two+cell": """
        key 10, socket 10, cap 10, r-1k 12, r-330 2, strip 2, cable-short 1, bay-strap 1, bay-rail 3, cell 1,
        cable-charge 1, charger-module 1, charger-rest 1, tap-board 1, header-8 1, toggle-switch 1, screw-charger 2,
        j-2 4, j-3 3, j-5 3, nut 16, spacer 6, screw-carrier 4, dip-socket 1, c-100n 3, wire-link 1, r-10k 2
    """,
    "three+voice": """
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
    found = {name: int(line["number"]) for name, line in lines(build).items() if name in names}
    assert found == counted(IN_ALL + PARTS[build])


@pytest.mark.parametrize("build", PARTS)
def test_every_connector_has_its_housing_and_contacts(lines, build):
    number = {name: int(line["number"] or 0) for name, line in lines(build).items()}
    needed = sum(pins * number.get(f"housing-{pins}", 0) for pins in (2, 3, 4, 5))
    assert 1.1 * needed < number["contact"] < 1.25 * needed, "crimping fails now and then"
    assert all(number.get(f"housing-{pins}") == number.get(f"j-{pins}") for pins in (2, 3, 4, 5))


@pytest.mark.parametrize("build", PARTS)
def test_total_is_the_sum(lines, build):
    *parts, total = lines(build).values()
    cents = sum(int(line["number"]) * round(float(line["price_usd"]) * 100) for line in parts)
    assert round(float(total["price_usd"]) * 100) == cents


def test_every_line_is_complete(sources):
    for name, item in sources.bom.items.items():
        texts = [item["part"], item["maker"], item["mpn"], *item["alternates"], *item["sources"]]
        assert all(texts), name
        assert len(set(item["sources"])) == 2
        assert len({item["mpn"], *item["alternates"]}) == 3
    assert re.fullmatch(r"\d{4}-\d\d", sources.bom.date)


def test_a_line_says_what_of_it_was_checked(sources):
    """Nobody has ordered: a line whose number was read on its maker's page says which, all others that nothing was."""
    checked = {name for name, item in sources.bom.items.items() if "checked" in item}
    assert checked == {"bank", "pico", "charger-module", "expander", "sound-module", "street-led"}


def test_a_shop_s_own_number_is_one_of_that_shop(sources):
    """LCSC's are a C and digits; Mouser's begin with the number of a maker; a line names shops that are known."""
    for name, item in sources.bom.items.items():
        for shop, number in item.get("numbers", {}).items():
            form = {"LCSC": r"C\d{4,8}", "Mouser": r"\d{2,3}-[\w.-]+", "DigiKey": r"[\w.-]+-ND"}[shop]
            assert re.fullmatch(form, number), name
        assert shops.checked(sources.bom, item) != "nothing" or not item.get("numbers")


def test_a_shop_s_link_asks_for_the_number_the_shop_knows(sources):
    items = sources.bom.items
    assert shops.address(sources.bom, items["shifter"], "Mouser").endswith("?q=595-SN74AHCT125N")
    assert shops.address(sources.bom, items["tvs"], "Mouser").endswith("?q=SA5.0A")
    assert shops.address(sources.bom, items["key"], "DigiKey").endswith("keywords=MX2A-E1NW")
    assert shops.address(sources.bom, items["solder"], "Amazon").endswith("k=solder+0.7+mm+50+g")
    assert shops.address(sources.bom, items["solder"], "a hardware shop") == ""


def test_every_part_is_used_in_the_guide_and_no_other(sources, folder):
    text = (folder / "ASSEMBLY.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z0-9][a-z0-9-]*)`", text)) - {"two", "three", "four", "cribboard"}
    assert named == set(sources.bom.items)


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
        ('count = "keys"', 'count = "kees"', "names are tracks keys strips banks cells links supplies"),
        ('count = "keys"', 'count = "keys.real"', "only whole numbers"),
        ('sources = ["KBDfans", "AliExpress"]', 'sources = ["KBDfans", "Alibaba"]', "no shop Alibaba"),
        ("[items.pico]\n", '[items.pico]\nmpn = "SC0915"\n', "pico: no maker and mpn here; they are fields of U1"),
        (
            '["SC0915 (Raspberry Pi Pico; its plug is Micro-USB)", "SC0918 (Pico W, for a network; likewise)"]',
            '["SC0918"]',
            "pico needs two alternates",
        ),
    ],
)
def test_wrong_parts_file_is_named(copy, parameters, old, new, said):
    path = copy / "parts.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    tomllib.loads(path.read_text(encoding="utf-8"))
    with pytest.raises(ParamsError, match=said):
        Bom(parameters, copy)
