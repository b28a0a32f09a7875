"""Draws the plates behind the faceplate. The strip plate's drawing is also the template for placing the strips."""

from . import battery_bay, charger_places, cutouts
from .drawing import CUT, DRILL, NOTE, STRIP, Drawing
from .led_placement import Led, track_leds
from .plate_geometry import STREETS, Plate

_HOLE_NUMBER_HEIGHT_MM = 1.4
_STRIP_NAME_HEIGHT_MM = 1.8
_STRIP_NAME_ABOVE_MM = 4.2
"""From the middle of a strip up to its name and arrow."""


def template(plate: Plate) -> Drawing:
    """Draw the strip plate from above: each strip's place and direction, and which hole each LED lights."""
    drawing = _blank(plate, "strip-plate", "LED template and strip plate")
    for track in range(plate.tracks):
        leds = track_leds(plate, track)
        for led in leds:
            _draw_led(drawing, plate, led)
        for row in range(1, STREETS + 1):
            _draw_strip(drawing, plate, [led for led in leds if led.row == row])
    return _crop(drawing, plate)


def street_plate(plate: Plate) -> Drawing:
    """Draw the strip plate for street boards: their screws, and openings for the connectors below them."""
    return _plain(plate, "street-plate", "strip plate for street boards")


def baffle(plate: Plate) -> Drawing:
    """Draw one of the sheets of which a cut baffle is stacked: a cell for every hole, and room for the standoffs."""
    return _plain(plate, "baffle", "baffle sheet")


def diffuser(plate: Plate) -> Drawing:
    """Draw the diffuser: the field of holes, and room for the standoffs."""
    return _plain(plate, "diffuser", "diffuser")


def base(plate: Plate) -> Drawing:
    """Draw the bottom of the case: the rim's screws, the carrier's, and where feet are glued under it."""
    drawing = Drawing(f"Cribbage board, base, {plate.tracks} tracks, 1:1", plate.width, plate.height)
    drawing.rectangle(CUT, 0, 0, plate.width, plate.height, plate.params.plate.corner)
    draw_cuts(drawing, cutouts.cuts(plate, "base"))
    half = plate.params.case.foot[0] / 2
    for spot in plate.feet():
        drawing.rectangle(NOTE, spot.x - half, spot.y - half, spot.x + half, spot.y + half)
    if plate.voice:
        _draw_voice(drawing, plate)
    if plate.bay:
        _draw_bay(drawing, plate)
    return drawing


def _draw_bay(drawing: Drawing, plate: Plate) -> None:
    """Draw where a battery's rails are glued, and where a charger module and its rest are."""
    params = plate.params
    boxes = battery_bay.rails(params, plate.bay)
    if plate.bay == battery_bay.CELL:
        boxes += [charger_places.module(params), charger_places.rest(params)]
    for box in boxes:
        drawing.rectangle(NOTE, box.x - box.half_x, box.y - box.half_y, box.x + box.half_x, box.y + box.half_y)


def _draw_voice(drawing: Drawing, plate: Plate) -> None:
    """Draw where the voice board stands, and where the ring around the speaker is glued."""
    voice = plate.params.voice
    left, top = voice.at
    drawing.rectangle(NOTE, left, top, left + voice.width, top + voice.height)
    x, y = voice.speaker_at
    drawing.circle(NOTE, x, y, voice.speaker[0] / 2 + voice.play + voice.ring[0])


def _plain(plate: Plate, layer: str, name: str) -> Drawing:
    """Draw a plate of the strip plate's size, with its cuts only."""
    return _crop(_blank(plate, layer, name), plate)


def _blank(plate: Plate, layer: str, name: str) -> Drawing:
    """Draw a plate's outline and cuts."""
    drawing = Drawing(f"Cribbage board, {name}, {plate.tracks} tracks, 1:1", plate.width, plate.height)
    drawing.rectangle(CUT, *cutouts.outline(plate, layer))
    draw_cuts(drawing, cutouts.cuts(plate, layer))
    return drawing


def draw_cuts(drawing: Drawing, cuts: list[cutouts.Cut]) -> None:
    """Draw cuts: round ones to be drilled or cut first, rectangles to be cut."""
    for c in cuts:
        if c.round:
            drawing.circle(DRILL, c.x, c.y, c.half_x)
        else:
            drawing.rectangle(CUT, c.x - c.half_x, c.y - c.half_y, c.x + c.half_x, c.y + c.half_y)


def _crop(drawing: Drawing, plate: Plate) -> Drawing:
    """Return the drawing cropped to the strip plate's rectangle."""
    left, top, right, bottom = plate.strip_plate()
    return drawing.moved(-left, -top, right - left, bottom - top)


def _draw_led(drawing: Drawing, plate: Plate, led: Led) -> None:
    """Draw an LED as a square with its hole's number in it, or `x` if it lights no hole."""
    half_led = plate.params.strip.led / 2
    drawing.rectangle(STRIP, led.x - half_led, led.y - half_led, led.x + half_led, led.y + half_led)
    drawing.text(STRIP, str(led.hole or "x"), led.x, led.y, _HOLE_NUMBER_HEIGHT_MM)


def _draw_strip(drawing: Drawing, plate: Plate, row: list[Led]) -> None:
    """Draw a strip's outline, its name and its direction."""
    first, last = row[0], row[-1]
    left, right = sorted((first.x, last.x))
    y, half_strip = first.y, plate.params.strip.width / 2
    drawing.rectangle(NOTE, left - plate.pitch / 2, y - half_strip, right + plate.pitch / 2, y + half_strip)
    direction = 1 if last.x > first.x else -1
    name_y = y - _STRIP_NAME_ABOVE_MM
    name = f"{first.track}{first.row}: LED {first.led} - {last.led}"
    drawing.text(NOTE, name, first.x + direction * 3 * plate.pitch, name_y, _STRIP_NAME_HEIGHT_MM)
    arrow_xs = [first.x + direction * pitches * plate.pitch for pitches in (7, 9)]
    drawing.arrow(NOTE, (arrow_xs[0], name_y), (arrow_xs[1], name_y))
