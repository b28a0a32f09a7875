"""Tables of answers, with translated headings, replacing unprintable characters."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from host_tools.i18n import message
from host_tools.printable import printable
from host_tools.table_numbers import hall_of, table_text

_ANY_WIDTH = 10_000
"""Columns of a terminal in which every table has room."""

_LONGEST_WORD = 24
"""Longer words may be broken."""
_AROUND_CELL = 3
"""Width of the spaces around a cell, and of the line beside it."""


def column_headings(*names: str) -> list[str]:
    """Return the translated headings of columns by name."""
    return [message(f"cli.column.{name}") for name in names]


def table_cell(table: int | None) -> int | str | None:
    """Return a table of the event as a cell: its number, in an event of several halls its letter and number."""
    return table_text(table) if table and hall_of(table) else table


@dataclass(frozen=True)
class AnswerTable:
    """A table of an answer, laid out when it is printed: integers to the right. `rows` have a cell for each heading.

    Headings and numbers are never cut. Of the columns `expendable`, by their indices, as many are left out, the first
    ones first, as the terminal lacks the width for; the caption names them.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    caption: str = ""
    expendable: Sequence[int] = ()

    def __rich__(self) -> Table:
        shown = list(range(len(self.headings)))
        table = _table(self, self.caption, shown)
        console = Console()
        left_out: list[int] = []
        for index in self.expendable:
            if console.measure(table, options=console.options.update_width(_ANY_WIDTH)).maximum <= console.width:
                break
            shown.remove(index)
            left_out.append(index)
            names = ", ".join(self.headings[one] for one in sorted(left_out))
            told = "; ".join(filter(None, (self.caption, message("cli.table_too_wide", columns=names))))
            table = _table(self, told, shown)
        return table


def _table(answer: AnswerTable, caption: str, shown: Sequence[int]) -> Table:
    """Build a table of the columns `shown`."""
    headings, rows = answer.headings, answer.rows
    result = Table(title=printable(answer.title), caption=printable(caption) or None)
    for i in shown:
        integers = bool(rows) and all(isinstance(row[i], int) for row in rows)
        cells = [_cell_text(row[i]) for row in rows]
        numbers = not any(character.isalpha() for cell in cells for character in cell)
        words = [headings[i], *cells] if numbers else " ".join([headings[i], *cells]).split()
        result.add_column(
            headings[i],
            justify="right" if integers else "left",
            no_wrap=numbers,
            min_width=max((length for word in words if (length := cell_len(word)) <= _LONGEST_WORD), default=1),
            overflow="fold",
        )
    for row in rows:
        result.add_row(*(Text(_cell_text(row[i])) for i in shown))
    # Rich leaves no room at all to columns for which a terminal is too narrow.
    least = 1 + sum((column.min_width or 1) + _AROUND_CELL for column in result.columns)
    if least > Console().width:
        result.width = least
    return result


def _cell_text(cell: object) -> str:
    return "" if cell is None else printable(str(cell))
