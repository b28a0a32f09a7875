"""Sets Markdown with pictures as a PDF of A4 pages, by ReportLab; the same bytes every time.

Known are headings, paragraphs, lists, tables, code, emphasis, links, and `<!-- picture NAME -->` where a picture goes.
A link goes to an address on the net, or to a heading of the same text; other links become plain words.
"""

import re
from collections.abc import Callable, Iterator
from copy import copy
from functools import cache
from html import escape
from io import BytesIO, StringIO
from math import ceil
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    KeepTogether,
    Paragraph,
    Preformatted,
    SimpleDocTemplate,
    Spacer,
    Table,
)
from svglib.svglib import svg2rlg

from .errors import ParamsError

_MARGIN = 16 * mm
WIDTH, HEIGHT = A4[0] - 2 * _MARGIN, A4[1] - 2 * _MARGIN - 8 * mm
_PICTURE = re.compile(r"<!-- picture ([\w-]+) -->")
_BAR_MM = 100
_MARK_MM = 5
_CAPTION_PT = 7
_STEP_INDENT = 8 * mm
_FONT, _BOLD, _ITALIC, _CODE = "Vera", "VeraBd", "VeraIt", "Courier"
_INK, _GREY, _RULE = HexColor("#1a1a1a"), HexColor("#555555"), HexColor("#b0b0b0")
_HEAD_FILL = HexColor("#eeeeee")
_LINK = "#0b5394"
_CHAPTER_ROOM = 0.5
"""Share of a page that must be free where a chapter begins; else it begins a page."""
_TABLE_WHOLE, _TABLE_ROOM = 0.35, 0.2
"""Shares of a page: a table up to the first is not divided; a longer one begins where the second is free."""
_HEAD_SIZES = {"h1": 18, "h2": 13, "h3": 10.5}
_TEXT_PT, _TABLE_PT = 9, 7.2


class Picture(NamedTuple):
    """A picture as SVG. With a `scale` it is printed so many times as large as it is, else as large as the page allows;
    a scaled one is printed by `areas` (left, top, right, bottom in its own mm; none: the whole), and one too large for
    a page in pieces with marks at their corners. `most`: of the page's height, where there is no scale."""

    svg: str
    scale: float = 0.0
    areas: tuple[tuple[float, float, float, float], ...] = ()
    most: float = 0.6


Pictures = Callable[[str], Picture]
"""A picture by its name."""


def pdf(title: str, text: str, pictures: Pictures) -> bytes:
    """Set a text as PDF, with the pictures that it names. Raises ParamsError for a character that would be a box, and
    for HTML that is no picture's mark."""
    fonts = [TTFont(name, f"{file}.ttf") for name, file in ((_FONT, "Vera"), (_BOLD, "VeraBd"), (_ITALIC, "VeraIt"))]
    for font in fonts:
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(_FONT, normal=_FONT, bold=_BOLD, italic=_ITALIC, boldItalic=_BOLD)
    drawn = set.intersection(*(set(font.face.charToGlyph) for font in fonts))
    if missing := sorted({character for character in text if character.isprintable() and ord(character) not in drawn}):
        raise ParamsError(f"the book's fonts have no {' '.join(missing)}")
    buffer = BytesIO()
    document = SimpleDocTemplate(
        buffer, pagesize=A4, leftMargin=_MARGIN, rightMargin=_MARGIN, topMargin=_MARGIN, bottomMargin=_MARGIN + 6 * mm,
        invariant=1, title=title, author="", lang="en",
    )  # fmt: skip
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    story = _Setter(tokens, pictures).story()

    def foot(canvas: Canvas, _: Any) -> None:
        """Draw title and page number below a page."""
        canvas.setFont(_FONT, 7)
        canvas.setFillColor(_GREY)
        canvas.drawString(_MARGIN, _MARGIN - 2 * mm, title)
        canvas.drawRightString(A4[0] - _MARGIN, _MARGIN - 2 * mm, str(canvas.getPageNumber()))

    document.build(story, onFirstPage=foot, onLaterPages=foot)
    return buffer.getvalue()


