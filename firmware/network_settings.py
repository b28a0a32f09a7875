"""The network settings of a board (Wi-Fi, broker): validates and stores them; no request reads them back.

Loaded only when a host sets them: at start they need no check, as they were checked before they were written.
"""

from .json_file import write_json
from .network_loader import NETWORK_FILE, NETWORK_VERSION
from .settings import SettingsError, is_encodable

NETWORK_FIELDS = {"ssid": "", "password": "", "broker": "", "port": 1883, "login": ""}
"""Fields with their defaults: name and password of the Wi-Fi, address and port of the broker, password there."""


def store_network(board, fields: dict) -> None:
    """Validate and store new values for some fields, all or none, and connect with them. An empty `broker` deletes all.

    Raises SettingsError, whose message contains no value, and RuntimeError if a game has begun: to switch a radio on
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
            _delete_network(board)
            return
        if not online.start(values):
            raise SettingsError("broker: this machine has no network; a Pico W has")
        online.notes = []
        write_json(board.hal.disk, NETWORK_FILE, values, NETWORK_VERSION)
    except OSError as error:
        raise SettingsError("%s: not kept: %s" % (NETWORK_FILE, error)) from None


def _delete_network(board) -> None:
    """Disconnect, and delete the network settings. Raises OSError."""
    board.network_loader.stop()
    if NETWORK_FILE in board.hal.disk.names():
        board.hal.disk.remove(NETWORK_FILE)


def network_fault(values: dict) -> str:
    """Return a message on the first invalid field, which contains its name but not its value; "" if all are valid."""
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
    """Return whether `value` is text of `shortest` to `longest` bytes in UTF-8, without control characters."""
    if not isinstance(value, str) or not is_encodable(value) or any(c < " " for c in value):
        return False
    return shortest <= len(value.encode()) <= longest


def is_address(value) -> bool:
    """Return whether `value` is a numeric IPv4 address; names are not allowed, as a look-up would block the board."""
    parts = value.split(".") if isinstance(value, str) else []
    return len(parts) == 4 and all(_is_byte(part) for part in parts)


def _is_byte(part: str) -> bool:
    return 1 <= len(part) <= 3 and all(c in "0123456789" for c in part) and int(part) <= 255
