"""PIO programs: `strip` shifts bytes out as the wave form of WS2812-class LEDs, `sample` takes the levels of all pins.

At 20 MHz a cycle is 50 ns: a nought is 350 ns high and 900 low, a one 750 high and 600 low, inside the windows of
WS2812B, its V5 class, WS2813 and SK6812 alike.
"""

import rp2

FREQUENCY = 20_000_000
SAMPLE_FREQUENCY = 10_000
"""Ten cycles a sample: a state machine cannot be clocked down to a thousand a second."""


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
    fifo_join=rp2.PIO.JOIN_TX,
)
def strip():
    """Send bytes as WS2812 pulses: the PIO program, whose names are the assembler's."""
    wrap_target()  # type: ignore[name-defined] # noqa: F821
    label("bit")  # type: ignore[name-defined] # noqa: F821
    out(x, 1).side(0)[11]  # type: ignore[name-defined] # noqa: F821
    jmp(not_x, "nought").side(1)[6]  # type: ignore[name-defined] # noqa: F821
    jmp("bit").side(1)[7]  # type: ignore[name-defined] # noqa: F821
    label("nought")  # type: ignore[name-defined] # noqa: F821
    nop().side(0)[5]  # type: ignore[name-defined] # noqa: F821
    wrap()  # type: ignore[name-defined] # noqa: F821


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, autopush=True, push_thresh=30, fifo_join=rp2.PIO.JOIN_RX)
def sample():
    """Push the levels of pins 0 to 29 each millisecond: a word of thirty bits, which is read without allocating."""
    wrap_target()  # type: ignore[name-defined] # noqa: F821
    in_(pins, 30)[9]  # type: ignore[name-defined] # noqa: F821
    wrap()  # type: ignore[name-defined] # noqa: F821
