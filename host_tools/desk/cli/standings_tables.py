"""Standings and season as Rich table, CSV and HTML."""

import csv
import html
import io
from collections.abc import Sequence
from dataclasses import asdict

from rich.table import Table

from host_tools.desk.cli.tables import columns, table
from host_tools.desk.formats import Format
from host_tools.desk.scoring import SeasonTotal, Standing
from host_tools.printable import printable
from host_tools.words import current, word

COLUMNS = ("rank", "id", "name", "points", "won", "lost", "skunks", "net", "plus", "played", "missed", "ranked")


def standings(name: str, kind: Format, ranked: Sequence[Standing]) -> Table:
    """The standings."""
    rows = [
        (*tuple(asdict(one).values())[:-1], "" if one.ranked else word("shell.standings.not_ranked")) for one in ranked
    ]
    criteria = ", ".join(word(f"desk.rank.{criterion}") for criterion in kind.ranking)
    caption = [word("shell.standings.by", criteria=criteria)]
    if any(not one.ranked for one in ranked):
        caption.append(word("shell.standings.apart", least=kind.least))
    return table(name, columns(*COLUMNS[:-1], ""), rows, "; ".join(caption))


def standings_csv(ranked: Sequence[Standing]) -> str:
    """The standings for a spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(asdict(one).values() for one in ranked)
    return printable(text.getvalue())


def standings_html(name: str, ranked: Sequence[Standing]) -> str:
    """The standings as a page of its own."""
    head = "".join(f"<th>{heading}" for heading in columns(*COLUMNS))
    rows = ("".join(f"<td>{html.escape(printable(str(cell)))}" for cell in asdict(one).values()) for one in ranked)
    body = "\n".join(f"<tr>{row}" for row in rows)
    title = html.escape(name)
    style = "body{font-family:sans-serif}td,th{padding:.2em .8em;text-align:left}tr:nth-child(even){background:#eee}"
    return (
        f'<!doctype html>\n<html lang="{current()}"><meta charset="utf-8"><title>{title}</title>\n'
        f"<style>{style}</style>\n<h1>{title}</h1>\n<table>\n<tr>{head}\n{body}\n</table>\n</html>\n"
    )


def season(totals: Sequence[SeasonTotal]) -> Table:
    """The season's table."""
    headings = columns("rank", "id", "name", "nights", "points", "net", "rating")
    rows = [(one.rank, one.id, _names(one), one.nights, one.points, one.net, one.rating) for one in totals]
    return table(word("shell.season.title"), headings, rows)


def _names(one: SeasonTotal) -> str:
    return word("shell.season.also", name=one.name, names=", ".join(one.also)) if one.also else one.name
