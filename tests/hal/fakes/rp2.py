"""Fake `rp2`: the project's PIO assembler, and state machines and DMA that take their time."""

from assembler import PIO, asm_pio  # noqa: F401
from fake_micropython import again, free
from world import world

BIT_US = 1.25


class StateMachine:
    def __init__(self, number, program, freq, sideset_base):
        self.number = number
        self.pin = sideset_base.number
        self.running = False

    def active(self, on):
        self.running = bool(on)


class DMA:
    """Moves bytes as fast as the wire takes them; sees whether they are changed under way."""

    def __init__(self):
        world.channels += 1
        assert world.channels <= 12
        self._machine = None
        self._began = -1
        self._us = 0
        self._buf = b""
        self._sent = b""

    def pack_ctrl(self, size, inc_write, treq_sel):
        assert (size, inc_write) == (0, False)
        return treq_sel

    def config(self, read=None, write=None, count=0, ctrl=None, trigger=False):
        if write is not None:
            self._machine = write
            assert ctrl == write.number, "paced by another machine's FIFO"
        if trigger:
            depth = free()
            assert self._began < 0, "the last frame is still on the wire"
            assert 0 < count <= len(read)
            assert count % 3 == 0
            assert self._machine.running
            self._began = world.us
            self._us = int(8 * count * BIT_US)
            self._buf = read
            self._sent = bytes(read[:count])
            world.frames.append((world.us, self._machine.pin, self._sent))
            world.at((self._began + self._us) / 1000, self._over)
            again(depth)

    def _over(self):
        self._began = -1
        world.torn += bytes(self._buf[: len(self._sent)]) != self._sent

    def active(self, on):
        self._began = -1

    def close(self):
        world.channels -= 1
