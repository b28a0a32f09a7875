"""Each build's folder: its book, its parts and wires, its sheet and lists; nothing of another build in it."""

import csv
import io
import re

import pytest
from pypdf import PdfReader
from pypdf.generic import DecodedStreamObject, NameObject

from host_tools.hardware import build_folder, build_tables, guide_text, netlist, wire_cuts
from host_tools.hardware.bom import Bom
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.pcb.carrier_steps import STEPS

BUILDS = ("two", "three", "four", "two-street", "four-street", "two-display", "two-large-display",
          "two-battery", "four-battery", "two-cell", "two-voice", "three-voice")  # fmt: skip
NEVER_FITTED = {"J13", "TP1", "TP2", "TP3", "TP4", "TP5", "TP6"}


@pytest.fixture(scope="module")
def books(folder):
    return {name: words_of(folder / f"builds/{name}/guide.pdf") for name in BUILDS}


def words_of(path):
    """The text of a PDF. Its drawings' thousands of lines, which hold none, are left out before pypdf reads them."""
    texts = []
    for page in PdfReader(path).pages:
        written = DecodedStreamObject()
        written.set_data(b"\n".join(re.findall(rb"\bBT\b.*?\bET\b", page.get_contents().get_data(), re.DOTALL)))
        page[NameObject("/Contents")] = written
        texts.append(page.extract_text())
    return " ".join(" ".join(texts).split())


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def refs_for(parameters, name):
    build = next(build for build in parameters.builds if build.id == name)
    return {part.ref for part in netlist.fitted(parameters, build)}


@pytest.mark.parametrize("name", BUILDS)
def test_the_house_is_told_to_fit_what_the_build_has_and_no_more(folder, parameters, name):
    """Once it was told to fit JP1, J1 and D1, and a supply would have fed the computer."""
    home = folder / f"builds/{name}"
    placed = {line["Designator"] for line in rows(home / "carrier-positions.csv")}
    listed = {ref for line in rows(home / "carrier-bom.csv") for ref in line["Designator"].split(",")}
    by_hand = {ref for ref in refs_for(parameters, name) if ref.startswith("SW") or ref in ("U1", "JP1")}
    assert placed == listed == refs_for(parameters, name) - by_hand
    assert not placed & NEVER_FITTED
    assert ("JP1" in by_hand) != ({"J1", "D1"} <= placed)


@pytest.mark.parametrize("name", BUILDS)
def test_each_part_of_the_house_has_one_number_to_order(folder, name):
    """Chips stand in sockets: the house once was told to solder them, and the Pico flat on the board."""
    lines = rows(folder / f"builds/{name}/carrier-bom.csv")
    for line in lines:
        assert re.fullmatch(r"[\w.()/-]+", line["MPN"]), "a comment is no number"
        assert line["Manufacturer"] != "any"
        assert int(line["Quantity"]) == len(line["Designator"].split(",")) <= 200, "JLCPCB reads no more in a line"
        assert len(",".join(line.values())) < 2048, "nor longer lines"
    sockets = {ref for line in lines if line["MPN"] == "1-2199298-3" for ref in line["Designator"].split(",")}
    assert sockets == {"U2", "U3"} & {ref for line in lines for ref in line["Designator"].split(",")} != set()


def test_link_and_socket_together_are_refused(parameters, monkeypatch):
    monkeypatch.setattr(netlist, "is_fitted", lambda *_: True)
    with pytest.raises(ParamsError, match="JP1 and J1 with D1 are never both fitted"):
        netlist.fitted(parameters, parameters.builds[0])


@pytest.mark.parametrize("name", BUILDS)
def test_parts_list_has_each_reference_once_with_its_value(folder, parameters, name):
    lines = rows(folder / f"builds/{name}/parts.csv")
    refs = [ref for line in lines for ref in line["references"].split()]
    beside = netlist.sheet_parts(parameters, "voice") if name.endswith("voice") else []
    beside += netlist.sheet_parts(parameters, "cell") if name == "two-cell" else []
    assert sorted(refs) == sorted(refs_for(parameters, name) | {part.ref for part in beside})
    for line in lines:
        if line["references"]:
            assert int(line["number"]) == len(line["references"].split()), line["id"]
        if line["id"].startswith("r-"):
            assert len(line["colours"].split()) == 5


def test_first_resistors_of_two_are_named_one_by_one(books):
    """Once its list said R15 to R37, of which five are others: the first eleven would have left four keys dead."""
    assert "R15 R20 R21 R22 R23 R24 R25 R26 R27 R36 R37" in books["two"]
    assert "brown · black · black · brown · brown" in books["two"]


