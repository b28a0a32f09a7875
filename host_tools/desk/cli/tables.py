"""Build Rich tables with translated headings, replacing unprintable characters."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from host_tools.i18n import message
from host_tools.printable import printable
from host_tools.table_numbers import hall_of, table_text


def column_headings(*names: str) -> list[str]:
    """Return the translated headings of columns by name; "" for a column without a heading."""
    return [message(f"cli.column.{name}") if name else "" for name in names]


def table_cell(table: int | None) -> int | str | None:
    """Return a table of the event as a cell: its number, in an event of several halls its letter and number."""
    return table_text(table) if table and hall_of(table) else table


def build_table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]], caption: str = "") -> Table:
    """Build a Rich table; columns of integers are aligned to the right. `rows` have a cell for each heading."""
    result = Table(title=printable(title), caption=printable(caption) or None)
    for i, heading in enumerate(headings):
        numbers = bool(rows) and all(isinstance(row[i], int) for row in rows)
        result.add_column(heading, justify="right" if numbers else "left")
    for row in rows:
        result.add_row(*("" if cell is None else Text(printable(str(cell))) for cell in row))
    return result