def _style(name: str, size: float, **settings: Any) -> ParagraphStyle:
    return ParagraphStyle(name, fontName=_FONT, fontSize=size, leading=size * 1.35, textColor=_INK, **settings)


_TEXT = _style("text", _TEXT_PT, spaceAfter=4, allowWidows=0, allowOrphans=0)
_CELL = _style("cell", _TABLE_PT)
_CODE_STYLE = ParagraphStyle("code", fontName=_CODE, fontSize=8, leading=10.5, textColor=_INK, backColor=_HEAD_FILL,
                             borderPadding=3, leftIndent=4, spaceBefore=4, spaceAfter=6)  # fmt: skip
_STYLES = {
    name: ParagraphStyle(name, parent=_TEXT, fontName=_BOLD, fontSize=size, leading=size * 1.25, spaceBefore=size * 0.7,
                         spaceAfter=5, keepWithNext=1)
    for name, size in _HEAD_SIZES.items()
}  # fmt: skip


class _Setter:
    """Turns the tokens of a text into flowables, in order."""

    def __init__(self, tokens: list[Token], pictures: Pictures) -> None:
        self._tokens = tokens
        self._pictures = pictures
        self._place = 0
        self._flowables: list[Flowable] = []
        self._bullets: list[tuple[str, int]] = []
        self._bullet = ""

    def story(self) -> list[Flowable]:
        """Return the flowables of the whole text."""
        handlers = {
            "heading_open": self._heading,
            "paragraph_open": self._paragraph,
            "html_block": self._picture,
            "table_open": self._table,
            "fence": self._code,
        }
        while self._place < len(self._tokens):
            token = self._tokens[self._place]
            if token.type in handlers:
                handlers[token.type](token)
            else:
                self._list(token)
            self._place += 1
        return self._flowables

    def _list(self, token: Token) -> None:
        """Follow the beginnings and ends of lists and of their items."""
        if token.type in ("ordered_list_open", "bullet_list_open"):
            start = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else 0
            self._bullets.append(("number" if token.type == "ordered_list_open" else "dot", start))
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            self._bullets.pop()
        elif token.type == "list_item_open":
            kind, number = self._bullets[-1]
            self._bullet = f"{number}." if kind == "number" else "•"
            self._bullets[-1] = (kind, number + 1)

    def _heading(self, token: Token) -> None:
        if token.tag == "h1" and self._flowables:
            self._flowables.append(CondPageBreak(_CHAPTER_ROOM * HEIGHT))
        self._place += 1
        words = self._tokens[self._place]
        name = f'<a name="{_slug(words.content)}"/>'
        self._flowables.append(Paragraph(name + _inline(words), _STYLES[token.tag]))

    def _paragraph(self, _: Token) -> None:
        """Set a paragraph; the first of a list's item with its number or dot."""
        self._place += 1
        words = self._tokens[self._place]
        indent = _STEP_INDENT * len(self._bullets)
        style = ParagraphStyle("item", parent=_TEXT, leftIndent=indent, bulletIndent=max(indent - _STEP_INDENT, 0),
                               bulletFontName=_BOLD, bulletFontSize=_TEXT_PT)  # fmt: skip
        self._flowables.append(Paragraph(_inline(words), style, bulletText=self._bullet or None))
        self._bullet = ""

    def _picture(self, token: Token) -> None:
        """Set a picture on the page of the words before it, and of their heading. Raises ParamsError for other HTML."""
        found = _PICTURE.fullmatch(token.content.strip())
        if not found:
            raise ParamsError(f"the book would lose {token.content.strip()!r}: Markdown takes a line that begins with "
                              "<!-- for HTML; begin it with a word of the line before")  # fmt: skip
        picture = self._pictures(found.group(1))
        if picture.scale:
            self._flowables += [flowable for piece in page_pieces(picture) for flowable in (piece, Spacer(1, 8))]
            return
        together: list[Flowable] = [self._drawing(picture), Spacer(1, 4)]
        before = self._flowables[-1]
        while isinstance(before, Paragraph) and (len(together) == 2 or before.getKeepWithNext()):  # type: ignore[no-untyped-call]
            together.insert(0, self._flowables.pop())
            before = self._flowables[-1]
        self._flowables.append(KeepTogether(together))

    def _drawing(self, picture: Picture) -> Flowable:
        """Return a picture, as large as the page allows."""
        drawing = copy(_read_svg(picture.svg))
        room = WIDTH - _STEP_INDENT * len(self._bullets)
        scale = min(room / drawing.width, picture.most * HEIGHT / drawing.height)
        drawing.scale(scale, scale)
        drawing.width, drawing.height = drawing.width * scale, drawing.height * scale
        drawing.hAlign = "CENTER"
        return drawing

    def _code(self, token: Token) -> None:
        self._flowables += [Preformatted(token.content.rstrip(), _CODE_STYLE), Spacer(1, 4)]

    def _table(self, _: Token) -> None:
        """Set a table, its columns as wide as their words ask for; a long one goes over pages, its heads with it."""
        rows: list[list[str]] = []
        while self._tokens[self._place].type != "table_close":
            token = self._tokens[self._place]
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(_inline(token))
            self._place += 1
        head = [f"<b>{cell}</b>" for cell in rows[0]]
        cells = [[Paragraph(cell, _CELL) for cell in row] for row in [head, *rows[1:]]]
        room = WIDTH - _STEP_INDENT * len(self._bullets)
        table = Table(cells, colWidths=_widths(rows, room), repeatRows=1, hAlign="RIGHT")
        table.setStyle([("GRID", (0, 0), (-1, -1), 0.3, _RULE), ("BACKGROUND", (0, 0), (-1, 0), _HEAD_FILL),
                        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                        ("BOTTOMPADDING", (0, 0), (-1, -1), 2), ("LEFTPADDING", (0, 0), (-1, -1), 3),
                        ("RIGHTPADDING", (0, 0), (-1, -1), 3)])  # fmt: skip
        if table.wrap(room, HEIGHT)[1] <= _TABLE_WHOLE * HEIGHT:
            self._flowables += [KeepTogether([table]), Spacer(1, 6)]
            return
        # With a heading that is kept with it a long table would begin a page.
        headings = self._take_headings()
        self._flowables += [CondPageBreak(_TABLE_ROOM * HEIGHT), *headings, table, Spacer(1, 6)]

    def _take_headings(self) -> list[Flowable]:
        """Take the headings that stand last, and return them, to be kept with nothing."""
        found: list[Flowable] = []
        while self._flowables and isinstance(last := self._flowables[-1], Paragraph) and last.getKeepWithNext():  # type: ignore[no-untyped-call]
            last.style = ParagraphStyle("heading", parent=last.style, keepWithNext=0)
            found.insert(0, self._flowables.pop())
        return found


