"""Give each board on USB its own broker password."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from host_tools.i18n import message
from host_tools.live.broker_files import new_password
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.select_board import ChoiceError, select_ports

_STANDBY_VERSION = 2
"""Of the protocol: earlier firmware keeps one address."""


class Network(NamedTuple):
    """Network settings for boards: the broker's IP address and port, the Wi-Fi's name (None: boards keep theirs) and
    password; the address of the broker that stands by ("": none)."""

    address: str
    port: int
    wifi: str | None
    wifi_password: str
    standby: str = ""

    def request_fields(self, link_version: int) -> dict[str, object]:
        """Return the fields of the request `network` for a board with this version of the protocol."""
        wifi = {} if self.wifi is None else {"ssid": self.wifi, "password": self.wifi_password}
        standby = {"standby": self.standby} if link_version >= _STANDBY_VERSION else {}
        return {"broker": self.address, "port": self.port, **standby, **wifi}


class Logins(Protocol):
    """Where boards may log in: a broker's files, or a cluster's."""

    def set_password(self, user: str, password: str) -> None:
        """Add a user or change the user's password. Raises OSError."""


def set_logins(files: Logins, network: Network, board: str, pin: str, report: Callable[[str], None]) -> bool:
    """Set a new password on the named board, or on each that is connected if `board` is "", and where it may log in.

    `pin` is the boards' PIN, "" for none. `report` prints progress, never a password. Returns whether all succeeded;
    True also if no board is connected and none was named.
    """
    try:
        ports = select_ports(board, "", not board)
    except ChoiceError as error:
        report(str(error))
        return not board
    report(message("live.init.address_told", address=network.address, port=network.port))
    succeeded = [_set_login(files, network, port, pin, report) for port in ports]
    return all(succeeded)


def _set_login(files: Logins, network: Network, port: Port, pin: str, report: Callable[[str], None]) -> bool:
    """Set a new password on one board and where it may log in. Returns whether the board accepted it."""
    credentials = {"pin": pin} if pin else {}
    try:
        with BoardLink(port.path) as link:
            hello = next(data for data in link.request("hello") if "board" in data)
            uid, version, password = hello["board"], hello.get("link", 1), new_password()
            link.request("network", **network.request_fields(version), login=password, **credentials)
    except BoardLinkError as error:
        report(f"{port.label}: {error}")
        return False
    files.set_password(uid, password)
    report(message("live.init.handed", board=port.label))
    if network.standby and version < _STANDBY_VERSION:
        report(message("live.init.one_address", board=port.label))
    return True
