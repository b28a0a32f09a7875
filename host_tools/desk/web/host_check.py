"""Refuse requests whose Host header is not this computer's, against DNS rebinding.

Otherwise a site could give its own name our address, and its scripts could then read the desk's pages.
"""

import ipaddress
import socket

from flask import Response, request

from host_tools.i18n import message
from host_tools.network_address import LOOPBACK, own_address


class OwnNames:
    """The host names and addresses of the computer that serves at `host`."""

    def __init__(self, host: str) -> None:
        self._open = host not in LOOPBACK
        self._names = {*LOOPBACK, host.lower()}
        if self._open:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name.partition('.')[0]}.local", own_address()}

    def refuse_others(self) -> Response | None:
        """Return an error page if the Host header names another computer, else None (Flask before_request handler)."""
        if self._is_own(_host_name(request.host)):
            return None
        return Response(message("desk.http.host"), 400, content_type="text/plain; charset=utf-8")

    def _is_own(self, name: str) -> bool:
        """Return whether a host is this computer. All private addresses count: it may have several."""
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return name in self._names or (self._open and address.is_private)


def _host_name(host: str) -> str:
    """Return the host of a Host header, without port or IPv6 brackets."""
    return host.rpartition("]")[0].strip("[") if host.startswith("[") else host.partition(":")[0].lower()