class _Piece(Flowable):
    """A part of a picture at a scale of its own, with a cross at each corner, a caption, and a bar where it is 1:1."""

    def __init__(self, picture: Picture, area: tuple[float, float, float, float], caption: str) -> None:
        super().__init__()
        self._picture, self._area, self._caption = picture, area, caption
        left, top, right, bottom = area
        self.width, self.height = ((side * mm * picture.scale) for side in (right - left, bottom - top))
        self.hAlign = "CENTER"

    def wrap(self, *_: float) -> tuple[float, float]:
        return self.width, self.height + _MARK_MM * mm + 2 * _CAPTION_PT

    def draw(self) -> None:
        canvas, scale = self.canv, self._picture.scale
        drawing = _read_svg(self._picture.svg)
        left, _, _, bottom = self._area
        low = _MARK_MM * mm + _CAPTION_PT
        canvas.saveState()
        frame = canvas.beginPath()
        frame.rect(0, low, self.width, self.height)
        canvas.clipPath(frame, stroke=0, fill=0)
        canvas.translate(-left * mm * scale, low - drawing.height * scale + bottom * mm * scale)
        canvas.scale(scale, scale)
        renderPDF.draw(drawing, canvas, 0, 0)
        canvas.restoreState()
        canvas.setStrokeColor(_GREY)
        canvas.setLineWidth(0.3)
        reach = _MARK_MM * mm
        for x in (0, self.width):
            for y in (low, low + self.height):
                canvas.line(x - reach, y, x + reach, y)
                canvas.line(x, y - reach, x, y + reach)
        canvas.setFont(_FONT, _CAPTION_PT)
        canvas.setFillColor(_GREY)
        canvas.drawRightString(self.width, 0, self._caption)
        if scale == 1:
            self._draw_bar()

    def _draw_bar(self) -> None:
        """Draw a bar by which a print's scale is checked with a ruler."""
        canvas, length = self.canv, _BAR_MM * mm
        canvas.line(0, 0, length, 0)
        for tick in range(11):
            canvas.line(tick * length / 10, 0, tick * length / 10, (3 if tick % 5 == 0 else 1.5) * mm)
        canvas.drawString(length + 2 * mm, 0, f"{_BAR_MM} mm")


