"""All parts of a build's circuit: the carrier's, its keys, and those of a voice board or of a cell's tap board."""

from typing import Any

from ..battery_bay import CELL
from . import cell_netlist, voice_netlist
from .carrier_netlist import Part, fitted, parts

_CONTACTS = {
    "SPEAKER": ("J22.1", "J22.2"),
    "TOGGLE": (f"{cell_netlist.SWITCH}.1", f"{cell_netlist.SWITCH}.2"),
    "CHARGER": cell_netlist.HEADER_CONTACTS,
    "CELL": tuple(cell_netlist.HEADER_CONTACTS[pin - 1] for pin in cell_netlist.CELL_PINS),
}
"""Contacts of connectors that the ends of parts are in which are not soldered to a board's nets themselves."""


def all_parts(params: Any) -> list[Part]:
    """Return the parts of all circuits, for four tracks."""
    return parts(params) + voice_netlist.board_parts() + cell_netlist.board_parts()


def build_parts(params: Any, build: Any) -> list[Part]:
    """Return all parts of a build's circuit."""
    return fitted(params, build) + [part for board in _boards(build) for part in board.board_parts()]


def wired_parts(params: Any, build: Any) -> list[Part]:
    """Return `build_parts` with the wires between the boards; speaker, switch, charger module and cell are on the
    contacts of their connectors."""
    whole = [part._replace(pins=_CONTACTS.get(part.symbol, part.pins)) for part in build_parts(params, build)]
    return whole + [cable for board in _boards(build) for cable in board.CABLES]


def _boards(build: Any) -> list[Any]:
    """Return the modules with the net lists of the boards that a build has beside its carrier."""
    return [board for board, there in ((voice_netlist, build.voice), (cell_netlist, build.battery == CELL)) if there]
