"""Run by the Python that has KiCad's `pcbnew` (/usr/bin/python3): fills a board's zones, or lays out the street panel.

    kicad_script.py fill BOARD.kicad_pcb
    kicad_script.py panel OUT.kicad_pcb STREET.kicad_pcb LAST.kicad_pcb TAB_X…

The panel has three streets and the last of a track in rails, for a house that makes and fits them. Its sizes are those
that houses ask for panels with perforated tabs: rails of 5 mm or more, slots of 2 mm, at least 70 mm high, a tab every
40 to 60 mm with five holes of 0.6 mm, fiducials of 1 mm on both sides, tooling holes of 2 mm. `TAB_X`: the middles of
the tabs in mm from the left end of a street. Parts and nets of a street begin with its number.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pcbnew
from pcbnew import VECTOR2I, FromMM

Point = tuple[float, float]
RAIL, SLOT, FRAME, TAB = 6.0, 2.0, 6.0, 5.0
BITE, BITES, BITE_STEP, BITE_OUTSIDE = 0.6, 5, 1.0, 0.1
TOOLING, TOOLING_INSET = 2.0, 3.0
FIDUCIAL, FIDUCIAL_INSET = "Fiducial_1mm_Mask2mm", (12.0, 3.58)
CORNER = 30.0
"""Of the panel on the page."""
LIBRARY = "/usr/share/kicad/footprints"


def at(x: float, y: float) -> Any:
    """Return a point of the panel, in mm from its top left corner, on the page."""
    return VECTOR2I(FromMM(CORNER + x), FromMM(CORNER + y))


def fill(path: str) -> None:
    board = pcbnew.LoadBoard(path)
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(path, board)


def panel(out: str, street: str, last: str, tabs: list[float]) -> None:
    # KiCad sorts what it saves by identifier: with the same ones the Gerbers are the same.
    pcbnew.KIID.SeedGenerator(1)
    whole = pcbnew.CreateEmptyBoard()
    boards = [pcbnew.LoadBoard(path) for path in (street, street, street, last)]
    boxes = [board.GetBoardEdgesBoundingBox() for board in boards]
    sizes = [(box.GetWidth() / 1e6, box.GetHeight() / 1e6) for box in boxes]
    line = pcbnew.ToMM(next(d.GetWidth() for d in boards[0].GetDrawings() if d.GetLayerName() == "Edge.Cuts"))
    sizes = [(width - line, height - line) for width, height in sizes]
    step = sizes[0][1] + SLOT
    left, top = FRAME + SLOT, RAIL + SLOT
    width = max(size[0] for size in sizes) + 2 * left
    height = 2 * RAIL + SLOT + len(boards) * step
    settings = whole.GetDesignSettings()
    settings.SetBoardThickness(boards[0].GetDesignSettings().GetBoardThickness())
    for number, (board, box) in enumerate(zip(boards, boxes, strict=True), 1):
        corner = at(left - line / 2, top - line / 2 + (number - 1) * step)
        add(whole, board, number, VECTOR2I(corner.x - box.GetLeft(), corner.y - box.GetTop()))
    edge(whole, [(0, 0), (width, 0), (width, height), (0, height)], line)
    for opening in openings(width, [left + size[0] for size in sizes], [left + tab for tab in tabs], left, step):
        edge(whole, opening, line)
    for tab in tabs:
        for number, size in enumerate(sizes):
            for y in (top + number * step - BITE_OUTSIDE, top + number * step + size[1] + BITE_OUTSIDE):
                for n in range(BITES):
                    hole(whole, left + tab + (n - (BITES - 1) / 2) * BITE_STEP, y, BITE)
    for x in (TOOLING_INSET, width - TOOLING_INSET):
        for y in (TOOLING_INSET, height - TOOLING_INSET):
            hole(whole, x, y, TOOLING)
    dx, dy = FIDUCIAL_INSET
    # Three on each side, without the fourth corner, so that it is not turned round.
    for number, (x, y) in enumerate([(dx, dy), (width - dx, dy), (dx, height - dy)] * 2):
        fiducial(whole, number + 1, x, y, number > 2)
    text = pcbnew.PCB_TEXT(whole)
    text.SetText("CRIBBAGE BOARD, STREETS OF ONE TRACK, REV 1, 2026-11")
    text.SetLayer(pcbnew.F_SilkS)
    text.SetTextSize(VECTOR2I(FromMM(1.5), FromMM(1.5)))
    text.SetTextThickness(FromMM(0.2))
    text.SetPosition(at(width / 2, RAIL / 2))
    whole.Add(text)
    pcbnew.SaveBoard(out, whole)


def add(whole: Any, board: Any, number: int, move: Any) -> None:
    """Add everything of a board but its edge, moved."""
    nets = {"": whole.FindNet(0)}
    for name in board.GetNetsByName():
        if str(name):
            nets[str(name)] = pcbnew.NETINFO_ITEM(whole, f"{number}{name}")
            whole.Add(nets[str(name)])
    for item in [*board.GetTracks(), *board.Zones(), *board.GetFootprints(), *board.GetDrawings()]:
        if item.GetLayerName() == "Edge.Cuts":
            continue
        new = item.Duplicate()
        new.Move(move)
        if isinstance(new, pcbnew.FOOTPRINT):
            ref = item.GetReference()
            new.SetReference(f"{ref[0]}{number}{int(ref[1:]):02d}")
            if ref[0] == "J":
                new.Reference().SetVisible(False)
            for old_pad, pad in zip(item.Pads(), new.Pads(), strict=True):
                pad.SetNet(nets[old_pad.GetNetname()])
        elif hasattr(new, "SetNet"):
            new.SetNet(nets[item.GetNetname()])
        whole.Add(new)


def edge(whole: Any, points: list[Point], line: float) -> None:
    """Add a closed line to the panel's edges."""
    for (x1, y1), (x2, y2) in pairwise([*points, points[0]]):
        shape = pcbnew.PCB_SHAPE(whole, pcbnew.SHAPE_T_SEGMENT)
        shape.SetLayer(pcbnew.Edge_Cuts)
        shape.SetWidth(FromMM(line))
        shape.SetStart(at(x1, y1))
        shape.SetEnd(at(x2, y2))
        whole.Add(shape)


