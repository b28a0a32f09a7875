"""Set boards on USB to an event and to their next match, as an assignment over the network does."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from host_tools.desk.errors import DeskError
from host_tools.desk.events.hall_rows import id_on_boards
from host_tools.desk.live.assignment_messages import fitting_names
from host_tools.desk.live.board_messages import BETWEEN_MATCHES
from host_tools.desk.live.board_places import read_placements
from host_tools.desk.live.next_matches import next_matches
from host_tools.desk.store.desk import Desk
from host_tools.i18n import message
from host_tools.table_numbers import event_table, split_id

if TYPE_CHECKING:
    # Importing the serial port takes a third of a command's start.
    from host_tools.usb.protocol_client import BoardLink


@dataclass(frozen=True)
class BoardSetup:
    """A board on USB that was to be set to the event: its `label`, and a `fault`: why it refused, "" if it did not."""

    label: str
    fault: str


def set_boards_to_event(desk: Desk, pin: str = "", hall: str = "") -> list[BoardSetup]:
    """Give all connected boards the event's id, their own key, the time and their next match; `pin`: the captain's, if
    there is one; `hall`: name or letter of the boards' hall, where the event has several. Raises DeskError if there is
    no board, or a hall is missing."""
    from host_tools.usb import ports
    from host_tools.usb.protocol_client import BoardLink, BoardLinkError, with_key_of_board

    event_id = id_on_boards(desk, hall)

    def set_up(port: ports.Port) -> str:
        credentials = {"pin": pin} if pin else {}
        try:
            with BoardLink(port.path) as link:
                link.request("time", at=int(time.time()), **credentials)
                fields = with_key_of_board(link, {"event": event_id, "key": desk.event.key})
                link.request("configure", **fields, **credentials)
                tell_next_match(desk, link, credentials)
        except BoardLinkError as error:
            return str(error)
        return ""

    connected = ports.connected_ports()
    if not connected:
        raise DeskError(message("desk.error.no_board"))
    return [BoardSetup(port.label, set_up(port)) for port in connected]


def tell_next_match(desk: Desk, link: "BoardLink", credentials: dict[str, str]) -> None:
    """Tell a board between matches its table's next one: round, preset, sides and players, whom its display names.

    `credentials` has the board's `pin`, if there is one. Raises BoardLinkError.
    """
    (hello,), (status,) = link.request("hello"), link.request("status")
    board, table = hello["board"], event_table(split_id(hello["event"])[1], hello["table"])
    exchanged = read_placements(desk).exchanged
    match = next_matches(desk, {board: table}, exchanged).get(board)
    if match is None or status["phase"] != BETWEEN_MATCHES:
        return
    fields = {"round": match.round, "preset": match.preset, "teams": match.teams, "names": fitting_names(match.names)}
    link.request("configure", **fields, **credentials)
