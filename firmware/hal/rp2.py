"""HAL for Raspberry Pi Pico, Pico W and Pico 2: sends LED data by one PIO state machine and DMA channel a track.

Another pair samples the keys.
"""

import rp2
from machine import ADC, Pin

from ..hardware_config import free_pin
from ..interpreter import const
from .key_sampler import KeySampler
from .microcontroller_base import Micro
from .pio import FREQUENCY, strip_program
from .processor import RP2350
from .this_board import kind, pins

_RAM_END = const(0x20040000)
_RAM_END_OF_RP2350 = const(0x20080000)
"""The heap lies below."""
_BLOCKS = const(4)
_BLOCK_BYTES = const(5)
"""Questions to a block device: how many blocks it has, and how long each is."""


class _Strip:
    """One track's chain of LEDs: a PIO state machine fed by a DMA channel."""

    def __init__(self, number: int, pin: int, program) -> None:
        self._machine = rp2.StateMachine(number, program, freq=FREQUENCY, sideset_base=Pin(pin))
        self._machine.active(1)
        self._dma = rp2.DMA()
        # Byte by byte, paced by the transmit FIFO of this state machine (all are in the first PIO block).
        control = self._dma.pack_ctrl(size=0, inc_write=False, treq_sel=number)
        self._dma.config(write=self._machine, ctrl=control)

    def send(self, frame, leds: int) -> None:
        self._dma.config(read=frame, count=3 * leds, trigger=True)

    def close(self) -> None:
        self._dma.active(0)
        self._dma.close()
        self._machine.active(0)


class Rp2(Micro):
    """The HAL of a Pico (see the package)."""

    def __init__(self, root: str = "") -> None:
        super().__init__(root, KeySampler)
        program = strip_program(kind["led_ns"])
        self._strips = [_Strip(i, pins["led_data"][i], program) for i in range(self.tracks)]
        sense = free_pin(pins, "rail_sense", self.tracks)
        self._sense = None if sense is None else ADC(sense)
        self._cell = ADC(pins["battery"]) if self.battery else None
        self._heap_end = _RAM_END_OF_RP2350 if RP2350 else _RAM_END
        chip = rp2.Flash()
        self.flash_bytes = chip.ioctl(_BLOCKS, 0) * chip.ioctl(_BLOCK_BYTES, 0)

    def show(self, bufs: list, leds: list) -> None:
        """Send the bytes `bufs[track]` of the first `leds[track]` LEDs to each chain; nothing if that is 0."""
        longest = track = 0
        for chain in self._strips:
            count = leds[track]
            if count:
                chain.send(bufs[track], count)
                if count > longest:
                    longest = count
            track += 1
        # The end is known by the clock: no need to poll the DMA.
        self._block_frames(self.led_us * longest + self._reset_us)

    def rest(self) -> None:
        # What waits for the wire is sent the sooner.
        if not self.busy():
            self._contacts.wait()

    def memory_left(self) -> int:
        """Return the bytes of heap above an object made now: below it all was in use, or has been given away."""
        return self._heap_end - id([])

    def rail_mv(self) -> int:
        """Return the LED rail's voltage in millivolts."""
        return _doubled_mv(self._sense)

    def battery_mv(self) -> int:
        """Return the cell's voltage in millivolts."""
        return _doubled_mv(self._cell)

    def close(self) -> None:
        super().close()
        for chain in self._strips:
            chain.close()


def _doubled_mv(sense) -> int:
    """Return millivolts of which an ADC (`sense`; None: -1) measures half, of 3.3 V full scale."""
    return sense.read_u16() * 6600 // 65535 if sense else -1
