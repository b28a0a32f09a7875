"""Draws the finished board from above, with the light that the firmware sends in a game."""

import tempfile
from typing import Any

from host_tools.sim.virtual.board import VirtualBoard
from host_tools.sim.virtual.hal import VirtualHal

from . import power
from .drawing import COLOURS, ENGRAVE, Drawing
from .faceplate import faceplate
from .led_placement import track_leds
from .plate_geometry import Plate, build_plate
from .svg_writer import svg

_GAME = "{t}+5 {t}+2 OK wait 3000"
_MOVES = 9
_WOOD, _DARK, _CAP = "#e3c796", "#4a3f2c", "#3b3b3f"
_GLOW_MM, _CORE_MM = 3.1, 1.9
_BRIGHTER = 6
"""A frame's numbers are for the eye in a room, not for paper."""


def draw(params: Any, build: Any) -> str:
    """Return the faceplate as SVG, its holes lit as after some moves of each team, with keycaps."""
    plate = build_plate(params, build)
    drawing = faceplate(plate)
    engraved = Drawing(drawing.title, drawing.width, drawing.height)
    engraved.circles = [circle for circle in drawing.circles if circle.layer == ENGRAVE]
    engraved.lines = [line for line in drawing.lines if line.layer == ENGRAVE]
    corner = params.plate.corner
    size = f'width="{plate.width:.2f}" height="{plate.height:.2f}"'
    shapes = [f'<rect x="0" y="0" {size} rx="{corner}" fill="{_WOOD}" stroke="{_DARK}" stroke-width="0.5"/>']
    shapes += [_circle(spot.x, spot.y, params.plate.hole / 2, _DARK) for spot in plate.holes]
    shapes += _lights(params, build, plate)
    half = params.keys.cap / 2
    for key in plate.key_spots():
        box = f'x="{key.x - half:.2f}" y="{key.y - half:.2f}" width="{2 * half:.2f}" height="{2 * half:.2f}"'
        shapes.append(f'<rect {box} rx="2" fill="{_CAP}"/>')
        shapes.append(f'<rect x="{key.x - 0.7 * half:.2f}" y="{key.y - 0.75 * half:.2f}" width="{1.4 * half:.2f}" '
                      f'height="{1.4 * half:.2f}" rx="2" fill="#55555a"/>')  # fmt: skip
    for display in plate.display_spots():
        kind = params.display.kinds[display.name]
        shapes.append(f'<rect x="{display.x - kind.window[0] / 2:.2f}" y="{display.y - kind.window[1] / 2:.2f}" '
                      f'width="{kind.window[0]}" height="{kind.window[1]}" fill="#101018"/>')  # fmt: skip
    lines = svg(engraved).replace(COLOURS[ENGRAVE], _DARK)
    head, _, body = lines.partition('fill="#fff"/>')
    return head[: head.rindex("<rect")] + "\n".join(shapes) + body


def _circle(x: float, y: float, radius: float, colour: str, more: str = "") -> str:
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{colour}"{more}/>'


def _lights(params: Any, build: Any, plate: Plate) -> list[str]:
    """Return a glow for each hole that is lit after some moves of a game."""
    leds = power.chain(params, build.form)
    with tempfile.TemporaryDirectory() as root:
        board = VirtualBoard(lambda: VirtualHal(build.tracks, root, leds, build.port), step_ms=20)
        board.configure(1, teams=build.tracks)
        board.play("\n".join(_GAME.replace("{t}", team) for _ in range(_MOVES)
                             for team in params.board.teams[: build.tracks]))  # fmt: skip
        frames = [bytes(track) for track in board.hal.shown]
    found = []
    for track, frame in enumerate(frames):
        whole = track_leds(plate, track)
        for place, led in enumerate(whole if leds == len(whole) else [led for led in whole if led.hole]):
            light = [min(255, _BRIGHTER * part) for part in frame[3 * place : 3 * place + 3]]
            if led.hole and max(light) > 24:
                colour = "#" + "".join(f"{part:02x}" for part in light)
                found += [_circle(led.x, led.y, _GLOW_MM, colour, ' fill-opacity="0.45"'),
                          _circle(led.x, led.y, _CORE_MM, colour)]  # fmt: skip
    return found
