"""Cards, members, corrections and the diary on a terminal."""

import json
from collections.abc import Sequence

from rich.table import Table

from host_tools.desk.cli.tables import table
from host_tools.desk.events import DiaryEntry
from host_tools.desk.intake import OpenCorrection
from host_tools.desk.rounds import WouldBe
from host_tools.desk.scoring import CardView, MemberRecord

_MOST_TOLD = 20


def card(view: CardView) -> Table:
    """A player's card."""
    rows = [
        (one.round, one.table or "out", one.side, one.points, one.plus or "", one.minus or "", _company(one))
        for one in view.lines
    ]
    caption = f"{view.points} points, {view.won} won, net {view.net:+}"
    return table(f"{view.name} ({view.id})", ("round", "table", "side", "points", "+", "−", "against"), rows, caption)


def _company(line) -> str:
    return " & ".join(line.opponents) + (f", with {line.partner}" if line.partner else "")


def member(record: MemberRecord) -> list[Table]:
    """A member's nights, and their games by opponent."""
    nights = [
        (
            one.night,
            f"{one.rank} of {one.of}",
            one.points,
            one.won,
            one.lost,
            one.net,
            "" if one.counts else "not counted",
        )
        for one in record.nights
    ]
    skunks = f"skunks given {record.given}, taken {record.taken}"
    caption = f"{record.points} points, net {record.net:+}; {record.won} won, {record.lost} lost; {skunks}"
    columns = ("night", "place", "points", "won", "lost", "net", "")
    games = [(one.name, one.won, one.lost, one.given, one.taken) for one in record.against]
    return [
        table(f"{record.name} ({record.id})", columns, nights, caption),
        table("head to head", ("against", "won", "lost", "skunks given", "taken"), games),
    ]


def would_be(changes: Sequence[WouldBe]) -> list[str]:
    """What a correction would have changed, had it come in time."""
    if not changes:
        return []
    more = [f"and {len(changes) - _MOST_TOLD} more"] if len(changes) > _MOST_TOLD else []
    told = [one.text for one in changes[:_MOST_TOLD]] + more
    return ["Had this been known in time:", *told, "Nothing of that is changed. `corrections` lists what can be done."]


def corrections(name: str, listed: Sequence[OpenCorrection]) -> Table:
    """Corrections that wait for a decision."""
    rows = [
        (one.id, one.what, one.by, one.reason, "\n".join(one.would[:_MOST_TOLD]), ", ".join(one.choices))
        for one in listed
    ]
    columns = ("number", "corrected", "by", "why", "in time it would have been", "choices")
    return table(f"{name}, corrections", columns, rows, "`settle` decides about one")


def diary(name: str, entries: Sequence[DiaryEntry]) -> Table:
    """The diary."""
    rows = [
        (one.at.replace("T", " ")[:16], one.by, one.what, one.reason, json.dumps(one.detail, ensure_ascii=False))
        for one in entries
    ]
    return table(f"{name}, diary", ("at, UTC", "by", "what", "why", "more"), rows)
