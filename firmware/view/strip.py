"""One track's LED chain: draws marks in order of priority within the track's power budget."""

from array import array

from ..interpreter import const, micropython, ptr8, ptr32
from .palette import LEVELS

_MOST_MARKS = const(40)
_STEP_AT = const(8)
_COUNT_AT = const(13)
_INK_AT = const(20)
_NO_PICTURE = const(-1)
_ONE_HOLE = const((1 << 13) | (1 << 8))
_OVER = const(1 << 25)
"""A mark is one small integer: hole in 8 bits, step in 5, count of holes in 7, number of the ink in 5, then _OVER."""


@micropython.viper
def paint(buf: ptr8, led_of: ptr8, marks: ptr32, length: int, inks: ptr32, budget: int) -> int:
    """Light the holes of `length` marks where nothing is lit yet; those with the bit _OVER whatever is lit.

    `buf` is the chain's GRB bytes, `led_of[hole]` is a hole's LED, `inks` are green << 16 | red << 8 | blue, `budget`
    is the sum of R+G+B that may be added: what would exceed it stays dark. Returns what is left of it.
    """
    i = 0
    while i < length:
        mark = marks[i]
        i += 1
        hole = mark & 255
        step = (mark >> 8) & 31
        count = (mark >> 13) & 127
        ink = inks[(mark >> 20) & 31]
        green = ink >> 16
        red = (ink >> 8) & 255
        blue = ink & 255
        cost = green + red + blue
        while count > 0 and budget >= cost:
            led = 3 * led_of[hole]
            lit = buf[led] + buf[led + 1] + buf[led + 2]
            if not lit or mark >> 25:
                buf[led] = green
                buf[led + 1] = red
                buf[led + 2] = blue
                budget += lit - cost
            hole += step
            count -= 1
    return budget


@micropython.viper
def changed_leds(new: ptr8, old: ptr8, leds: int) -> int:
    """Return how many of the first `leds` LEDs reach to the last that differs; 0: none does."""
    i = 3 * leds
    while i:
        i -= 3
        if (new[i] ^ old[i]) | (new[i + 1] ^ old[i + 1]) | (new[i + 2] ^ old[i + 2]):
            return i // 3 + 1
    return 0


class Strip:
    """One chain: marks are collected, painted into the GRB bytes of `buf`, and become what is `sent`.

    The first mark on a hole counts, and a mark that would exceed `budget` is left out: so what matters most is marked
    first. Holes are HoleLedMap's: 1 to the target, and LAST. `sent` is what the chain was sent last; it may be read (by
    DMA) until the next `send`. `painted`: `buf` is a picture that has not been sent.

    A picture to which a count is added again and again is saved (`keep`), and the next begun from it (`restore`).
    """

    def __init__(self, led_map, palette, budget: int) -> None:
        self.buf = bytearray(3 * led_map.leds)
        self.sent = bytearray(3 * led_map.leds)
        self._leds = led_map.leds
        self.painted = False
        self._kept = bytearray(3 * led_map.leds)
        self._kept_room = 0
        self._kept_key = _NO_PICTURE
        self.budget = budget
        self._room = budget
        self._dark = led_map.dark
        self._led_of = led_map.led_of
        self._inks = palette.inks
        self._marks = array("i", [0] * _MOST_MARKS)
        self._length = 0
        self._from_kept = False

    def light(self) -> int:
        """Return the sum of R+G+B in `buf`."""
        return self.budget - self._room

    def keep(self, key: int, reserve: int) -> None:
        """Save the marks so far as a picture under `key`, and draw further marks over it.

        Light of `reserve` (the sum of R+G+B) is left over, so that a later mark is never left out for want of it.
        """
        picture = self._kept
        picture[:] = self._dark
        remaining: int = paint(picture, self._led_of, self._marks, self._length, self._inks, self.budget - reserve)
        self._kept_room = remaining + reserve
        self._kept_key = key
        self._from_kept = True
        self._length = 0

    def restore(self, key: int) -> bool:
        """Begin the next drawing with the picture kept under `key`; False, and begin empty, where another is kept."""
        self._from_kept = self._kept_key == key
        return self._from_kept

    def allow(self, budget: int) -> None:
        """Set the light budget (a sum of R+G+B), and drop the saved picture: colours, holes or light have changed."""
        self._room += budget - self.budget
        self.budget = budget
        self._kept_key = _NO_PICTURE

    def mark(self, hole: int, colour: int, level: int) -> None:
        """Light one hole."""
        ink = LEVELS * colour + level
        self._marks[self._length] = (ink << _INK_AT) | _ONE_HOLE | hole
        self._length += 1

    def mark_over(self, hole: int, colour: int, level: int) -> None:
        """Light one hole, whatever is lit there."""
        ink = LEVELS * colour + level
        self._marks[self._length] = (ink << _INK_AT) | _OVER | _ONE_HOLE | hole
        self._length += 1

    def mark_run(self, hole: int, step: int, count: int, colour: int, level: int) -> None:
        """Light `count` holes (up to 127) from `hole` on, each `step` (up to 31) after the one before."""
        if count > 0:
            ink = LEVELS * colour + level
            self._marks[self._length] = (ink << _INK_AT) | (count << _COUNT_AT) | (step << _STEP_AT) | hole
            self._length += 1

    def paint(self) -> None:
        """Turn the marks into bytes; the next picture begins."""
        self.painted = True
        budget = self.budget
        if self._from_kept:
            self._from_kept = False
            self.buf[:] = self._kept
            budget = self._kept_room
        else:
            self.buf[:] = self._dark
        self._room = paint(self.buf, self._led_of, self._marks, self._length, self._inks, budget)
        self._length = 0

    def send(self, whole: bool) -> int:
        """Take a newly painted frame as the one to send; return how many LEDs to send.

        That is all of them with `whole`, else those up to the last that has changed. `buf` and `sent` are swapped.
        """
        leds: int = self._leds
        if self.painted:
            self.painted = False
            if not whole:
                leds = changed_leds(self.buf, self.sent, leds)
            self.buf, self.sent = self.sent, self.buf
        return leds
