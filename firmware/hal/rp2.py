"""HAL for Raspberry Pi Pico, Pico W and Pico 2: sends LED data by one PIO state machine and DMA channel a track."""

import rp2
from machine import ADC, Pin, idle, mem32

from ..config import KEY_COUNT, KEY_OK, LED_US, PINS_KEYS, PINS_LED_DATA
from ..interpreter import const
from .microcontroller_base import Micro
from .pio import FREQUENCY, strip

_SIO_GPIO_IN = const(0xD0000004)
_RAIL_SENSE = const(27)
"""On boards of up to three tracks this pin measures half the LED rail's voltage."""


class _Strip:
    """One track's chain of LEDs: a PIO state machine fed by a DMA channel."""

    def __init__(self, number: int, pin: int) -> None:
        self._machine = rp2.StateMachine(number, strip, freq=FREQUENCY, sideset_base=Pin(pin))
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


def _pin_groups(keys: list) -> list:
    """Group keys by the shift from key number to pin number: return pairs (shift, mask of its keys)."""
    masks: dict = {}
    for key in keys:
        shift = PINS_KEYS[key] - key
        masks[shift] = masks.get(shift, 0) | (1 << key)
    return list(masks.items())


class Rp2(Micro):
    """The HAL of a Pico (see the package)."""

    def __init__(self, root: str = "") -> None:
        super().__init__(root)
        self._strips = [_Strip(i, PINS_LED_DATA[i]) for i in range(self.tracks)]
        keys = [key for key in range(KEY_COUNT) if key >> 2 < self.tracks or key >= KEY_OK]
        self._key_pins = sum([1 << PINS_KEYS[key] for key in keys])
        self._groups = _pin_groups(keys)
        self._pins_seen = -1
        self._keys_seen = 0
        self.keys = self._levels
        self._sense = ADC(_RAIL_SENSE) if self.tracks < 4 else None

    def _levels(self) -> int:
        """Return the mask of the keys that are down, from one read of all pins."""
        pins = mem32[_SIO_GPIO_IN] & self._key_pins
        if pins != self._pins_seen:
            self._pins_seen = pins
            low = pins ^ self._key_pins
            down = 0
            for shift, keys in self._groups:
                # Masked before it is shifted up: a value beyond the 31 bits of a small integer would allocate.
                down |= (low >> shift) & keys if shift >= 0 else (low & (keys >> -shift)) << -shift
            self._keys_seen = down
        return self._keys_seen

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
        self._block_frames(LED_US * longest + self.LATCH_US)

    def rest(self) -> None:
        # Ended by a key's interrupt, at the latest by a tick a millisecond later.
        idle()

    def rail_mv(self) -> int:
        """Return the LED rail's voltage in millivolts: the ADC measures half of it, of 3.3 V full scale."""
        return self._sense.read_u16() * 6600 // 65535 if self._sense else -1

    def close(self) -> None:
        super().close()
        for chain in self._strips:
            chain.close()
