"""Fake `time` on the fake microcontroller's clock."""

from world import world

MASK = 0x3FFFFFFF


def ticks_ms():
    return world.us // 1000 - world.ms_to_wrap & MASK


def ticks_us():
    return world.us - world.us_to_wrap & MASK


def ticks_diff(a, b):
    return (a - b & MASK ^ 0x20000000) - 0x20000000


def sleep_ms(ms):
    world.pass_us(1000 * ms)
