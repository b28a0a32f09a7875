"""PIO programs: `strip_program` shifts bytes out as the wave form of WS2812-class LEDs, `sample` takes the levels of
all pins.

At 20 MHz a cycle is 50 ns. The carrier's nought is 350 ns high and 900 low, its one 750 high and 600 low, inside the
windows of WS2812B, its V5 class, WS2813 and SK6812 alike.
"""

import rp2

FREQUENCY = 20_000_000
_CYCLE_NS = 50
SAMPLE_FREQUENCY = 10_000
"""Ten cycles a sample: a state machine cannot be clocked down to a thousand a second."""


def strip_program(led_ns):
    """Return the program of strips whose bits last this long: nanoseconds high and low of a nought, then of a one.

    Each is a multiple of 50, and so is what a one is longer high, and a nought longer low (`board_check`).
    """
    nought_high, nought_low, one_high, one_low = [ns // _CYCLE_NS - 1 for ns in led_ns]
    more_high, more_low = one_high - nought_high - 1, nought_low - one_low - 1

    # What the assembler runs has its own names alone, and these, which are arguments.
    @rp2.asm_pio(
        sideset_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
        fifo_join=rp2.PIO.JOIN_TX,
    )
    def strip(one_low=one_low, nought_high=nought_high, more_high=more_high, more_low=more_low):
        """Send bytes as WS2812 pulses: the PIO program, whose names are the assembler's."""
        wrap_target()  # type: ignore[name-defined] # noqa: F821
        label("bit")  # type: ignore[name-defined] # noqa: F821
        out(x, 1).side(0)[one_low]  # type: ignore[name-defined] # noqa: F821
        jmp(not_x, "nought").side(1)[nought_high]  # type: ignore[name-defined] # noqa: F821
        jmp("bit").side(1)[more_high]  # type: ignore[name-defined] # noqa: F821
        label("nought")  # type: ignore[name-defined] # noqa: F821
        nop().side(0)[more_low]  # type: ignore[name-defined] # noqa: F821
        wrap()  # type: ignore[name-defined] # noqa: F821

    return strip


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=30, fifo_join=rp2.PIO.JOIN_RX)
def sample():
    """Push the levels of pins 0 to 29 each millisecond: a word of thirty bits, which is read without allocating."""
    wrap_target()  # type: ignore[name-defined] # noqa: F821
    in_(pins, 30)[9]  # type: ignore[name-defined] # noqa: F821
    wrap()  # type: ignore[name-defined] # noqa: F821
