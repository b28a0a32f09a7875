"""PIO program for WS2812-class LEDs: shifts bytes out as the data line's wave form.

At 20 MHz a cycle is 50 ns: a nought is 350 ns high and 900 low, a one 750 high and 600 low, inside the windows of
WS2812B, its V5 class, WS2813 and SK6812 alike. It stands alone: `asm_pio` clears a module's names while it assembles.
"""

import rp2

FREQUENCY = 20_000_000


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
