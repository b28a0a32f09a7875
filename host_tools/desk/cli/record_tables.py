"""Rich tables of records: score cards, members' nights, open corrections and the audit log."""

import json
from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import columns, table
from host_tools.desk.events import AuditEntry
from host_tools.desk.scoring import CardView, MemberRecord
from host_tools.words import word


def card(view: CardView) -> Table:
    """A player's card."""
    rows = [
        (
            one.round,
            one.table or word("shell.card.out"),
            one.side,
            one.points,
            one.plus or "",
            one.minus or "",
            _company(one),
        )
        for one in view.lines
    ]
    caption = word("shell.card.sum", points=view.points, won=view.won, net=f"{view.net:+}")
    return table(
        f"{view.name} ({view.id})",
        [*columns("round", "table", "side", "points"), "+", "−", *columns("against")],
        rows,
        caption,
    )


def _company(line) -> str:
    return " & ".join(line.opponents) + (f", {word('shell.card.with', partner=line.partner)}" if line.partner else "")


def member(record: MemberRecord) -> list[Table]:
    """A member's nights, and their games by opponent."""
    nights = [
        (
            one.night,
            word("shell.member.place", rank=one.rank, of=one.of),
            one.points,
            one.won,
            one.lost,
            one.net,
            "" if one.counts else word("shell.member.not_counted"),
        )
        for one in record.nights
    ]
    caption = word(
        "shell.member.sum",
        points=record.points,
        net=f"{record.net:+}",
        won=record.won,
        lost=record.lost,
        given=record.given,
        taken=record.taken,
    )
    headings = columns("night", "place", "points", "won", "lost", "net", "")
    games = [(one.name, one.won, one.lost, one.given, one.taken) for one in record.against]
    return [
        table(f"{record.name} ({record.id})", headings, nights, caption),
        table(word("shell.member.head_to_head"), columns("against", "won", "lost", "given", "taken"), games),
    ]


def diary(name: str, entries: Sequence[AuditEntry]) -> Table:
    """The diary."""
    rows = [
        (
            one.at.replace("T", " ")[:16],
            one.by,
            word(f"event.diary.{one.what}"),
            one.reason,
            json.dumps(one.detail, ensure_ascii=False),
        )
        for one in entries
    ]
    return table(word("shell.diary.title", event=name), columns("at", "by", "what", "why", "more"), rows)
