"""Wi-Fi station of a Pico W, or of any MicroPython with `network`; ImportError where there is none.

Not tried on silicon: what the radio does was read in MicroPython's sources and documentation.
"""

import network

from ..interpreter import const
from ..ticks import MASK
from .sockets import TcpStream

_POWER_SAVING_OFF = const(0xA11140)
"""With it on, a packet may take seconds to arrive."""
_CHECK_MS = const(250)
_JOIN_MS = const(15000)
"""A join that has not succeeded by then is begun again."""
_RETRY_MS = const(5000)
"""From a join that has failed to the next."""
_FAILED = {
    getattr(network, "STAT_WRONG_PASSWORD", -3): "wrong-password",
    getattr(network, "STAT_NO_AP_FOUND", -2): "not-found",
}


class Wifi:
    """See the package, `open_network`. To switch the radio on takes a quarter of a second, once."""

    def __init__(self, ssid: str, password: str) -> None:
        self._ssid = ssid
        self._password = password
        self._radio = network.WLAN(network.STA_IF)
        self._radio.active(True)
        try:
            self._radio.config(pm=_POWER_SAVING_OFF)
        except (ValueError, OSError):
            # Other chips than the Pico W's call it otherwise.
            pass
        self.state = "joining"
        self._checked_at = 0
        self._join_began_at = 0
        self._wait_ms = 0

    def tick(self, clock: int) -> None:
        """Check the connection a few times a second; join, and join again when the network is gone."""
        if (clock - self._checked_at) & MASK < _CHECK_MS:
            return
        self._checked_at = clock
        if self._radio.isconnected():
            self.state = "joined"
            self._wait_ms = 0
            return
        if self.state == "joined":
            self.state = "joining"
        failed = _FAILED.get(self._radio.status())
        if failed:
            self.state = failed
            self._wait_ms = min(self._wait_ms, _RETRY_MS)
        if (clock - self._join_began_at) & MASK >= self._wait_ms:
            self._join(clock)

    def _join(self, clock: int) -> None:
        """Begin to join the network, and set how long to wait for it."""
        self._join_began_at = clock
        self._wait_ms = _JOIN_MS
        try:
            self._radio.disconnect()
            self._radio.connect(self._ssid, self._password or None)
        except OSError:
            # Busy with the last try.
            self._wait_ms = _RETRY_MS

    def connect(self, address: str, port: int) -> TcpStream:
        """Open a TCP stream to a numeric address. Raises OSError."""
        return TcpStream(address, port)

    def close(self) -> None:
        """Leave the network."""
        try:
            self._radio.disconnect()
        except OSError:
            pass
