"""Give a board its own key in place of the event's."""

from firmware.journal.seal import board_key
from firmware.settings import is_key
from host_tools.usb.protocol_client import BoardLink


def with_key_of_board(link: BoardLink, fields: dict) -> dict:
    """Return the fields of a request `configure` with the board's own key in place of the event's. Raises
    BoardLinkError."""
    hello = next(data for data in link.request("hello") if "board" in data)
    if not is_key(fields["key"]):
        return fields  # The board refuses it, and says why.
    return fields | {"key": board_key(bytes.fromhex(fields["key"]), hello["board"]).hex()}
