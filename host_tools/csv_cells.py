"""Write CSV, its cells marked that a spreadsheet would take for a formula, and read marked cells back."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from host_tools.i18n import TRAITS, current_language
from host_tools.printable import printable

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""Heads by which spreadsheets know a formula (OWASP, CSV injection), behind any number of marks."""


def escape_formula(cell: str) -> str:
    """Return the text of a cell with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Return the text that `escape_formula` was given, or a cell that it would not have marked."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def csv_text(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Format rows as CSV, texts marked by `escape_formula`.

    Cells are separated by semicolons in a language whose decimals have a comma, as spreadsheets expect there.
    """
    text = io.StringIO()
    delimiter = ";" if TRAITS[current_language()].decimal_mark == "," else ","
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    for row in (headings, *rows):
        writer.writerow(escape_formula(cell) if isinstance(cell, str) else cell for cell in row)
    return printable(text.getvalue())
