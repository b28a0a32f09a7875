"""Typer command `cribboard doctor`: prints the diagnosis of boards and this computer, with remedies."""

from collections.abc import Iterator

import typer
from rich.console import Console
from rich.table import Column, Table

from host_tools.i18n import labelled, message, plural
from host_tools.i18n.board_messages import message_text
from host_tools.printable import print_data, printable, printable_json
from host_tools.usb.board_reports import BoardReport, by_table, query_boards
from host_tools.usb.board_schema import SchemaOption
from host_tools.usb.console_output import table_cell
from host_tools.usb.diagnosis import boards_findings, computer_findings, is_accessible
from host_tools.usb.sans_io.status import hardware_message, network_message
from host_tools.usb.select_board import AsJson, PortPath, candidate_ports


def doctor(port: PortPath = "", as_json: AsJson = False, schema: SchemaOption = False) -> None:
    """Look at this computer and every board that is plugged in. Exit 1 if something is wrong."""
    ports = candidate_ports(port)
    boards = by_table(query_boards([port for port in ports if is_accessible(port)]))
    findings = [*computer_findings(ports), *boards_findings(boards)]
    if as_json:
        print_data(printable_json([finding._asdict() for finding in findings]) + "\n")
        raise typer.Exit(1 if findings else 0)
    for line in equipment_lines(boards):
        typer.echo(printable(line))
    if not findings:
        typer.echo(plural("usb.doctor.sound", len(ports)))
        return
    # Lines fold and are not cut, however narrow the window: paths and commands are there to be copied.
    titles = [message(f"usb.column.{column}") for column in ("with", "wrong", "do")]
    table = Table(*[Column(title, overflow="fold") for title in titles], box=None)
    for finding in findings:
        table.add_row(*[table_cell(text) for text in finding])
    Console().print(table)
    raise typer.Exit(1)


def equipment_lines(boards: list[BoardReport]) -> Iterator[str]:
    """Yield a line for each board that reports its hardware: name, hardware, and network if it has one."""
    for board in boards:
        if hardware := board.status.get("hardware"):
            text = message_text(hardware_message(hardware, board.status.get("offered_ma", 0)))
            network = network_message(board.status)
            state = message("usb.doctor.network", state=message_text(network)) if network else ""
            yield labelled(board.name, text + state)
