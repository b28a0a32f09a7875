"""Give each board on USB its own broker password."""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.desk.web.host_check import own_address
from host_tools.live.broker_files import BrokerFiles, new_password
from host_tools.usb.board_link import BoardLink, BoardLinkError
from host_tools.usb.ports import Port
from host_tools.usb.select_board import ChoiceError, every
from host_tools.words import word

__all__ = ["Network", "hand_out", "own_address"]


class Network(NamedTuple):
    """What boards are told: the broker's address in numbers and its port; name and password of the Wi-Fi, None where
    they have these."""

    address: str
    port: int
    wifi: str | None
    wifi_password: str

    def fields(self) -> dict[str, object]:
        """As the board's verb `network` names them."""
        radio = {} if self.wifi is None else {"ssid": self.wifi, "password": self.wifi_password}
        return {"broker": self.address, "port": self.port, **radio}


def hand_out(files: BrokerFiles, network: Network, board: str, pin: str, say: Callable[[str], None]) -> bool:
    """Give the board that is named, or each that is plugged in, a new password, and let it in by that. No password is
    said. Returns whether all have taken theirs."""
    try:
        ports = every(board, "", not board)
    except ChoiceError as error:
        say(str(error))
        return not board
    say(word("live.init.address_told", address=network.address, port=network.port))
    done = [_hand(files, network, one, pin, say) for one in ports]
    return all(done)


def _hand(files: BrokerFiles, network: Network, port: Port, pin: str, say: Callable[[str], None]) -> bool:
    proof = {"pin": pin} if pin else {}
    try:
        with BoardLink(port.path) as line:
            uid = next(data["board"] for data in line.ask("hello") if "board" in data)
            password = new_password()
            line.ask("network", **network.fields(), login=password, **proof)
    except BoardLinkError as error:
        say(f"{port.who}: {error}")
        return False
    files.set_password(uid, password)
    say(word("live.init.handed", board=port.who))
    return True
