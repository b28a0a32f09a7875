"""Typer command `cribboard link`: interactive console on a board's serial protocol, for support."""

import io
import sys
from typing import Annotated

import typer

from host_tools.usb.console_output import exit_on_board_error, print_board_line
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
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
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A terminal's bytes that are no text: the board says what it makes of them.
        sys.stdin.reconfigure(errors="surrogateescape")
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        for request in requests or sys.stdin:
            if request.strip():
                _exchange(link, request.rstrip("\n"))


def _exchange(link: BoardLink, request: str) -> None:
    """Send a request and print the reply, whose last line may say that the board refuses."""
    try:
        link.exchange(request, heard=print_board_line)
    except BoardLinkError as error:
        if error.code not in ("refused", "unknown-verb"):
            raise
