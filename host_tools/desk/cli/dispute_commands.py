"""Typer commands of `cribboard event`: dispute a result, swap two tables' results, correct a board's clock."""

from dataclasses import asdict
from typing import Annotated

import typer

from host_tools.desk.cli import correction_tables
from host_tools.desk.cli.options import Answer, Because, Name, decision, table_number
from host_tools.desk.errors import DeskError
from host_tools.desk.events.entrants import entrant
from host_tools.desk.events.location import EventLocation
from host_tools.desk.intake.board_clocks import correct_clock, doubtful_clocks
from host_tools.desk.intake.disputes import change_dispute_rule, dispute, open_disputes, withdraw_dispute
from host_tools.desk.intake.exchanged_tables import swap_tables
from host_tools.i18n import message, plural
from host_tools.table_numbers import table_text

_HOUR_S = 3600


@decision
def dispute_(
    location: EventLocation,
    name: Name,
    round_number: Annotated[int | None, typer.Option("--round", min=1, help="Of the disputed result.")] = None,
    table: Annotated[int | None, typer.Option(parser=table_number, metavar="N", help="Of the disputed result.")] = None,
    game: Annotated[int, typer.Option(min=1, help="Game of the round.")] = 1,
    player: Annotated[str, typer.Option(metavar="PLAYER", help="Who says so; left out: a paper slip, or you.")] = "",
    withdraw: Annotated[int | None, typer.Option(metavar="NUMBER", help="Take this dispute back.")] = None,
    hold: Annotated[
        bool | None, typer.Option("--hold/--count", help="Whether disputed results of boards wait, or count meanwhile.")
    ] = None,
    because: Because = "",
) -> Answer:
    if (round_number is None) != (table is None) or (table, withdraw, hold) == (None, None, None):
        raise DeskError(message("cli.dispute.options"))
    with location.writing(name, because) as desk:
        if hold is not None:
            change_dispute_rule(desk, hold)
        if withdraw is not None:
            withdraw_dispute(desk, withdraw)
        if round_number is not None and table is not None:
            who = entrant(desk, player).number if player else None
            dispute(desk, round_number, table, game, player=who)
        disputes = open_disputes(desk)
    notice = plural("cli.dispute.open", len(disputes), event=name) if disputes else message("cli.dispute.none")
    texts = [message("cli.dispute.row", number=one.id, text=one.text) for one in disputes]
    return [asdict(one) for one in disputes], notice, *texts


@decision
def exchange(
    location: EventLocation,
    name: Name,
    one: Annotated[int, typer.Argument(parser=table_number, metavar="TABLE", show_default=False)],
    other: Annotated[int, typer.Argument(parser=table_number, metavar="TABLE", show_default=False)],
    round_number: Annotated[int, typer.Option("--round", min=1, help="From this round on.")],
    game: Annotated[int, typer.Option(min=1, help="From this game of the round on.")] = 1,
    until: Annotated[int | None, typer.Option(min=1, metavar="ROUND", help="Last round; left out: up to now.")] = None,
    because: Because = "",
) -> Answer:
    with location.writing(name, because) as desk:
        result = swap_tables(desk, round_number, (one, other), game=game, until_round=until)
    notice = plural("cli.exchange.done", len(result.lines), one=table_text(one), other=table_text(other))
    return asdict(result), notice, *correction_tables.change_output(result.moved, result.would)


@decision
def clock(
    location: EventLocation,
    name: Name,
    board: Annotated[str, typer.Argument(metavar="BOARD", help="As `check` names it.", show_default=False)],
    hours: Annotated[
        float | None,
        typer.Option(metavar="H", help="Hours to add to its times; left out: as many as fit all its results."),
    ] = None,
    unknown: Annotated[bool, typer.Option("--unknown", help="Believe none of its times.")] = False,
    because: Because = "",
) -> Answer:
    with location.writing(name, because) as desk:
        fitting = {one.board: one.offset_s for one in doubtful_clocks(desk)}
        offset = None if unknown else _offset(hours, board, fitting)
        released = correct_clock(desk, board, offset)
    return {"board": board, "offset": offset, "released": released}, plural("cli.clock.done", released, board=board)


def _offset(hours: float | None, board: str, fitting: dict[str, int | None]) -> int:
    """Return the seconds to add to a board's times: of `hours`, or else those that fit all its results. Raises
    DeskError if none do."""
    offset = fitting.get(board) if hours is None else round(hours * _HOUR_S)
    if offset is None:
        raise DeskError(message("cli.clock.hours", board=board))
    return offset