def page_pieces(picture: Picture) -> Iterator[_Piece]:
    """Yield a scaled picture in equal pieces that fit the page, row by row."""
    drawing = _read_svg(picture.svg)
    whole = (0.0, 0.0, drawing.width / mm, drawing.height / mm)
    most_x = (WIDTH / mm - 2 * _MARK_MM) / picture.scale
    most_y = (HEIGHT / mm - 4 * _MARK_MM) / picture.scale
    boxes = []
    for left, top, right, bottom in picture.areas or (whole,):
        columns, rows = ceil((right - left) / most_x), ceil((bottom - top) / most_y)
        width, height = (right - left) / columns, (bottom - top) / rows
        boxes += [(left + x * width, top + y * height, left + (x + 1) * width, top + (y + 1) * height)
                  for y in range(rows) for x in range(columns)]  # fmt: skip
    for number, box in enumerate(boxes, 1):
        yield _Piece(picture, box, f"part {number} of {len(boxes)}" if len(boxes) > 1 else "")


@cache
def _read_svg(text: str) -> Drawing:
    """Return an SVG as a drawing, which most builds' books have: to be placed as a copy."""
    return svg2rlg(StringIO(text))


def _widths(rows: list[list[str]], room: float) -> list[float]:
    """Return the widths of a table's columns: the longest word's, and of the rest by how much text they have."""
    columns = [[re.sub("<[^>]+>", "", row[n]) for row in rows] for n in range(len(rows[0]))]
    words = [max(pdfmetrics.stringWidth(w, _BOLD, _TABLE_PT) for cell in column for w in cell.split() or [""]) + 8
             for column in columns]  # fmt: skip
    weights = [max(map(len, column)) ** 0.5 * sum(map(len, column)) ** 0.25 for column in columns]
    spare = max(room - sum(words), 0)
    widths = [word + spare * weight / sum(weights) for word, weight in zip(words, weights, strict=True)]
    return [width * min(room / sum(widths), 1) for width in widths]


def _slug(heading: str) -> str:
    """Return what a heading is called in links, as the usual readers of Markdown make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _inline(token: Token) -> str:
    """Return the words of a token in ReportLab's markup."""
    marks = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>", "softbreak": " "}
    parts, ends = [], []
    for child in token.children or []:
        if child.type == "code_inline":
            parts.append(f'<font name="{_CODE}">{escape(child.content)}</font>')
        elif child.type == "text":
            parts.append(escape(child.content))
        elif child.type == "link_open":
            target = str(child.attrs["href"])
            known = target.startswith(("https://", "#"))
            parts.append(f'<link href="{escape(target)}" color="{_LINK}">' if known else "")
            ends.append("</link>" if known else "")
        elif child.type == "link_close":
            parts.append(ends.pop())
        else:
            parts.append(marks.get(child.type, ""))
    return "".join(parts)
