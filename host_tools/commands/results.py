"""Typer command `cribboard results`: reads every result off the boards, and verifies hash chain and HMAC."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from host_tools.commands.event_lookup import EventName, reasons_to_hold
from host_tools.desk.events.location_options import DEFAULT_FOLDER, Database, Folder
from host_tools.journal.key_option import Key
from host_tools.printable import printable
from host_tools.usb.console_output import exit_on_board_error, print_board_line, print_error, table_cell
from host_tools.usb.read_results import BoardResults, fault_messages, read_all_results
from host_tools.usb.result_rows import HEADER, as_csv, as_markdown, result_rows
from host_tools.usb.select_board import All, Board, PortPath, select_ports


class OutputFormat(StrEnum):
    """How results are printed. `json`: the boards' own lines, which seals and chain are computed from."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    MD = "md"


def results(
    board: Board = "",
    port: PortPath = "",
    everyone: All = False,
    output: Annotated[
        OutputFormat, typer.Option("--format", help="table, csv, md, or json: the boards' own lines.")
    ] = OutputFormat.TABLE,
    since: Annotated[int, typer.Option(min=0, metavar="N", help="Only results after number N.")] = 0,
    key: Key = b"",
    event: EventName = None,
    folder: Folder = DEFAULT_FOLDER,
    database: Database = None,
) -> None:
    """Read results off a board, or off all, and verify chain and seals. Exit 1 if any fails.

    No game is disturbed. With --event each result is checked as `cribboard event import` would: what is wrong is why it
    would be held. `--format json` is what `cribboard event import` reads and `cribboard clear` asks for.
    """
    with exit_on_board_error():
        ports = select_ports(board, port, everyone)
    reads = read_all_results(ports, since, key)
    if event:
        _replace_faults(reads, event, folder, database)
    problems = [fault for read in reads for fault in fault_messages(read)]
    if any(read.lines for read in reads) or not problems:
        _print_results(reads, output)
    for fault in problems:
        print_error(fault)
    raise typer.Exit(1 if problems else 0)


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


def _print_results(reads: list[BoardResults], output: OutputFormat) -> None:
    """Print the results of all boards; JSON prints the lines as they are on flash."""
    rows = [row for read in reads for row in result_rows(read)]
    if output is OutputFormat.JSON:
        for text in (text for read in reads for text, _, _ in read.lines):
            print_board_line(text)
    elif output is OutputFormat.CSV:
        typer.echo(printable(as_csv(rows)), nl=False)
    elif output is OutputFormat.MD:
        typer.echo(printable(as_markdown(rows)))
    elif rows:
        Console().print(*[_results_table(read) for read in reads if read.lines], sep="\n")
    else:
        typer.echo("No results.")


def _results_table(read: BoardResults) -> Table:
    """Return a Rich table of a board's results; its last column only says "sound" or "wrong"."""
    table = Table(title=f"Board {table_cell(read.port.label)}", title_justify="left", box=None, padding=(0, 1, 0, 0))
    for name in HEADER[1:-1]:
        table.add_column(name.capitalize(), no_wrap=name not in ("scores", "points"))
    table.add_column("Check")
    for row in result_rows(read):
        table.add_row(*map(table_cell, row[1:-1]), "[bold red]wrong[/]" if row[-1] else "sound")
    return table
