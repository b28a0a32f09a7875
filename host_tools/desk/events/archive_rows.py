"""Read and convert an exported event's tables, whose rows are lists of values in the order of the columns."""

from collections.abc import Callable
from typing import Any


def rows_as_dicts(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of an exported table as dicts by column."""
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def convert_rows(table: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Replace each row of an exported table, as a dict by column, by `change(row)`; columns may be added or removed."""
    rows = [change(row) for row in rows_as_dicts(table)]
    if rows:
        table["columns"] = list(rows[0])
        table["rows"] = [list(row.values()) for row in rows]
