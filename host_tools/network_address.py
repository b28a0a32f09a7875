"""Addresses under which this computer's servers are reached: from itself, and from its network."""

import socket

LOOPBACK = ["127.0.0.1", "localhost"]
EVERYWHERE = "0.0.0.0"
_UNUSED_ADDRESS = ("192.0.2.1", 9)
"""An address of no machine (RFC 5737). A UDP socket connected to it has our outgoing address; nothing is sent."""


def own_address() -> str:
    """Return this computer's IPv4 address on its network; the loopback address if it has no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNUSED_ADDRESS)
        except OSError:
            return LOOPBACK[0]
        return probe.getsockname()[0]


def public_url(host: str, port: int) -> str:
    """Return the URL at which other computers reach a server that listens on `host`; "" if it is a loopback address."""
    if host in LOOPBACK:
        return ""
    return f"http://{own_address() if host == EVERYWHERE else host}:{port}/"
