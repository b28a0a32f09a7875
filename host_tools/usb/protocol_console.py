"""Typer command `cribboard link`: interactive console on a board's serial protocol, for support."""

import sys
from typing import Annotated

import typer

from host_tools.usb.console_output import exit_on_board_error, print_board_line
from host_tools.usb.protocol_client import BoardLink, parse_object
from host_tools.usb.select_board import Board, PortPath, select_port


def link_(
    requests: Annotated[
        list[str] | None, typer.Argument(help="JSON requests; left out: read a line at a time.")
    ] = None,
    board: Board = "",
    port: PortPath = "",
) -> None:
    """Send requests to a board as they are typed and print the replies unparsed.

    Such as {"id":1,"do":"status"} — request types are hello, status, results, events, configure, judge, clear, time,
    selftest.
    """
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        for request in requests or sys.stdin:
            if request.strip():
                link.send(request.rstrip("\n"))
                _print_reply(link)


def _print_reply(link: BoardLink) -> None:
    """Print the board's lines up to the one that ends a reply: the object with `ok`. Raises SilentError."""
    deadline, foreign = link.answer_deadline(), ""
    while True:
        line = link.read_line(deadline, foreign)
        print_board_line(line)
        reply = parse_object(line)
        if "ok" in reply:
            return
        deadline, foreign = (link.answer_deadline(), "") if reply else (deadline, line)
