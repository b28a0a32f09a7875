"""Writes the tables that are CSV files."""

import csv
import io
from collections.abc import Iterable, Sequence


def csv_text(columns: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """Return a table as CSV: the names of its columns, then its lines."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([columns, *lines])
    return buffer.getvalue()
