"""Benchmark baseline: the naive renderer, which sets every LED from the game's state.

It goes through every LED of every strip, computes its colour from the pegs, and sets it by `strip[i] = (r, g, b)`.
"""

from firmware.view.hole_led_map import HOLES, HoleLedMap

from .stopwatch import now_us, tenth_percentile

_TRACKS = 2
_OFF = (0, 0, 0)
_FRONT = (60, 40, 0)
_BACK = (12, 8, 0)
_BETWEEN = (3, 2, 0)
_LINE = (6, 6, 5)
_LINES = (60, 90, HOLES)


class _Strip:
    """A strip set one LED at a time, its bytes in the order of the wire."""

    ORDER = (1, 0, 2)

    def __init__(self, leds: int) -> None:
        self.buf = bytearray(3 * leds)

    def __setitem__(self, led: int, colour: tuple) -> None:
        first = 3 * led
        for channel in range(3):
            self.buf[first + self.ORDER[channel]] = colour[channel]


class _Pegs:
    front = 37
    back = 25
    pending = 5


def _colour(pegs: _Pegs, hole: int) -> tuple:
    """Return the colour (r, g, b) of a hole."""
    if hole == pegs.front or hole == pegs.front + pegs.pending:
        return _FRONT
    if hole == pegs.back:
        return _BACK
    if pegs.front < hole < pegs.front + pegs.pending:
        return _BETWEEN
    if hole in _LINES and hole > pegs.front:
        return _LINE
    return _OFF


def _redraw(strips: list, pegs: _Pegs, hole_of: list) -> None:
    """Set every LED of every strip."""
    for strip in strips:
        for led in range(len(hole_of)):
            strip[led] = _colour(pegs, hole_of[led])


def measure_redraw_us(redraws: int) -> float:
    """Return the tenth percentile of the microseconds that a naive redraw of both tracks takes."""
    led_map = HoleLedMap()
    strips = [_Strip(led_map.leds) for _ in range(_TRACKS)]
    pegs = _Pegs()
    hole_of = [0] * led_map.leds
    for hole in range(1, HOLES + 1):
        hole_of[led_map.led_of[hole]] = hole
    times = []
    for _ in range(redraws):
        start = now_us()
        _redraw(strips, pegs, hole_of)
        times.append(now_us() - start)
    return tenth_percentile(times)
