"""Simulates a PIO state machine (RP2040 data sheet, 3.2) and records the wave form on its pin."""

from collections.abc import Iterable

from host_tools.pio.assembler import Program

_JMP, _OUT, _MOV = 0, 3, 5
_ALWAYS, _NOT_X = 0, 1
_OUT_X_1 = 0x21
_MOV_Y_Y = 0x42


class StateMachine:
    """Runs `out x, 1`, `jmp` and `nop` with side-set, delay and autopull; `fifo` holds the bytes still to be sent.

    Raises ValueError for a program with other instructions or settings.
    """

    def __init__(self, program: Program, fifo: Iterable[int]) -> None:
        if not program.settings["autopull"] or program.settings["out_shiftdir"]:
            raise ValueError("a program that pulls by itself and shifts left")
        self._program = program
        self._threshold = program.settings["pull_thresh"]
        self.fifo = list(fifo)
        self.pin = 0
        self._osr, self._shifted = 0, self._threshold
        self._x = self._pc = self._delay = 0

    def cycle(self) -> bool:
        """Run one clock cycle; return False if the program waits for bytes."""
        if self._delay:
            self._delay -= 1
            return True
        word = self._program.words[self._pc]
        self.pin = (word >> 12) & 1
        if not self._execute(word):
            return False
        self._delay = (word >> 8) & 15
        return True

    def _execute(self, word: int) -> bool:
        """Execute the instruction `word`; return False if it waits for bytes."""
        kind, target = word >> 13, self._program.wrap_target if self._pc == self._program.wrap else self._pc + 1
        if kind == _OUT and word & 0xFF == _OUT_X_1:
            if not self._out():
                return False
        elif kind == _JMP and (word >> 5) & 7 in (_ALWAYS, _NOT_X):
            if (word >> 5) & 7 == _ALWAYS or not self._x:
                target = word & 31
        elif kind != _MOV or word & 0xFF != _MOV_Y_Y:
            raise ValueError(f"{word:#06x} is neither out x, 1 nor a jmp on not x nor nop")
        self._pc = target
        return True

    def _out(self) -> bool:
        """Shift one bit out into X, pulling a byte first if none is left; return False if the FIFO is empty."""
        if self._shifted >= self._threshold:
            if not self.fifo:
                return False
            # A byte written to the FIFO stands in all four bytes of the word.
            self._osr, self._shifted = self.fifo.pop(0) * 0x01010101, 0
        self._x, self._osr, self._shifted = self._osr >> 31, (self._osr << 1) & 0xFFFFFFFF, self._shifted + 1
        return True


def wave(program: Program, frame: bytes) -> list[list[int]]:
    """Return [cycles high, cycles low] of each bit of a frame; the last bit's low ends where the program waits."""
    machine = StateMachine(program, frame)
    bits: list[list[int]] = []
    level = 0
    while machine.cycle():
        if machine.pin and not level:
            bits.append([0, 0])
        if bits:
            # Index 0 counts cycles high, 1 cycles low.
            bits[-1][not machine.pin] += 1
        level = machine.pin
    return bits
