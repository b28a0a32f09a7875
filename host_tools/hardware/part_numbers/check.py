"""Checks each part number of the parts list, alternates too, against what its place on the board wants.

What a place wants follows from its footprint, from the circuit and from the geometry; what a part is, from its number.
"""

import re
from typing import Any, NamedTuple

from ..bom import Bom
from ..csv_writer import csv_text
from ..errors import ParamsError
from . import electronic_places, mechanical_places
from .reader import facts, source
from .want import Wants, objections

FILE = "alternates.csv"
DOES, DESCRIBED, NONE, UNREAD = "does", "by description", "no alternate", "no rule reads it"
_CODE = re.compile(r"(?:[A-Z][\w-]+ )?(?=\S*\d)[A-Z\d][A-Z\d.()/-]{4,}(?: \([^()]*\))?")
"""A part number, after its maker's name and with a comment in brackets; what does not look so is a description."""


class Line(NamedTuple):
    """A number of the list: what was compared, the verdict, and where the rule that reads it is from."""

    item: str
    number: str
    compared: str
    verdict: str
    source: str


def wanted(params: Any, bom: Bom, item: str) -> Wants:
    """Return what the place of an item wants, by the names of facts."""
    return electronic_places.wanted(params, bom, item) | mechanical_places.wanted(params, bom, item)


def lines(params: Any, bom: Bom) -> list[Line]:
    """Return a line for each number of the list, in its order."""
    return [
        _line(item, number, wanted(params, bom, item))
        for item, entry in bom.items.items()
        for number in (entry["mpn"], *entry["alternates"])
    ]


def _line(item: str, number: str, wants: Wants) -> Line:
    """Return a number's line; words of which no rule reads anything that the place wants are a description."""
    told = facts(number)
    compared = " ".join(sorted(wants.keys() & told.keys()))
    if compared:
        return Line(item, number, compared, "; ".join(objections(wants, told)) or DOES, source(number))
    if number.startswith("none"):
        return Line(item, number, "", NONE, "")
    return Line(item, number, "", UNREAD if _CODE.fullmatch(number) else DESCRIBED, "")


def check(params: Any, bom: Bom) -> None:
    """Check the parts list. Raises ParamsError for the first number that does not do in its place."""
    for line in lines(params, bom):
        if line.verdict not in (DOES, DESCRIBED, NONE, UNREAD):
            raise ParamsError(f"parts.toml: {line.item}: {line.number}: {line.verdict}")


def summary(params: Any, bom: Bom) -> str:
    """Return how many of the list's numbers were compared, and how many there are, in words."""
    found = lines(params, bom)
    return f"{sum(line.verdict == DOES for line in found)} of {len(found)}"


def table(params: Any, bom: Bom) -> str:
    """Return the check as CSV."""
    return csv_text(["id", "number", "compared", "verdict", "rule_from"], lines(params, bom))
