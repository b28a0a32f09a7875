"""Renders pictures of the board: its faceplate with the lights of one frame.

Everything is placed by `firmware.view.lights.hole_coordinates`; lengths are millimetres until they are drawn. LEDs are
drawn as an eye sees them: an LED driven at a quarter looks half as bright.
"""

import random
from functools import cache

from PIL import Image, ImageChops, ImageDraw, ImageFont

from firmware.config import TEAMS
from firmware.view.lights.hole_coordinates import PITCH_MM, ROW_GAP_MM, position_mm, size_mm
from firmware.view.lights.hole_led_map import HOLES, STREET, HoleLedMap
from firmware.view.lights.palette import FULL, LEVELS, Palette

MARGIN_MM = 15.0
WIDTH_PX = 1200
_OVERSAMPLING = 3
"""The plate is drawn larger by this factor and then reduced, which makes its edges smooth."""

_UNLIMITED = 10**6
_SWATCH_HOLE = 18

_HOLE_MM = 1.9
_GLOW_MM = 13.0
_LANE_MM = 4.0
_LANE_OPACITY = 30
"""Opacity of the team's colour on the wood, of 255."""
_GRADIENT_AT_EDGE = 181
"""Value of Pillow's radial gradient at the middle of an edge; at the corners it is 255."""
_WOOD = (58, 36, 22)
_HOLE = (14, 9, 6)
_RIM = (96, 64, 40)
_ENGRAVED = (176, 142, 98)
_BRASS = (214, 170, 84)
_SKUNK = (168, 62, 48)
_SKUNK_LINE_COLUMNS = (-1.5, 1.2)
"""Ends of a skunk line, in columns outwards from the hole before it."""
_SKUNK_LINE_MM = 1.1
_SKUNK_NAME_COLUMNS, _SKUNK_NAME_MM = 2.2, 4.2
"""Distance of the line's name from that hole, in columns inwards, and the height of its letters."""
_MIDDLE_COLUMNS = 5
"""A hole further than this from the left end of the rows is at the right end."""

Colour = tuple[int, int, int]

_DISPLAY = (128, 64)
DISPLAY_DOT: Colour = (190, 225, 255)


def scale_for(tracks: int, width_px: int = WIDTH_PX) -> float:
    """Return the pixels per millimetre that make the picture `width_px` wide."""
    return width_px / (size_mm(tracks)[0] + 2 * MARGIN_MM)


def draw(frames: list[bytes], led_map: HoleLedMap, tracks: int, scale: float) -> Image.Image:
    """Draw the board showing `frames`: one run of GRB bytes a track, as sent to its LEDs.

    `scale` is pixels per millimetre. Raises ValueError when a frame is not as long as its track's chain.
    """
    picture = _draw_plate(tracks, scale).copy()
    for track in range(tracks):
        frame = frames[track]
        if len(frame) != 3 * led_map.leds:
            needed = 3 * led_map.leds
            raise ValueError(f"track {TEAMS[track]}: {len(frame)} bytes for {led_map.leds} LEDs, not {needed}")
        for hole in range(1, HOLES + 1):
            led = 3 * led_map.led_of[hole]
            green, red, blue = frame[led : led + 3]
            if red or green or blue:
                _shine(picture, _hole_pixel(track, tracks, hole, scale), _screen_colour(red, green, blue), scale)
    return picture


