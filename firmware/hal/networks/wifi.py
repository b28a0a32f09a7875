"""Wi-Fi station of a Pico W, or of any MicroPython with `network`; else importing this raises ImportError.

Not tried on silicon: the radio's behaviour is taken from MicroPython's sources and documentation.
"""

import network

from ...interpreter import const
from ...net.sockets import TcpStream
from ...ticks import MASK

_POWER_SAVING_OFF = const(0xA11140)
"""With power saving on, a packet may take seconds to arrive."""
_CHECK_MS = const(250)
_JOIN_MS = const(15000)
"""A join that has not succeeded by then is begun again."""
_RETRY_MS = const(5000)
"""Wait from a failed join to the next."""
_FAILED = {
    getattr(network, "STAT_WRONG_PASSWORD", -3): "wrong-password",
    getattr(network, "STAT_NO_AP_FOUND", -2): "not-found",
}


class Wifi:
    """The network of the HAL's `open_network`. To make it takes a quarter of a second: the radio is switched on."""

    def __init__(self, ssid: str, password: str) -> None:
        self._ssid = ssid
        self._password = password
        self._radio = network.WLAN(network.STA_IF)
        self._radio.active(True)
        try:
            self._radio.config(pm=_POWER_SAVING_OFF)
        except (ValueError, OSError):
            # Chips other than the Pico W's have another setting.
            pass
        self.state = "joining"
        self._checked_at = 0
        self._join_began_at = 0
        self._wait_ms = 0

    def tick(self, now: int) -> None:
        """Check the connection every _CHECK_MS, set `state`, and join (again) while it is down. `now`: board time."""
        if (now - self._checked_at) & MASK < _CHECK_MS:
            return
        self._checked_at = now
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
        if (now - self._join_began_at) & MASK >= self._wait_ms:
            self._join(now)

    def _join(self, now: int) -> None:
        """Begin to join the network; set when to try again (`_wait_ms` from `now`)."""
        self._join_began_at = now
        self._wait_ms = _JOIN_MS
        try:
            self._radio.disconnect()
            self._radio.connect(self._ssid, self._password or None)
        except OSError:
            # The radio is busy with the last try.
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


def open_network(ssid: str, password: str) -> Wifi:
    """Return the Wi-Fi, switched on."""
    return Wifi(ssid, password)
