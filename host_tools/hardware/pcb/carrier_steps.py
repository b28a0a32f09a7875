"""The order in which the carrier's parts are soldered: low parts first."""

STEPS = {
    "surface": ("J1", "U4", "U5"),
    "flat": ("R", "JP1", "D1", "D2"),
    "sockets": ("U1", "U2", "U3", "C1", "C2", "C5", "C6", "C8"),
    "upright": ("Q", "D3", "C4", "C7", "BZ1"),
    "connectors": (*(f"J{n}" for n in range(2, 20)), "TP"),
}
"""Parts that are soldered in each step, by reference or by its letters."""
SOCKETED = ("U1", "U2", "U3", "U6", "U7", "BT1")
"""Parts that are pushed into sockets after the last of these steps; U6 into those of the voice board. U7 is soldered to
the tap board, and the cell BT1 plugged in, after that board was measured."""


def belongs(ref: str, step: str) -> bool:
    """Return whether a part is soldered in a step."""
    return ref in STEPS[step] or ref.rstrip("0123456789") in STEPS[step]
