"""The dialogue that finds a fault of a board just built: its tests, and the parts that each leads to."""

import json
import re

import pytest

from host_tools.hardware import bring_up, builds
from host_tools.hardware.netlist import fitted


@pytest.fixture(scope="module")
def data():
    return json.loads((bring_up.FOLDER / bring_up.BUILDS).read_text(encoding="utf-8"))


def asked_of(data, name):
    return {test[0]: test[1:] for test in (data["tests"][number] for number in data["builds"][name]["tests"])}


@pytest.mark.deep
def test_the_page_has_what_the_net_list_gives(parameters, data):
    assert {path.name for path in bring_up.FOLDER.iterdir()} == {bring_up.BUILDS, bring_up.PICTURE}
    assert json.loads(json.dumps(bring_up.build_data(parameters))) == data, "cribboard hardware build"


def test_the_picture_is_of_the_carrier(parameters):
    written = json.loads((bring_up.FOLDER / bring_up.PICTURE).read_text(encoding="utf-8"))
    assert json.loads(json.dumps(bring_up.carrier_picture(parameters))) == written


def test_every_build_that_there_may_be_is_there(parameters, data):
    """Typed: those that the guides list, and combinations of theirs."""
    assert {build.id for build in parameters.builds} <= set(data["builds"])
    assert {"three+voice", "two+display+voice+street", "four+battery", "two+display+cell"} <= set(data["builds"])
    assert not {"four+voice", "three+display", "two+display+large-display"} & set(data["builds"])


# Typed, from the circuit: what a part that is missing, or a joint that is open, makes of a test.
LEADS = [
    ("two", "key A+2", "", "SW2 J7.2 R21 Pico 15 J7.5"),
    ("two", "rail", "off", "JP1 U4 R7 Pico 4"),
    ("two", "rail", "off-lit", "C4 C7"),
    ("two", "rail_mv", "low", "R10 Pico 32"),
    ("two", "rail_mv", "high", "R11"),
    ("two", "buzzer", "silent", "BZ1 R14 Pico 5"),
    ("two", "track B", "dark", "U2 R2 J3 Pico 10"),
    ("two", "track A", "row-2", "J14"),
    ("two", "answers", "no", "U1 C1 D2 JP1"),
    ("four", "alone", "no", "D1 J1"),
    ("four", "offered 3000 CC1", "unpowered", "R5 J1"),
    ("four", "offered 3000 CC1", "0", "R39 R40 U5"),
    ("four", "offered 3000 CC2", "500", "U3 R6 R16 R17 R18"),
    ("two+display", "display J18", "dark", "J18 Pico 6 Pico 7"),
    ("two+cell", "battery_mv", "low", "R41 R42 C11 R33 J27.2 Pico 34 BT1"),
    ("two+cell", "battery_mv", "high", "R41 R42"),
    ("two+cell", "cell_starts", "no", "BT1 U7 J26 J27"),
    ("two+cell", "cell_off", "no", "S1 J26 J27.4"),
    ("two+voice", "supply", "unfed", "F1 D4 J19 J20 C9"),
    ("two+voice", "module", "module-silent", "U6 R34 R35 J10 J21 J23.2 J23.3"),
    ("two+voice", "voice", "silent", "LS1 J22 U6 R34"),
]


@pytest.mark.parametrize(("name", "test", "seen", "places"), LEADS)
def test_a_failure_leads_to_the_parts_that_may_cause_it(data, name, test, seen, places):
    right, wrong = asked_of(data, name)[test]
    assert seen != right
    assert set(re.findall(r"Pico \d+|\S+", places)) <= set(wrong[seen])


def test_a_failure_names_no_part_that_the_build_lacks_or_too_many(parameters, data):
    for name in data["builds"]:
        build = builds.named(parameters, name)
        there = {part.ref for part in fitted(parameters, build)} | {"Pico"}
        beside = {"voice": build.voice, "cell": build.battery == "cell"}
        for test, (_, wrong) in asked_of(data, name).items():
            for places in wrong.values():
                assert 0 < len(places) <= 12, (name, test)
                if not any(beside.values()):
                    assert {re.split(r"[. ]", place)[0] for place in places} <= there, (name, test)


def test_each_failure_of_a_line_has_a_reading_that_tells_its_parts_apart(data):
    """Keys and tracks: the page offers a reading where all parts that it tells of are suspects."""
    for name, build in data["builds"].items():
        readings = [data["readings"][number] for number in build["readings"]]
        for test, (_, wrong) in asked_of(data, name).items():
            if test.startswith(("key ", "track")):
                refs = {"U1" if place.startswith("Pico") else place.split(".")[0]
                        for places in wrong.values() for place in places}  # fmt: skip
                assert any(set(reading[5]) <= refs and len(reading[5]) > 1 for reading in readings), (name, test)
