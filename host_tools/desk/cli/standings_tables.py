"""Format standings as a Rich table or HTML."""

import html
from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import build_table, column_headings
from host_tools.desk.formats.event_formats import Format
from host_tools.desk.scoring.ranking import columns_of, yes_or_no
from host_tools.desk.scoring.standings import Standing
from host_tools.i18n import current_language, message
from host_tools.printable import printable


def standings_table(name: str, kind: Format, places: Sequence[Standing]) -> Table:
    """Build the table of the standings, with the ranking criteria as caption."""
    columns = [name for name in _columns(kind) if name != "ranked"]
    rows = [
        (
            *(_cell(getattr(standing, column)) for column in columns),
            "" if standing.ranked else message("cli.standings.not_ranked"),
        )
        for standing in places
    ]
    criteria = ", ".join(message(f"desk.rank.{criterion}") for criterion in kind.ranking)
    caption = [message("cli.standings.by", criteria=criteria)]
    if any(not standing.ranked for standing in places):
        caption.append(message("cli.standings.apart", least=kind.min_attendance))
    return build_table(name, column_headings(*columns, ""), rows, "; ".join(caption))


def _columns(kind: Format) -> list[str]:
    return ["rank", "id", "name", *(column.field for column in columns_of(kind))]


def _cell(value: object) -> object:
    return yes_or_no(value) if isinstance(value, bool) else value


def standings_html(name: str, kind: Format, places: Sequence[Standing]) -> str:
    """Format the standings as an HTML page."""
    columns = _columns(kind)
    head = "".join(f"<th>{heading}" for heading in column_headings(*columns))
    rows = (
        "".join(f"<td>{html.escape(printable(str(_cell(getattr(standing, column)))))}" for column in columns)
        for standing in places
    )
    body = "\n".join(f"<tr>{row}" for row in rows)
    title = html.escape(name)
    style = "body{font-family:sans-serif}td,th{padding:.2em .8em;text-align:left}tr:nth-child(even){background:#eee}"
    return (
        f'<!doctype html>\n<html lang="{current_language()}"><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{style}</style>\n<h1>{title}</h1>\n<table>\n<tr>{head}\n{body}\n</table>\n</html>\n"
    )
