"""Each build's folder: its book, its parts and wires, its sheet and lists; nothing of another build in it."""

import csv
import io
import re
from copy import deepcopy
from itertools import combinations
from math import dist

import pytest

from host_tools.hardware import book, build, build_tables, builds, guide_text, inside_picture, netlist, power, wire_cuts
from host_tools.hardware.errors import ParamsError
from host_tools.hardware.pcb.carrier_steps import STEPS
from host_tools.i18n import translated_help, use_language

BUILDS = ("two", "four", "two+large-display", "two+display+battery", "two+cell", "three+voice", "four+street")
"""Among them is each number of tracks and each option."""
FITTING = 25
NEVER_FITTED = {"J13", "TP1", "TP2", "TP3", "TP4", "TP5", "TP6"}


@pytest.fixture(scope="session")
def whole(folder):
    return build.sources(folder)


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def refs_for(parameters, name):
    return {part.ref for part in netlist.fitted(parameters, builds.named(parameters, name))}


@pytest.mark.parametrize("name", BUILDS)
def test_the_house_is_told_to_fit_what_the_build_has_and_no_more(made, parameters, name):
    """Once it was told to fit JP1, J1 and D1, and a supply would have fed the computer."""
    home = made(name, "order_files")
    placed = {line["Designator"] for line in rows(home / "carrier-positions.csv")}
    listed = {ref for line in rows(home / "carrier-bom.csv") for ref in line["Designator"].split(",")}
    there = refs_for(parameters, name)
    assert placed == listed == there & {"U4", "U5", "J1"} >= {"U4"}, "what lies flat on the board"
    assert not placed & NEVER_FITTED
    assert ("JP1" in there) != ("J1" in placed)


@pytest.mark.parametrize("name", BUILDS)
def test_each_part_of_the_house_has_one_number_to_order(made, name):
    """Legs are left to the hand: the house once was told to solder chips, and the Pico flat on the board."""
    lines = rows(made(name, "order_files") / "carrier-bom.csv")
    for line in lines:
        assert re.fullmatch(r"[\w.()/-]+", line["MPN"]), "a comment is no number"
        assert line["Manufacturer"] != "any"
        assert int(line["Quantity"]) == len(line["Designator"].split(",")) <= 200, "JLCPCB reads no more in a line"
        assert len(",".join(line.values())) < 2048, "nor longer lines"
    assert len({line["MPN"] for line in lines}) == len(lines), "it once had three lines for one connector"
    assert {line["MPN"]: line["JLCPCB Part #"] for line in lines}["TPS2553DBVR"] == "C55266"


def test_link_and_socket_together_are_refused(parameters, monkeypatch):
    monkeypatch.setattr(netlist, "is_fitted", lambda *_: True)
    with pytest.raises(ParamsError, match="JP1 and J1 with D1 are never both fitted"):
        netlist.fitted(parameters, parameters.builds[0])


@pytest.mark.parametrize("name", BUILDS)
def test_parts_list_has_each_reference_once_with_its_value(made, parameters, name):
    lines = rows(made(name) / "parts.csv")
    refs = [ref for line in lines for ref in line["references"].split()]
    beside = netlist.sheet_parts(parameters, "voice") if "voice" in name else []
    beside += netlist.sheet_parts(parameters, "cell") if "cell" in name else []
    assert sorted(refs) == sorted(refs_for(parameters, name) | {part.ref for part in beside})
    for line in lines:
        if line["references"]:
            assert int(line["number"]) == len(line["references"].split()), line["id"]
        if line["id"].startswith("r-"):
            assert len(line["colours"].split()) == 5


