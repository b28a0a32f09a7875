"""Give a board its own key in place of the event's."""

from firmware.journal.seal import board_key
from firmware.settings import is_key
from host_tools.usb.protocol_client import BoardLink

_OWN_KEY_VERSION = 2
"""Of the protocol: earlier firmware verifies assignments with the event's key alone."""


def with_key_of_board(link: BoardLink, fields: dict) -> tuple[dict, bool]:
    """Return the fields of a request `configure` with the board's own key in place of the event's, and True; if its
    firmware is too old for that, the fields unchanged, and False. Raises BoardLinkError."""
    hello = next(data for data in link.request("hello") if "board" in data)
    if not is_key(fields["key"]):
        return fields, True  # The board refuses it, and says why.
    if hello.get("link", 1) < _OWN_KEY_VERSION:
        return fields, False
    return fields | {"key": board_key(bytes.fromhex(fields["key"]), hello["board"]).hex()}, True
