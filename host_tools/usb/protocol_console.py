"""Typer command `cribboard link`: interactive console on a board's serial protocol, for support."""

import sys
from typing import Annotated

import typer

from host_tools.usb.console_output import exit_on_board_error, print_board_line
from host_tools.usb.protocol_client import BoardLink, SilentError
from host_tools.usb.select_board import Board, PortPath, select_port

_REPLY_TIMEOUT_S = 0.5


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
    with exit_on_board_error(), BoardLink(select_port(board, port).path, silence=_REPLY_TIMEOUT_S) as link:
        for request in requests or sys.stdin:
            link.send(request.rstrip("\n"))
            _print_replies(link)


def _print_replies(link: BoardLink) -> None:
    """Print the board's lines until it sends none for `_REPLY_TIMEOUT_S` seconds."""
    try:
        while True:
            print_board_line(link.read_line())
    except SilentError:
        pass
