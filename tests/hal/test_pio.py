"""The strip's program, assembled by the PIO's own rules and run cycle by cycle, against the data sheets' windows."""

import importlib
import runpy
import sys
from pathlib import Path

import pytest

GIVEN = Path(__file__).parent / "given"
PIO = Path(__file__).parents[2] / "firmware/hal/pio.py"
WORDS_OF_A_PIO = 32

# ns: T0H, T1H, T0L, T1L, each from … to (HARDWARE.md, "Light").
WINDOWS = {
    "WS2812B": ((250, 550), (650, 950), (700, 1000), (300, 600)),
    "WS2812B-V5": ((220, 380), (580, 1000), (580, 1000), (580, 1000)),
    "WS2813": ((300, 450), (750, 1000), (300, 100_000), (300, 100_000)),
    "SK6812": ((150, 450), (450, 750), (750, 1050), (450, 750)),
}


@pytest.fixture(scope="module")
def made():
    """The names of the program's module, assembled."""
    sys.path.insert(0, str(GIVEN))
    try:
        importlib.import_module("rp2")
        return runpy.run_path(str(PIO))
    finally:
        sys.path.remove(str(GIVEN))
        for name in ("rp2", "world", "given_micropython"):
            sys.modules.pop(name, None)


class StateMachine:
    """One of the PIO's: out, jmp and mov with side-set and delay, autopull (RP2040 data sheet, section 3.2)."""

    def __init__(self, program, fifo):
        assert program.settings["autopull"]
        assert program.settings["out_shiftdir"] == 0, "shifts left"
        self.words, self.program = program.words, program
        self.fifo = list(fifo)
        self.threshold = program.settings["pull_thresh"]
        self.osr = self.shifted = 0
        self.shifted = self.threshold
        self.x = self.pc = self.pin = 0
        self.delay = 0

    def cycle(self):
        """One tick of its clock; False once it stalls for want of data."""
        if self.delay:
            self.delay -= 1
            return True
        word = self.words[self.pc]
        self.pin = word >> 12 & 1
        if not self._execute(word):
            return False
        self.delay = word >> 8 & 15
        return True

    def _execute(self, word):
        kind, target = word >> 13, self.pc + 1 if self.pc != self.program.wrap else self.program.wrap_target
        if kind == 3:
            if self.shifted >= self.threshold:
                if not self.fifo:
                    return False
                # A byte written to the FIFO stands in all four bytes of the word.
                self.osr, self.shifted = self.fifo.pop(0) * 0x01010101, 0
            assert word & 0xFF == 0x21, "out x, 1"
            self.x, self.osr, self.shifted = self.osr >> 31, self.osr << 1 & 0xFFFFFFFF, self.shifted + 1
        elif kind == 0:
            if word >> 5 & 7 == 0 or (word >> 5 & 7 == 1 and self.x == 0):
                target = word & 31
        else:
            assert word & 0xE0FF == 0xA042, "mov y, y"
        self.pc = target
        return True


def wave(program, frame):
    """[[ns high, ns low], …] of each bit, the last one's low without its rest."""
    machine, levels = StateMachine(program, frame), []
    while machine.cycle():
        levels.append(machine.pin)
    bits = []
    for level, before in zip(levels, [0, *levels], strict=False):
        if level and not before:
            bits.append([0, 0])
        if bits:
            bits[-1][not level] += 50
    return bits


def test_clock_is_twenty_megahertz(made):
    assert made["FREQUENCY"] == 20_000_000


@pytest.mark.parametrize("frame", [b"\x00\xff\xa5", bytes(range(256)), b"\xff\x00" * 20], ids=["three", "all", "turns"])
def test_bits_go_out_in_order_most_significant_first(made, frame):
    bits = wave(made["strip"], frame)
    ones = [high > 500 for high, _ in bits]
    assert ones == [bool(byte >> i & 1) for byte in frame for i in reversed(range(8))]


@pytest.mark.parametrize("chip", WINDOWS)
def test_every_bit_is_inside_the_chip_s_windows(made, chip):
    t0h, t1h, t0l, t1l = WINDOWS[chip]
    for high, low in wave(made["strip"], bytes(range(256)) * 2 + b"\x00")[:-1]:
        one = high > 500
        least, most = t1h if one else t0h
        assert least <= high <= most, (chip, "high", one)
        least, most = t1l if one else t0l
        assert least <= low <= most, (chip, "low", one)


def test_the_line_rests_low_before_between_and_after_frames(made):
    machine = StateMachine(made["strip"], b"")
    assert [machine.cycle(), machine.pin] == [False, 0]
    for frame in (b"\x80", b"\xff"):
        machine.fifo += frame
        while machine.cycle():
            pass
        assert machine.pin == 0


def test_first_bit_after_a_rest_is_like_any_other(made):
    machine = StateMachine(made["strip"], b"\xff")
    while machine.cycle():
        pass
    machine.fifo += b"\xff"
    highs = 0
    while machine.cycle():
        highs += machine.pin
    assert highs * 50 == 8 * 750


def test_program_is_small(made):
    assert len(made["strip"].words) == 4 <= WORDS_OF_A_PIO


def test_a_frame_of_141_leds_takes_as_long_as_the_wire_allows(made):
    bits = wave(made["strip"], bytes(3 * 141))
    assert sum(high + low for high, low in bits) <= 4.3e6


def test_module_s_own_names_survive_the_assembler(made):
    assert made["FREQUENCY"]
    assert "wrap_target" not in made
