"""Diagnose the network of boards on USB, as they report it themselves."""

from host_tools.i18n import has_message, message
from host_tools.usb.ports import Port, connected_ports
from host_tools.usb.protocol_client import BoardLink, BoardLinkError


def usb_network_problems() -> list[str]:
    """Return the network problems that the boards on USB report, as messages."""
    return [problem for port in connected_ports() for problem in _network_problems(port)]


def _network_problems(port: Port) -> list[str]:
    """Return the network problem that a board reports, or why it does not answer; [] if it is connected."""
    try:
        with BoardLink(port.path) as link:
            network = next((data["network"] for data in link.request("status") if "network" in data), None)
    except BoardLinkError as error:
        return [f"{port.label}: {error}"]
    state = network["state"] if network else "off"
    key = f"live.usb.{state}"
    if state == "connected":
        return []
    return [message("live.usb.board", board=port.label, why=message(key) if has_message(key) else state)]
