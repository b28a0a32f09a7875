"""Draws a quick-reference card as PDF with ReportLab, front and back, reproducible byte for byte."""

from collections.abc import Iterator
from importlib.metadata import version
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table

from firmware.config import SCORE_KEYS
from firmware.view.hole_coordinates import column
from firmware.view.palette import WHITE
from host_tools.i18n import catalogue, message
from host_tools.i18n.firmware_constants import BACK
from host_tools.quickcards.light_patterns import EXAMPLE, OTHER_TRACK, SIGNS, Sign, Step, lit_holes

CARDS = ("players", "judge", "captain")

_MARGIN = 11 * mm
_WIDTH, _HEIGHT = A5[0] - 2 * _MARGIN, A5[1] - 33 * mm
_TEXT_PT = 12.0
_PAGES = 2
"""A card has a front and a back."""
_TITLE_PT = 22
_INK = HexColor("#1c140d")
_RULE = HexColor("#7a3d12")
_PLATE = HexColor("#3a2416")
_BORE = HexColor("#6d4a30")
_LIT = {0: HexColor("#f2b33d"), WHITE: HexColor("#ffffff")}
_CAP = HexColor("#f3e8d2")
_PRESSED = HexColor("#9fd08a")
_RADII = (0.3, 0.48, 0.72, 1.0)
"""Radius of a light by its level, in radii of a hole: brightness is shown as size, also in black and white."""

_STREETS = (30, 60, 90, 121)


class QuickCardError(Exception):
    """The text of a card does not fit on its page. The message names the card."""


