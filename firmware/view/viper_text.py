"""Viper loops over the text buffer: copy letters, write numbers, count lines. Plain Python where there is no viper."""

from ..interpreter import const, micropython, ptr8

NEW_LINE = const(10)
"""Below it are the places where a phrase is filled in; nought ends it."""
_NOUGHT = const(48)
_MINUS = const(45)


@micropython.viper
def take_letters(data: ptr8, to: int, most: int, words: ptr8, at: int) -> int:
    """Copy letters from `words[at]` to `data[to]`, at most `most`, up to a control code. Returns how many."""
    taken = 0
    while taken < most and words[at + taken] > int(NEW_LINE):
        data[to + taken] = words[at + taken]
        taken += 1
    return taken


@micropython.viper
def take_number(data: ptr8, to: int, most: int, number: int) -> int:
    """Write a number at `data[to]`, its first `most` characters. Returns how many were written."""
    taken = 0
    if number < 0 and most > 0:
        data[to] = int(_MINUS)
        number = 0 - number
        taken = 1
    place = 1
    while number >= 10 * place:
        place *= 10
    while place and taken < most:
        data[to + taken] = int(_NOUGHT) + number // place % 10
        place = place // 10
        taken += 1
    return taken


@micropython.viper
def count_lines(words: ptr8, at: int) -> int:
    """How many lines the phrase at `words[at]` has."""
    found = 1
    while words[at]:
        if words[at] == int(NEW_LINE):
            found += 1
        at += 1
    return found
