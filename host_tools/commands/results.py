"""Typer command `cribboard results`: reads every result off the boards, and verifies hash chain and HMAC."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.command_group import english_for_programs, failed, print_error
from host_tools.commands.event_lookup import EventName, players_at_tables, reasons_to_hold
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.i18n import labelled, message
from host_tools.journal.key_option import Key
from host_tools.os_errors import os_reason
from host_tools.printable import print_data, printable, printable_json
from host_tools.results.result_line import ResultLine
from host_tools.table_numbers import event_table, split_id
from host_tools.text_files import TextError
from host_tools.usb import result_files
from host_tools.usb.board_schema import SchemaOption
from host_tools.usb.console_output import exit_on_board_error, table_cell
from host_tools.usb.read_results import BoardResults, fault_messages, read_all_results, unfinished_lines
from host_tools.usb.result_files import (
    ResultFileError,
    contradictions,
    files_for,
    save_lines,
    saved_lines,
)
from host_tools.usb.saved_results import results_in_file
from host_tools.usb.select_board import All, AsJson, Board, PortPath, select_ports

Players = dict[tuple[int, int], str]


def results(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]",
            help="A saved file to show. With --save the file to add to; left out, one here for each event.",
        ),
    ] = None,
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    save: Annotated[
        bool, typer.Option("--save", help="Add new results to a file; `clear` erases only what stands in such a file.")
    ] = False,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", callback=english_for_programs, help="Print CSV.")] = False,
    as_markdown: Annotated[bool, typer.Option("--md", help="Print Markdown.")] = False,
    since: Annotated[int, typer.Option(min=0, metavar="N", help="Only results after number N.")] = 0,
    key: Key = b"",
    event: EventName = None,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
    schema: SchemaOption = False,
) -> None:
    """Read results off a board, off all, or from a saved file, and verify chain and seals. Exit 1 if any fails.

    No game is disturbed. With --event each result is checked as `cribboard event import` would check it, and shown with
    the reason why it would be held. What --save writes are the boards' own lines: `cribboard event import` reads them.
    """
    if files and len(files) > 1:
        raise typer.BadParameter(message("usb.results.one_file"), param_hint="FILE")
    file = files[0] if files else None
    if save and (as_json or as_csv or as_markdown):
        raise typer.BadParameter(message("usb.results.no_table"), param_hint="--save")
    if file and not save:
        if board or port or everyone or since:
            raise typer.BadParameter(message("usb.results.no_board"), param_hint="FILE")
        reads = _read_file(file, key)
    else:
        with exit_on_board_error():
            ports = select_ports(board, port, everyone)
        reads = read_all_results(ports, since, key)
    if event:
        _replace_faults(reads, event, folder, database)
    problems = [fault for read in reads for fault in fault_messages(read)]
    if save:
        problems += _save(reads, file)
    elif any(read.lines for read in reads) or not problems:
        players = players_at_tables(event, folder, database) if event else {}
        print_results(reads, players, as_json, as_csv, as_markdown)
    for words in (*problems, *unfinished_lines(reads)):
        print_error(words)
    raise typer.Exit(1 if problems else 0)


def _read_file(file: Path, key: bytes) -> list[BoardResults]:
    """Return the results in a file; exits with a message if it has none."""
    try:
        return results_in_file(file, key)
    except (ResultFileError, TextError) as error:
        raise failed(error) from None
    except OSError as error:
        raise failed(message("usb.unreadable", file=file, reason=os_reason(error))) from None


def _save(reads: list[BoardResults], file: Path | None) -> list[str]:
    """Add the boards' lines to their files, and say so; return what is wrong with the files."""
    texts = [text for read in reads for text, _, _ in read.lines]
    problems = []
    for place, lines in files_for(texts, file).items():
        try:
            added, count = save_lines(place, lines)
            twice = contradictions(saved_lines(place))
            problems += [labelled(place, message("usb.results.twice", board=board, number=n)) for board, n in twice]
        except (ResultFileError, TextError) as error:
            problems.append(str(error))
            continue
        except OSError as error:
            problems.append(message("usb.unwritable", file=place, reason=os_reason(error)))
            continue
        typer.echo(message("usb.results.saved", file=place, new=added, count=count))
    if not texts:
        typer.echo(message("usb.results.none_saved"))
    return problems


def _replace_faults(reads: list[BoardResults], event: str, folder: Path, database: str | None) -> None:
    """Replace the fault of each line by the event's reason to hold it."""
    texts = [text for read in reads for text, _, _ in read.lines]
    reasons = iter(reasons_to_hold(event, folder, database, texts))
    for read in reads:
        # `line` is None if the text is not a result line: then the fault that says so stays.
        read.lines = [
            (text, line, reason if line else fault)
            for (text, line, fault), reason in zip(read.lines, reasons, strict=False)
        ]


def print_results(reads: list[BoardResults], players: Players, as_json: bool, as_csv: bool, as_markdown: bool) -> None:
    """Print the results of all boards; `players`: as of `results_table`."""
    rows = [row for read in reads for row in result_files.result_rows(read)]
    if as_json:
        print_data(printable_json([result_files.as_json(read) for read in reads]) + "\n")
    elif as_csv:
        print_data(printable(result_files.as_csv(rows)))
    elif as_markdown:
        print_data(printable(result_files.as_markdown(rows)) + "\n")
    elif rows:
        Console().print(results_table(reads, players))
    else:
        typer.echo(message("usb.results.none"))


def results_table(reads: list[BoardResults], players: Players) -> Table:
    """Return a Rich table of all results, by round, table and game; its last column only says whether they are sound.

    `players`: who plays, by round and the event's table number, for a column of their own; {}: that is not known.
    """
    table = Table(box=None, padding=(0, 1, 0, 0))
    who = ("players",) if players else ()
    for column in ("round", "table", "game", "board", *who, "won", "scores", "points", "signed", "code", "check"):
        table.add_column(message(f"usb.column.{column}"), no_wrap=column not in ("board", "players", "scores"))
    lines = [(read, text, line, fault) for read in reads for text, line, fault in read.lines]
    for read, text, line, fault in sorted(lines, key=lambda each: _place(each[2])):
        board = table_cell(read.name or read.port.label)
        check = f"[bold red]{message('usb.results.wrong')}[/]" if fault else message("usb.results.sound")
        if line is None:
            table.add_row("?", "", "", board, *("" for _ in who), "", table_cell(text[:40]), "", "", "", check)
            continue
        scores, points = ("–".join(str(getattr(side, field)) for side in line.sides) for field in ("holes", "points"))
        ended = "" if line.end == "played" else f" {message(f'desk.end.{line.end}')}"
        signed = message("usb.results.signed" if line.signed else "usb.results.unsigned")
        places = [str(number) if number else "" for number in (line.round, line.table, line.game)]
        won = result_files.winner(line) or (message("usb.results.drawn") if line.sides else "")
        place = (line.round, event_table(split_id(line.event)[1], line.table))
        names = [table_cell(players.get(place, "")) for _ in who]
        table.add_row(
            *places, board, *names, won, table_cell(scores + ended), points, signed, table_cell(line.code), check
        )
    return table


def _place(line: ResultLine | None) -> tuple[int, int, int, int, int]:
    """Return by what results are ordered; unreadable ones come last."""
    return (0, line.round, line.table, line.game, line.n) if line else (1, 0, 0, 0, 0)
