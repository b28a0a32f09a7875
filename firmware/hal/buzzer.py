"""PWM buzzer driver: `play` starts a tone, `tick` ends it after its time."""

from time import ticks_diff, ticks_ms

from machine import PWM, Pin

from ..config import BUZZER_HZ, BUZZER_MS
from .this_board import pins

_HALF = 32768


class Buzzer:
    """Plays tones, where the board has a buzzer: 0 click, 1 refusal, 2 game. The caller calls `tick` in every step."""

    def __init__(self) -> None:
        self._pwm = None
        if "buzzer" in pins:
            self._pwm = PWM(Pin(pins["buzzer"]))
            self._pwm.duty_u16(0)
        self._playing = False
        self._started_at = ticks_ms()
        self._duration_ms = 0

    def play(self, sound: int) -> None:
        """Start tone `sound` (0 click, 1 refusal, 2 game); `tick` ends it."""
        if self._pwm is None:
            return
        self._pwm.freq(BUZZER_HZ[sound])
        self._pwm.duty_u16(_HALF)
        self._playing = True
        self._started_at = ticks_ms()
        self._duration_ms = BUZZER_MS[sound]

    def tick(self) -> None:
        """End the tone if its time is over."""
        if self._playing and ticks_diff(ticks_ms(), self._started_at) >= self._duration_ms:
            self.close()

    def close(self) -> None:
        self._playing = False
        if self._pwm is not None:
            self._pwm.duty_u16(0)
