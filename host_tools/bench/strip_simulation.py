"""Simulate the LED strip's PIO program cycle by cycle, and compare its bit times with the LEDs' windows."""

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.hardware import led_timing, params
from host_tools.hardware.command import HERE
from host_tools.pio.strip_program import assemble_strip, bit_cycles, frame_cycles

LEDS = (141, 121)
"""LEDs of a track made of strip, and of one on a circuit board."""
PIO_WORDS = 32
"""Instruction memory that all programs of a PIO block share."""
_NOUGHTS_ONES = (b"\x00", b"\xff")
_BYTES_A_LED = 3


@dataclass(frozen=True)
class Frame:
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
    frames: tuple[Frame, ...]
    margins: tuple[led_timing.Margin, ...]


def figures() -> SignalTiming:
    """Simulate the firmware's PIO program against the windows in hardware/params.toml. Raises ParamsError."""
    symbols = assemble_strip()
    program, frequency = symbols["strip"], symbols["FREQUENCY"]
    cycles = bit_cycles(program)
    sent = {part: count * 1_000_000_000 // frequency for part, count in cycles.items()}
    frames = tuple(
        Frame(leds, *(frame_cycles(program, light * leds * _BYTES_A_LED) * 1e3 / frequency for light in _NOUGHTS_ONES))
        for leds in LEDS
    )
    margins = led_timing.margins(params.load(HERE), sent)
    return SignalTiming(len(program.words), frequency / 1e6, cycles, sent, frames, tuple(margins))


def rows(wire: SignalTiming) -> Iterator[tuple[str, str, str]]:
    """Yield rows of the printed report: metric, measured, target."""
    yield "words of the program", str(wire.words), f"≤ {PIO_WORDS}"
    for name, high, low in (("nought", "t0h", "t0l"), ("one", "t1h", "t1l")):
        cycles = f"{wire.cycles[high]} + {wire.cycles[low]} cycles at {wire.mhz:g} MHz"
        yield f"a {name}, high and low", f"{cycles}, {wire.sent[high]} + {wire.sent[low]} ns", ""
    for frame in wire.frames:
        yield f"frame of {frame.leds} LEDs", f"{frame.shortest_ms:.2f} to {frame.longest_ms:.2f} ms", ""
    for margin in wire.margins:
        yield f"{margin.chip} {margin.part.upper()}, margins", led_timing.cell(margin) + " ns", "inside"
