"""Checks each part number of the parts list, alternates too, against what its place on the board wants.

What a place wants follows from its footprint and its value in the circuit; what a part is, from its number.
"""

import csv
import io
import re
from typing import Any

from .bom import Bom
from .errors import ParamsError
from .ordering_codes import Facts, facts
from .resistor_colours import ohms
from .schematic.build_netlist import all_parts

FILE = "alternates.csv"
CHECKED_ON = "2026-11-25"
"""The day of the rules in `ordering_codes`."""
_PITCH_MM = 0.1
"""Leads may be bent by as much: 5.08 into 5.00."""
_LEAST_VOLTS = {"c-inlet": 10, "c-100n": 10, "c-bulk": 6.3, "c-voice": 6.3}
"""Twice the 5 V where a ceramic loses capacity by voltage; an electrolytic's own above 5.5 V."""
_NEAR, _ANY_NEAR = 0.016, 0.5
"""How far a resistor may be off, where the list wants 1 %, and where the value hardly matters."""
_FAMILY = "AHCT"
"""TTL thresholds, and inputs that may be high while it has no supply: HCT's are clamped to it."""
_BUS_KHZ, _ADDRESS = 400, 0x20
_DOES = "does"


def wanted(params: Any, bom: Bom, item: str) -> Facts:
    """Return what the place of an item wants: the same names as in `ordering_codes`."""
    footprint = bom.footprint(item)
    found: Facts = {}
    if match := re.search(r"(DIP-14|SOT-23-6|SOIC-16W)", footprint):
        found["package"] = match[1]
    if match := re.search(r"_1x(\d\d)_P([\d.]+)mm", footprint):
        found |= {"pins": int(match[1]), "pitch": float(match[2])}
    elif item.startswith("c-") and (match := re.search(r"_P([\d.]+)mm", footprint)):
        found["pitch"] = float(match[1])
    if match := re.fullmatch(r"housing-(\d)", item):
        found |= {"pins": int(match[1]), "pitch": 2.5}
    values = {part.value for part in all_parts(params) if part.item == item}
    if len(values) == 1:
        found |= _value(item, values.pop(), "1 %" in bom.items[item]["part"])
    if item == "shifter":
        found["family"] = _FAMILY
    if item == "expander":
        found |= {"khz": _BUS_KHZ, "address": _ADDRESS}
    return found


def _value(item: str, value: str, exact: bool) -> Facts:
    """Return what a resistor's or capacitor's value in the circuit wants."""
    if item.startswith("r-"):
        return {"ohms": ohms(value), "within": _NEAR if exact else _ANY_NEAR}
    if match := re.fullmatch(r"(\d+)([un])", value):
        return {"uf": int(match[1]) / (1 if match[2] == "u" else 1000), "volts": _LEAST_VOLTS[item]}
    return {}


def objections(want: Facts, found: Facts) -> list[str]:
    """Return why a part does not do in a place; none where it does, or where its number does not tell."""
    reasons = [
        f"{name} {found[name]}, not {want[name]}"
        for name in ("package", "family", "pins", "address")
        if name in want and name in found and want[name] != found[name]
    ]
    if {"pitch"} <= want.keys() & found.keys() and abs(want["pitch"] - found["pitch"]) > _PITCH_MM:
        reasons.append(f"leads {found['pitch']:g} mm apart, not {want['pitch']:g}")
    for name, unit in (("volts", "V"), ("khz", "kHz")):
        if name in want and found.get(name, want[name]) < want[name]:
            reasons.append(f"{found[name]:g} {unit}, not {want[name]:g} or more")
    if "ohms" in want and abs(found.get("ohms", want["ohms"]) / want["ohms"] - 1) > want["within"]:
        reasons.append(f"{found['ohms']:g} ohm, not {want['ohms']:g}")
    if "uf" in want and found.get("uf", want["uf"]) != want["uf"]:
        reasons.append(f"{found['uf']:g} uF, not {want['uf']:g}")
    return reasons


def lines(params: Any, bom: Bom) -> list[tuple[str, str, str, str]]:
    """Return item, number, what was compared, and the verdict, of each number of the list that tells something."""
    found = []
    for item, entry in bom.items.items():
        want = wanted(params, bom, item)
        for number in (entry["mpn"], *entry["alternates"]):
            told = facts(number)
            compared = " ".join(sorted(want.keys() & told.keys()))
            if compared:
                found.append((item, number, compared, "; ".join(objections(want, told)) or _DOES))
    return found


def check(params: Any, bom: Bom) -> None:
    """Check the parts list. Raises ParamsError for the first number that does not do in its place."""
    for item, number, _, verdict in lines(params, bom):
        if verdict != _DOES:
            raise ParamsError(f"parts.toml: {item}: {number}: {verdict}")


def table(params: Any, bom: Bom) -> str:
    """Return the check as CSV, by number and date."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["id", "number", "compared", "verdict", "rules_of"])
    writer.writerows([*line, CHECKED_ON] for line in lines(params, bom))
    return buffer.getvalue()
