"""Selects the board a command is for, by USB serial number, name or port; refuses if several match."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from host_tools.usb.ports import Port, connected_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError

Board = Annotated[str, typer.Option("--board", "-b", metavar="NAME", help="The board's name or USB serial number.")]
PortPath = Annotated[str, typer.Option("--port", "-p", metavar="PORT", help="The serial port it is on.")]
All = Annotated[bool, typer.Option("--all", help="Every board that is plugged in.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


class ChoiceError(Exception):
    """No board is selected, or more than one; the message lists the candidates."""


def select_port(board: str, port: str) -> Port:
    """Return the port of the board selected by name, serial number or port; without these, of the only one connected.

    Raises ChoiceError unless exactly one board matches.
    """
    ports = candidate_ports(port)
    if port:
        return ports[0]
    if not ports:
        raise ChoiceError("no board is plugged in (`cribboard doctor` tells what may be wrong)")
    named_ports = _query_names(ports)
    matches = [
        (candidate, name)
        for candidate, name in named_ports
        if not board or board.lower() in (candidate.serial, (name or "").lower())
    ]
    if len(matches) == 1:
        return matches[0][0]
    message = (
        f"no board is called {board}" if not matches else f"{len(matches)} boards fit: say which with --board or --port"
    )
    raise ChoiceError("\n".join([message, *_port_lines(matches or named_ports)]))


def candidate_ports(port: str) -> list[Port]:
    """Return every connected port that may be a board's, or only `port` if it is given, connected or not."""
    if not port:
        return connected_ports()
    return [candidate for candidate in connected_ports() if candidate.path == port] or [Port(port, "")]


def select_ports(board: str, port: str, everyone: bool) -> list[Port]:
    """Return the ports of all connected boards if `everyone`, else of the selected one. Raises ChoiceError."""
    if not everyone:
        return [select_port(board, port)]
    ports = connected_ports()
    if not ports:
        raise ChoiceError("no board is plugged in (`cribboard doctor` tells what may be wrong)")
    return ports


def _query_names(ports: list[Port]) -> list[tuple[Port, str | None]]:
    """Return each port with its board's name, asked for in parallel; None for a board that does not answer."""
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(zip(ports, pool.map(_query_name, ports), strict=True))


def _query_name(port: Port) -> str | None:
    """Ask the board for its name; return None if it does not answer."""
    try:
        with BoardLink(port.path) as link:
            return link.request("hello")[0]["name"]
    except BoardLinkError:
        return None


def _port_lines(named_ports: Iterable[tuple[Port, str | None]]) -> list[str]:
    return [f"  {_quoted_name(name)}  {port.serial}  {port.path}" for port, name in named_ports]


def _quoted_name(name: str | None) -> str:
    return "(does not answer)" if name is None else name or "(no name)"
