"""The keys of a Pico, sampled each millisecond by PIO and DMA into a ring that holds the last half second.

Nothing the processor does can bend what is in it: not an erase of flash, not a collection, not interrupts that are off.
"""

from array import array
from time import ticks_ms

import rp2
from machine import Pin, mem32
from uctypes import addressof

from ..config import KEY_COUNT, KEY_OK, PINS_KEYS
from ..interpreter import const, micropython, ptr32
from ..ticks import MASK
from .pio import SAMPLE_FREQUENCY, sample

_SIO_GPIO_IN = const(0xD0000004)
_SAMPLES = const(512)
"""A power of two, as DMA's ring mode wants it; their words begin at a multiple of their size."""
_RING_BITS = const(11)
_MACHINE = const(7)
"""The last state machine of the second block: the strips take the first block's four, a radio the second's first."""
_RECEIVED = const(15)
"""The request by which that state machine's receive FIFO paces DMA."""
_STOPPED_MS = const(5)
_TRANSFERS = const(0x3FFFFFFF)
"""Twelve days of samples; then DMA is started again."""


def _aligned(samples: int):
    """Return a memoryview of that many words, which begins at a multiple of its size in memory."""
    words = array("I", bytes(8 * samples))
    first = (-addressof(words) & (4 * samples - 1)) >> 2
    return memoryview(words)[first : first + samples]


_ring = _aligned(_SAMPLES)
"""For as long as the interpreter runs: DMA writes into it whether or not somebody still knows of it."""


@micropython.viper
def _next_change(ring: ptr32, place: int, end: int, pins: int, levels: int) -> int:
    """Return the first place from `place` to before `end` at which `pins` have other levels; `end` if there is none."""
    while place != end and ring[place] & pins == levels:
        place = (place + 1) & int(_SAMPLES - 1)
    return place


def _wake(pin) -> None:
    """Do nothing: an interrupt by which a key ends `machine.idle` early."""


class KeySampler:
    """The key pins of a board of `tracks` tracks, low while a key is down; edges are logged in `edges` (EdgeLog)."""

    def __init__(self, tracks: int, edges) -> None:
        self._edges = edges
        keys = [key for key in range(KEY_COUNT) if key >> 2 < tracks or key >= KEY_OK]
        self._pins = [Pin(PINS_KEYS[key], Pin.IN, Pin.PULL_UP) for key in keys]
        self._keys = {1 << PINS_KEYS[key]: key for key in keys}
        self._mask = sum(self._keys)
        self._levels = mem32[_SIO_GPIO_IN] & self._mask
        self._down = sum([1 << key for pin, key in self._keys.items() if not self._levels & pin])
        self._place = 0
        self._read_at: int = ticks_ms()  # type: ignore[assignment]
        self._base = addressof(_ring)
        self._machine = rp2.StateMachine(_MACHINE, sample, freq=SAMPLE_FREQUENCY, in_base=Pin(0))
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(inc_read=False, ring_size=_RING_BITS, ring_sel=True, treq_sel=_RECEIVED)
        self._dma.config(read=self._machine, write=_ring, count=_TRANSFERS, ctrl=control, trigger=True)
        self._machine.active(1)
        for pin in self._pins:
            pin.irq(_wake, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def levels(self) -> int:
        """Log what the keys have done since the last call, each edge with its time; return the keys down now."""
        now: int = ticks_ms()  # type: ignore[assignment]
        end = (self._dma.write - self._base) >> 2  # type: ignore[attr-defined]
        quiet_ms = (now - self._read_at) & MASK
        if end != self._place:
            self._read(end, now, quiet_ms)
        elif quiet_ms >= _STOPPED_MS:
            self._overtaken(end, now)
        # The last sample may be a millisecond old.
        levels = mem32[_SIO_GPIO_IN] & self._mask
        if levels != self._levels and not self._edges.behind:
            self._follow(levels, now)
        return self._down

    def _overtaken(self, end: int, now: int) -> None:
        """Read the whole ring: DMA is just where it was; or start DMA again, if it has made all its transfers."""
        if self._dma.active():
            self._read(end, now, _SAMPLES)
        else:
            self._dma.active(1)

    def _read(self, end: int, now: int, quiet_ms: int) -> None:
        """Log the edges of the samples before place `end`; after _SAMPLES ms or more those that are still there."""
        place = self._place if quiet_ms < _SAMPLES else (end + 1) & (_SAMPLES - 1)
        behind = False
        while not behind:
            place = _next_change(_ring, place, end, self._mask, self._levels)
            if place == end:
                break
            age = (end - 1 - place) & (_SAMPLES - 1)
            behind = not self._follow(_ring[place] & self._mask, (now - age) & MASK)
        self._place = place
        self._read_at = now
        self._edges.behind = behind

    def _follow(self, levels: int, time: int) -> bool:
        """Log an edge at tick `time` for each pin whose level differs from `levels`; return whether there was room."""
        changed = levels ^ self._levels
        while changed:
            pin = changed & -changed
            key = self._keys[pin]
            if not self._edges.note(key, not levels & pin, time):
                return False
            self._levels ^= pin
            self._down ^= 1 << key
            changed ^= pin
        return True

    def close(self) -> None:
        """Stop sampling."""
        self._dma.active(0)
        self._dma.close()
        self._machine.active(0)
        for pin in self._pins:
            pin.irq(None)
