"""Rich tables of seating, standings, findings and held lines; standings as CSV and HTML."""

import csv
import html
import io
from collections.abc import Sequence
from dataclasses import asdict

from rich.table import Table
from rich.text import Text

from host_tools.desk.formats import Format
from host_tools.desk.intake import HeldLine
from host_tools.desk.review import Finding
from host_tools.desk.rounds import BracketView, RoundView
from host_tools.desk.scoring import ChangedPlace, SeasonTotal, Standing
from host_tools.printable import printable
from host_tools.words import current, word

COLUMNS = ("rank", "id", "name", "points", "won", "lost", "skunks", "net", "plus", "played", "missed", "ranked")


def columns(*names: str) -> list[str]:
    """The headings of columns by their names, "" for one without a heading."""
    return [word(f"shell.column.{name}") if name else "" for name in names]


def table(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]], caption: str = "") -> Table:
    """A table whose numbers stand to the right."""
    shown = Table(title=printable(title), caption=printable(caption) or None)
    for i, heading in enumerate(headings):
        numbers = bool(rows) and all(isinstance(row[i], int) for row in rows)
        shown.add_column(heading, justify="right" if numbers else "left")
    for row in rows:
        shown.add_row(*("" if cell is None else Text(printable(str(cell))) for cell in row))
    return shown


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


def seating(name: str, seated: RoundView) -> Table:
    """Who sits where."""
    letters = sorted({letter for one in seated.tables for letter in one.sides})
    rows = [[one.table, *(" & ".join(one.sides.get(letter, [])) for letter in letters)] for one in seated.tables]
    out = word("shell.seating.out", names=", ".join(seated.out)) if seated.out else ""
    caption = "; ".join(filter(None, (out, seated.note)))
    return table(
        word("shell.seating.title", event=name, round=seated.round, preset=seated.preset),
        [*columns("table"), *(word("shell.seating.side", side=letter) for letter in letters)],
        rows,
        caption,
    )


def findings(name: str, found: Sequence[Finding]) -> Table:
    """What was found, with the rule each ruling follows."""
    rows = []
    for one in found:
        ruled = "; ".join(one.rules)
        what = f"{one.text} [{word('shell.findings.by', rules=ruled)}]" if ruled else one.text
        who = "players" if one.kind in ("missing", "card-missing") else "director"
        waits = word(f"shell.findings.{who}") if one.open else ""
        if len(one.held) > 1:
            what += "".join(f"\n{held.line}: {held.text}" for held in one.held)
        lines = ", ".join(str(held.line) for held in one.held)
        rows.append((one.round, one.table, one.game, one.kind, what, lines, waits))
    return table(name, columns("round", "table", "game", "kind", "what", "line", "waits"), rows)


def held_lines(name: str, held: Sequence[HeldLine]) -> Table:
    """Lines that have been held, with the numbers by which `decide` knows them."""
    rows = [(one.line, one.round, one.table, one.game, one.text) for one in held]
    return table(
        word("shell.held.title", event=name),
        columns("line", "round", "table", "game", "why"),
        rows,
        word("shell.held.about"),
    )


def moved(changes: Sequence[ChangedPlace]) -> Table:
    """Whose place or totals have changed."""
    rows = [(one.id, one.name, *(_step(pair) for pair in (one.rank, one.points, one.net))) for one in changes]
    return table(word("shell.moved.title"), columns("id", "name", "rank", "points", "net"), rows)


def _step(pair: tuple[int, int]) -> str:
    before, after = pair
    return str(after) if before == after else f"{before} → {after}"


def bracket(name: str, view: BracketView) -> Table:
    """The play-off, a line for each meeting."""
    rows = []
    for one in (one for stage in view.rounds for one in stage):
        a, b = (f"{seed} {who}" if seed else "" for seed, who in zip(one.seeds, one.names, strict=True))
        rows.append(
            (
                one.round,
                one.table,
                a,
                word("desk.bracket.bye") if one.bye else b,
                f"{one.won[0]}–{one.won[1]}",
                one.winner,
            )
        )
    state = word("shell.bracket.best_of", games=view.best_of) if view.drawn else word("shell.bracket.not_drawn")
    caption = word("shell.bracket.about", qualifiers=view.qualifiers, byes=view.byes, state=state)
    return table(
        word("shell.bracket.title", event=name),
        columns("round", "table", "seed", "against", "games", "winner"),
        rows,
        caption,
    )


def season(totals: Sequence[SeasonTotal]) -> Table:
    """The season's table."""
    headings = columns("rank", "id", "name", "nights", "points", "net", "rating")
    rows = [(one.rank, one.id, _names(one), one.nights, one.points, one.net, one.rating) for one in totals]
    return table(word("shell.season.title"), headings, rows)


def _names(one: SeasonTotal) -> str:
    return word("shell.season.also", name=one.name, names=", ".join(one.also)) if one.also else one.name
