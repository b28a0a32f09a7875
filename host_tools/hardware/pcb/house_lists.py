"""Lists for a board house that fits parts: what to buy for which reference, and where each part goes.

One file of each kind for all houses. The columns that JLCPCB reads come first, under the names of its help pages
("Bill of Materials", "Pick & Place File", read 2026-11-26); it wants at most 200 references a line. PCBWay asks for
designator, quantity, MPN and footprint (README of its plug-in for KiCad, read 2026-11-26).
"""

from collections.abc import Iterable, Mapping

from .. import shops
from ..bom import Bom
from ..csv_writer import csv_text
from .board_file import BoardFile, PlacedPart

BOM_COLUMNS = ("Comment", "Designator", "Footprint", "JLCPCB Part #", "Quantity", "Manufacturer", "MPN", "Description")
POSITION_COLUMNS = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")


def house_items(board: BoardFile, items: Mapping[str, str], parts_list: Mapping[str, dict]) -> dict[str, dict]:
    """Return what a house fits, by reference, of the items (ids of `parts_list`) by reference."""
    return {ref: parts_list[item] for ref, item in items.items() if ref in flat_parts(board)}


def flat_parts(board: BoardFile) -> list[str]:
    """Return the references of parts with contacts on the surface, which a house fits. Those with legs are left to the
    builder's hand."""
    return sorted((part.ref for part in board.parts if not all(pad.drill for pad in part.pads)), key=_in_order)


def lists(board: BoardFile, items: Mapping[str, str], bom: Bom) -> dict[str, str]:
    """Return both lists of a board by name; `items`: ids of the parts list by reference, of what the build has."""
    found = house_items(board, items, bom.items)
    return {f"{board.name}-bom.csv": parts_list(board, found),
            f"{board.name}-positions.csv": positions(board, found)}  # fmt: skip


def positions(board: BoardFile, refs: Iterable[str]) -> str:
    """Return the positions of parts as CSV: the middle of a part's pads in mm, y up, as the Gerbers have it.

    Rotations are KiCad's: anticlockwise, of the library's drawing; of a part on the back as it is on the front.
    """
    wanted = {part.ref: part for part in board.parts if part.ref in set(refs)}
    lines = [_position(board, wanted[ref]) for ref in sorted(wanted, key=_in_order)]
    return csv_text(POSITION_COLUMNS, lines)


def _position(board: BoardFile, part: PlacedPart) -> list[str]:
    own = part.pads
    x = _middle([(pad.x - pad.half_x, pad.x + pad.half_x) for pad in own])
    y = _middle([(pad.y - pad.half_y, pad.y + pad.half_y) for pad in own])
    side = "Bottom" if part.back else "Top"
    return [part.ref, f"{x + board.corner[0]:.4f}", f"{-y - board.corner[1]:.4f}", side, f"{part.turn % 360:g}"]


def _middle(spans: list[tuple[float, float]]) -> float:
    return (min(low for low, _ in spans) + max(high for _, high in spans)) / 2


def parts_list(board: BoardFile, items: Mapping[str, dict]) -> str:
    """Return the parts of a board that `items` has by their reference as CSV, one line for each number; with JLCPCB's
    own where it was found."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    entries = {}
    for part in sorted(board.parts, key=lambda part: _in_order(part.ref)):
        if item := items.get(part.ref):
            # A connector's value says what is plugged in there.
            comment = part.value if part.ref.rstrip("0123456789") in ("R", "C") else item["mpn"]
            key = (comment, part.footprint.partition(":")[2], item["mpn"])
            groups.setdefault(key, []).append(part.ref)
            entries[key] = item
    lines = []
    for key, refs in groups.items():
        (comment, footprint, mpn), item = key, entries[key]
        lines.append([comment, ",".join(refs), footprint, shops.house_number(item), str(len(refs)), item["maker"], mpn,
                      item["part"]])  # fmt: skip
    return csv_text(BOM_COLUMNS, lines)


def _in_order(ref: str) -> tuple[str, int]:
    """Return by what references are sorted: R2 before R10."""
    kind = ref.rstrip("0123456789")
    return kind, int(ref[len(kind) :] or 0)
