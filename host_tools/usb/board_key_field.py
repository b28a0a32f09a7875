"""Give a board its own key in place of the event's."""

from firmware.journal.seal import board_key
from host_tools.usb.protocol_client import BoardLink

_OWN_KEY_VERSION = 2
"""Of the protocol: earlier firmware verifies assignments with the event's key alone."""


def with_key_of_board(link: BoardLink, fields: dict) -> tuple[dict, bool]:
    """Return the fields of a request `configure` with the board's own key in place of the event's, and True; if its
    firmware is too old for that, the fields unchanged, and False. Raises BoardLinkError."""
    hello = next(data for data in link.request("hello") if "board" in data)
    if hello.get("link", 1) < _OWN_KEY_VERSION or not _is_hex(fields["key"]):
        return fields, not _is_hex(fields["key"])
    return fields | {"key": board_key(bytes.fromhex(fields["key"]), hello["board"]).hex()}, True


def _is_hex(text: str) -> bool:
    try:
        bytes.fromhex(text)
    except ValueError:
        return False  # The board refuses it, and says why.
    return True
