"""Typer command `cribboard history`: copies one game's journal off a board, even while another is played."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from host_tools.command_group import failed
from host_tools.i18n import message, plural
from host_tools.journal import segment_reader
from host_tools.journal.game_to_scenario import NoGameError, scenario
from host_tools.os_errors import os_reason
from host_tools.usb.console_output import exit_on_board_error
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.sans_io.problem import Problem
from host_tools.usb.select_board import Board, ChoiceError, PortPath, select_port


def history(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put it.")],
    board: Board = "",
    port: PortPath = "",
    game: Annotated[int, typer.Option(min=0, help="Number of the game's result; left out: the game that is on.")] = 0,
) -> None:
    """Copy the part of a board's journal that holds a game; `cribboard journal` and `cribboard replay` read it."""
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        files: dict[str, bytes] = {}
        for piece in link.request("events", game=game):
            files[piece["file"]] = files.get(piece["file"], b"") + _bytes_of(link, piece["hex"])
        _check_game(files, game)
    try:
        _write_files(folder, files)
    except OSError as error:
        raise failed(message("usb.unwritable", file=folder, reason=os_reason(error))) from None
    typer.echo(plural("usb.history.done", len(files), folder=folder))


def _bytes_of(link: BoardLink, digits: str) -> bytes:
    """Return the bytes that a board has sent in hex. Raises BoardLinkError."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise BoardLinkError(link.path, Problem("malformed", request="events", fault="hex is none")) from None


def _check_game(files: Mapping[str, bytes], game: int) -> None:
    """Raise ChoiceError unless the files of a journal, by path, hold the game; 0: the present one, which is there."""
    try:
        if game:
            scenario(segment_reader.read_files(files).segments, game)
    except NoGameError as error:
        raise ChoiceError(message("usb.history.no_game", error=error)) from None


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files, by their paths FOLDER/NUMBER on the board, below a folder. Raises OSError."""
    for name, data in files.items():
        # A board's names are not trusted: only the last part of each half, so that nothing is written elsewhere.
        directory, _, number = name.partition("/")
        path = folder / Path(directory).name / Path(number).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
