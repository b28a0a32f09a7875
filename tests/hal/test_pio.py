"""The strip's program, assembled by the PIO's own rules and run cycle by cycle, against the data sheets' windows."""

import pytest

from host_tools.pio.state_machine import StateMachine, wave
from host_tools.pio.strip_timing import assemble_strip

WORDS_OF_A_PIO = 32

# ns: T0H, T1H, T0L, T1L, each from … to (hardware/DESIGN.md, "Signal").
WINDOWS = {
    "WS2812B": ((250, 550), (650, 950), (700, 1000), (300, 600)),
    "WS2812B-V5": ((220, 380), (580, 1000), (580, 1000), (580, 1000)),
    "WS2813": ((300, 450), (750, 1000), (300, 100_000), (300, 100_000)),
    "SK6812": ((150, 450), (450, 750), (750, 1050), (450, 750)),
}


@pytest.fixture(scope="module")
def names():
    """The names of the program's module, assembled."""
    return assemble_strip()


def wave_ns(program, frame):
    """[[ns high, ns low], …] of each bit, the last one's low without its rest."""
    return [[50 * high, 50 * low] for high, low in wave(program, frame)]


def test_clock_is_twenty_megahertz(names):
    assert names["FREQUENCY"] == 20_000_000


@pytest.mark.parametrize("frame", [b"\x00\xff\xa5", bytes(range(256)), b"\xff\x00" * 20], ids=["three", "all", "turns"])
def test_bits_go_out_in_order_most_significant_first(names, frame):
    bits = wave_ns(names["strip"], frame)
    ones = [high > 500 for high, _ in bits]
    assert ones == [bool(byte >> i & 1) for byte in frame for i in reversed(range(8))]


@pytest.mark.parametrize("chip", WINDOWS)
def test_every_bit_is_inside_the_chip_s_windows(names, chip):
    t0h, t1h, t0l, t1l = WINDOWS[chip]
    for high, low in wave_ns(names["strip"], bytes(range(256)) * 2 + b"\x00")[:-1]:
        one = high > 500
        least, most = t1h if one else t0h
        assert least <= high <= most, (chip, "high", one)
        least, most = t1l if one else t0l
        assert least <= low <= most, (chip, "low", one)


def test_the_line_rests_low_before_between_and_after_frames(names):
    machine = StateMachine(names["strip"], b"")
    assert [machine.cycle(), machine.pin] == [False, 0]
    for frame in (b"\x80", b"\xff"):
        machine.fifo += frame
        while machine.cycle():
            pass
        assert machine.pin == 0


def test_first_bit_after_a_rest_is_like_any_other(names):
    machine = StateMachine(names["strip"], b"\xff")
    while machine.cycle():
        pass
    machine.fifo += b"\xff"
    highs = 0
    while machine.cycle():
        highs += machine.pin
    assert highs * 50 == 8 * 750


def test_program_is_small(names):
    assert len(names["strip"].words) == 4 <= WORDS_OF_A_PIO


def test_a_frame_of_141_leds_takes_as_long_as_the_wire_allows(names):
    bits = wave_ns(names["strip"], bytes(3 * 141))
    assert sum(high + low for high, low in bits) <= 4.3e6


def test_module_s_own_names_survive_the_assembler(names):
    assert names["FREQUENCY"]
    assert "wrap_target" not in names
