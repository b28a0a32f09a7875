"""Draws the faceplate: cut outs, drill holes and engraving."""

from . import cutouts
from .drawing import CUT, ENGRAVE, Drawing
from .plate_drawings import draw_cuts
from .plate_geometry import STREETS, Plate

_HOLE_NUMBER_HEIGHT_MM = 2.2
_STREET_NAME_HEIGHT_MM = 2.6
_TRACK_LETTER_HEIGHT_MM = 4.0
_SKUNK_HEIGHT_MM = 4.0
_SKUNK_LINE_INWARD, _SKUNK_LINE_OUTWARD, _SKUNK_NAME_INWARD = 1.5, 1.2, 2.4
"""From the hole at the turn to the ends of a skunk line and to its name, in columns."""
_LEGEND_HEIGHT_MM = 3.0
_LEGEND_ABOVE_CAP_MM = 2.4
_HOLE_NAME_HEIGHT_MM = 2
_NUMBER_ABOVE_HOLE_MM = 5.6
_NAME_BELOW_HOLE_MM = 5.4
_NAME_LINE_STEP_MM = 3.2
_GAME_SHIFT_MM, _STINK_SHIFT_MM = -1.6, 3.0
"""From these holes, which are side by side, to the middle of their names: clear of each other."""
_LETTER_BESIDE_KEY = 0.8
"""From a team's outermost key to its letter, in steps between keys."""
_RING_RADIUS_MM = 3.0
_RING_GAP_MM = 0.4
"""Between the two rings of the game hole."""
_SHEET_MARGIN_MM = 10.0
_SHEET_MARGINS_HEIGHT_MM = 22.0
"""Margins above and below a sheet's drawing, with room for the scale bar."""


def faceplate(plate: Plate) -> Drawing:
    """Draw the plate itself, its top left corner at the drawing's."""
    drawing = Drawing(f"Cribbage board, faceplate, {plate.tracks} tracks, 1:1", plate.width, plate.height)
    drawing.rectangle(CUT, 0, 0, plate.width, plate.height, plate.params.plate.corner)
    draw_cuts(drawing, cutouts.cuts(plate, "faceplate"))
    _draw_numbers(drawing, plate)
    _draw_street_names(drawing, plate)
    _draw_skunk_line(drawing, plate, 2 * plate.params.board.street, "SS")
    _draw_skunk_line(drawing, plate, 3 * plate.params.board.street, "S")
    _draw_last_holes(drawing, plate)
    _draw_key_legends(drawing, plate)
    return drawing


def sheet(drawing: Drawing) -> Drawing:
    """Put a drawing on paper: a margin around it and a scale bar below."""
    width, height = drawing.width + 2 * _SHEET_MARGIN_MM, drawing.height + _SHEET_MARGINS_HEIGHT_MM
    paper = drawing.moved(_SHEET_MARGIN_MM, _SHEET_MARGIN_MM, width, height)
    paper.scale_bar(_SHEET_MARGIN_MM, paper.height - 4)
    return paper


def _draw_numbers(drawing: Drawing, plate: Plate) -> None:
    """Draw the number of every fifth hole above the first track, and of the game hole; the stink hole has its name."""
    board = plate.params.board
    for hole in (*range(board.group, board.holes - 1, board.group), board.holes):
        spot = plate.hole(0, hole)
        drawing.text(ENGRAVE, str(hole), spot.x, spot.y - _NUMBER_ABOVE_HOLE_MM, _HOLE_NUMBER_HEIGHT_MM)


def _draw_street_names(drawing: Drawing, plate: Plate) -> None:
    """Draw each street's name above its first holes; if it begins on the left, the tracks' letters beside them."""
    for street in range(STREETS):
        begins_left = street % 2 == 0
        x = plate.column_x(1 if begins_left else plate.columns - 2)
        y = plate.row_y(street, 0) - _NUMBER_ABOVE_HOLE_MM
        drawing.text(ENGRAVE, f"Street {street + 1}", x, y, _STREET_NAME_HEIGHT_MM)
        if begins_left:
            for track in range(plate.tracks):
                letter = plate.params.board.teams[track]
                row_y = plate.row_y(street, track)
                drawing.text(ENGRAVE, letter, plate.column_x(-1), row_y, _TRACK_LETTER_HEIGHT_MM)


def _draw_skunk_line(drawing: Drawing, plate: Plate, hole: int, name: str) -> None:
    """Draw the skunk (or double-skunk) line after `hole`, the last of a street, and its `name` beside it."""
    street = hole // plate.params.board.street
    y = plate.gap_y(street)
    turn_x = plate.hole(0, hole).x
    outward = 1 if turn_x > plate.width / 2 else -1
    inner_x = turn_x - outward * _SKUNK_LINE_INWARD * plate.pitch
    outer_x = turn_x + outward * _SKUNK_LINE_OUTWARD * plate.pitch
    drawing.line(ENGRAVE, (inner_x, y), (outer_x, y))
    drawing.text(ENGRAVE, name, turn_x - outward * _SKUNK_NAME_INWARD * plate.pitch, y, _SKUNK_HEIGHT_MM)


def _draw_last_holes(drawing: Drawing, plate: Plate) -> None:
    """Draw rings around stink hole and game hole, and their names below the last track."""
    holes = plate.params.board.holes
    for track in range(plate.tracks):
        spot = plate.hole(track, holes)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING_RADIUS_MM)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING_RADIUS_MM - _RING_GAP_MM)
        spot = plate.hole(track, holes - 1)
        drawing.circle(ENGRAVE, spot.x, spot.y, _RING_RADIUS_MM)
    last = plate.tracks - 1
    for name, hole, shift in (("Game", holes, _GAME_SHIFT_MM), ("Stink", holes - 1, _STINK_SHIFT_MM)):
        spot = plate.hole(last, hole)
        x, y = spot.x + shift, spot.y + _NAME_BELOW_HOLE_MM
        drawing.text(ENGRAVE, name, x, y, _HOLE_NAME_HEIGHT_MM)
        drawing.text(ENGRAVE, "hole", x, y + _NAME_LINE_STEP_MM, _HOLE_NAME_HEIGHT_MM)


def _draw_key_legends(drawing: Drawing, plate: Plate) -> None:
    """Engrave the keys' legends, and each team's letter beside its keys, readable for who sits there."""
    keys, teams = plate.params.keys, plate.params.board.teams
    above = keys.cap / 2 + _LEGEND_ABOVE_CAP_MM
    for spot in plate.key_spots():
        team, _, face = spot.name.rpartition(" ")
        turned = bool(team) and plate.is_opposite(teams.index(team))
        drawing.text(ENGRAVE, face, spot.x, spot.y + above if turned else spot.y - above, _LEGEND_HEIGHT_MM, turned)
    for number, team in enumerate(teams[: plate.tracks]):
        own = [spot for spot in plate.key_spots() if spot.name.startswith(f"{team} ")]
        outer = max(own, key=lambda spot: abs(spot.x - plate.seam_x))
        distance = _LETTER_BESIDE_KEY * keys.pitch * (1 if outer.x > plate.seam_x else -1)
        turned = plate.is_opposite(number)
        drawing.text(ENGRAVE, team, outer.x + distance, outer.y, 2 * _LEGEND_HEIGHT_MM, turned)
