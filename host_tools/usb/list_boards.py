"""Typer command `cribboard boards`: lists every connected board with its status."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import typer
from rich.console import Console
from rich.table import Table

from host_tools.printable import printable_json
from host_tools.usb import bootsel, status_text
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.select_board import AsJson, PortPath, candidate_ports
from host_tools.usb.terminal import cell, fail


@dataclass(frozen=True)
class BoardReport:
    """A board's replies; `fault` is the error of one that does not answer. `report`: of its self-test, where asked."""

    port: Port
    hello: dict
    status: dict
    report: dict
    fault: BoardLinkError | None = None

    def record(self) -> dict:
        """Return the report as the board's own replies, for programs: `fault` is a text, or None."""
        replies = {"hello": self.hello, "status": self.status, "selftest": self.report}
        received = {verb: reply for verb, reply in replies.items() if reply}
        fault = str(self.fault) if self.fault else None
        return {"serial": self.port.serial, "port": self.port.path, "fault": fault, **received}


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


def query_boards(ports: list[Port], report: bool = True) -> list[BoardReport]:
    """Query boards in parallel; without `report` only hello and status, without the self-test."""
    with ThreadPoolExecutor(max(len(ports), 1)) as pool:
        return list(pool.map(lambda port: _query(port, report), ports))


def _query(port: Port, report: bool) -> BoardReport:
    """Ask one board for its report; an error goes into the report's `fault`."""
    try:
        with BoardLink(port.path) as link:
            hello, status = link.ask("hello")[0], link.ask("status")[0]
            return BoardReport(port, hello, status, link.ask("selftest")[0] if report else {})
    except BoardLinkError as error:
        return BoardReport(port, {}, {}, {}, error)


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
