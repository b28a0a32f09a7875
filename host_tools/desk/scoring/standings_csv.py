"""Format standings as CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict

from host_tools.csv_cells import escape_formula
from host_tools.desk.scoring.standings import Standing
from host_tools.printable import printable

STANDINGS_COLUMNS = (
    *("rank", "id", "name", "points", "won", "lost", "skunks", "net", "plus", "played", "missed", "ranked"),
)


def standings_csv(places: Sequence[Standing]) -> str:
    """Format the standings as CSV, with the columns STANDINGS_COLUMNS. A text that a spreadsheet would take for a
    formula has an apostrophe before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(STANDINGS_COLUMNS)
    for standing in places:
        writer.writerow(escape_formula(cell) if isinstance(cell, str) else cell for cell in asdict(standing).values())
    return printable(text.getvalue())
