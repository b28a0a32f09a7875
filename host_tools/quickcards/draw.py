"""Draws a quick-reference card as PDF with ReportLab, reproducible byte for byte."""

from importlib.metadata import version
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table

from firmware.config import SCORE_KEYS
from firmware.view.hole_coordinates import column
from firmware.view.palette import WHITE
from host_tools.i18n import message
from host_tools.i18n.firmware_constants import BACK
from host_tools.quickcards.card_lines import card_messages
from host_tools.quickcards.light_patterns import SIGNS, Sign, lit_holes

CARDS = ("players", "judge", "captain", "voice")
_LARGE = ("voice",)
"""Cards in large print, on A4."""

_WITH_KEYS = ("players",)
"""Cards that begin with a picture of the board; the others have no room for it."""
_MARGIN = 11 * mm
_SIZES_PT = (12, 11.5, 11, 10.5, 10)
"""Font sizes: the largest one at which a card fits on its page is used."""
_LARGE_SIZES_PT = (28, 26, 24, 22, 20, 18)
_TITLE_PT = 22
_INK = HexColor("#1c140d")
_RULE = HexColor("#7a3d12")
_PLATE = HexColor("#3a2416")
_BORE = HexColor("#6d4a30")
_LIT = {0: HexColor("#f2b33d"), WHITE: HexColor("#ffffff")}
_CAP = HexColor("#f3e8d2")
_CAP_OK = HexColor("#c3dfb5")
_RADII = (0.3, 0.48, 0.72, 1.0)
"""Radius of a light by its level, in radii of a hole: brightness is shown as size, also in black and white."""

_STREETS = (30, 60, 90, 121)


class QuickCardError(Exception):
    """The text of a card does not fit on its page. The message names the card."""


def draw_card(name: str, language: str) -> bytes:
    """Draw a card of CARDS as PDF, one page of A5, in large print of A4. Raises QuickCardError if it does not fit."""
    for font in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(font, f"{font}.ttf"))
    sizes = _LARGE_SIZES_PT if name in _LARGE else _SIZES_PT
    page = next(filter(None, (_draw_page(name, language, size) for size in sizes)), None)
    if page is None:
        raise QuickCardError(f"{name}, {language}: the words do not fit on one page")
    return page


def _draw_page(name: str, language: str, size: float) -> bytes | None:
    """Draw the card with text of `size` points and return its PDF, or None if it does not fit."""
    buffer = BytesIO()
    width, height = A4 if name in _LARGE else A5
    canvas = Canvas(buffer, pagesize=(width, height), invariant=1, pageCompression=1, lang=language)
    title = message(f"quickcard.{name}.title", language)
    canvas.setTitle(f"{message('page.title', language)}: {title}")
    _draw_header(canvas, title, language, width, height)
    frame = Frame(_MARGIN, 9 * mm, width - 2 * _MARGIN, height - 33 * mm, 0, 0, 0, 0)
    keys = [Keys(width - 2 * _MARGIN)] if name in _WITH_KEYS else []
    story = [*keys, *_card_flowables(f"quickcard.{name}.", language, size)]
    frame.addFromList(story, canvas)
    if story:
        return None
    canvas.save()
    return buffer.getvalue()


def _draw_header(canvas: Canvas, title: str, language: str, width: float, height: float) -> None:
    """Draw a card's title and version, with a rule below, on a page of that size."""
    canvas.setFillColor(_INK)
    canvas.setFont("VeraBd", _TITLE_PT)
    canvas.drawString(_MARGIN, height - 18 * mm, title)
    canvas.setFont("Vera", _SIZES_PT[-1])
    foot = message("quickcards.foot", language, version=version("cribbage-board"))
    canvas.drawRightString(width - _MARGIN, height - 18 * mm, foot)
    canvas.setStrokeColor(_RULE)
    canvas.setLineWidth(1.4)
    canvas.line(_MARGIN, height - 21 * mm, width - _MARGIN, height - 21 * mm)


def _card_flowables(prefix: str, language: str, size: float) -> list[Flowable]:
    """Return a card's headings and lines as ReportLab flowables; lines about lights are at the end, with pictures."""
    style = _styles(size)
    story: list[Flowable] = []
    lights: list[list[Flowable]] = []
    for part, line, text in card_messages(prefix, language):
        if line == "title":
            story.append(Paragraph(text, style["head"]))
        elif part == "lights":
            lights.append([Lights(SIGNS[line]), Paragraph(text, style["text"])])
        else:
            story.append(Paragraph(text, style["line"], bulletText="•"))
    return [*story, _lights_table(lights)] if lights else story


def _styles(size: float) -> dict[str, ParagraphStyle]:
    text = ParagraphStyle("text", fontName="Vera", fontSize=size, leading=1.26 * size, textColor=_INK)
    line = ParagraphStyle("line", text, leftIndent=size, bulletIndent=1, spaceAfter=0.12 * size)
    head = ParagraphStyle("head", text, fontName="VeraBd", textColor=_RULE, spaceBefore=0.5 * size)
    return {"text": text, "line": line, "head": head}


def _lights_table(lights: list[list[Flowable]]) -> Table:
    table = Table(lights, colWidths=[Lights.WIDTH + 8, A5[0] - 2 * _MARGIN - Lights.WIDTH - 8], hAlign="LEFT")
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    table.setStyle([("RIGHTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 1.6)])
    table.setStyle([("BOTTOMPADDING", (0, 0), (-1, -1), 1.6)])
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


class Keys(Flowable):
    """Picture of a team's keys, OK and MENU, and of two tracks: a pending count ahead of its peg, and pegs."""

    HEIGHT = 38.0
    GAP = 3.0
    SIDE = 24.0

    def __init__(self, width: float) -> None:
        super().__init__()
        self.width, self.height = width, self.HEIGHT

    def draw(self) -> None:
        """Draw the key caps, and two tracks to the right of them."""
        legends = [f"+{score}" for score in SCORE_KEYS] + [BACK, "OK", "MENU"]
        for place, legend in enumerate(legends):
            self._draw_cap(place, legend)
        left = len(legends) * (1.5 * self.SIDE + self.GAP) + self.GAP
        for row, sign in enumerate((SIGNS["PENDING"], SIGNS["PEGS"])):
            track = Lights(sign)
            self.canv.saveState()
            self.canv.translate(left, 20 - 16 * row)
            self.canv.scale((self.width - left) / track.width, 1)
            track.canv = self.canv
            track.draw()
            self.canv.restoreState()

    def _draw_cap(self, place: int, legend: str) -> None:
        """Draw a key's cap with its legend."""
        x, wide = place * (1.5 * self.SIDE + self.GAP), 1.5 * self.SIDE
        self.canv.setFillColor(_CAP_OK if legend == "OK" else _CAP)
        self.canv.setStrokeColor(_INK)
        self.canv.setLineWidth(0.7)
        self.canv.roundRect(x, 6, wide, self.SIDE, 4, stroke=1, fill=1)
        self.canv.setFillColor(_INK)
        size = 11 if len(legend) < 3 else 9.5
        self.canv.setFont("VeraBd", size)
        self.canv.drawCentredString(x + wide / 2, 6 + self.SIDE / 2 - 0.36 * size, legend)
