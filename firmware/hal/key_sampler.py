"""The keys of a Pico, sampled each millisecond by PIO and DMA into a ring that holds the last second.

Nothing the processor does can bend what is in it: not an erase of flash, not a collection, not interrupts that are off.
"""

from array import array
from time import ticks_ms

import rp2
from machine import Pin, idle, mem32
from uctypes import addressof

from ..hardware_config import key_pins
from ..interpreter import const, micropython, ptr32
from ..ticks import MASK
from .pio import SAMPLE_FREQUENCY, sample
from .this_board import pins

_SIO_GPIO_IN = const(0xD0000004)
_SAMPLES = const(1024)
"""A power of two, as DMA's ring mode wants it, whose words begin at a multiple of their size. An erase of flash may
take 0.4 s, and the step in which a host's settings are written 0.2 more.
"""
_RING_BITS = const(12)
_MACHINE = const(7)
"""The last state machine of the second block: the strips take the first block's four, a radio the second's first."""
_RECEIVED = const(15)
"""The request by which that state machine's receive FIFO paces DMA."""
_TRANSFERS = const(0xFFFFFFF)
"""Three days of samples, all that 28 bits count: the four above are no count on an RP2350 (data sheet, 12.6.2.2.1). The
next key that is let go then starts DMA again.
"""
_WAIT_MS = const(2)
"""A step with nothing new takes half a millisecond: for more than half of the time the processor sleeps."""


def _aligned(samples: int):
    """Return a memoryview of that many words, which begins at a multiple of its size in memory.

    An untorn heap hands out one piece after the other: then the ring takes no more of it than its own size.
    """
    size = 4 * samples
    zeros = bytes(size)
    for _ in range(2):
        words = array("I", zeros)
        gap = -addressof(words) & (size - 1)
        if not gap:
            return memoryview(words)
        filler = bytearray(gap)  # noqa: F841
    words = array("I", zeros + zeros)
    first = (-addressof(words) & (size - 1)) >> 2
    return memoryview(words)[first : first + samples]


_ring = _aligned(_SAMPLES)
"""For as long as the interpreter runs: DMA writes into it whether or not somebody still knows of it."""


@micropython.viper
def _finds_change(ring: ptr32, registers: ptr32, state: ptr32) -> int:
    """Read samples up to DMA's write address (`registers[1]`); return whether one has other levels, at which it stops.

    `state`: place of the next sample to read, mask of the keys' pins, their levels in the sample before.
    """
    end = (registers[1] & int(4 * _SAMPLES - 1)) >> 2
    place = state[0]
    while place != end and ring[place] & state[1] == state[2]:
        place = (place + 1) & int(_SAMPLES - 1)
    state[0] = place
    return int(place != end)


def _wake(pin) -> None:
    """Do nothing: an interrupt by which a key ends `machine.idle` early."""


class KeySampler:
    """The key pins of a board of `tracks` tracks, low while a key is down; edges are logged in `edges` (EdgeLog)."""

    def __init__(self, tracks: int, edges) -> None:
        self._edges = edges
        keys = key_pins(pins, tracks)
        self._pins = [Pin(keys[key], Pin.IN, Pin.PULL_UP) for key in sorted(keys)]
        self._keys = {1 << keys[key]: key for key in keys}
        mask = sum(self._keys)
        levels = mem32[_SIO_GPIO_IN] & mask
        self._mask = mask
        self._state = array("I", [0, mask, levels])
        self._down = sum([1 << key for pin, key in self._keys.items() if not levels & pin])
        self._machine = rp2.StateMachine(_MACHINE, sample, freq=SAMPLE_FREQUENCY, in_base=Pin(0))
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(inc_read=False, ring_size=_RING_BITS, ring_sel=True, treq_sel=_RECEIVED)
        self._registers = self._dma.registers  # type: ignore[attr-defined]
        self._dma.config(read=self._machine, write=_ring, count=_TRANSFERS, ctrl=control, trigger=True)
        self._machine.active(1)
        for pin in self._pins:
            pin.irq(_wake, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def levels(self) -> int:
        """Log what the keys have done since the last call, each edge with its time; return the keys down now.

        After a step longer than the ring only the end of what they did is known.
        """
        state = self._state
        if _finds_change(_ring, self._registers, state):
            self._log_changes()
        # The last sample may be a millisecond old.
        levels = mem32[_SIO_GPIO_IN] & self._mask
        if levels != state[2] and not self._edges.behind:
            self._follow(levels, ticks_ms())  # type: ignore[arg-type]
            if levels == self._mask and not self._dma.active():
                # A key was let go, and nothing sampled it: all transfers are made.
                self._dma.active(1)
        return self._down

    def wait(self) -> None:
        """Let the processor sleep until a key moves, for _WAIT_MS at most."""
        began: int = ticks_ms()  # type: ignore[assignment]
        levels = self._state[2]
        while ((ticks_ms() - began) & MASK) < _WAIT_MS:  # type: ignore[operator]
            if mem32[_SIO_GPIO_IN] & self._mask != levels:
                return
            # PIO and DMA go on meanwhile: only deep sleep of both processors, without a DMA transfer left, would stop
            # their clocks (RP2040 data sheet, 2.11.2), and SLEEP_EN0 and 1 gate none of them after a reset.
            # pico-sdk sets and cancels an alarm by an interrupt, which is an event to wake up for: of calls in a row
            # the third is the first that sleeps (`best_effort_wfe_or_timeout` in its time.c).
            idle()

    def _log_changes(self) -> None:
        """Log the edges of all samples that are not read yet; those for which there is no room are kept for later."""
        state = self._state
        self._edges.behind = False
        while _finds_change(_ring, self._registers, state):
            end = self._registers[1] >> 2
            age = (end - 1 - state[0]) & (_SAMPLES - 1)
            if not self._follow(_ring[state[0]] & self._mask, (ticks_ms() - age) & MASK):
                self._edges.behind = True
                return

    def _follow(self, levels: int, time: int) -> bool:
        """Log an edge at tick `time` for each pin whose level differs from `levels`; return whether there was room."""
        state = self._state
        changed = levels ^ state[2]
        while changed:
            pin = changed & -changed
            key = self._keys[pin]
            if not self._edges.note(key, not levels & pin, time):
                return False
            state[2] ^= pin
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
