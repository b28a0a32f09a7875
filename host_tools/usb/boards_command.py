"""Typer command `cribboard boards`: lists every connected board with its status."""

import typer
from rich.console import Console
from rich.table import Table

from host_tools.command_group import failed, print_error
from host_tools.firmware_build.sources import build_id
from host_tools.i18n import labelled, message
from host_tools.i18n.board_messages import message_text
from host_tools.printable import print_data, printable_json
from host_tools.usb import bootsel
from host_tools.usb.board_reports import BoardReport, by_table, query_boards
from host_tools.usb.board_schema import SchemaOption
from host_tools.usb.console_output import table_cell
from host_tools.usb.diagnosis import shared_findings
from host_tools.usb.sans_io.findings import firmware_problem
from host_tools.usb.sans_io.status import network_message, play_message
from host_tools.usb.select_board import AsJson, PortPath, candidate_ports, no_board_text


def boards(port: PortPath = "", as_json: AsJson = False, schema: SchemaOption = False) -> None:
    """List the boards that are plugged in: serial number, name, table, versions, state of play.

    Exit 1 where there is none, or one does not answer.
    """
    ports = candidate_ports(port)
    for drive in bootsel.find_drives():
        print_error(drive.no_micropython())
    if not ports:
        raise failed(no_board_text())
    boards = by_table(query_boards(ports))
    if as_json:
        print_data(printable_json([board.as_json() for board in boards]) + "\n")
    else:
        Console().print(boards_table(boards), "", *version_lines(boards), *_network_lines(boards), sep="\n")
        for _, wrong, remedy in shared_findings(boards):
            print_error(labelled(wrong, remedy))
    if any(board.fault for board in boards):
        raise typer.Exit(1)


def boards_table(boards: list[BoardReport]) -> Table:
    """Return a Rich table with a row for each board."""
    table = Table(box=None)
    # Serial and port are what a board is chosen by: whole, however narrow the window.
    table.add_column(message("usb.column.serial"), no_wrap=True, min_width=16)
    table.add_column(message("usb.column.port"), no_wrap=True, min_width=12)
    for column in ("name", "table", "results"):
        table.add_column(message(f"usb.column.{column}"))
    table.add_column(message("usb.column.play"), min_width=13)
    for board in boards:
        if board.fault:
            table.add_row(board.port.serial, board.port.path, *[""] * 3, f"[red]{table_cell(str(board.fault))}[/]")
            continue
        hello = board.hello
        table.add_row(
            table_cell(hello["board"]),
            board.port.path,
            table_cell(board.name),
            str(hello["table"] or ""),
            str(board.status["held"]),
            table_cell(message_text(play_message(board.status))),
        )
    return table


def version_lines(boards: list[BoardReport]) -> list[str]:
    """Return a line per firmware version and machine; with several, each names its boards."""
    labels_by_version: dict[str, list[str]] = {}
    for board in boards:
        if not board.fault:
            build = f" build {board.hello['build']}" if board.hello["build"] else ""
            running = f"{board.selftest['firmware']}{build}"
            version = message("captain.card.runs", firmware=running, machine=board.selftest["machine"])
            if problem := firmware_problem(board.hello, board.selftest, build_id()):
                problem.of_several = len(boards) > 1
                version = labelled(version, problem.do)
            labels_by_version.setdefault(version, []).append(board.port.label)
    several = len(labels_by_version) > 1
    return [
        f" {table_cell(labelled(version, ', '.join(labels)) if several else version)}"
        for version, labels in labels_by_version.items()
    ]


def _network_lines(boards: list[BoardReport]) -> list[str]:
    """Return a line per board with a network: the network's state."""
    networks = [(board.port.label, network_message(board.status)) for board in boards if not board.fault]
    lines = [message("usb.network", board=label, state=message_text(state)) for label, state in networks if state]
    return [f" {table_cell(line)}" for line in lines]
