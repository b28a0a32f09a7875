"""Gaps between parts that must not meet: nominal, and the least by the sum of all tolerances (worst case)."""

from typing import Any, NamedTuple

from . import battery_bay, charger_places, screw_lengths
from .errors import ParamsError

PICO_MM = (21.0, 51.0, 4.3)
"""The Pico's width and length, from its data sheet, and its height with a USB-C socket of 3.3."""


class Gap(NamedTuple):
    """A gap in mm: its name, the parameter that widens it, its nominal size and the sum of the tolerances in it."""

    name: str
    widened_by: str
    nominal: float
    tolerance: float

    @property
    def least(self) -> float:
        return self.nominal - self.tolerance

    @property
    def most(self) -> float:
        return self.nominal + self.tolerance


def gaps(params: Any) -> list[Gap]:
    """Return all gaps of the closed board, in mm."""
    return [*_light(params), *_electronics(params), *_voice(params), _feet(params), *_batteries(params)]


def check(params: Any) -> None:
    """Check the gaps. Raises ParamsError for the first that may close, or that lets light through."""
    least, most = params.tolerance.least, params.case.gap
    for gap in gaps(params):
        if gap.least < least:
            raise ParamsError(
                f"{gap.widened_by}: {gap.name}: {gap.nominal:.2f} mm, less {gap.tolerance:.2f} of tolerances, "
                f"is under {least:g}; {least - gap.least:.2f} more"
            )
    for gap in _light(params):
        if gap.most > most:
            raise ParamsError(
                f"[screws] standoff, washers: {gap.name}: up to {gap.most:.2f} mm, more than [case] gap, {most:g}"
            )


def table(params: Any) -> str:
    """Return the gaps as a Markdown table."""
    lines = ["| gap | nominal | least | most |", "|---|--:|--:|--:|"]
    for gap in gaps(params):
        sizes = (gap.nominal, gap.least, gap.most)
        lines.append(f"| {gap.name} | " + " | ".join(f"{size:.2f}" for size in sizes) + " |")
    return "\n".join(lines)


def _light(params: Any) -> list[Gap]:
    """Return the gaps between the baffle and the LEDs, of strip and of street boards."""
    case, tolerance, street = params.case, params.tolerance, params.street
    room = screw_lengths.light_depth(params) - case.diffuser - case.baffle
    around = tolerance.standoff + tolerance.washer + tolerance.diffuser + tolerance.baffle
    place = "[screws] washers"
    return [
        Gap("baffle to LEDs on strip", place, room - params.strip.height, around + tolerance.strip),
        Gap("baffle to LEDs on street boards", place, room - street.thickness - street.led_height,
            around + tolerance.street + tolerance.led),
    ]  # fmt: skip


def _electronics(params: Any) -> list[Gap]:
    """Return the gaps between strip plate and carrier."""
    case, carrier, tolerance = params.case, params.carrier, params.tolerance
    room = case.electronics - carrier.spacer - carrier.thickness
    around = tolerance.wall + tolerance.sheet + tolerance.socket
    hanging = params.street.plug_depth - case.strip_plate
    pico_room = room - carrier.pico_stack - PICO_MM[2] - params.screws.head_height
    place = "[case] electronics"
    return [
        Gap("Pico to screw heads on the strip plate", place, pico_room, around),
        Gap("plugs on the carrier, with wires, to the street boards' plugs, with wires", place,
            room - carrier.plugged - hanging, around + tolerance.street + tolerance.socket),
    ]  # fmt: skip


def _batteries(params: Any) -> list[Gap]:
    """Return the gaps around the largest power bank of the class and around a cell: above them, beside them, under
    their strap; and above the tap board of a cell's charger module."""
    case, bay, carrier, tolerance = params.case, params.bay, params.carrier, params.tolerance
    room = case.electronics - params.screws.head_height
    around = tolerance.wall + tolerance.sheet
    tap = room - carrier.spacer - params.charger.thickness - charger_places.HEADER_MM - charger_places.PERFBOARD_MM
    foot = case.foot[1] * (1 - tolerance.foot_sag)
    under = battery_bay.STRAP_LAYERS * bay.strap[1]
    place = "[case] electronics"
    above = [
        Gap(f"{name} and strap to screw heads on the strip plate", place, room - section.size[2] - bay.strap[1],
            around + tolerance.strap)
        for name, section in (("power bank", params.bank), ("cell", params.cell))
    ]  # fmt: skip
    return [
        *above,
        Gap("plugs on the tap board, with wires, to screw heads on the strip plate", place, tap - carrier.plugged,
            around + tolerance.socket),
        Gap("power bank to a rail, and to its window; cell to a rail", "[bay] play", bay.play, around),
        Gap("strap under the base to the table", "[case] foot", foot - under,
            tolerance.foot + battery_bay.STRAP_LAYERS * tolerance.strap),
    ]  # fmt: skip


def _voice(params: Any) -> list[Gap]:
    """Return the gaps between strip plate and what a board with a voice has on its base."""
    case, carrier, tolerance, voice = params.case, params.carrier, params.tolerance, params.voice
    room = case.electronics - params.screws.head_height
    module = room - carrier.spacer - carrier.thickness - voice.stack - voice.module_high
    around = tolerance.wall + tolerance.sheet
    place = "[case] electronics"
    return [
        Gap("sound module to screw heads on the strip plate", place, module, around + tolerance.socket),
        Gap("speaker to screw heads on the strip plate", place, room - voice.speaker[1], around + tolerance.speaker),
    ]


def _feet(params: Any) -> Gap:
    """Return the gap between a rim screw's end and the table, under the board's weight."""
    tolerance, height = params.tolerance, params.case.foot[1]
    sums = tolerance.screw + tolerance.wall + 2 * tolerance.sheet + tolerance.foot
    nominal = height * (1 - tolerance.foot_sag) - screw_lengths.rim_end(params)
    return Gap("screw ends to the table", "[case] foot", nominal, sums)
