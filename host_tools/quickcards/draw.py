"""Draws a quick-reference card as PDF with ReportLab, front and back, reproducible byte for byte."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, Paragraph, Table

from firmware.config import FIRMWARE_VERSION
from host_tools.i18n import message
from host_tools.quickcards.card_lines import card_messages
from host_tools.quickcards.light_patterns import EXAMPLE, SIGNS
from host_tools.quickcards.pictures import ExampleBoard, Lights

CARDS = ("players", "judge", "captain", "voice")

_MARGIN = 11 * mm
_TITLE_PT = 22
_FOOT_PT = 12
_INK = HexColor("#1c140d")
_RULE = HexColor("#7a3d12")
_BORE = HexColor("#6d4a30")


@dataclass(frozen=True)
class Layout:
    """Paper of a card (width and height in points), its font sizes, and how many pages it may have.

    The largest size at which the card fits is used.
    """

    paper: tuple[float, float] = A5
    sizes: tuple[float, ...] = (12,)
    pages: int = 2

    @property
    def width(self) -> float:
        return self.paper[0] - 2 * _MARGIN

    @property
    def height(self) -> float:
        return self.paper[1] - 33 * mm


LAYOUTS = {name: Layout() for name in CARDS} | {"voice": Layout(A4, (28, 26, 24, 22, 20, 18), 1)}
"""The cards have a front and a back; the one for who hears the board is in large print."""


class QuickCardError(Exception):
    """The text of a card does not fit on its pages. The message names the card."""


def draw_card(name: str, language: str) -> bytes:
    """Draw a card of CARDS as PDF, laid out as in LAYOUTS. Raises QuickCardError if it does not fit."""
    for font in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(font, f"{font}.ttf"))
    layout = LAYOUTS[name]
    for size in layout.sizes:
        pages = _pages(_parts(f"quickcard.{name}.", language, _Styles(size, layout.width)), layout)
        if len(pages) <= layout.pages:
            return _draw_pages(pages, message(f"quickcard.{name}.title", language), language, layout)
    raise QuickCardError(message("cli.quickcards.full", name=name, language=language, pages=layout.pages))


def _draw_pages(pages: list[list[Flowable]], title: str, language: str, layout: Layout) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=layout.paper, invariant=1, pageCompression=1, lang=language)
    canvas.setTitle(f"{message('page.title', language)}: {title}")
    for page in pages:
        _draw_header(canvas, title, language, *layout.paper)
        Frame(_MARGIN, 9 * mm, layout.width, layout.height, 0, 0, 0, 0).addFromList(page, canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _pages(parts: list[list[Flowable]], layout: Layout) -> list[list[Flowable]]:
    """Divide a card's parts into pages, none of them over two pages."""
    pages: list[list[Flowable]] = [[]]
    for part in parts:
        if _height_of([*pages[-1], *part], layout) > layout.height:
            pages.append([])
        pages[-1] += part
    return pages


def _height_of(flowables: list[Flowable], layout: Layout) -> float:
    """Return the height of flowables below one another, the space between two counted in full."""
    heights = (part.wrap(layout.width, layout.height)[1] for part in flowables)
    return sum(heights) + sum(part.getSpaceBefore() + part.getSpaceAfter() for part in flowables)


def _draw_header(canvas: Canvas, title: str, language: str, width: float, height: float) -> None:
    """Draw a card's title and version, with a rule below, on a page of that size."""
    canvas.setFillColor(_INK)
    canvas.setFont("VeraBd", _TITLE_PT)
    canvas.drawString(_MARGIN, height - 18 * mm, title)
    canvas.setFont("Vera", _FOOT_PT)
    foot = message("quickcards.foot", language, version=FIRMWARE_VERSION)
    canvas.drawRightString(width - _MARGIN, height - 18 * mm, foot)
    canvas.setStrokeColor(_RULE)
    canvas.setLineWidth(1.4)
    canvas.line(_MARGIN, height - 21 * mm, width - _MARGIN, height - 21 * mm)


class _Styles:
    """Paragraph styles for text of `size` points in a column of `width` points."""

    def __init__(self, size: float, width: float) -> None:
        self.width = width
        self.text = ParagraphStyle("text", fontName="Vera", fontSize=size, leading=1.2 * size, textColor=_INK)
        self.line = ParagraphStyle("line", self.text, leftIndent=size, bulletIndent=1, spaceAfter=0.12 * size)
        self.head = ParagraphStyle("head", self.text, fontName="VeraBd", textColor=_RULE, spaceBefore=0.5 * size)


def _parts(prefix: str, language: str, styles: _Styles) -> list[list[Flowable]]:
    """Return a card's parts, each as ReportLab flowables."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for part, line, text in card_messages(prefix, language):
        parts.setdefault(part, []).append((line, text))
    return [_part_flowables(part, lines, styles) for part, lines in parts.items()]


def _part_flowables(part: str, lines: list[tuple[str, str]], styles: _Styles) -> list[Flowable]:
    """Return a part's heading, and its lines: a list, or a table if they belong to pictures or presets."""
    heading = [Paragraph(text, styles.head) for line, text in lines if line == "title"]
    texts = {line: text for line, text in lines if line != "title"}
    if part == "lights":
        return [*heading, _captions([(Lights(SIGNS[line]), text) for line, text in texts.items()], styles)]
    if part == "example":
        here = texts.pop("here")
        steps = [(ExampleBoard(EXAMPLE[line], here), text) for line, text in texts.items()]
        return [*heading, _captions(steps, styles)]
    if part == "presets":
        return [*heading, _presets_table(texts["all"], styles)]
    return [*heading, *(Paragraph(text, styles.line, bulletText="•") for text in texts.values())]


def _captions(pictures: Sequence[tuple[Flowable, str]], styles: _Styles) -> Table:
    """Return pictures with their captions to the right of them."""
    wide = max(picture.width for picture, _ in pictures) + 8
    rows = [[picture, Paragraph(text, styles.text)] for picture, text in pictures]
    table = Table(rows, colWidths=[wide, styles.width - wide], hAlign="LEFT")
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), *_PADDING])
    return table


_PADDING = [
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
]


def _presets_table(presets: str, styles: _Styles) -> Table:
    """Return the presets, listed as `1 NAME · 2 NAME`, by number, the second half beside the first."""
    numbered = presets.split(" · ")
    half = (len(numbered) + 1) // 2
    cells = [[Paragraph(text, styles.text) for text in line.split(" ", 1)] for line in [*numbered, " "]]
    rows = [[*cells[row], *cells[row + half]] for row in range(half)]
    table = Table(rows, colWidths=[20, styles.width / 2 - 20] * 2, hAlign="LEFT")
    table.setStyle([*_PADDING, ("LINEBELOW", (0, 0), (-1, -1), 0.4, _BORE), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    return table
