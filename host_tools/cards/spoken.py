"""What is said at a table: "fifteen two, fifteen four, and a pair is six"."""

from .counting import FIFTEEN

_SMALL = (
    "nothing one two three four five six seven eight nine "
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty".split()
_NAMES = {
    "pair": "a pair",
    "pair-royal": "a pair royal",
    "double-pair-royal": "a double pair royal",
    "run": "a run of %s",
    "flush": "a flush of %s",
    "nobs": "his nobs",
    "thirty-one": "thirty-one",
    "go": "the go",
    "last": "the last card",
}


def number(amount: int) -> str:
    """A number from 0 to 69 in words; 0 is nothing."""
    if amount < 20:
        return _SMALL[amount]
    tens = _TENS[amount // 10 - 2]
    return tens + "-" + _SMALL[amount % 10] if amount % 10 else tens


def phrases(combinations: list) -> list:
    """One phrase for each combination, with what has been counted by then."""
    said = []
    counted = 0
    for kind, cards, points in combinations:
        counted += points
        said.append("%s %s" % (_named(kind, len(cards)), number(counted)))
    return said


def sentence(combinations: list) -> str:
    """All of it in one breath."""
    said = phrases(combinations)
    if len(said) < 2:
        return said[0] if said else number(0)
    return "%s, and %s" % (", ".join(said[:-1]), said[-1])


def _named(kind: str, size: int) -> str:
    if kind == FIFTEEN:
        return kind
    name = _NAMES[kind]
    return (name % number(size) if "%" in name else name) + " is"
