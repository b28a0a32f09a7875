"""Resistors' values as text and as colour bands (IEC 60062)."""

_COLOURS = ("black", "brown", "red", "orange", "yellow", "green", "blue", "violet", "grey", "white")
_FACTORS = {-2: "silver", -1: "gold"}
_PREFIXES = ((1e6, "M"), (1e3, "k"), (1, ""))
_ONE_PERCENT = "brown"


def ohms(value: str) -> float:
    """Return the resistance of a value as parts have it, such as 330, 4.7k or 1M."""
    factor = {"k": 1e3, "M": 1e6}.get(value[-1:], 1.0)
    return float(value.rstrip("kM")) * factor


def bands(resistance: float) -> list[str]:
    """Return the five bands of a resistor of 1 %: three digits, the factor, the tolerance."""
    exponent = 0
    while round(resistance / 10**exponent, 6) >= 1000:
        exponent += 1
    while round(resistance / 10**exponent, 6) < 100:
        exponent -= 1
    digits = f"{round(resistance / 10**exponent):03d}"
    factor = _FACTORS[exponent] if exponent < 0 else _COLOURS[exponent]
    return [*(_COLOURS[int(digit)] for digit in digits), factor, _ONE_PERCENT]


def text(resistance: float) -> str:
    """Return a resistance as a meter shows it, to three digits."""
    resistance = float(f"{resistance:.6g}")
    for factor, prefix in _PREFIXES:
        if resistance >= factor:
            shown = resistance / factor
            return f"{shown:.{2 if shown < 10 else 1 if shown < 100 else 0}f} {prefix}Ω"
    return f"{resistance:.1f} Ω"
