"""PWM buzzer driver: `play` starts a sound, `tick` its pauses and bursts when it is time."""

from time import ticks_diff, ticks_ms

from machine import PWM, Pin

from ..config import BUZZER_HZ, BUZZER_MS
from .this_board import pins

_HALF = 32768


class Buzzer:
    """Plays sounds, where the board has a buzzer: 0 click, 1 refusal, 2 game. The caller calls `tick` in every step."""

    def __init__(self) -> None:
        self._pwm = None
        if "buzzer" in pins:
            self._pwm = PWM(Pin(pins["buzzer"]))
            self._pwm.freq(BUZZER_HZ)
            self._pwm.duty_u16(0)
        self._bursts: tuple[int, ...] = ()
        self._place = 0
        self._started_at = ticks_ms()

    def play(self, sound: int) -> None:
        """Start sound `sound` (0 click, 1 refusal, 2 game); `tick` goes on with it, and ends it."""
        if self._pwm is None:
            return
        self._pwm.duty_u16(_HALF)
        self._bursts = BUZZER_MS[sound]
        self._place = 0
        self._started_at = ticks_ms()

    def tick(self) -> None:
        """End the burst, or the pause, whose time is over."""
        if not self._bursts or ticks_diff(ticks_ms(), self._started_at) < self._bursts[self._place]:
            return
        self._place += 1
        self._started_at = ticks_ms()
        if self._place == len(self._bursts):
            self.close()
        else:
            self._pwm.duty_u16(0 if self._place % 2 else _HALF)

    def close(self) -> None:
        self._bursts = ()
        if self._pwm is not None:
            self._pwm.duty_u16(0)