def add_displays(board: Image.Image, displays: list[bytes]) -> Image.Image:
    """Return a picture of the board with its displays below it."""
    factor = max(1, board.width // 3 // _DISPLAY[0])
    size = (factor * _DISPLAY[0], factor * _DISPLAY[1])
    gap = size[1] // 6
    picture = Image.new("RGB", (board.width, board.height + size[1] + 2 * gap), _HOLE)
    picture.paste(board, (0, 0))
    left = (board.width - len(displays) * (size[0] + gap) + gap) // 2
    for number, dots in enumerate(displays):
        corner = (left + number * (size[0] + gap), board.height + gap)
        picture.paste(_draw_display(dots).resize(size, Image.Resampling.NEAREST), corner)
    return picture


def _draw_display(dots: bytes) -> Image.Image:
    """Draw a display's dots; each byte is a column of eight dots, the lowest bit on top."""
    width, height = _DISPLAY
    picture = Image.new("RGB", _DISPLAY, (0, 0, 0))
    for y in range(height):
        for x in range(width):
            if (dots[width * (y // 8) + x] >> (y % 8)) & 1:
                picture.putpixel((x, y), DISPLAY_DOT)
    return picture


def draw_swatch(grb: bytes, tracks: int, scale: float) -> Image.Image:
    """Draw a piece of the board, as wide as a lane, around one hole lit with that colour (3 bytes G, R, B)."""
    frame = bytearray(3 * HoleLedMap().leds)
    offset = 3 * HoleLedMap().led_of[_SWATCH_HOLE]
    frame[offset : offset + 3] = grb
    dark = bytes(len(frame))
    x, y = _hole_pixel(0, tracks, _SWATCH_HOLE, scale)
    half = _LANE_MM * scale
    box = (round(x - half), round(y - half), round(x + half), round(y + half))
    return draw([bytes(frame)] + [dark] * (tracks - 1), HoleLedMap(), tracks, scale).crop(box)


def _hole_pixel(track: int, tracks: int, hole: int, scale: float) -> tuple[float, float]:
    """Return the centre of a hole in pixels at `scale`."""
    x, y = position_mm(track, tracks, hole)
    return (x + PITCH_MM + MARGIN_MM) * scale, (y + MARGIN_MM) * scale


def _screen_colour(red: int, green: int, blue: int) -> Colour:
    """Return the screen colour that looks like an LED at these levels (0 to 255, not all 0); half is already bright."""
    strongest = max(red, green, blue)
    brightness = 45 + 210 * min(1.0, strongest / 130) ** 0.5
    return tuple(round(brightness * (level / strongest) ** 0.65) for level in (red, green, blue))


@cache
def _team_colour(team: int) -> Colour:
    """Return the screen colour of a team's peg at its brightest."""
    green, red, blue = Palette(5, _UNLIMITED).inks[LEVELS * team + FULL].to_bytes(3, "big")
    return _screen_colour(red, green, blue)


def _shine(picture: Image.Image, centre: tuple[float, float], colour: Colour, scale: float) -> None:
    """Add a lit hole's lens and glow to the picture, at `centre` in pixels."""
    light = _draw_light(colour, scale)
    half = light.width // 2
    corner = (round(centre[0]) - half, round(centre[1]) - half)
    box = (*corner, corner[0] + light.width, corner[1] + light.height)
    picture.paste(ImageChops.screen(picture.crop(box), light), corner)


@cache
def _draw_light(colour: Colour, scale: float) -> Image.Image:
    """Draw one lit hole on black: a bright lens, nearly white in its middle, and the glow around it."""
    half = round(_GLOW_MM * scale)
    size = (2 * half + 1, 2 * half + 1)
    distance = Image.radial_gradient("L").resize(size)
    strength = max(colour) / 255
    glow = distance.point([round(200 * strength * max(0.0, 1 - d / _GRADIENT_AT_EDGE) ** 3) for d in range(256)])
    lens_edge = _GRADIENT_AT_EDGE * _HOLE_MM / _GLOW_MM
    lens = distance.point([_clip(255 * (lens_edge + 4 - d) / 8) for d in range(256)])
    white = distance.point([round(210 * strength**2 * max(0.0, 1 - d / lens_edge) ** 1.2) for d in range(256)])
    picture = Image.merge("RGB", [glow.point([v * level // 255 for v in range(256)]) for level in colour])
    picture.paste(colour, mask=lens)
    return ImageChops.screen(picture, Image.merge("RGB", [white] * 3))


def _clip(value: float) -> int:
    return max(0, min(255, round(value)))


@cache
def _draw_plate(tracks: int, scale: float) -> Image.Image:
    """Draw the unlit board."""
    width, height = (side + 2 * MARGIN_MM for side in size_mm(tracks))
    size = (round(width * scale), round(height * scale))
    fine = _draw_wood((size[0] * _OVERSAMPLING, size[1] * _OVERSAMPLING))
    pen = _Pen(fine, tracks, scale * _OVERSAMPLING)
    pen.draw_border(width, height)
    for track in range(tracks):
        pen.draw_track(track)
    pen.draw_numbers()
    pen.draw_skunk_line(60, "SS")
    pen.draw_skunk_line(90, "S")
    return fine.resize(size, Image.Resampling.LANCZOS)


def _draw_wood(size: tuple[int, int]) -> Image.Image:
    """Draw dark wood with its grain along the rows; the random grain is the same every time."""
    rng = random.Random(121)
    grain = Image.new("L", size, 128)
    for columns, rows, weight in ((6, 40, 0.45), (14, 160, 0.4), (60, 500, 0.3)):
        noise = Image.frombytes("L", (columns, rows), rng.randbytes(columns * rows))
        grain = Image.blend(grain, noise.resize(size, Image.Resampling.BICUBIC), weight)
    dark = Image.new("RGB", size, tuple(level * 2 // 3 for level in _WOOD))
    light = Image.new("RGB", size, tuple(level * 5 // 4 for level in _WOOD))
    return Image.composite(light, dark, grain)


class _Pen:
    """Draws what is fixed on the plate, in millimetres from its top left corner."""

    def __init__(self, image: Image.Image, tracks: int, scale: float) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._tracks = tracks
        self._scale = scale

    def draw_border(self, width: float, height: float) -> None:
        for inset, colour, thick in ((2.2, _HOLE, 1.4), (2.6, _BRASS, 0.5)):
            box = [side * self._scale for side in (inset, inset, width - inset, height - inset)]
            self._draw.rounded_rectangle(box, 5 * self._scale, outline=colour, width=round(thick * self._scale))

    def draw_track(self, track: int) -> None:
        """Draw a track: lanes in its team's colour, the team's letter at the start, the holes."""
        for first in range(1, HOLES - 1, 30):
            self._draw_lane(track, first)
        x, y = self._hole_centre(track, 1)
        self._draw_text((x - 1.15 * PITCH_MM, y), TEAMS[track], 5.5, _team_colour(track))
        for hole in range(1, HOLES + 1):
            self._draw_hole(self._hole_centre(track, hole), _BRASS if hole == HOLES else _RIM)

    def _draw_lane(self, track: int, first: int) -> None:
        """Draw the lane of a street, from its hole `first` on."""
        (x0, y), (x1, _) = sorted([self._hole_centre(track, first), self._hole_centre(track, first + STREET - 1)])
        corner = (round((x0 - _LANE_MM) * self._scale), round((y - _LANE_MM) * self._scale))
        size = (round((x1 - x0 + 2 * _LANE_MM) * self._scale), round(2 * _LANE_MM * self._scale))
        lane = Image.new("L", size, 0)
        box = (0, 0, size[0] - 1, size[1] - 1)
        ImageDraw.Draw(lane).rounded_rectangle(box, _LANE_MM * self._scale, fill=_LANE_OPACITY)
        self._image.paste(_team_colour(track), (*corner, corner[0] + size[0], corner[1] + size[1]), lane)

    def _draw_hole(self, centre: tuple[float, float], rim: Colour) -> None:
        self._draw_disc(centre, _HOLE_MM + (0.7 if rim == _BRASS else 0.35), rim)
        self._draw_disc(centre, _HOLE_MM, _HOLE)
        self._draw_disc((centre[0] + 0.25, centre[1] + 0.3), _HOLE_MM - 0.45, tuple(level + 14 for level in _HOLE))

    def draw_numbers(self) -> None:
        """Draw the number of every fifth hole above its row, and of the game hole."""
        for hole in (*range(5, HOLES, 5), HOLES):
            x, y = self._hole_centre(0, hole)
            self._draw_text((x, y - 6.6), str(hole), 2.9, _BRASS if hole == HOLES else _ENGRAVED)

    def draw_skunk_line(self, hole: int, name: str) -> None:
        """Draw a skunk line and its name after `hole`, the last one of a row."""
        x, y = self._hole_centre(self._tracks - 1, hole)
        outward = 1 if x > self._hole_centre(0, 1)[0] + _MIDDLE_COLUMNS * PITCH_MM else -1
        y += ROW_GAP_MM / 2
        x0, x1 = ((x + outward * columns * PITCH_MM) * self._scale for columns in _SKUNK_LINE_COLUMNS)
        self._draw.line((x0, y * self._scale, x1, y * self._scale), _SKUNK, round(_SKUNK_LINE_MM * self._scale))
        self._draw_text((x - outward * _SKUNK_NAME_COLUMNS * PITCH_MM, y), name, _SKUNK_NAME_MM, _SKUNK)

    def _hole_centre(self, track: int, hole: int) -> tuple[float, float]:
        return _hole_pixel(track, self._tracks, hole, 1)

    def _draw_disc(self, centre: tuple[float, float], radius: float, colour: tuple[int, ...]) -> None:
        x, y, r = (side * self._scale for side in (*centre, radius))
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def _draw_text(self, centre: tuple[float, float], text: str, height: float, colour: Colour) -> None:
        font = ImageFont.load_default(height * self._scale)
        self._draw.text((centre[0] * self._scale, centre[1] * self._scale), text, colour, font, anchor="mm")
