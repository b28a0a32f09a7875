"""Puts the parts of a net list on a circuit board."""

from collections.abc import Iterable, Mapping

from ..bom import Bom
from ..schematic.carrier_netlist import Part
from ..schematic.symbols import net_name, symbols
from .footprints import PlacedFootprint

Turned = tuple[float, float, float]
"""x and y in mm, and degrees anticlockwise."""


def placed_parts(parts: Iterable[Part], places: Mapping[str, Turned], bom: Bom) -> list[PlacedFootprint]:
    """Return the parts that have a footprint, with it, their place by reference, and the net of each pad."""
    kinds = symbols()
    on_board = []
    for part in parts:
        if footprint := bom.footprint(part.item):
            nets = {
                pin.pad: net_name(net) if (net := part.pins[pin.number - 1])
                else f"unconnected-({part.ref}-{pin.name}-Pad{pin.pad})"
                for pin in kinds[part.symbol].pins
            }  # fmt: skip
            on_board.append(PlacedFootprint(part.ref, part.value, footprint, *places[part.ref], nets))
    return on_board
