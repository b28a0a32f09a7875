"""Typer commands of `cribboard event`: fees, purses, the 50/50 draw, special hands, prizes."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli import money_tables
from host_tools.desk.cli.options import Answer, Because, Name, Player, command
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.location import EventLocation
from host_tools.desk.money.payments import fee_list, record_payments
from host_tools.desk.money.prizes import compute_payout
from host_tools.desk.money.purse_config import purse_fields, purses_of, set_purses
from host_tools.desk.money.purse_kinds import PURSE_KINDS
from host_tools.desk.money.special_awards import delete_hand, draw_winner, record_hand
from host_tools.desk.review.readiness import settle_prizes
from host_tools.i18n import message
from host_tools.text_files import read_text_file

PurseName = Annotated[str, typer.Option("--purse", metavar="PURSE", help="The purse; left out: the first.")]


@command
def paid(
    location: EventLocation,
    name: Name,
    players: Annotated[list[str] | None, typer.Argument(metavar="PLAYER…", help="Who has paid; none: list.")] = None,
    everybody: Annotated[bool, typer.Option("--all", help="Everybody on the roster has paid.")] = False,
    undo: Annotated[bool, typer.Option("--not", help="They have not paid after all.")] = False,
    purse: PurseName = "",
) -> Answer:
    if players or everybody:
        with location.writing(name) as desk:
            numbers = [entrant(desk, who).number for who in players or []]
            numbers += [line.number for line in fee_list(desk)] if everybody else []
            record_payments(desk, numbers, purse, not undo)
    with location.reading(name) as desk:
        lines, purses = fee_list(desk), purses_of(desk.event)
    data = [{"id": line.id, "name": line.name, "paid": list(line.paid)} for line in lines]
    return data, money_tables.fees_table(name, lines, purses)


@command
def purses(
    location: EventLocation,
    name: Name,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="TOML; left out: shown.")] = None,
) -> Answer:
    if file:
        text = read_text_file(file).text
        with location.writing(name) as desk:
            set_purses(desk, text)
    with location.reading(name) as desk:
        event_purses = purses_of(desk.event)
    table = money_tables.purses_table(name, event_purses)
    return [purse_fields(purse) for purse in event_purses], table, *PURSE_KINDS.refusals()


@command
def draw(
    location: EventLocation,
    name: Name,
    purse: PurseName = "",
    again: Annotated[str, typer.Option(metavar="WHY", help="Draw once more, for this reason.")] = "",
) -> Answer:
    with location.writing(name, again) as desk:
        winner = draw_winner(desk, purse)
        data = {"id": winner.code, "name": winner.name}
    return data, message("event.money.drawn", name="{name} ({id})".format(**data))


@command
def hand(
    location: EventLocation,
    name: Name,
    player: Player,
    count: Annotated[int, typer.Argument(min=0, max=29, metavar="COUNT", help="What it counts, such as 29.")],
    round_number: Annotated[int, typer.Option("--round", min=0, help="The round.")] = 0,
    undo: Annotated[bool, typer.Option("--not", help="It was none after all.")] = False,
    because: Because = "",
) -> Answer:
    with location.writing(name, because) as desk:
        holder = entrant(desk, player)
        if undo:
            delete_hand(desk, holder.number, count)
        else:
            record_hand(desk, holder.number, count, round_number)
        data = {"id": holder.code, "name": holder.name, "count": count, "noted": not undo}
    return data, message(
        "event.money.hand_undone" if undo else "event.money.hand_noted", name=data["name"], count=count
    )


@command
def prizes(
    location: EventLocation,
    name: Name,
    because: Annotated[str, typer.Option(metavar="WHY", help="Why they are paid though something is open.")] = "",
) -> Answer:
    if because:
        with location.writing(name, because) as desk:
            settle_prizes(desk)
    with location.reading(name) as desk:
        result = compute_payout(desk)
    data = {
        "final": not result.unfinished,
        "unfinished": result.unfinished,
        "payments_noted": result.listed,
        "taken": result.taken,
        "prizes": [asdict(prize) for prize in result.prizes],
        "rest": result.rest,
        "purses": [asdict(purse) for purse in result.purses],
    }
    return data, *money_tables.payout_tables(name, result)
