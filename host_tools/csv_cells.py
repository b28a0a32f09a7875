"""Mark CSV cells that a spreadsheet would take for a formula, and read marked cells back."""

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""Heads by which spreadsheets know a formula (OWASP, CSV injection), behind any number of marks."""


def escape_formula(cell: str) -> str:
    """Return the text of a cell with an apostrophe before it if a spreadsheet would take it for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Return the text that `escape_formula` was given, or a cell that it would not have marked."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
