"""PIO assembler for the part of `rp2.asm_pio` that the firmware's programs use (RP2040 data sheet, 3.4).

It runs on CPython, and on MicroPython in the tests' simulated board; there functions have no `__globals__`, and a
program stays empty.
"""


class PIO:
    """Constants for the settings of a program, as in `rp2.PIO`."""

    OUT_LOW = 2
    SHIFT_LEFT, SHIFT_RIGHT = 0, 1
    JOIN_NONE, JOIN_TX, JOIN_RX = 0, 1, 2


class Program:
    """A program made by `asm_pio`: its instruction `words`, the first and last of their loop, and its settings."""

    def __init__(self, settings):
        self.settings = settings
        self.words = []
        self.wrap_target = 0
        self.wrap = -1


class _Instruction:
    """The word assembled last; `.side(n)` and `[delay]` add to it. One side-set bit, on every instruction or none."""

    def __init__(self, program):
        self._program = program

    def side(self, value):
        assert value in (0, 1)
        self._program.words[-1] |= value << 12
        return self

    def __getitem__(self, delay):
        side_set = "sideset_init" in self._program.settings
        assert 0 <= delay <= (15 if side_set else 31), "one side-set bit leaves four for the delay"
        self._program.words[-1] |= delay << 8
        return self


class _Assembler:
    """Encodes instructions into the words of a Program."""

    JMP, IN, OUT, MOV = 0x0000, 0x4000, 0x6000, 0xA000
    ALWAYS, NOT_X = 0, 1
    PINS = 0
    X = 1
    Y = 2

    def __init__(self, program):
        self._program = program
        self.labels = {}

    def names(self):
        """Return the instructions, directives and registers by the names that a PIO program uses."""
        program = self._program
        return {
            "wrap_target": lambda: setattr(program, "wrap_target", len(program.words)),
            "wrap": lambda: setattr(program, "wrap", len(program.words) - 1),
            "label": self._label,
            "in_": lambda of, bits: self._word(self.IN | (of << 5) | (bits & 31)),
            "out": lambda to, bits: self._word(self.OUT | (to << 5) | (bits & 31)),
            "jmp": self._jmp,
            "nop": lambda: self._word(self.MOV | (self.Y << 5) | self.Y),
            "pins": self.PINS,
            "x": self.X,
            "not_x": self.NOT_X,
        }

    def _label(self, name):
        self.labels[name] = len(self._program.words)

    def _jmp(self, condition, target=None):
        """Assemble a jump: `jmp(label)` or `jmp(condition, label)`."""
        if target is None:
            condition, target = self.ALWAYS, condition
        return self._word(self.JMP | (condition << 5) | self.labels.get(target, 0))

    def _word(self, word):
        self._program.words.append(word)
        return _Instruction(self._program)


def asm_pio(**settings):
    """Return a decorator that makes a Program of a function, as `rp2.asm_pio` does; `settings` are the program's."""

    def decorate(function):
        """Run `function` twice (labels are known in the second pass), its module's names replaced by instructions."""
        program = Program(settings)
        assembler = _Assembler(program)
        names = getattr(function, "__globals__", None)
        if names is None:
            return program
        saved_names = dict(names)
        names.clear()
        names.update(assembler.names())
        function()
        program.words.clear()
        function()
        names.clear()
        names.update(saved_names)
        return program

    return decorate
