"""Viper loops over the text buffer: copy letters, write numbers, count lines. Plain Python where there is no viper."""

from ..interpreter import const, micropython, ptr8

NEW_LINE = const(10)
"""Below it are the places where a phrase is filled in; nought ends it."""
_NOUGHT = const(48)
_MINUS = const(45)


@micropython.viper
def take_letters(data: ptr8, target: int, most: int, words: ptr8, source: int) -> int:
    """Copy letters from `words[source]` to `data[target]`, at most `most`, up to a control code. Returns how many."""
    count = 0
    while count < most and words[source + count] > int(NEW_LINE):
        data[target + count] = words[source + count]
        count += 1
    return count


@micropython.viper
def take_number(data: ptr8, target: int, most: int, number: int) -> int:
    """Write a number at `data[target]`, its first `most` characters. Returns how many were written."""
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
def count_lines(words: ptr8, offset: int) -> int:
    """Return how many lines the phrase at `words[offset]` has."""
    lines = 1
    while words[offset]:
        if words[offset] == int(NEW_LINE):
            lines += 1
        offset += 1
    return lines
