"""Give each board on USB its own broker password."""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from host_tools.i18n import labelled, message
from host_tools.live.broker_files import new_password
from host_tools.usb.ports import Port
from host_tools.usb.protocol_client import BoardLink, BoardLinkError
from host_tools.usb.select_board import ChoiceError, select_ports


class Network(NamedTuple):
    """Network settings for boards: the broker's IP address and port, the Wi-Fi's name (None: boards keep theirs) and
    password; the address of the broker that stands by ("": none)."""

    address: str
    port: int
    wifi: str | None
    wifi_password: str
    standby: str = ""

    def request_fields(self) -> dict[str, object]:
        """Return the fields of the request `network`."""
        wifi = {} if self.wifi is None else {"ssid": self.wifi, "password": self.wifi_password}
        return {"broker": self.address, "port": self.port, "standby": self.standby, **wifi}


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
            uid = next(data["board"] for data in link.request("hello") if "board" in data)
            password = new_password()
            link.request("network", **network.request_fields(), login=password, **credentials)
    except BoardLinkError as error:
        report(labelled(port.label, error))
        return False
    files.set_password(uid, password)
    report(message("live.init.handed", board=port.label))
    return True
