"""A rule that reads part numbers of one kind, and where the rule is from."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Facts = dict[str, Any]
"""What is known of a part, by name: numbers (units: `want.UNITS`) and words."""

MEMORY = "from memory"
DESIGNS = "public designs that use it, read 2026-11-26"
"""Published lists of parts, circuits and boards that name the number and say what it is; not its maker's page."""
PARTLY = DESIGNS + "; sizes and ratings from memory"


class Rule(NamedTuple):
    """A rule: a pattern of whole numbers, whose groups are facts, and facts that all of them have.

    The text of a group is looked up in `tables` under the group's name (a letter that the table does not have says
    nothing), else converted. A value that is itself a dict is taken as several facts.
    """

    pattern: str
    source: str
    fixed: Mapping[str, Any] = {}
    tables: Mapping[str, Mapping[str, Any]] = {}

    def read(self, number: str) -> Facts | None:
        """Return what a number says; None if this rule is not for it."""
        match = re.fullmatch(self.pattern, number)
        if not match:
            return None
        found = dict(self.fixed)
        for name, text in match.groupdict().items():
            if text is not None:
                value = self._value(name, text)
                found |= value if isinstance(value, dict) else {name: value}
        return found

    def _value(self, name: str, text: str) -> Any:
        if name in self.tables:
            return self.tables[name].get(text, {})
        return _CONVERTERS.get(name, float)(text)


def known(facts: Mapping[str, Facts], source: str) -> list[Rule]:
    """Return rules for whole numbers of which each is known by itself."""
    return [Rule(re.escape(number), source, fixed) for number, fixed in facts.items()]


def _ohms(text: str) -> float:
    """Return the value of `57K6`, `330R`, `4K70` or `10K0`."""
    figure, letter, rest = re.fullmatch(r"(\d+)([RKM]?)(\d*)", text).groups()  # type: ignore[union-attr]
    return float(f"{figure}.{rest or 0}") * {"R": 1, "": 1, "K": 1e3, "M": 1e6}[letter]


def _three_digits(text: str) -> int:
    """Return the value of three digits: two figures, and how many noughts follow."""
    return int(text[:2]) * 10 ** int(text[2])


_CONVERTERS: dict[str, Callable[[str], Any]] = {
    "thread": str,
    "chip": str,
    "controller": str,
    "dielectric": str,
    "family": str,
    "package": str,
    "ohms": _ohms,
    "kilohms": lambda text: {"ohms": 1000 * float(text)},
    "picofarads": lambda text: {"uf": round(_three_digits(text) / 1e6, 6)},
    "microfarads": lambda text: {"uf": float(_three_digits(text))},
    "tenths": lambda text: {"length": int(text) / 10},
}
"""How the text of a group is read, by its name; a group of another name is a number."""
