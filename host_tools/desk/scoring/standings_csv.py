"""Format standings as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from host_tools.desk.scoring.standings import Standing
from host_tools.printable import printable

STANDINGS_COLUMNS = (
    *("rank", "id", "name", "points", "won", "lost", "skunks", "net", "plus", "played", "missed", "ranked"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula in spreadsheets."""


def standings_csv(places: Sequence[Standing]) -> str:
    """Format the standings as CSV, with the columns STANDINGS_COLUMNS. A text that a spreadsheet would take for a
    formula has an apostrophe before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(STANDINGS_COLUMNS)
    writer.writerows(map(_cell, asdict(standing).values()) for standing in places)
    return printable(text.getvalue())


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
