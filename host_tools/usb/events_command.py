"""Typer command `cribboard events`: copies one game's journal off a board, even while another is played."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.shell_words import shell_words
from host_tools.usb.console_output import exit_on_board_error, print_error
from host_tools.usb.protocol_client import BoardLink
from host_tools.usb.select_board import Board, PortPath, select_port


def events(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where to put it.")],
    board: Board = "",
    port: PortPath = "",
    game: Annotated[int, typer.Option(min=0, help="Number of the result the game led to; left out: the present.")] = 0,
) -> None:
    """Copy the part of a board's journal that holds a game; `cribboard journal` and `cribboard replay` read it."""
    with exit_on_board_error(), BoardLink(select_port(board, port).path) as link:
        files: dict[str, bytes] = {}
        for piece in link.request("events", game=game):
            files[piece["file"]] = files.get(piece["file"], b"") + bytes.fromhex(piece["hex"])
    try:
        _write_files(folder, files)
    except OSError as error:
        print_error(f"{folder} cannot be written: {error.strerror}")
        raise typer.Exit(1) from None
    typer.echo(f"{len(files)} files in {folder}; then: cribboard journal {shell_words(folder)}")


def _write_files(folder: Path, files: dict[str, bytes]) -> None:
    """Write files, by their paths FOLDER/NUMBER on the board, below a folder. Raises OSError."""
    for name, data in files.items():
        # A board's names are not trusted: only the last part of each half, so that nothing is written elsewhere.
        directory, _, number = name.partition("/")
        path = folder / Path(directory).name / Path(number).name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
