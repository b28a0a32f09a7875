"""Typer command `cribboard watch`: a live Rich table of all boards' scores."""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from host_tools.command_group import english_for_programs, print_error
from host_tools.i18n import message
from host_tools.i18n.board_messages import message_text
from host_tools.printable import print_data, printable_json
from host_tools.usb.board_reports import BoardReport, by_table, query_boards
from host_tools.usb.board_schema import SchemaOption
from host_tools.usb.console_output import table_cell
from host_tools.usb.sans_io.status import play_message
from host_tools.usb.select_board import PortPath, candidate_ports


def watch(
    every: Annotated[float, typer.Option(min=1, metavar="SECONDS", help="How often to look.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and leave.")] = False,
    port: PortPath = "",
    as_json: Annotated[
        bool, typer.Option("--json", callback=english_for_programs, help="Print JSON instead of a table; with --once.")
    ] = False,
    schema: SchemaOption = False,
) -> None:
    """Show the scores of all boards that are plugged in, until Ctrl-C. Boards may come and go."""
    if as_json and not once:
        raise typer.BadParameter(message("usb.watch.json"), param_hint="--json")
    if not candidate_ports(port):
        print_error(message("usb.watch.none"))

    def query_scores() -> Table:
        return scores_table(query_boards(candidate_ports(port), with_selftest=False))

    if as_json:
        boards = query_boards(candidate_ports(port), with_selftest=False)
        print_data(printable_json([board.as_json() for board in boards]) + "\n")
        return
    if once:
        Console().print(query_scores())
        return
    with Live(query_scores(), auto_refresh=False) as live:
        while True:
            time.sleep(every)
            live.update(query_scores(), refresh=True)


def scores_table(reports: list[BoardReport]) -> Table:
    """Return a Rich table with a row for each board, sorted by table number; boards without one come last."""
    rows = Table(box=None)
    for column in ("table", "board", "play", "results"):
        rows.add_column(message(f"usb.column.{column}"), no_wrap=True)
    for report in by_table(reports):
        if report.fault:
            rows.add_row("", report.port.label, f"[red]{table_cell(report.fault.problem)}[/]")
            continue
        table, name = str(report.hello["table"] or ""), table_cell(report.name)
        results = str(report.status["held"])
        rows.add_row(table, name, table_cell(message_text(play_message(report.status))), results)
    return rows
