"""Selects the board a command is for, by USB serial number, name or port; refuses if several match."""

from dataclasses import dataclass
from typing import Annotated

import typer

from host_tools.command_group import english_for_programs
from host_tools.i18n import message
from host_tools.usb.board_reports import on_all
from host_tools.usb.ports import Port, connected_ports, other_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.sans_io.status import board_name

Board = Annotated[
    str,
    typer.Option("--board", "-b", metavar="NAME", help="The board's name, USB serial number, or its last four digits."),
]
PortPath = Annotated[str, typer.Option("--port", "-p", metavar="PORT", help="The serial port it is on.")]
All = Annotated[bool, typer.Option("--all", help="Every board that is plugged in.")]


AsJson = Annotated[bool, typer.Option("--json", callback=english_for_programs, help="Print JSON instead of a table.")]


class ChoiceError(Exception):
    """No board is selected, or more than one; the message lists the candidates."""


@dataclass(frozen=True)
class _Candidate:
    """A port, and what its board says it is; "" where it does not answer, for the reason `fault`."""

    port: Port
    board: str = ""
    name: str = ""
    fault: str = ""

    def fits(self, wanted: str) -> bool:
        """Return whether somebody may mean this board by a serial number, its end, or name, in any case of letters.

        Of one that does not answer the port's serial number is known.
        """
        serials = {self.port.serial, self.board}
        names = {*serials, *(board_name(serial, "") for serial in serials), self.name.lower()}
        return not wanted or wanted.lower() in names - {""}

    def line(self) -> str:
        called = f"({self.fault})" if self.fault else board_name(self.board, self.name)
        return f"  {called}  {self.board or self.port.serial}  {self.port.path}"


def no_board_text() -> str:
    """Return the message that no board is plugged in, with the ports that are not opened unasked."""
    unasked = [f"  {message('usb.choice.unasked', port=port)}" for port in other_ports()]
    return "\n".join([message("usb.choice.none"), *unasked])


def select_port(board: str, port: str) -> Port:
    """Return the port of the board selected by name, serial number or port; without these, of the only one connected.

    Raises ChoiceError unless exactly one board matches.
    """
    ports = candidate_ports(port)
    if port:
        return ports[0]
    if not ports:
        raise ChoiceError(no_board_text())
    if len(ports) == 1 and not board:
        return ports[0]
    candidates = on_all(_ask_name, ports)
    matches = [candidate for candidate in candidates if candidate.fits(board)]
    if len(matches) == 1:
        return matches[0].port
    known = "several" if matches else "unknown"
    problem = message(f"usb.choice.{known}", board=board, count=len(matches))
    raise ChoiceError("\n".join([problem, *(candidate.line() for candidate in matches or candidates)]))


def candidate_ports(port: str) -> list[Port]:
    """Return every connected port that may be a board's, or only `port` if it is given, connected or not."""
    if not port:
        return connected_ports()
    return [candidate for candidate in connected_ports() if candidate.path == port] or [Port(port, "")]


def select_ports(board: str, port: str, everyone: bool) -> list[Port]:
    """Return the ports of all connected boards if `everyone`, else of the selected one.

    Raises ChoiceError, and BadParameter if all are wanted and one is named.
    """
    if not everyone:
        return [select_port(board, port)]
    if board or port:
        raise typer.BadParameter(message("usb.choice.all"), param_hint="--all")
    ports = connected_ports()
    if not ports:
        raise ChoiceError(no_board_text())
    return ports


def _ask_name(port: Port) -> _Candidate:
    """Ask the board at a port what it is called."""
    try:
        with BoardLink(port.path) as link:
            (hello,) = link.request("hello")
            return _Candidate(port, hello["board"], hello["name"])
    except BoardLinkError as error:
        return _Candidate(port, fault=error.problem)
