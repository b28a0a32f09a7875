"""`rp2`, as far as a board needs it: an assembler by the data sheet, state machines and DMA that take their time."""

try:
    from given_micropython import again, free
except ImportError:  # CPython has no heap to lock
    free = again = None
from world import world

BIT_US = 1.25


class PIO:
    OUT_LOW = 2
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2


class Program:
    """What `asm_pio` makes: `words`, where they wrap, and how the machine is set."""

    def __init__(self, settings):
        self.settings = settings
        self.words = []
        self.wrap_target = 0
        self.wrap = -1


class _Instruction:
    """The word assembled last; `.side(n)` and `[delay]` add to it. One side-set bit, on every instruction."""

    def __init__(self, program):
        self._program = program

    def side(self, value):
        assert value in (0, 1)
        self._program.words[-1] |= value << 12
        return self

    def __getitem__(self, delay):
        assert 0 <= delay <= 15, "one side-set bit leaves four for the delay"
        self._program.words[-1] |= delay << 8
        return self


class _Assembler:
    """Encodes the instructions the strip needs, RP2040 data sheet section 3.4."""

    JMP, OUT, MOV = 0x0000, 0x6000, 0xA000
    ALWAYS, NOT_X = 0, 1
    X = 1
    Y = 2

    def __init__(self, program):
        self._program = program
        self.labels = {}

    def names(self):
        program = self._program
        return {
            "wrap_target": lambda: setattr(program, "wrap_target", len(program.words)),
            "wrap": lambda: setattr(program, "wrap", len(program.words) - 1),
            "label": self._label,
            "out": lambda to, bits: self._word(self.OUT | to << 5 | bits & 31),
            "jmp": self._jmp,
            "nop": lambda: self._word(self.MOV | self.Y << 5 | self.Y),
            "x": self.X,
            "not_x": self.NOT_X,
        }

    def _label(self, name):
        self.labels[name] = len(self._program.words)

    def _jmp(self, condition, target=None):
        if target is None:
            condition, target = self.ALWAYS, condition
        return self._word(self.JMP | condition << 5 | self.labels.get(target, 0))

    def _word(self, word):
        self._program.words.append(word)
        return _Instruction(self._program)


def asm_pio(**settings):
    """As the real one: the names of the function's module are cleared while it assembles, in two passes for labels."""

    def decorate(function):
        program = Program(settings)
        assembler = _Assembler(program)
        names = getattr(function, "__globals__", None)
        if names is None:
            return program
        kept = dict(names)
        names.clear()
        names.update(assembler.names())
        function()
        program.words.clear()
        function()
        names.clear()
        names.update(kept)
        return program

    return decorate


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
            self.active()
            assert self._began < 0, "the last frame is still on the wire"
            assert count == len(read)
            assert self._machine.running
            self._began = world.us
            self._us = int(8 * count * BIT_US)
            self._buf = read
            self._sent = bytes(read)
            world.frames.append((world.us, self._machine.pin, self._sent))
            again(depth)

    def active(self, on=None):
        if on is not None and not on:
            self._began = -1
        if self._began >= 0 and world.us - self._began >= self._us:
            self._began = -1
            depth = free()
            world.torn += bytes(self._buf) != self._sent
            again(depth)
        return self._began >= 0

    def close(self):
        world.channels -= 1
