"""Putting light into a chain's bytes: what costs most of a frame.

Made into machine code for boards whose processor is known (`host_tools/shipping`): on a model of the RP2040 a press
then spends 0.3 ms in marks and runs instead of 0.7. Everywhere else the same text is bytecode.
"""

from ..interpreter import micropython, ptr8


@micropython.viper
def fill(buf: ptr8, led_of: ptr8, hole: int, step: int, count: int, ink: int, room: int) -> int:
    """Light `count` holes from `hole` on, each `step` after the one before, where nothing is lit yet.

    `buf` are the chain's GRB bytes, `led_of[hole]` is a hole's LED, `ink` is green << 16 | red << 8 | blue, `room`
    the sum of R+G+B that may be added: what would exceed it stays dark. Returns what is left of it.
    """
    green = ink >> 16
    red = ink >> 8 & 255
    blue = ink & 255
    cost = green + red + blue
    while count > 0 and room >= cost:
        at = 3 * led_of[hole]
        if not (buf[at] | buf[at + 1] | buf[at + 2]):
            buf[at] = green
            buf[at + 1] = red
            buf[at + 2] = blue
            room -= cost
        hole += step
        count -= 1
    return room
