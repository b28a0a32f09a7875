"""Typer commands of `cribboard event`, and their tables: a season of several events, a member's record in it."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli.options import Answer, command
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.errors import DeskError
from host_tools.desk.events.event import format_of
from host_tools.desk.events.location import EventLocation
from host_tools.desk.money.amounts import dollars
from host_tools.desk.review.season_nights import read_night
from host_tools.desk.scoring.ranking import yes_or_no
from host_tools.desk.scoring.season import (
    SEASON_COLUMNS,
    MemberRecord,
    Night,
    SeasonTotal,
    member_record,
    season_csv,
    season_totals,
)
from host_tools.i18n import message
from host_tools.printable import print_data


@command
def season_(
    location: EventLocation,
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="The nights.", show_default=False)],
    best: Annotated[int | None, typer.Option(min=1, help="Count only so many best nights of each player.")] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
) -> Answer | None:
    nights = read_nights(location, names)
    totals = season_totals(nights, best)
    if as_csv:
        print_data(season_csv(nights, totals))
        return None
    return [asdict(total) for total in totals], season_table(totals)


@command
def member(
    location: EventLocation,
    who: Annotated[str, typer.Argument(metavar="MEMBER", help="The roster's id, or the name.", show_default=False)],
    names: Annotated[list[str], typer.Argument(metavar="NAME…", help="The nights.", show_default=False)],
    best: Annotated[int | None, typer.Option(min=1, help="Count only so many best nights.")] = None,
) -> Answer:
    record = member_record(read_nights(location, names), who, best)
    return asdict(record), *member_tables(record)


def read_nights(location: EventLocation, names: Sequence[str]) -> list[Night]:
    """Load events as nights, in order. Raises DeskError unless all have one format, and no name is repeated."""
    nights = []
    for name in names:
        if names.count(name) > 1:
            raise DeskError(message("cli.season.twice", event=name))
        with location.reading(name) as desk:
            nights.append((format_of(desk.event), read_night(desk)))
    kinds = sorted({kind.id for kind, _ in nights})
    if len(kinds) > 1:
        raise DeskError(message("cli.season.formats", formats=", ".join(kinds)))
    return [night for _, night in nights]


def season_table(totals: Sequence[SeasonTotal]) -> AnswerTable:
    """Build the table of a season's totals."""
    headings = column_headings(*SEASON_COLUMNS)
    rows = []
    for total in totals:
        cells = {name: getattr(total, name) for name in SEASON_COLUMNS}
        cells |= {"name": _names(total), "hands": " ".join(total.hands), "prizes": dollars(total.prizes)}
        rows.append(tuple(cells.values()))
    expendable = [SEASON_COLUMNS.index(column) for column in ("taken", "skunks", "hands", "rating")]
    return AnswerTable(message("cli.season.title"), headings, rows, expendable=expendable)


def _names(total: SeasonTotal) -> str:
    """Return a member's name, followed by other names used with the same id."""
    return message("cli.season.also", name=total.name, names=", ".join(total.also)) if total.also else total.name


def member_tables(record: MemberRecord) -> list[AnswerTable]:
    """Build the tables of a member's nights and games by opponent."""
    all_count = all(night.counts for night in record.nights)
    nights = [
        (
            night.night,
            message("cli.member.place", rank=night.rank, of=night.of),
            night.points,
            night.won,
            night.lost,
            night.net,
            *(() if all_count else (yes_or_no(night.counts),)),
        )
        for night in record.nights
    ]
    caption = message(
        "cli.member.sum",
        points=record.points,
        net=f"{record.net:+}",
        won=record.won,
        lost=record.lost,
        given=record.given,
        taken=record.taken,
    )
    headings = column_headings("night", "place", "points", "won", "lost", "net", *(() if all_count else ("counts",)))
    games = [
        (opponent.name, opponent.won, opponent.lost, opponent.given, opponent.taken) for opponent in record.against
    ]
    return [
        AnswerTable(f"{record.name} ({record.id})", headings, nights, caption),
        AnswerTable(
            message("cli.member.head_to_head"), column_headings("against", "won", "lost", "given", "taken"), games
        ),
    ]
