"""Typer command `cribboard clear`: deletes the results on a board, once a local file holds all of them."""

from pathlib import Path
from typing import Annotated

import typer

from firmware.journal.seal import line_hash
from host_tools.results.result_line import bare_line
from host_tools.usb.console_output import exit_on_board_error, print_error
from host_tools.usb.judge_command import Pin
from host_tools.usb.protocol_client import BoardLink
from host_tools.usb.select_board import Board, PortPath, select_port


def clear(
    export: Annotated[Path, typer.Argument(help="What `cribboard results --format json` has written.")],
    board: Board = "",
    port: PortPath = "",
    pin: Pin = "",
) -> None:
    """Empty a board's log of results, if the export holds every one of them as it stands there.

    Numbers and chain go on where they were.
    """
    exported = set(_read_lines(export))
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        stored = [bare_line(text) for text in link.request_lines("results")]
        missing = sum(text not in exported for text in stored)
        if missing:
            print_error(f"{export} lacks {missing} of the board's {len(stored)} results: export them again, then clear")
            raise typer.Exit(1)
        if not stored:
            typer.echo("The board holds no results.")
            return
        link.request("clear", link=line_hash(stored[-1].encode()), **({"pin": pin} if pin else {}))
        typer.echo(f"{len(stored)} results cleared; they stand in {export}.")


def _read_lines(export: Path) -> list[str]:
    """Read the export's lines; exit with status 1 if it cannot be read."""
    try:
        return export.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        print_error(f"{export} cannot be read: {error}")
        raise typer.Exit(1) from None
