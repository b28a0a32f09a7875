"""The perfboard's layout and wires against the schematic."""

import csv
from math import hypot

import pytest

from host_tools.hardware import perfboard
from host_tools.hardware.errors import ParamsError
from tests.hardware.kicad_netlist import Sheet


@pytest.fixture(scope="module")
def wires(folder):
    with open(folder / "perfboard/wires.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_wires_join_what_the_sheet_joins_and_nothing_else(folder, parameters, wires):
    sheet = Sheet(folder / "boards/carrier/carrier.kicad_sch")
    there = {f"{lead.ref}.{lead.pin}" for lead in perfboard.leads(parameters)}
    joined = {}
    for wire in wires:
        ends = joined.get(wire["from_part"], {wire["from_part"]}) | joined.get(wire["to_part"], {wire["to_part"]})
        joined |= dict.fromkeys(ends, ends)
    for net, pins in sheet.nets.items():
        own = pins & there
        if len(own) > 1:
            assert joined[min(own)] == own, net
        else:
            assert not any(pin in joined for pin in own), net


def test_no_hole_has_two_leads_and_lengths_reach(parameters, wires):
    leads = {f"{lead.ref}.{lead.pin}": lead for lead in perfboard.leads(parameters)}
    assert len({lead.hole for lead in leads.values()}) == len(leads)
    for wire in wires:
        a, b = leads[wire["from_part"]].hole, leads[wire["to_part"]].hole
        assert (perfboard.name(a), perfboard.name(b)) == (wire["from_hole"], wire["to_hole"])
        assert int(wire["length_mm"]) >= 2.54 * hypot(a[0] - b[0], a[1] - b[1]) + 9


def test_leads_are_as_far_apart_as_the_parts_have_them(parameters):
    """In holes of 2.54 mm: resistors 4, DIP and adapter 3, the Pico's rows 7."""
    holes = {}
    for lead in perfboard.leads(parameters):
        holes.setdefault(lead.ref, {})[lead.pin] = lead.hole
    for ref, own in holes.items():
        if ref.startswith("R"):
            assert hypot(own[1][0] - own[2][0], own[1][1] - own[2][1]) == 4
    for ref, last, apart in (("U1", 40, 7), ("U2", 14, 3), ("U4", 6, 3)):
        assert hypot(holes[ref][1][0] - holes[ref][last][0], holes[ref][1][1] - holes[ref][last][1]) == apart


def test_two_leads_in_a_hole_are_refused(parameters, monkeypatch):
    monkeypatch.setitem(perfboard._AXIAL, "R9", perfboard._AXIAL["R14"])
    with pytest.raises(ParamsError, match="two leads in hole"):
        perfboard.leads(parameters)
