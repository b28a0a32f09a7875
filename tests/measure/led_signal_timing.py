"""Benchmark: bit times of the LED signal, by simulating the PIO program cycle by cycle, against the LEDs' windows."""

from collections.abc import Iterator
from dataclasses import dataclass

from firmware.hardware_config import CHAINS
from host_tools.hardware import led_bit_timing, params
from host_tools.hardware.command import HARDWARE_DIR
from host_tools.pio.strip_timing import assemble_strip, bit_cycles, frame_cycles

PIO_WORDS = 32
"""Instruction words that all programs of a PIO block share."""
_ALL_ZEROS, _ALL_ONES = b"\x00", b"\xff"
_BYTES_PER_LED = 3


@dataclass(frozen=True)
class FrameTime:
    """Milliseconds that a frame of one track takes to send, if all bits are zeros (shortest) and if all are ones."""

    leds: int
    shortest_ms: float
    longest_ms: float


@dataclass(frozen=True)
class SignalTiming:
    """Timing of the PIO program: its length in `words`, its clock, the length of each part of a bit (t0h, t0l, t1h,
    t1l) in `cycles` and in nanoseconds (`sent`), the time of whole frames, and the margins to the LEDs' limits."""

    words: int
    mhz: float
    cycles: dict[str, int]
    sent: dict[str, int]
    frames: tuple[FrameTime, ...]
    margins: tuple[led_bit_timing.Margin, ...]


def measure() -> SignalTiming:
    """Simulate the firmware's PIO program against the windows in hardware/params.toml. Raises ParamsError."""
    symbols = assemble_strip()
    program, frequency = symbols["strip"], symbols["FREQUENCY"]
    cycles = bit_cycles(program)
    sent = {part: count * 1_000_000_000 // frequency for part, count in cycles.items()}

    def frame_ms(leds: int, colour: bytes) -> float:
        return frame_cycles(program, colour * leds * _BYTES_PER_LED) * 1e3 / frequency

    frames = tuple(FrameTime(leds, *(frame_ms(leds, colour) for colour in (_ALL_ZEROS, _ALL_ONES))) for leds in CHAINS)
    margins = led_bit_timing.margins(params.load(HARDWARE_DIR), sent)
    return SignalTiming(len(program.words), frequency / 1e6, cycles, sent, frames, tuple(margins))


def report_rows(timing: SignalTiming) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "instructions of the PIO program", str(timing.words), f"≤ {PIO_WORDS}"
    for name, high, low in (("0", "t0h", "t0l"), ("1", "t1h", "t1l")):
        cycles = f"{timing.cycles[high]} + {timing.cycles[low]} cycles at {timing.mhz:g} MHz"
        yield f"bit {name}, high + low", f"{cycles}, {timing.sent[high]} + {timing.sent[low]} ns", ""
    for frame in timing.frames:
        yield f"frame of {frame.leds} LEDs", f"{frame.shortest_ms:.2f} to {frame.longest_ms:.2f} ms", ""
    for margin in timing.margins:
        yield f"{margin.chip} {margin.part.upper()}, margins", led_bit_timing.cell(margin) + " ns", "inside"
