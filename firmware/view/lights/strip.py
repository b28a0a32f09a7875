"""One track's LED chain: draws marks in order of priority within the track's budget of light."""

from array import array

from ...interpreter import const, micropython, ptr8, ptr32
from .palette import LEVELS

_MAX_MARKS = const(40)
_STEP_AT = const(8)
_COUNT_AT = const(13)
_INK_AT = const(20)
_NO_PICTURE = const(-1)
_ONE_HOLE = const((1 << 13) | (1 << 8))
_OVER = const(1 << 25)
"""A mark is one small integer: hole in 8 bits, step in 5, count of holes in 7, number of the ink in 5, then _OVER."""


@micropython.viper
def paint(buf: ptr8, led_of: ptr8, marks: ptr32, length: int, inks: ptr32, budget: int) -> int:
    """Light the holes of the first `length` marks: unlit ones, and with the bit _OVER in the mark lit ones too.

    `buf` is the chain's GRB bytes, `led_of[hole]` is a hole's LED, `inks` are green << 16 | red << 8 | blue, `budget`
    is the sum of R+G+B that may be added: a hole that would exceed it stays dark. Returns the budget left.
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
    """Return the number of LEDs up to the last of the first `leds` whose bytes differ; 0 if none does."""
    i = 3 * leds
    while i:
        i -= 3
        if (new[i] ^ old[i]) | (new[i + 1] ^ old[i + 1]) | (new[i + 2] ^ old[i + 2]):
            return i // 3 + 1
    return 0


class Strip:
    """One chain: marks are collected, painted into `buf` (GRB bytes), and that becomes `sent` by `take_frame`.

    The first mark on a hole counts, and a mark that would exceed `budget` is left out: so the most important marks are
    made first. Holes are HoleLedMap's: 1 to the target, and LAST. `sent` may be read (by DMA) until the next
    `take_frame`. `painted`: `buf` is a picture that has not been sent.

    A picture to which a count is added again and again is saved (`save`), and the next one begun from it (`restore`).
    """

    def __init__(self, led_map, palette, budget: int) -> None:
        self.buf = bytearray(3 * led_map.leds)
        self.sent = bytearray(3 * led_map.leds)
        self._leds = led_map.leds
        self.painted = False
        self._saved = bytearray(3 * led_map.leds)
        self._saved_light_left = 0
        self._saved_key = _NO_PICTURE
        self.budget = budget
        self._light_left = budget
        self._dark = led_map.dark
        self._led_of = led_map.led_of
        self._inks = palette.inks
        self._marks = array("i", [0] * _MAX_MARKS)
        self._length = 0
        self._from_saved = False

    def light_sum(self) -> int:
        """Return the sum of R+G+B in `buf`."""
        return self.budget - self._light_left

    def save(self, key: int, reserve: int) -> None:
        """Save the marks so far as a picture under `key`; further marks are drawn over it.

        `reserve` (a sum of R+G+B) of the budget is kept for them, so that one later mark always fits.
        """
        picture = self._saved
        picture[:] = self._dark
        remaining: int = paint(picture, self._led_of, self._marks, self._length, self._inks, self.budget - reserve)
        self._saved_light_left = remaining + reserve
        self._saved_key = key
        self._from_saved = True
        self._length = 0

    def restore(self, key: int) -> bool:
        """Begin the next picture from the one saved under `key`. False, and begin empty, if another one is saved."""
        self._from_saved = self._saved_key == key
        return self._from_saved

    def set_budget(self, budget: int) -> None:
        """Set the light budget (a sum of R+G+B), and drop the saved picture: colours, holes or light have changed."""
        self._light_left += budget - self.budget
        self.budget = budget
        self._saved_key = _NO_PICTURE

    def mark(self, hole: int, colour: int, level: int) -> None:
        """Light one hole, unless an earlier mark has: `colour` is a team or WHITE, `level` FAINT to FULL."""
        ink = LEVELS * colour + level
        self._marks[self._length] = (ink << _INK_AT) | _ONE_HOLE | hole
        self._length += 1

    def mark_over(self, hole: int, colour: int, level: int) -> None:
        """Light one hole, whatever earlier marks have lit there; parameters as for `mark`."""
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
        """Draw the collected marks into `buf`, over the saved picture if it was restored; marks begin anew."""
        self.painted = True
        budget = self.budget
        if self._from_saved:
            self._from_saved = False
            self.buf[:] = self._saved
            budget = self._saved_light_left
        else:
            self.buf[:] = self._dark
        self._light_left = paint(self.buf, self._led_of, self._marks, self._length, self._inks, budget)
        self._length = 0

    def take_frame(self, whole: bool) -> int:
        """Make a newly painted frame `sent`, by swapping it with `buf`; return how many LEDs of it to send.

        These are all with `whole` or without a new frame, else those up to the last that has changed.
        """
        leds: int = self._leds
        if self.painted:
            self.painted = False
            if not whole:
                leds = changed_leds(self.buf, self.sent, leds)
            self.buf, self.sent = self.sent, self.buf
        return leds
