"""Typer command `cribboard boards`: lists every connected board with its status."""

import typer
from rich.console import Console
from rich.table import Table

from host_tools.printable import printable_json
from host_tools.usb import bootsel, status_text
from host_tools.usb.board_reports import BoardReport, query_boards
from host_tools.usb.console_output import cell, fail
from host_tools.usb.select_board import AsJson, PortPath, candidate_ports


def boards(port: PortPath = "", as_json: AsJson = False) -> None:
    """List the boards that are plugged in: serial number, name, table, versions, state of play.

    Exit 1 where there is none, or one does not answer.
    """
    ports = candidate_ports(port)
    for drive in bootsel.drives():
        fail(f"The board at {drive.path} ({drive.board}) has no MicroPython yet: {bootsel.WHERE_FROM}")
    if not ports:
        fail("no board is plugged in (`cribboard doctor` tells what may be wrong)")
        raise typer.Exit(1)
    boards = query_boards(ports)
    if as_json:
        typer.echo(printable_json([board.record() for board in boards]))
    else:
        Console().print(_table(boards), "", *_versions(boards), *_networks(boards), sep="\n")
    if any(board.fault for board in boards):
        raise typer.Exit(1)


def _table(boards: list[BoardReport]) -> Table:
    """Return a Rich table with a row for each board."""
    table = Table(box=None)
    # Serial and port are what a board is chosen by: whole, however narrow the window.
    table.add_column("Serial", no_wrap=True, min_width=16)
    table.add_column("Port", no_wrap=True, min_width=12)
    for title in ("Name", "Table", "Results"):
        table.add_column(title)
    table.add_column("State of play", min_width=13)
    for board in boards:
        if board.fault:
            table.add_row(board.port.serial, board.port.path, *[""] * 3, f"[red]{cell(str(board.fault))}[/]")
            continue
        hello = board.hello
        table.add_row(
            cell(hello["board"]),
            board.port.path,
            cell(hello["name"]),
            str(hello["table"] or ""),
            str(status_text.stored_results(board.status)),
            cell(status_text.play(board.status)),
        )
    return table


def _versions(boards: list[BoardReport]) -> list[str]:
    """Return a line per firmware version and machine; with several, each names its boards."""
    kinds: dict[str, list[str]] = {}
    for board in boards:
        if not board.fault:
            version = f"firmware {board.report['firmware']} on {board.report['machine']}"
            kinds.setdefault(version, []).append(board.port.who)
    return [f" {cell(kind)}" + (f": {', '.join(names)}" if len(kinds) > 1 else "") for kind, names in kinds.items()]


def _networks(boards: list[BoardReport]) -> list[str]:
    """Return a line per board with a network: its state."""
    networks = [(board.port.who, status_text.network(board.status)) for board in boards if not board.fault]
    return [f" network of {cell(who)}: {cell(words)}" for who, words in networks if words]