def draw_card(name: str, language: str) -> bytes:
    """Draw a card of CARDS as PDF, two A5 pages at most. Raises QuickCardError if its text does not fit."""
    for font in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(font, f"{font}.ttf"))
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A5, invariant=1, pageCompression=1, lang=language)
    title = message(f"quickcard.{name}.title", language)
    canvas.setTitle(f"{message('page.title', language)}: {title}")
    pages = _pages(_parts(f"quickcard.{name}.", language))
    if len(pages) > _PAGES:
        raise QuickCardError(f"{name}, {language}: the words do not fit on {_PAGES} pages")
    for page in pages:
        _draw_header(canvas, title, language)
        Frame(_MARGIN, 9 * mm, _WIDTH, _HEIGHT, 0, 0, 0, 0).addFromList(page, canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _pages(parts: list[list[Flowable]]) -> list[list[Flowable]]:
    """Divide a card's parts into pages, none of them over two pages."""
    pages: list[list[Flowable]] = [[]]
    for part in parts:
        if _height_of([*pages[-1], *part]) > _HEIGHT:
            pages.append([])
        pages[-1] += part
    return pages


def _height_of(flowables: list[Flowable]) -> float:
    """Return the height of flowables below one another, the space between two counted in full."""
    return sum(part.wrap(_WIDTH, _HEIGHT)[1] + part.getSpaceBefore() + part.getSpaceAfter() for part in flowables)


def _draw_header(canvas: Canvas, title: str, language: str) -> None:
    """Draw a card's title and version, with a rule below."""
    width, height = A5
    canvas.setFillColor(_INK)
    canvas.setFont("VeraBd", _TITLE_PT)
    canvas.drawString(_MARGIN, height - 18 * mm, title)
    canvas.setFont("Vera", _TEXT_PT)
    foot = message("quickcards.foot", language, version=version("cribbage-board"))
    canvas.drawRightString(width - _MARGIN, height - 18 * mm, foot)
    canvas.setStrokeColor(_RULE)
    canvas.setLineWidth(1.4)
    canvas.line(_MARGIN, height - 21 * mm, width - _MARGIN, height - 21 * mm)


def _parts(prefix: str, language: str) -> list[list[Flowable]]:
    """Return a card's parts, each as ReportLab flowables."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for part, line, text in _lines(prefix, language):
        parts.setdefault(part, []).append((line, text))
    return [_part_flowables(part, lines, language) for part, lines in parts.items()]


def _part_flowables(part: str, lines: list[tuple[str, str]], language: str) -> list[Flowable]:
    """Return a part's heading, and its lines: a list, or a table if they belong to pictures or presets."""
    heading = [Paragraph(text, _HEAD) for line, text in lines if line == "title"]
    texts = {line: text for line, text in lines if line != "title"}
    if part == "lights":
        return [*heading, _table([[Lights(SIGNS[line]), Paragraph(text, _TEXT)] for line, text in texts.items()])]
    if part == "example":
        here = texts.pop("here")
        steps = [[ExampleBoard(EXAMPLE[line], here), Paragraph(text, _TEXT)] for line, text in texts.items()]
        return [*heading, _table(steps)]
    if part == "presets":
        return [*heading, _presets_table(language)]
    return [*heading, *(Paragraph(text, _LINE, bulletText="•") for text in texts.values())]


def _lines(prefix: str, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield part, name and text of each message of a card whose keys begin with `prefix`."""
    for key, text in catalogue(language).items():
        part, _, line = key.removeprefix(prefix).partition(".")
        if key.startswith(prefix) and line:
            yield part, line, text


_TEXT = ParagraphStyle("text", fontName="Vera", fontSize=_TEXT_PT, leading=1.2 * _TEXT_PT, textColor=_INK)
_LINE = ParagraphStyle("line", _TEXT, leftIndent=_TEXT_PT, bulletIndent=1, spaceAfter=1.5)
_HEAD = ParagraphStyle("head", _TEXT, fontName="VeraBd", textColor=_RULE, spaceBefore=6, spaceAfter=2)


def _table(rows: list[list[Flowable]]) -> Table:
    """Return pictures with their captions to the right of them."""
    picture = rows[0][0].wrap(0, 0)[0] + 8
    table = Table(rows, colWidths=[picture, _WIDTH - picture], hAlign="LEFT")
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *_PADDING])
    return table


_PADDING = [
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
]


def _presets_table(language: str) -> Table:
    """Return the presets by number, the second half beside the first."""
    numbered = message("quickcard.captain.presets.all", language).split(" · ")
    half = (len(numbered) + 1) // 2
    cells = [[Paragraph(text, _TEXT) for text in line.split(" ", 1)] for line in [*numbered, " "]]
    rows = [[*cells[row], *cells[row + half]] for row in range(half)]
    table = Table(rows, colWidths=[20, _WIDTH / 2 - 20] * 2, hAlign="LEFT")
    table.setStyle([*_PADDING, ("LINEBELOW", (0, 0), (-1, -1), 0.4, _BORE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    return table


class Lights(Flowable):
    """Picture of a piece of a track, or of all its four streets, with the lights of a scene."""

    WIDTH = 120.0

    def __init__(self, sign: Sign) -> None:
        super().__init__()
        self.sign = sign
        self.whole = sign.last - sign.first > 30
        self.width, self.height = self.WIDTH, 28.0 if self.whole else 13.0

    def draw(self) -> None:
        """Draw the plate, its holes, and the lights on them."""
        self.canv.setFillColor(_PLATE)
        self.canv.roundRect(0, 0, self.width, self.height, 3, stroke=0, fill=1)
        lit = lit_holes(self.sign)
        for hole in range(self.sign.first, self.sign.last + 1):
            x, y, radius = self._hole_position(hole)
            self.canv.setFillColor(_BORE)
            self.canv.circle(x, y, radius * 0.55, stroke=0, fill=1)
            if hole in lit:
                colour, level = lit[hole]
                self.canv.setFillColor(_LIT[colour])
                self.canv.circle(x, y, radius * _RADII[level], stroke=0, fill=1)

    def _hole_position(self, hole: int) -> tuple[float, float, float]:
        """Return x, y and radius of a hole."""
        if not self.whole:
            step = (self.width - 10) / (self.sign.last - self.sign.first)
            return 5 + step * (hole - self.sign.first), self.height / 2, 3.0
        street = next(row for row, last in enumerate(_STREETS) if hole <= last)
        return 7 + 3.1 * column(hole), self.height - 5 - 6 * street, 1.9


class ExampleBoard(Flowable):
    """Picture of a board from above: two tracks with a scene's lights, a team's keys, and who sits there."""

    WIDTH = 172.0
    HEIGHT = 62.0
    KEYS = (*(f"+{score}" for score in SCORE_KEYS), BACK, "OK")

    def __init__(self, step: Step, here: str) -> None:
        super().__init__()
        self.step, self.here = step, here
        self.width, self.height = self.WIDTH, self.HEIGHT

    def draw(self) -> None:
        """Draw the tracks, the keys below them with those pressed in colour, and the seat below the keys."""
        for row, sign in enumerate((OTHER_TRACK, self.step.sign)):
            self._draw_track(sign, self.height - 14 - 15 * row)
        wide = self.width / len(self.KEYS)
        for place, legend in enumerate(self.KEYS):
            self._draw_key(place * wide, wide, legend)
        self.canv.setFillColor(_INK)
        self.canv.setFont("Vera", _TEXT_PT)
        self.canv.drawCentredString(self.width / 2, 1, self.here)

    def _draw_track(self, sign: Sign, y: float) -> None:
        track = Lights(sign)
        self.canv.saveState()
        self.canv.translate(0, y)
        self.canv.scale(self.width / track.width, 1)
        track.canv = self.canv
        track.draw()
        self.canv.restoreState()

    def _draw_key(self, x: float, wide: float, legend: str) -> None:
        pressed = legend in self.step.pressed
        self.canv.setFillColor(_PRESSED if pressed else _CAP)
        self.canv.setStrokeColor(_INK)
        self.canv.setLineWidth(1.4 if pressed else 0.6)
        self.canv.roundRect(x + 1, 13, wide - 2, 17, 4, stroke=1, fill=1)
        self.canv.setFillColor(_INK)
        size = 11 if len(legend) < 3 else 8.5
        self.canv.setFont("VeraBd", size)
        self.canv.drawCentredString(x + wide / 2, 21.5 - 0.36 * size, legend)