def openings(width: float, ends: list[float], tabs: list[float], left: float, step: float) -> Iterator[list[Point]]:
    """Return the milled openings: a comb at either end, and a slot between each two tabs."""
    half = TAB / 2
    tops = [RAIL + n * step for n in range(len(ends) + 1)]
    yield comb(FRAME, tabs[0] - half, [left] * len(ends), tops)
    yield comb(width - FRAME, tabs[-1] + half, ends, tops)
    for a, b in pairwise(tabs):
        for top in tops:
            yield [(a + half, top), (b - half, top), (b - half, top + SLOT), (a + half, top + SLOT)]


def comb(outside: float, tab: float, ends: list[float], tops: list[float]) -> list[Point]:
    """Return the opening from the frame, at x = `outside`, around the boards' ends to the tabs' edges at x = `tab`."""
    points = [(outside, tops[0])]
    for index, top in enumerate(tops):
        points += [(tab, top), (tab, top + SLOT)]
        if index < len(ends):
            points += [(ends[index], top + SLOT), (ends[index], tops[index + 1])]
    return [*points, (outside, tops[-1] + SLOT)]


def hole(whole: Any, x: float, y: float, diameter: float) -> None:
    """Add a hole without copper."""
    footprint = pcbnew.FOOTPRINT(whole)
    pad = pcbnew.PAD(footprint)
    pad.SetAttribute(pcbnew.PAD_ATTRIB_NPTH)
    pad.SetShape(pcbnew.PAD_SHAPE_CIRCLE)
    pad.SetSize(VECTOR2I(FromMM(diameter), FromMM(diameter)))
    pad.SetDrillSize(VECTOR2I(FromMM(diameter), FromMM(diameter)))
    pad.SetLayerSet(pad.UnplatedHoleMask())
    footprint.Add(pad)
    footprint.SetAttributes(pcbnew.FP_BOARD_ONLY | pcbnew.FP_EXCLUDE_FROM_BOM | pcbnew.FP_EXCLUDE_FROM_POS_FILES
                            | pcbnew.FP_ALLOW_MISSING_COURTYARD)  # fmt: skip
    footprint.SetReference("H")
    footprint.Reference().SetVisible(False)
    footprint.Value().SetVisible(False)
    footprint.SetPosition(at(x, y))
    whole.Add(footprint)


def fiducial(whole: Any, number: int, x: float, y: float, back: bool) -> None:
    footprint = pcbnew.FootprintLoad(f"{LIBRARY}/Fiducial.pretty", FIDUCIAL)
    footprint.SetFPID(pcbnew.LIB_ID("Fiducial", FIDUCIAL))
    footprint.SetReference(f"FID{number}")
    footprint.Reference().SetVisible(False)
    whole.Add(footprint)
    footprint.SetPosition(at(x, y))
    if back:
        footprint.Flip(footprint.GetPosition(), pcbnew.FLIP_DIRECTION_TOP_BOTTOM)


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        fill(sys.argv[2])
    else:
        panel(sys.argv[2], sys.argv[3], sys.argv[4], [float(x) for x in sys.argv[5:]])
