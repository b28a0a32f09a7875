"""Where a part's reference and value are printed on the board: a builder must find both without a list."""

from typing import NamedTuple

_HEIGHT_MM = 0.8
_STROKE_MM = 0.12


class SilkText(NamedTuple):
    """A text's middle in the footprint's own coordinates (mm), and whether it runs across the footprint."""

    x: float
    y: float
    across: bool = False


_PLACES: dict[str, tuple[SilkText | None, SilkText | None]] = {
    "R_Axial": (SilkText(3.35, 0), SilkText(6.4, 0)),
    "D_DO-15": (SilkText(6.35, -0.8), SilkText(6.35, 0.8)),
    "D_DO-41": (SilkText(5.08, -0.65), SilkText(5.4, 0.65)),
    "C_Disc": (SilkText(2.5, -1.9), SilkText(2.5, 0)),
    "CP_Radial": (SilkText(-0.2, -4.8), SilkText(3.4, -4.8)),
    "TO-92": (SilkText(0, -3.2), SilkText(4, -3.2)),
    "DIP-14": (None, SilkText(3.81, 7.62, across=True)),
    "RaspberryPi_Pico": (SilkText(8.89, 46), SilkText(8.89, 24, across=True)),
    "SOIC-16W": (None, SilkText(0, 0, across=True)),
    "SOT-23-6": (None, SilkText(-3.0, 0, across=True)),
    "JST_XH_B2B": (SilkText(6.6, 0, across=True), None),
    "JST_XH_B3B": (SilkText(-3.3, -4.2), SilkText(2.5, -4.2)),
    "JST_XH_B4B": (SilkText(-3.3, -4.2), SilkText(3.75, -4.2)),
    "JST_XH_B5B": (SilkText(-3.3, -4.2), SilkText(5, -4.2)),
    "LED_D3.0mm_Horizontal": (SilkText(-2.2, 0), None),
    "Fuse_": (SilkText(2.5, -2.1), None),
    "PinSocket_1x08": (SilkText(0, -2.6), None),
}
"""By the beginning of the footprint's name: reference and value. None: the reference where KiCad has it, no value."""
_LONGEST = 12
"""Longer values are descriptions, and have no room."""


def silk_texts(footprint: str, value: str, turn: float) -> dict[str, SilkText]:
    """Return the places of "Reference" and "Value" that are printed; those KiCad's library places are not in it.

    `turn`: the part's, in degrees. A connector's value is printed along it where it stands upright; lying ones have
    their names in the board's lettering.
    """
    name = footprint.partition(":")[2]
    for start, (reference, text) in _PLACES.items():
        if name.startswith(start):
            if start.startswith("JST_XH") and turn % 180 == 0:
                return {}
            short = len(value) <= (_LONGEST if not name.startswith("R_Axial") else 5)
            texts = {"Reference": reference, "Value": text if short else None}
            if name.startswith("R_Axial") and not short:
                texts["Reference"] = SilkText(5.08, 0)
            return {key: place for key, place in texts.items() if place}
    return {}


def angle(place: SilkText, turn: float) -> float:
    """Return a text's angle on the board: readable from below or from the right."""
    return (turn + 90 * place.across) % 180


def effects() -> list:
    """Return the text's size as an s-expression."""
    size = ["size", str(_HEIGHT_MM), str(_HEIGHT_MM)]
    return ["effects", ["font", size, ["thickness", str(_STROKE_MM)]]]
