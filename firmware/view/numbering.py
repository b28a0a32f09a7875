"""Which LED of the chain each hole is. Loaded when a preset or the chain is set."""

from ..interpreter import const
from .layout import GROUP, HOLES, LAST, LINES, STREET, STRIP_LEDS

_ROW_LEDS = const(35)


def number(led_of, leds: int, reverse: bool, target: int, lines: tuple) -> None:
    """Fill `led_of` (see Layout) for a chain of `leds` LEDs and games up to `target`."""
    lap = HOLES - 1 if target > HOLES else HOLES
    for hole in range(1, HOLES + 1):
        led_of[hole] = _led(hole, leds, reverse)
    led_of[LAST] = led_of[HOLES]
    for hole in range(lap + 1, LINES):
        led_of[hole] = led_of[hole - lap]
    for i in range(len(lines)):
        line = lines[i] or 0
        # Who never left the start stands before hole 1.
        led_of[LINES + 2 * i] = led_of[max(line, 1)]
        led_of[LINES + 2 * i + 1] = led_of[line + 1]


def _led(hole: int, leds: int, reverse: bool) -> int:
    street, k = divmod(hole - 1, STREET)
    led = _ROW_LEDS * street + k + k // GROUP if leds == STRIP_LEDS else hole - 1
    return leds - 1 - led if reverse else led