@pytest.mark.parametrize("name", BUILDS)
def test_book_has_nothing_of_other_builds(books, name):
    text = books[name]
    tracks = 4 if name.startswith("four") else 3 if name.startswith("three") else 2
    for other in set(BUILDS) - {name}:
        assert not re.search(rf"\b{other}\b(?! seconds)", text) or other in name or other in ("two", "three", "four")
    for number, team in enumerate("ABCD"):
        assert bool(re.search(rf"keys {team}\b", text)) == (number < tracks), team
    assert ("strip" in text.split("Light")[-1].split("Plates")[0]) or "street" in name or name == "two-display"
    assert ("street-panel" in text) == ("street" in name or name == "two-display")
    assert ("display-frame" in text) == ("display" in name)
    assert ("power bank" in text) == ("battery" in name)
    assert ("charger-module" in text) == ("tap-board" in text) == ("protected lithium" in text) == (name == "two-cell")
    assert ("bay-rail" in text) == ("battery" in name or name == "two-cell")
    assert ("strip-low" in text) == ("battery" in name or name in ("two", "two-cell"))
    assert ("sound-module" in text) == ("speaker" in text.lower()) == ("J19" in text) == name.endswith("voice")
    assert "<!--" not in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("four", "| J10 | keys D | 1 KEY_D_1 · 2 KEY_D_2 · 3 KEY_D_5 · 4 KEY_D_BACK · 5 GND |"),
        ("two-cell", "| J10 | cell's voltage | 2 KEY_D_2 · 5 GND |"),
        ("two-voice", "| J10 | sound module | 2 KEY_D_2 · 3 KEY_D_5 · 4 KEY_D_BACK · 5 GND |"),
    ],
)
def test_a_pin_of_a_connector_that_leads_nowhere_is_not_listed(parameters, name, line):
    build = next(build for build in parameters.builds if build.id == name)
    assert line in build_tables._connectors(parameters, build).splitlines()


def test_a_picture_that_a_build_has_not_is_named(folder, parameters):
    """A guide from before the circuits were drawn has `picture wiring`: it once ended in a traceback."""
    picture = build_folder._pictures(parameters, parameters.builds[0])
    with pytest.raises(ParamsError, match=r"build two has no picture wiring; pictures are .*carrier .*circuit "):
        picture("wiring")


@pytest.mark.parametrize("name", BUILDS)
def test_steps_are_numbered_without_a_gap_and_each_has_its_check(folder, name, parameters):
    build = next(build for build in parameters.builds if build.id == name)
    text = guide_text.select((folder / "ASSEMBLY.md").read_text(encoding="utf-8"), guide_text.facts(build))
    text = guide_text.renumber(text)
    steps = re.split(r"^(\d+)\. \*\*", text, flags=re.MULTILINE)[1:]
    assert [int(number) for number in steps[::2]] == list(range(1, len(steps) // 2 + 1))
    assert all("*Check:*" in words for words in steps[1::2])
    assert [f"picture carrier-{step}" in text for step in STEPS] == [True] * len(STEPS)


def test_passages_may_stand_in_one_another():
    text = "a\n<!-- if x -->\nb<!-- if y --> c<!-- end if -->\n<!-- end if -->\nd\n"
    assert guide_text.select(text, {"x", "y"}) == "a\nb c\nd\n"
    assert guide_text.select(text, {"x"}) == "a\nb\nd\n"
    assert guide_text.select(text, {"y"}) == "a\nd\n"
    for wrong in ("<!-- if x -->\n", "<!-- end if -->\n"):
        with pytest.raises(ValueError, match="if"):
            guide_text.select(wrong, {"x"})


@pytest.mark.parametrize("name", BUILDS)
def test_wire_that_is_bought_reaches_for_every_cut(folder, parameters, name):
    """Summed again from the committed list: 15 % to spare, in whole metres."""
    sums = {}
    for line in rows(folder / f"builds/{name}/wires.csv"):
        if line["number"]:
            sums[line["wire"]] = sums.get(line["wire"], 0) + int(line["number"]) * int(line["length_mm"])
    bought = {line["id"]: int(line["number"]) for line in rows(folder / f"builds/{name}/parts.csv") if line["number"]}
    for wire, millimetres in sums.items():
        assert 1.15 * millimetres <= 1000 * bought[wire] < 1.15 * millimetres + 1000, wire
    keys = {"wire-signal", "wire-ground"}
    assert set(sums) == (keys if "street" in name or name == "two-display" else keys | {"wire-red", "wire-black"})


def test_two_needs_the_red_wire_that_was_counted_by_hand(parameters):
    """Each track: two feeds of 500 mm, and twice from row to row over two streets' distance."""
    red = [cut for cut in wire_cuts.cuts(parameters, parameters.builds[0]) if cut.wire == "wire-red"]
    assert sum(cut.number * cut.mm for cut in red) == 2 * (2 * 500 + 2 * 80)


def test_tables_of_a_build_are_the_parts_list_s(folder, parameters):
    bom = Bom(parameters, folder)
    for build in parameters.builds:
        text = build_tables.parts_csv(parameters, bom, build)
        assert text == (folder / f"builds/{build.id}/parts.csv").read_text(encoding="utf-8")
