"""Draws the faceplate: cut outs, drill holes and engraving."""

from . import cutouts
from .drawing import CUT, ENGRAVE, Drawing
from .geometry import Plate
from .plates import cut

_NUMBER = 2.2
_LABEL = 2.6
_LETTER = 4.0
_SKUNK = 4.0
_LEGEND = 3.0
_NUMBER_ABOVE = 5.6
_NAME_BELOW = 5.4
_LINE_STEP = 3.2
_RING = 3.0
_SHEET_EDGE = 10.0
_SHEET_FOOT = 22.0


def faceplate(plate: Plate) -> Drawing:
    """Draw the plate itself, its top left corner at the drawing's."""
    drawing = Drawing(f"Cribbage board, faceplate, {plate.tracks} tracks, 1:1", plate.width, plate.height)
    drawing.rectangle(CUT, 0, 0, plate.width, plate.height, plate.params.plate.corner)
    cut(drawing, cutouts.cuts(plate, "faceplate"))
    _numbers(drawing, plate)
    _streets(drawing, plate)
    _skunk_line(drawing, plate, 2 * plate.params.board.street, "SS")
    _skunk_line(drawing, plate, 3 * plate.params.board.street, "S")
    _last_holes(drawing, plate)
    _keys(drawing, plate)
    return drawing


def sheet(drawing: Drawing) -> Drawing:
    """Put a drawing on paper: a margin around it and a scale bar below."""
    paper = drawing.moved(_SHEET_EDGE, _SHEET_EDGE, drawing.width + 2 * _SHEET_EDGE, drawing.height + _SHEET_FOOT)
    paper.scale_bar(_SHEET_EDGE, paper.height - 4)
    return paper


def _numbers(drawing: Drawing, plate: Plate) -> None:
    """Draw the number of every fifth hole above the first track, and of the game hole; the stink hole has its name."""
    board = plate.params.board
    for hole in (*range(board.group, board.holes - 1, board.group), board.holes):
        spot = plate.hole(0, hole)
        drawing.text(ENGRAVE, str(hole), spot.x, spot.y - _NUMBER_ABOVE, _NUMBER)


def _streets(drawing: Drawing, plate: Plate) -> None:
    """Draw each street's name above its first holes, and the tracks' letters where a street begins on the left."""
    for street in range(4):
        begins_left = street % 2 == 0
        x = plate.column_x(1 if begins_left else plate.columns - 2)
        drawing.text(ENGRAVE, f"Street {street + 1}", x, plate.row_y(street, 0) - _NUMBER_ABOVE, _LABEL)
        if begins_left:
            for track in range(plate.tracks):
                letter = plate.params.board.teams[track]
                drawing.text(ENGRAVE, letter, plate.column_x(-1), plate.row_y(street, track), _LETTER)


def _skunk_line(drawing: Drawing, plate: Plate, hole: int, name: str) -> None:
    """Draw a line a side must pass to escape a skunk: after `hole`, where the rows turn."""
    street = hole // plate.params.board.street
    y = plate.gap_y(street)
    turn = plate.hole(0, hole).x
    outward = 1 if turn > plate.width / 2 else -1
    drawing.line(ENGRAVE, (turn - outward * 1.5 * plate.pitch, y), (turn + outward * 1.2 * plate.pitch, y))
    drawing.text(ENGRAVE, name, turn - outward * 2.4 * plate.pitch, y, _SKUNK)


def _last_holes(drawing: Drawing, plate: Plate) -> None:
    """Draw rings around stink hole and game hole, and their names below the last track."""
    holes = plate.params.board.holes
    for track in range(plate.tracks):
        spot = plate.hole(track, holes)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING - 0.4)
        spot = plate.hole(track, holes - 1)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING)
    last = plate.tracks - 1
    for name, spot, shift in (("Game", plate.hole(last, holes), -1.6), ("Stink", plate.hole(last, holes - 1), 3.0)):
        drawing.text(ENGRAVE, name, spot.x + shift, spot.y + _NAME_BELOW, 2)
        drawing.text(ENGRAVE, "hole", spot.x + shift, spot.y + _NAME_BELOW + _LINE_STEP, 2)


def _keys(drawing: Drawing, plate: Plate) -> None:
    """Engrave the keys' legends, and each team's letter beside its keys."""
    keys = plate.params.keys
    for spot in plate.key_spots():
        drawing.text(ENGRAVE, spot.name.split(" ")[-1], spot.x, spot.y - keys.cap / 2 - 2.4, _LEGEND)
    for team in range(plate.tracks):
        team_keys = [spot for spot in plate.key_spots() if spot.name.startswith(plate.params.board.teams[team] + " ")]
        outer = team_keys[0].x - 0.8 * keys.pitch if team % 2 == 0 else team_keys[-1].x + 0.8 * keys.pitch
        drawing.text(ENGRAVE, plate.params.board.teams[team], outer, team_keys[0].y, 2 * _LEGEND)
