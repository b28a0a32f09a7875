"""Typer command `cribboard clear`: deletes the results on boards, once local files hold all of them; keeps a copy."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from firmware.journal.seal import line_hash
from host_tools.command_group import print_error
from host_tools.i18n import labelled, message
from host_tools.os_errors import os_reason
from host_tools.results.result_line import bare_line
from host_tools.text_files import TextError
from host_tools.usb.board_reports import on_all
from host_tools.usb.console_output import exit_on_board_error
from host_tools.usb.flash_command import kept_folder
from host_tools.usb.judge_command import Pin
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.result_files import ResultFileError, files_for, no_file_text, save_lines, saved_lines
from host_tools.usb.select_board import All, Board, PortPath, select_ports


class NotClearedError(Exception):
    """A board keeps its results; the message says why."""


def clear(
    file: Annotated[
        Path | None,
        typer.Argument(help="What `cribboard results --save` has written; left out: the file of each event, here."),
    ] = None,
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    pin: Pin = "",
) -> None:
    """Empty a board's log of results, or all boards', if the file holds every one of them, unchanged.

    Another copy of what is erased is kept in your data folder; its place is printed. Numbers and chain go on. Exit 1
    where a board keeps its results.
    """
    with exit_on_board_error():
        ports = select_ports(board, port, everyone)
    read = _file_reader()
    cleared = on_all(partial(_clear_board, file=file, pin=pin, read=read), ports)
    if not all(cleared):
        raise typer.Exit(1)


def _file_reader() -> Callable[[Path], set[str]]:
    """Return a function that returns the lines of a file of results, and reads each file once."""
    lines: dict[Path, set[str]] = {}

    def read(file: Path) -> set[str]:
        if file not in lines:
            lines[file] = set(saved_lines(file))
        return lines[file]

    return read


def _clear_board(port: Port, file: Path | None, pin: str, read: Callable[[Path], set[str]]) -> bool:
    """Clear one board; report and return whether it has no results any more."""
    try:
        with BoardLink(port.path) as link:
            typer.echo(labelled(port.label, _clear(link, port, file, pin, read)))
    except BoardLinkError as error:
        print_error(labelled(port.label, error))
        return False
    except (NotClearedError, ResultFileError, TextError) as error:
        print_error(labelled(port.label, error))
        return False
    except OSError as error:
        reason = message("usb.unusable", file=error.filename, reason=os_reason(error))
        print_error(labelled(port.label, reason))
        return False
    return True


def _clear(link: BoardLink, port: Port, file: Path | None, pin: str, read: Callable[[Path], set[str]]) -> str:
    """Clear the board at a link; return what was done. Raises NotClearedError and the errors of files and boards."""
    stored = [bare_line(text) for text in link.request_lines("results")]
    if file and not file.exists():
        raise NotClearedError(no_file_text(file))
    files = files_for(stored, file)
    for place, texts in files.items():
        missing = sum(text not in read(place) for text in texts)
        if missing:
            save = f"cribboard results --save{f' {file}' if file else ''}"
            raise NotClearedError(
                message("usb.clear.lacks", file=place, missing=missing, count=len(texts), command=save)
            )
    if not stored:
        return message("usb.clear.none")
    copy = kept_folder("cleared", port.serial).with_suffix(".jsonl")
    copy.parent.mkdir(parents=True, exist_ok=True)
    save_lines(copy, stored)
    link.request("clear", link=line_hash(stored[-1].encode()), **({"pin": pin} if pin else {}))
    places = ", ".join(map(str, files))
    return message("usb.clear.done", count=len(stored), files=places, copy=copy)
