"""Validate and store the network settings of a board (Wi-Fi, broker); no request reads them back.

Loaded when a host sets it, because a start needs no checks of what was checked before it was written.
"""

from .json_file import write_json
from .network_loader import NETWORK_FILE, NETWORK_VERSION
from .settings import SettingsError, is_encodable

NETWORK_FIELDS = {"ssid": "", "password": "", "broker": "", "port": 1883, "login": ""}
"""Name and password of the Wi-Fi, the broker's address and port, the board's password there; and the defaults."""


def keep_network(board, fields: dict) -> None:
    """Store new values for some fields, all or none, and connect with them. An empty `broker` deletes all.

    Raises SettingsError, which names no value, and RuntimeError where a game has begun: a radio that is switched on
    takes a quarter of a second.
    """
    if board.playing():
        raise RuntimeError("a game has begun; the network can be set between matches")
    online = board.network_loader
    values = dict(NETWORK_FIELDS)
    values.update(online.read_fields())
    values.update(fields)
    fault = network_fault(values)
    if fault:
        raise SettingsError(fault)
    try:
        if not values["broker"]:
            _forget(board)
            return
        if not online.start(values):
            raise SettingsError("broker: this machine has no network; a Pico W has")
        online.notes = []
        write_json(board.hal.disk, NETWORK_FILE, values, NETWORK_VERSION)
    except OSError as error:
        raise SettingsError("%s: not kept: %s" % (NETWORK_FILE, error)) from None


def _forget(board) -> None:
    board.network_loader.stop()
    if NETWORK_FILE in board.hal.disk.names():
        board.hal.disk.remove(NETWORK_FILE)


def network_fault(values: dict) -> str:
    """Return what is wrong with the fields, beginning with one's name and naming no value; "" where nothing is."""
    for field in values:
        if field not in NETWORK_FIELDS:
            return "%s: unknown; fields are %s" % (field, " ".join(sorted(NETWORK_FIELDS)))
    if not is_plain(values["ssid"], 0, 32):
        return "ssid: the Wi-Fi's name, up to 32 bytes; empty where the machine is on a network by itself"
    if values["password"] != "" and not is_plain(values["password"], 8, 63):
        return "password: the Wi-Fi's, 8 to 63 characters, or empty for an open one"
    if values["broker"] != "" and not is_address(values["broker"]):
        return "broker: an address of four numbers, such as 192.168.1.10"
    port = values["port"]
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        return "port: a whole number from 1 to 65535"
    return "" if is_plain(values["login"], 0, 64) else "login: the board's password at the broker, up to 64 bytes"


def is_plain(value, shortest: int, longest: int) -> bool:
    """Return whether `value` is a text of `shortest` to `longest` bytes, without control characters."""
    if not isinstance(value, str) or not is_encodable(value) or any(c < " " for c in value):
        return False
    return shortest <= len(value.encode()) <= longest


def is_address(value) -> bool:
    """Return whether `value` is an IPv4 address in numbers: to look a name up, a board would have to wait."""
    parts = value.split(".") if isinstance(value, str) else []
    return len(parts) == 4 and all(_is_byte(part) for part in parts)


def _is_byte(part: str) -> bool:
    return 1 <= len(part) <= 3 and all(c in "0123456789" for c in part) and int(part) <= 255
