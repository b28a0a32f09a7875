"""How long commands wait for a board or a broker that does not answer: one setting stretches every such wait."""

import os

VARIABLE = "CRIBBOARD_TIMEOUT_FACTOR"
_MAX = 1000.0


def stretched(seconds: float) -> float:
    """Return `seconds` times the factor in CRIBBOARD_TIMEOUT_FACTOR, 1 where it is not set.

    A computer with other work gives a board late what it has sent. Ends the program with a message if the factor is
    no number from 1 to 1000.
    """
    text = os.environ.get(VARIABLE, "1")
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 1 <= factor <= _MAX:
        raise SystemExit(f"{VARIABLE} is {text!r}; give a number from 1 to {_MAX:.0f}, such as 3")
    return seconds * factor
