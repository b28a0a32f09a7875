"""Refuse requests whose Host header is not this computer's, against DNS rebinding.

Otherwise a site could give its own name our address, and its scripts could then read the desk's pages.
"""

import ipaddress
import socket

from flask import Response, request

from host_tools.words import word

LOOPBACK = ["127.0.0.1", "localhost"]
EVERYWHERE = "0.0.0.0"
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine: which of ours would be used towards it is asked, nothing is sent."""


class OwnNames:
    """The host names and addresses of the computer that serves at `host`."""

    def __init__(self, host: str) -> None:
        self._open = host not in LOOPBACK
        self._names = {*LOOPBACK, host.lower()}
        if self._open:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name.partition('.')[0]}.local", own_address()}

    def refuse_others(self) -> Response | None:
        """Flask before_request handler: an error page where the Host header is not ours, else None."""
        if self._is_ours(_host_name(request.host)):
            return None
        return Response(word("desk.http.host"), 400, content_type="text/plain; charset=utf-8")

    def _is_ours(self, name: str) -> bool:
        """Return whether a host is ours. Private addresses all are: this computer may have several."""
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return name in self._names or (self._open and address.is_private)


def _host_name(host: str) -> str:
    """Return the host of a Host header, without port."""
    return host.rpartition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0].lower()


def players_address(host: str, port: int) -> str:
    """Return the URL of the players' pages for phones; "" where only this computer can reach the desk."""
    if host in LOOPBACK:
        return ""
    return f"http://{own_address() if host == EVERYWHERE else host}:{port}/"


def own_address() -> str:
    """Return this computer's IP address on its network; the loopback address without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return LOOPBACK[0]
        return probe.getsockname()[0]
