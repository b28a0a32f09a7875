"""Addresses under which this computer's servers are reached: from itself, and from its network."""

import socket

LOOPBACK = ["127.0.0.1", "localhost"]
EVERYWHERE = "0.0.0.0"
_ELSEWHERE = ("192.0.2.1", 9)
"""An address of no machine: which of ours would be used towards it is asked, nothing is sent."""


def own_address() -> str:
    """Return this computer's IP address on its network; the loopback address without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return LOOPBACK[0]
        return probe.getsockname()[0]


def public_url(host: str, port: int) -> str:
    """Return the URL at which others reach what is served at `host`; "" where only this computer can."""
    if host in LOOPBACK:
        return ""
    return f"http://{own_address() if host == EVERYWHERE else host}:{port}/"
