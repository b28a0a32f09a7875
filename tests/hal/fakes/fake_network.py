"""Fake `network`: the radio of a Pico W, its log, and access points as a test sets them."""

from world import world

STA_IF = 0
STAT_GOT_IP = 3
STAT_WRONG_PASSWORD = -3
STAT_NO_AP_FOUND = -2
SWITCH_ON_US = 250000


class Radio:
    """`status` is what is around it; `said` what it was told, with the time in us."""

    def __init__(self):
        self.said = []
        self.found = STAT_GOT_IP
        self.on = False
        self._status = 0

    def active(self, on):
        self.note(f"active after {min(len(world.frames), 1)} frames")
        if not self.on:
            world.pass_us(SWITCH_ON_US)
        self.on = on

    def config(self, pm):
        self.note(f"pm {pm:x}")

    def connect(self, ssid, password):
        self.note(f"join {ssid} {password}")
        self._status = 1
        world.at(world.us // 1000 + 900, self.join)

    def join(self):
        self._status = self.found

    def lose(self, found):
        """The Wi-Fi goes; from now on the radio finds that."""
        self._status = 0
        self.found = found

    def disconnect(self):
        self._status = 0

    def isconnected(self):
        return self._status == STAT_GOT_IP

    def status(self):
        return self._status

    def note(self, event):
        self.said.append((world.us, event))


radio = Radio()


def WLAN(which):  # noqa: N802
    """The one radio there is."""
    return radio