@pytest.mark.deep
@pytest.mark.parametrize("name", BUILDS)
def test_book_has_nothing_of_other_builds(whole, parameters, name):
    text = book.text(whole, builds.named(parameters, name), image=True)
    tracks, *options = name.split("+")
    for number, team in enumerate("ABCD"):
        there = number < ("two", "three", "four").index(tracks) + 2
        assert bool(re.search(rf"keys {team}\b", text)) == there, team
    words = {"street-panel": "street", "display-frame": "display", "power bank": "battery", "charger-module": "cell",
             "tap-board": "cell", "protected lithium": "cell", "bay-rail": "battery cell", "sound-module": "voice",
             "J19": "voice"}  # fmt: skip
    for word, wanted in words.items():
        there = any(option.endswith(one) for one in wanted.split() for option in options)
        assert (word in text) == there, word
    assert ("`strip`" in text) == ("street" not in options)
    assert "<!-- if" not in text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("four", "| J10 | keys D | 1 KEY_D_1 · 2 KEY_D_2 · 3 KEY_D_5 · 4 KEY_D_BACK · 5 GND |"),
        ("two+cell", "| J10 | cell's voltage | 2 KEY_D_2 · 5 GND |"),
        ("two+voice", "| J10 | sound module | 2 KEY_D_2 · 3 KEY_D_5 · 4 KEY_D_BACK · 5 GND |"),
    ],
)
def test_a_pin_of_a_connector_that_leads_nowhere_is_not_listed(parameters, name, line):
    found = build_tables.connector_table(parameters, builds.named(parameters, name))
    assert line in found.splitlines()


def test_a_picture_that_a_build_has_not_is_named(folder, parameters):
    """A guide from before the circuits were drawn has `picture wiring`: it once ended in a traceback."""
    picture = book.pictures(parameters, parameters.builds[0])
    with pytest.raises(ParamsError, match=r"build two has no picture wiring; pictures are .*carrier .*circuit "):
        picture("wiring")


@pytest.mark.parametrize("image", [False, True])
@pytest.mark.parametrize("name", BUILDS)
def test_steps_are_numbered_without_a_gap_and_each_has_its_check(folder, name, image, parameters):
    words = guide_text.facts(builds.named(parameters, name), image)
    text = guide_text.select((folder / "ASSEMBLY.md").read_text(encoding="utf-8"), words)
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
def test_wire_that_is_bought_reaches_for_every_cut(made, name):
    """Summed again from its list: 15 % to spare, in whole metres."""
    sums = {}
    for line in rows(made(name) / "wires.csv"):
        if line["number"]:
            sums[line["wire"]] = sums.get(line["wire"], 0) + int(line["number"]) * int(line["length_mm"])
    bought = {line["id"]: int(line["number"]) for line in rows(made(name) / "parts.csv") if line["number"]}
    for wire, millimetres in sums.items():
        assert 1.15 * millimetres <= 1000 * bought[wire] < 1.15 * millimetres + 1000, wire
    assert set(sums) == {"wire-signal", "wire-ground", "wire-red", "wire-black"}


@pytest.mark.parametrize("build", BUILDS)
def test_each_wire_of_the_lid_reaches_its_connector(parameters, build):
    """With the lid on its face before the base: a display's wires were once 300 mm, for 476 mm."""
    named = builds.named(parameters, build)
    lengths = {cut.what: cut.mm for cut in wire_cuts.cuts(parameters, named)}
    for wire in inside_picture.wires(parameters, named):
        if wire.kind != "beside":
            track, _, side = wire.origin.partition(", ")
            length = lengths[f"{track}: {side} connector" if side else f"{wire.origin}: ground"]
            assert dist(wire.start, wire.end) + 50 <= length, wire
            assert not side or 2 * length <= 1000 * parameters.power.feed_metres, "what the supply is summed with"


def test_two_needs_the_red_wire_that_was_counted_by_hand(parameters):
    """Each track: two feeds of 350 or 400 mm, and twice from row to row over two streets' distance."""
    red = [cut for cut in wire_cuts.cuts(parameters, parameters.builds[0]) if cut.wire == "wire-red"]
    assert sum(cut.number * cut.mm for cut in red) == 350 + 3 * 400 + 2 * 2 * 80


def test_lists_that_are_kept_are_what_the_parameters_give(folder, made):
    for name in ("two", "four"):
        for file in ("parts.csv", "wires.csv", "leds.csv"):
            assert (folder / f"builds/{name}/{file}").read_bytes() == (made(name) / file).read_bytes()


