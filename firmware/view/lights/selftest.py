"""LED self-test: lights one LED after another in each colour, and shows the keys that are down."""

from ...config import KEY_COUNT, KEY_OK, KEYS_PER_TEAM
from ...interpreter import const
from ...ticks import since
from .palette import MID, WHITE

_LED_MS = const(40)
_TEST_LIGHT = const(60)
_CHANNELS = (1, 0, 2)
"""Red, green, blue in the order of the wire."""
_TENS = const(10)
"""A team's keys light holes 10, 20, 30, 40 while down; OK lights 50, MENU 60."""


class SelfTest:
    """Draws on all `strips` at once; `now` is board time at its start."""

    def __init__(self, strips: list, now: int) -> None:
        self._strips = strips
        self._lit_at = now
        self._leds = len(strips[0].buf) // 3
        self._led = 0

    def draw(self, keys: int, now: int) -> bool:
        """Draw the LED whose turn it is at `now` and the keys down (a mask). Returns True: the frame is to be sent.

        One comes after another, however late a frame is, so that each is seen.
        """
        if since(self._lit_at, now) >= _LED_MS:
            self._lit_at = now
            self._led = (self._led + 1) % (3 * self._leds)
        byte = 3 * (self._led % self._leds) + _CHANNELS[self._led // self._leds]
        for track in range(len(self._strips)):
            strip = self._strips[track]
            self._mark_keys(strip, track, keys)
            strip.paint()
            strip.buf[byte] = _TEST_LIGHT
        return True

    def _mark_keys(self, strip, track: int, keys: int) -> None:
        """Light a hole of the track for each key of the mask that is its team's, OK or MENU."""
        team_keys = (keys >> (KEYS_PER_TEAM * track)) & 15
        for key in range(KEYS_PER_TEAM):
            if (team_keys >> key) & 1:
                strip.mark(_TENS * (key + 1), track, MID)
        for key in range(KEY_OK, KEY_COUNT):
            if (keys >> key) & 1:
                strip.mark(_TENS * (key - KEY_OK + 5), WHITE, MID)

    def close(self) -> None:
        """Paint all strips dark."""
        for strip in self._strips:
            strip.paint()
