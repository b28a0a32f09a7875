"""Selects the board a command is for, by USB serial number or name; refuses where several match."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from host_tools.usb.ports import Port, connected
from host_tools.usb.protocol_client import BoardLink, BoardLinkError

Board = Annotated[str, typer.Option("--board", "-b", metavar="NAME", help="The board's name or USB serial number.")]
PortPath = Annotated[str, typer.Option("--port", "-p", metavar="PORT", help="The serial port it is on.")]
All = Annotated[bool, typer.Option("--all", help="Every board that is plugged in.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


class ChoiceError(Exception):
    """No board, or more than one, fits; it lists what there is."""


def select_port(board: str, port: str) -> Port:
    """Return the port of the selected board; without a selection the only one connected. Raises ChoiceError."""
    ports = candidate_ports(port)
    if port:
        return ports[0]
    if not ports:
        raise ChoiceError("no board is plugged in (`cribboard doctor` tells what may be wrong)")
    named_ports = _with_names(ports)
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
    """Return every port that may be a board's, or the one that is named."""
    ports = connected()
    return [candidate for candidate in ports if candidate.path == port] or [Port(port, "")] if port else ports


def select_ports(board: str, port: str, everyone: bool) -> list[Port]:
    """Return the ports of all boards, or of the selected one. Raises ChoiceError."""
    if not everyone:
        return [select_port(board, port)]
    ports = connected()
    if not ports:
        raise ChoiceError("no board is plugged in (`cribboard doctor` tells what may be wrong)")
    return ports


def _with_names(ports: list[Port]) -> list[tuple[Port, str | None]]:
    """Ask the boards for their names in parallel; None for a board that does not answer."""
    with ThreadPoolExecutor(len(ports)) as pool:
        return list(zip(ports, pool.map(_name, ports), strict=True))


def _name(port: Port) -> str | None:
    """Return the board's name, None where nothing answers."""
    try:
        with BoardLink(port.path) as link:
            return link.ask("hello")[0]["name"]
    except BoardLinkError:
        return None


def _port_lines(named_ports: Iterable[tuple[Port, str | None]]) -> list[str]:
    return [f"  {_quoted_name(name)}  {port.serial}  {port.path}" for port, name in named_ports]


def _quoted_name(name: str | None) -> str:
    return "(does not answer)" if name is None else name or "(no name)"
