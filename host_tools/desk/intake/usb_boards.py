"""Boards connected by USB: read their result lines, and set them to an event."""

import time
from dataclasses import dataclass

from host_tools.desk.intake.import_lines import SourceLine
from host_tools.desk.store.database import DeskError
from host_tools.desk.store.model import Event
from host_tools.i18n import message


def read_boards() -> list[SourceLine]:
    """Read the result lines of all connected boards. Raises DeskError if there is none, or one cannot be read."""
    # Importing the serial ports takes a third of a command's start, and few commands read boards.
    from host_tools.usb import ports
    from host_tools.usb.read_results import read_all_results

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    results = read_all_results(connected, since=0, key=b"")
    silent = [
        message("desk.error.silent_board", board=result.port.label, why=why)
        for result in results
        for why in result.faults
    ]
    if silent:
        raise DeskError("; ".join(silent))
    return [
        (result.port.path, line_number, text)
        for result in results
        for line_number, (text, _, _) in enumerate(result.lines, 1)
    ]


@dataclass(frozen=True)
class BoardSetup:
    """A board on USB that was to be set to the event: its `label`, and a `fault`: why it refused, or that its firmware
    wants the event's whole key; "" for none."""

    label: str
    fault: str


def set_boards_to_event(event: Event, pin: str = "") -> list[BoardSetup]:
    """Give the event's id, the board's own key and the time to all connected boards; `pin`: the captain's, if there is.

    Raises DeskError if there is no board.
    """
    from host_tools.usb import ports
    from host_tools.usb.board_key_field import with_key_of_board
    from host_tools.usb.protocol_client import BoardLink, BoardLinkError

    def set_up(port: ports.Port) -> str:
        credentials = {"pin": pin} if pin else {}
        try:
            with BoardLink(port.path) as link:
                link.request("time", at=int(time.time()), **credentials)
                fields, is_own = with_key_of_board(link, {"event": event.uid, "key": event.key})
                link.request("configure", **fields, **credentials)
        except BoardLinkError as error:
            return str(error)
        return "" if is_own else message("live.key.whole")

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    return [BoardSetup(port.label, set_up(port)) for port in connected]
