"""Fake `rp2`: the project's PIO assembler, and state machines and DMA that take their time."""

from assembler import PIO, asm_pio  # noqa: F401
from fake_micropython import again, free
from uctypes import addressof
from world import world

BIT_US = 1.25
SAMPLE_US = 1000
MACHINES_OF_A_BLOCK = 4


class Flash:
    """The chip's part for files: 352 sectors."""

    def ioctl(self, question, argument):
        return {4: 352, 5: 4096}[question]


class StateMachine:
    def __init__(self, number, program, freq, sideset_base=None, in_base=None):
        self.number = number
        self.pin = sideset_base.number if sideset_base else None
        self.sends = sideset_base is not None
        assert self.sends or (in_base.number, freq) == (0, 10_000)
        self.running = False

    def active(self, on):
        self.running = bool(on)

    def request(self):
        """By which the machine paces DMA: of its transmit FIFO, or of its receive FIFO."""
        block, machine = divmod(self.number, MACHINES_OF_A_BLOCK)
        return 2 * MACHINES_OF_A_BLOCK * block + machine + (0 if self.sends else MACHINES_OF_A_BLOCK)


class DMA:
    """Moves bytes to a wire as fast as that takes them, and sees whether they change under way; or takes samples."""

    def __init__(self):
        world.channels += 1
        assert world.channels <= 12
        self._machine = None
        self._began = -1
        self._us = 0
        self._buf = b""
        self._sent = b""
        self._ring = None
        self._place = self._count = self._left = 0

    def pack_ctrl(self, treq_sel, size=2, inc_read=True, inc_write=True, ring_size=0, ring_sel=False):
        assert (size, inc_read, inc_write) == ((2, False, True) if ring_sel else (0, True, False))
        return treq_sel, ring_size

    def config(self, read=None, write=None, count=0, ctrl=None, trigger=False):
        assert count < 1 << 28, "an RP2350's four bits above say what comes after the last transfer"
        if write is not None:
            self._machine = read or write
            assert ctrl[0] == self._machine.request(), "paced by another machine's FIFO"
            if ctrl[1]:
                self._sample(write, count, 1 << ctrl[1])
        if trigger and self._ring is None:
            self._send(read, count)

    def _send(self, buf, count):
        depth = free()
        assert self._began < 0, "the last frame is still on the wire"
        assert 0 < count <= len(buf)
        assert count % 3 == 0
        assert self._machine.running
        self._began = world.us
        self._us = int(8 * count * BIT_US)
        self._buf = buf
        self._sent = bytes(buf[:count])
        world.frames.append((world.us, self._machine.pin, self._sent))
        world.at((self._began + self._us) / 1000, self._over)
        again(depth)

    def _sample(self, ring, count, size):
        assert (4 * len(ring), addressof(ring) % size) == (size, 0), "a ring is aligned to its size"
        self._ring = ring
        self._count = self._left = count
        self._next_us = world.us
        world.sampler = self

    def catch_up(self):
        """Take the samples that are due by now, before the pins change. What was overwritten since is left out."""
        depth = free()
        if world.us < self._next_us - SAMPLE_US:
            self._next_us = world.us
        due = (world.us - self._next_us) // SAMPLE_US + 1 if self._machine.running else 0
        due = min(due, self._left)
        self._left -= due
        self._next_us += due * SAMPLE_US
        skipped = max(0, due - len(self._ring))
        pins = world.pins()
        for i in range(skipped, due):
            self._ring[(self._place + i) % len(self._ring)] = pins
        self._place = (self._place + due) % len(self._ring)
        if not self._left:
            self._next_us = world.us
        again(depth)

    def stand_still(self):
        """The pins have been as they are for as long as the ring reaches back."""
        self.catch_up()
        for i in range(len(self._ring)):
            self._ring[i] = world.pins()

    @property
    def registers(self):
        return self

    def __getitem__(self, number):
        assert number == 1, "of the registers only the write address is read"
        self.catch_up()
        depth = free()
        address = addressof(self._ring) + 4 * self._place
        again(depth)
        return address

    def _over(self):
        self._began = -1
        world.torn += bytes(self._buf[: len(self._sent)]) != self._sent

    def active(self, on=None):
        if on is None:
            return self._left > 0
        if on:
            self._left = self._count
        self._began = -1
        return None

    def close(self):
        world.channels -= 1
        if self._ring is not None:
            world.sampler = None
