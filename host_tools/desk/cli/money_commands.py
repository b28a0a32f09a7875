"""Typer commands of `cribboard event`, and their tables: fees, purses, the 50/50 draw, special hands, prizes."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from host_tools.desk.cli.options import Answer, Because, Name, Player, command
from host_tools.desk.cli.tables import AnswerTable, column_headings
from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.location import EventLocation
from host_tools.desk.formats.purse_model import LEAGUE, Purse
from host_tools.desk.money.amounts import dollars
from host_tools.desk.money.payments import FeeLine, fee_list, record_payments
from host_tools.desk.money.prizes import PaidPurse, Payout, compute_payout
from host_tools.desk.money.purse_config import purse_fields, purse_label, purses_of, set_purses, store_purses
from host_tools.desk.money.purse_kinds import PURSE_KINDS, kind_of
from host_tools.desk.money.special_awards import delete_hand, draw_winner, record_hand
from host_tools.desk.review.readiness import purses_of_next_night, reasons_not_final, settle_prizes
from host_tools.i18n import message
from host_tools.text_files import read_text_file


def fees_table(name: str, lines: Sequence[FeeLine], purses: Sequence[Purse]) -> AnswerTable:
    """Build the table of players and the purses they have paid into; `name` is the event's."""
    names = [purse.name for purse in purses if purse.fee]
    rows = [
        (line.id, line.name, *(message("cli.fees.paid") if purse in line.paid else "" for purse in names))
        for line in lines
    ]
    sums = [sum(purse in line.paid for line in lines) for purse in names]
    caption = "; ".join(
        message("cli.fees.count", purse=purse_label(purse), count=count, all=len(lines))
        for purse, count in zip(names, sums, strict=True)
    )
    return AnswerTable(
        message("cli.fees.title", event=name), [*column_headings("id", "name"), *map(purse_label, names)], rows, caption
    )


def purses_table(name: str, purses: Sequence[Purse]) -> AnswerTable:
    """Build the table of purses: fee, draw and prizes."""
    rows = [(purse_label(purse.name), *_sums(purse), _rule_text(purse)) for purse in purses]
    return AnswerTable(
        message("cli.purse.title", event=name), column_headings("purse", "fee", "draw", "prizes", "added", "paid"), rows
    )


def _sums(purse: Purse) -> tuple[str, ...]:
    """Format a purse's fee, draw, share of prizes and added money."""
    return dollars(purse.fee), dollars(purse.draw), f"{purse.pot} %", dollars(purse.added)


def _rule_text(purse: Purse) -> str:
    """Return the rule by which a purse's prizes are divided, who gets odd cents, and what rolls over; or why its kind
    cannot say it."""
    try:
        rule = kind_of(purse).describe(purse.rule)
    except DeskError as error:
        return str(error)
    if purse.odd_cents != LEAGUE:
        rule = message("event.money.odd_rule", rule=rule)
    if purse.rolls_over:
        rule = message("event.money.rolls_rule", rule=rule)
    return message("event.money.carried_rule", rule=rule, amount=dollars(purse.carried)) if purse.carried else rule


def _payout_tables(name: str, payout: Payout, unfinished: list[str]) -> list[object]:
    """Return a table of prizes and undistributed rest for each purse, with notices.

    One says what may still change the amounts (`unfinished`); the other, that no payment is recorded and all count as
    having paid.
    """
    blocks: list[object] = []
    for purse in payout.purses:
        blocks.append(_prize_table(name, purse, bool(unfinished)))
        if purse.left_out:
            blocks.append(message("event.money.left_out", names=", ".join(purse.left_out)))
    if unfinished:
        blocks.insert(0, message("cli.prizes.open", why="; ".join(unfinished)))
    if not payout.listed:
        blocks.append(message("event.people.nobody_noted"))
    return blocks


def _prize_table(name: str, purse: PaidPurse, unfinished: bool) -> AnswerTable:
    """Build the table of a purse's prizes and rest, with the money taken as caption; `unfinished`: it may change."""
    rows: list[tuple[object, ...]] = [
        (prize.rank or prize.label, prize.id, prize.name, dollars(prize.cents)) for prize in purse.prizes
    ]
    rows += [
        ("", "", message(f"desk.prizes.{destination}"), dollars(cents))
        for destination, cents in purse.rest.items()
        if cents
    ]
    caption = [message("cli.prizes.taken", count=purse.members, taken=dollars(purse.division.taken))]
    if purse.division.added:
        caption.append(message("cli.prizes.added", added=dollars(purse.division.added)))
    if purse.division.carried:
        caption.append(message("event.money.carried", amount=dollars(purse.division.carried)))
    if purse.first:
        caption.append(message("event.money.odd_first", names=", ".join(purse.first)))
    title = message(
        "cli.prizes.title_open" if unfinished else "cli.prizes.title", event=name, purse=purse_label(purse.name)
    )
    return AnswerTable(title, column_headings("rank", "id", "name", "amount"), rows, ", ".join(caption))


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
    return data, fees_table(name, lines, purses)


@command
def purses(
    location: EventLocation,
    name: Name,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A TOML file; left out: show the purses.")] = None,
    after: Annotated[
        str, typer.Option(metavar="EVENT", help="Take the purses of this event, with what rolls over from it.")
    ] = "",
) -> Answer:
    if file and after:
        raise DeskError(message("cli.purses.file_or_after"))
    if file:
        text = read_text_file(file).text
        with location.writing(name) as desk:
            set_purses(desk, text)
    if after:
        others = [other for other in location.event_names() if other not in (name, after)]
        with location.reading(after) as desk:
            following = purses_of_next_night(desk, location.reading, others)
        with location.writing(name) as desk:
            store_purses(desk, following)
    with location.reading(name) as desk:
        event_purses = purses_of(desk.event)
    table = purses_table(name, event_purses)
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
        result, unfinished = compute_payout(desk), reasons_not_final(desk)
    data = {
        "final": not unfinished,
        "unfinished": unfinished,
        "payments_noted": result.listed,
        "taken": result.taken,
        "prizes": [asdict(prize) for prize in result.prizes],
        "rest": result.rest,
        "purses": [asdict(purse) for purse in result.purses],
    }
    return data, *_payout_tables(name, result, unfinished)