@pytest.mark.parametrize(("name", "said"), [
    ("five", "it begins with one of two three four, such as two\\+display"),
    ("display", "it begins with one of two three four"),
    ("two+dsplay", "no option 'dsplay'; options are display large-display voice street battery cell"),
    ("two+", "no option ''"),
    ("two+voice+voice", "voice is there twice"),
    ("two+cell+voice", "cell excludes voice: they have one pin and one place"),
    ("two+voice+cell", "cell excludes voice"),
    ("four+voice", "voice excludes four: the fourth team's keys take its pins"),
    ("four+cell", "cell excludes four: the fourth team's keys take its pin"),
    ("two+street+battery", "battery excludes street: the street boards' plugs hang down"),
])  # fmt: skip
def test_a_build_that_cannot_be_is_refused_with_the_reason(parameters, name, said):
    with pytest.raises(ParamsError, match=said):
        builds.named(parameters, name)


def test_a_refusal_is_in_the_reader_s_language(parameters):
    """All that a build's name alone can bring about: names, options that exclude each other, a plate too large."""
    reasons = {reason for option in parameters.build.options.values() for reason in option.excludes.values()}
    with use_language("fr"):
        assert [reason for reason in reasons if translated_help(reason) == reason] == []
        for name, said in (("five", "il commence par un de two three four"), ("two+dsplay", "n’existe pas; il y a"),
                           ("two+voice+voice", "y est deux fois"), ("two+cell+voice", "exclut voice.*: ils n’ont"),
                           ("three+display", "la plaque de 3 pistes mesure 273 x")):  # fmt: skip
            with pytest.raises(ParamsError, match=said):
                builds.check(parameters, [], builds.named(parameters, name))


def test_options_may_be_named_in_any_order(parameters):
    found = builds.named(parameters, "two+battery+display")
    assert found == builds.named(parameters, "two+display+battery")
    assert (found.id, found.displays, found.battery) == ("two+display+battery", ("small", "small"), "bank")


def test_options_of_a_build_add_up(parameters):
    """The largest port of its tracks and options; a cable's resistance by what feeds it."""
    wanted = {"two": (500, 250), "two+display": (500, 250), "two+display+voice": (1500, 0), "two+cell": (500, 250),
              "two+battery": (500, 250), "two+large-display+battery": (1500, 120), "four+battery": (1500, 120),
              "four+street": (1500, 0)}  # fmt: skip
    found = {name: builds.named(parameters, name) for name in wanted}
    assert {name: (one.port, one.cable_mohm) for name, one in found.items()} == wanted


def every_name(parameters):
    for tracks in parameters.build.tracks:
        for number in range(len(parameters.build.options) + 1):
            for options in combinations(parameters.build.options, number):
                yield "+".join([tracks, *options])


def test_every_build_that_is_not_excluded_fits_or_is_too_large_for_the_laser(parameters):
    """All 192 names: what no exclusion names stands clear of everything, and fits its port."""
    fitting, too_large = [], []
    for name in every_name(parameters):
        try:
            wanted = builds.named(parameters, name)
        except ParamsError:
            continue
        try:
            builds.check(parameters, [], wanted)
            fitting.append(name)
        except ParamsError as error:
            assert "larger than 300 x 300" in str(error)
            too_large.append(name)
    assert len(fitting) == FITTING
    assert all("display" in name and name.startswith(("three", "four")) for name in too_large)


def test_every_exclusion_is_one_in_truth(parameters):
    """Without it the build would be refused by its pins, its place, its port, or because two lie in one bay."""
    for name, option in parameters.build.options.items():
        for other, reason in option.excludes.items():
            free = deepcopy(parameters)
            for each in free.build.options.values():
                each.excludes = {}
            tracks, *others = [other, name] if other in free.build.tracks else ["two", name, other]
            if {name, other} in ({"battery", "cell"}, {"display", "large-display"}):
                assert option.has.keys() & free.build.options[other].has.keys(), reason
            elif "500 mA" in reason:
                assert builds.named(free, "+".join([tracks, *others])).port > 500
            else:
                with pytest.raises((ParamsError, power.PowerError)):
                    builds.check(free, [], builds.named(free, "+".join([tracks, *others])))
