"""The network settings of a board (Wi-Fi, broker): validates and stores them; no request reads them back.

At start they need no check, as they were checked before they were written.
"""

from ..json_file import write_json
from ..messages import CodedError
from ..settings import is_encodable
from .network_loader import NETWORK_FILE, NETWORK_VERSION

NETWORK_FIELDS = {"ssid": "", "password": "", "broker": "", "standby": "", "port": 1883, "login": ""}
"""Fields with their defaults: name and password of the Wi-Fi; addresses of the broker and of the one that stands by, ""
for none, and the port of both; the password at both."""


def store_network(disk, online, fields: dict):
    """Validate and store new values for some fields, all or none, and connect with them. An empty `broker` deletes all.

    `online`: the board's NetworkLoader. Yields after each piece of work but the last. Raises CodedError, whose message
    contains no value.
    """
    values = dict(NETWORK_FIELDS)
    values.update(online.read_fields())
    yield
    values.update(fields)
    check_network(values)
    yield
    try:
        if not values["broker"]:
            online.stop()
            if NETWORK_FILE in disk.names():
                disk.remove(NETWORK_FILE)
            return
        if not (yield from online.start(values)):
            raise CodedError("no-radio")
        yield
        yield from write_json(disk, NETWORK_FILE, values, NETWORK_VERSION)
    except OSError as error:
        raise CodedError("not-kept", file=NETWORK_FILE, why=str(error)) from None


def check_network(values: dict) -> None:
    """Raise CodedError, which has the field's name but not its value, unless all fields are there and valid."""
    for field in values:
        if field not in NETWORK_FIELDS:
            raise CodedError("unknown-field", field=field, known=" ".join(sorted(NETWORK_FIELDS)))
    if not is_plain(values["ssid"], 0, 32):
        raise CodedError("bad-wifi-name")
    if values["password"] != "" and not is_plain(values["password"], 8, 63):
        raise CodedError("bad-wifi-password")
    if values["broker"] != "" and not is_address(values["broker"]):
        raise CodedError("bad-broker")
    if values["standby"] != "" and not is_address(values["standby"]):
        raise CodedError("bad-standby")
    port = values["port"]
    if not isinstance(port, int) or isinstance(port, bool) or not 1 <= port <= 65535:
        raise CodedError("not-within", field="port", low=1, high=65535)
    if not is_plain(values["login"], 0, 64):
        raise CodedError("bad-login")


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
