"""What a place on the board wants of a part: a value, a range, or one of several words."""

from math import inf
from typing import Any, NamedTuple

UNITS = {
    "volts": "V", "standoff": "V", "threshold": "V", "amps": "A", "hold": "A", "trip": "A", "watts": "W", "uf": "uF",
    "ohms": "ohm", "most_ohms": "ohm", "impedance": "ohm", "pull_downs": "ohm", "percent": "%", "khz": "kHz",
    "copper": "um", "inches": "in", "leds": "a metre", "mah": "mAh",
    **dict.fromkeys(("pitch", "diameter", "length", "width", "height", "thickness", "head", "head_height", "longest",
                     "across", "hole", "side", "between_rows", "bushing"), "mm"),
}  # fmt: skip
"""Units of the facts that have one. `awg`, `thickest` and `thinnest` are gauges: the larger, the thinner."""


class Want(NamedTuple):
    """What is wanted: a number from `least` to `most`, or one of some words; `text` says it."""

    text: str
    least: float = -inf
    most: float = inf
    words: tuple[str, ...] = ()

    def accepts(self, value: Any) -> bool:
        """Return whether a fact is as wanted."""
        if self.words or isinstance(value, str):
            return value in self.words
        return self.least <= value <= self.most


Wants = dict[str, Want]


def least(value: float) -> Want:
    return Want(f"{value:.4g} or more", least=value)


def most(value: float) -> Want:
    return Want(f"{value:.4g} or less", most=value)


def near(value: float, by: float = 1e-6) -> Want:
    """Return the want of a value, or of one that is off by `by` at most."""
    return Want(f"{value:g}", value - by, value + by)


def between(low: float, high: float) -> Want:
    return Want(f"{low:g} to {high:g}" if low != high else f"{low:g}", low, high)


def words(*wanted: str) -> Want:
    return Want(" or ".join(wanted), words=wanted)


def objections(wants: Wants, found: dict[str, Any]) -> list[str]:
    """Return why a part does not do in a place; none where it does, or where its number does not tell."""
    return [
        f"{name.replace('_', ' ')} {_shown(found[name])}{' ' + UNITS[name] if name in UNITS else ''}, not {want.text}"
        for name, want in wants.items()
        if name in found and not want.accepts(found[name])
    ]


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:g}"
