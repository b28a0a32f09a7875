"""Benchmark: bit times of the LED signal, by simulating the PIO program cycle by cycle, against the LEDs' windows."""

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.hardware import led_bit_timing, params
from host_tools.hardware.command import HERE
from host_tools.pio.strip_timing import assemble_strip, bit_cycles, frame_cycles

LEDS = (141, 121)
"""LEDs of a track made of strip, and of one on a circuit board."""
PIO_WORDS = 32
"""Instruction memory that all programs of a PIO block share."""
_NOUGHTS_ONES = (b"\x00", b"\xff")
_BYTES_A_LED = 3


@dataclass(frozen=True)
class FrameTime:
    """Milliseconds one track's frame is on the wire: all bits noughts, and all ones."""

    leds: int
    shortest_ms: float
    longest_ms: float


@dataclass(frozen=True)
class SignalTiming:
    """The program's `words`, `cycles` and nanoseconds (`sent`) by part of a bit, and their margins to LEDs' limits."""

    words: int
    mhz: float
    cycles: dict[str, int]
    sent: dict[str, int]
    frames: tuple[FrameTime, ...]
    margins: tuple[led_bit_timing.Margin, ...]


def figures() -> SignalTiming:
    """Simulate the firmware's PIO program against the windows in hardware/params.toml. Raises ParamsError."""
    symbols = assemble_strip()
    program, frequency = symbols["strip"], symbols["FREQUENCY"]
    cycles = bit_cycles(program)
    sent = {part: count * 1_000_000_000 // frequency for part, count in cycles.items()}

    def frame_ms(leds: int, light: bytes) -> float:
        return frame_cycles(program, light * leds * _BYTES_A_LED) * 1e3 / frequency

    frames = tuple(FrameTime(leds, *(frame_ms(leds, light) for light in _NOUGHTS_ONES)) for leds in LEDS)
    margins = led_bit_timing.margins(params.load(HERE), sent)
    return SignalTiming(len(program.words), frequency / 1e6, cycles, sent, frames, tuple(margins))


def rows(timing: SignalTiming) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "words of the program", str(timing.words), f"≤ {PIO_WORDS}"
    for name, high, low in (("nought", "t0h", "t0l"), ("one", "t1h", "t1l")):
        cycles = f"{timing.cycles[high]} + {timing.cycles[low]} cycles at {timing.mhz:g} MHz"
        yield f"a {name}, high and low", f"{cycles}, {timing.sent[high]} + {timing.sent[low]} ns", ""
    for frame in timing.frames:
        yield f"frame of {frame.leds} LEDs", f"{frame.shortest_ms:.2f} to {frame.longest_ms:.2f} ms", ""
    for margin in timing.margins:
        yield f"{margin.chip} {margin.part.upper()}, margins", led_bit_timing.cell(margin) + " ns", "inside"
