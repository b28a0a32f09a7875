"""Rich tables of findings, held lines, changed places and open corrections."""

from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import columns, table
from host_tools.desk.intake import HeldLine, OpenCorrection
from host_tools.desk.review import Finding
from host_tools.desk.rounds import CorrectionEffect
from host_tools.desk.scoring import ChangedPlace
from host_tools.words import word

_MOST_TOLD = 20


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


def effect_texts(changes: Sequence[CorrectionEffect]) -> list[str]:
    """What a correction would have changed, had it come in time."""
    if not changes:
        return []
    more = [word("shell.roster.more", count=len(changes) - _MOST_TOLD)] if len(changes) > _MOST_TOLD else []
    told = [one.text for one in changes[:_MOST_TOLD]] + more
    return [word("shell.would.begin"), *told, word("shell.would.end")]


def corrections(name: str, listed: Sequence[OpenCorrection]) -> Table:
    """Corrections that wait for a decision."""
    rows = [
        (one.id, one.what, one.by, one.reason, "\n".join(one.would[:_MOST_TOLD]), ", ".join(one.choices))
        for one in listed
    ]
    headings = columns("number", "corrected", "by", "why", "in_time", "choices")
    return table(word("shell.corrections.title", event=name), headings, rows, word("shell.corrections.about"))
