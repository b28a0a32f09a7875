"""Typer command `cribboard judge`: applies a judge's decision on a board, or asks for it at the board's keys."""

from enum import StrEnum
from time import sleep
from typing import Annotated

import typer

from firmware.entry.menus import AGREED, WAITING
from firmware.rules.decisions import DECISION_NAMES
from host_tools.command_group import failed
from host_tools.i18n import message
from host_tools.i18n.board_messages import message_text
from host_tools.printable import printable
from host_tools.usb.console_output import exit_on_board_error
from host_tools.usb.protocol_client import BoardLink
from host_tools.usb.sans_io.status import play_message
from host_tools.usb.select_board import Board, PortPath, select_port

Operation = StrEnum("Operation", [(name.replace("-", "_").upper(), name) for name in DECISION_NAMES])  # type: ignore[misc]
Pin = Annotated[str, typer.Option("--pin", envvar="CRIBBOARD_PIN", help="The board's PIN, where it has one.")]

_LOOK_S = 0.5


def judge(
    operation: Annotated[Operation, typer.Argument(metavar="|".join(DECISION_NAMES))],
    reason: Annotated[str, typer.Option(help="Why: it is kept with the decision.")],
    board: Board = "",
    port: PortPath = "",
    team: Annotated[
        str, typer.Option(help="A, B, C or D: the team that is awarded holes, goes back, claimed or forfeits.")
    ] = "",
    holes: Annotated[int | None, typer.Option(help="Holes to award or to go back.")] = None,
    to: Annotated[str, typer.Option(help="The other team, after an overpeg or an exchange.")] = "",
    true: Annotated[int | None, typer.Option(help="After a false claim: where the team's front peg truly was.")] = None,
    pin: Pin = "",
) -> None:
    """Award holes, take some back, rule on a false claim, an overpeg or exchanged tracks; reopen, time out or forfeit a
    game: at once, or, where the board has no PIN and wins are signed, once two teams hold a key there."""
    fields = {"team": team.upper(), "to": to.upper(), "holes": holes, "true": true, "pin": pin}
    options = {name: value for name, value in fields.items() if value not in ("", None)}
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        asked = link.request("judge", op=operation.value, reason=reason, **options)
        if asked:
            typer.echo(message("usb.judge.asks"))
        status = _await_answer(link)
        if asked and status["asked"] != AGREED:
            raise failed(message("usb.judge.refused"))
        typer.echo(printable(message_text(play_message(status))))


def _await_answer(link: BoardLink) -> dict:
    """Return the board's status as soon as it no longer waits for two teams to hold a key."""
    while (status := link.request("status")[0])["asked"] == WAITING:
        sleep(_LOOK_S)
    return status
