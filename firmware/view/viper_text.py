"""Fast loops over the text buffer: copy letters, write numbers, count lines. Machine code on boards (viper)."""

from ..interpreter import const, micropython, ptr8

NEW_LINE = const(10)
"""Codes below it in a phrase name the register whose value is filled in there; 0 ends the phrase."""
_NOUGHT = const(48)
_MINUS = const(45)


@micropython.viper
def copy_letters(data: ptr8, target: int, most: int, phrases: ptr8, source: int) -> int:
    """Copy letters from `phrases[source]` to `data[target]` up to a control code, at most `most`; return how many."""
    count = 0
    while count < most and phrases[source + count] > int(NEW_LINE):
        data[target + count] = phrases[source + count]
        count += 1
    return count


@micropython.viper
def write_number(data: ptr8, target: int, most: int, number: int) -> int:
    """Write the first `most` characters of a decimal number at `data[target]`; return how many were written."""
    count = 0
    if number < 0 and most > 0:
        data[target] = int(_MINUS)
        number = 0 - number
        count = 1
    place = 1
    while number >= 10 * place:
        place *= 10
    while place and count < most:
        data[target + count] = int(_NOUGHT) + number // place % 10
        place = place // 10
        count += 1
    return count


@micropython.viper
def count_lines(phrases: ptr8, offset: int) -> int:
    """Return how many lines the phrase at `phrases[offset]` has."""
    lines = 1
    while phrases[offset]:
        if phrases[offset] == int(NEW_LINE):
            lines += 1
        offset += 1
    return lines
