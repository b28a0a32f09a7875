"""The schematic sheet as a picture to read without KiCad: SVG, its texts as texts."""

import re
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from .fabricate import run_kicad

_SVG = "{http://www.w3.org/2000/svg}"
_KEPT = {"fill", "stroke", "stroke-width", "stroke-dasharray"}
_PLACES = ("d", "x", "y", "width", "height", "cx", "cy", "r")
_TEXT = ("x", "y", "textLength", "font-size")
_FONT = "Helvetica"
"""Its widths are known; Arial and Liberation Sans have the same."""
_BLOCK = re.compile(r'stroke-dasharray="[^"]+" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"')
_NAMED = re.compile(r'translate\(([\d.]+) ([\d.]+)\) scale\([^)]+\)">([A-Z]{1,2}\d+)[A-E]?<')
LETTERS_MM = 1.69
"""The height of the font of nearly all its texts."""
_NUMBER = re.compile(r"-?\d+\.\d+")


def svg(folder: Path, name: str, framed: bool = True, nameless: Collection[str] = ()) -> str:
    """Return the picture of the schematic of a name below `folder`/boards; a line for each shape and text.

    KiCad draws each letter as strokes, and notes it beside them as an invisible text: that is kept instead, as wide as
    KiCad's, a tenth of the size. `framed`: with the frame of the sheet, its title and its colour; `nameless`: texts
    that are left out. Raises ParamsError if KiCad fails.
    """
    bare = [] if framed else ["--exclude-drawing-sheet", "--no-background-color"]
    sheet = folder / "boards" / name / f"{name}.kicad_sch"
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary)
        run_kicad(["kicad-cli", "sch", "export", "svg", *bare, "--output", temporary, str(sheet)])
        root = ElementTree.parse(out / f"{name}.svg").getroot()
    head = " ".join(f"{name}={quoteattr(_short(root.get(name, '')))}" for name in ("width", "height", "viewBox"))
    # KiCad draws most of it twice, symbols before and after the colour of their bodies.
    items = dict.fromkeys(_items(root, {}, "", nameless))
    style = f'font-family="{_FONT}, Arial, Liberation Sans" stroke-linecap="round" stroke-linejoin="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head} {style}>\n' + "\n".join(items) + "\n</svg>\n"


def used_rows(picture: str, refs: Collection[str]) -> list[tuple[float, float, float, float]]:
    """Return the rows of blocks in which a picture of a schematic names a part of `refs`: left, top, right, bottom in
    mm. Blocks are the dashed frames of the sheet; those that begin at the same height are a row.
    """
    blocks = [tuple(map(float, match.groups())) for match in _BLOCK.finditer(picture)]
    names = [(float(x), float(y)) for x, y, name in _NAMED.findall(picture) if name in refs]
    used = [(x, y, x + width, y + height) for x, y, width, height in dict.fromkeys(blocks)
            if any(x < at_x < x + width and y < at_y < y + height for at_x, at_y in names)]  # fmt: skip
    rows: dict[float, tuple[float, float, float, float]] = {}
    for left, top, right, bottom in sorted(used, key=lambda box: box[1]):
        row = rows.get(top, (left, top, right, bottom))
        rows[top] = (min(row[0], left), top, max(row[2], right), max(row[3], bottom))
    return list(rows.values())


def _items(node: ElementTree.Element, style: dict[str, str], turn: str, nameless: Collection[str]) -> Iterator[str]:
    """Yield the shapes and texts below a node; `style` and `turn` are those of the groups around it."""
    for child in node:
        kind = child.tag.removeprefix(_SVG)
        own = style | _style(child.get("style", ""))
        if kind == "g" and child.get("class") != "stroked-text":
            transform = child.get("transform", "")
            yield from _items(child, own, transform if transform.startswith("rotate") else turn, nameless)
        elif kind == "text" and child.text and child.text not in nameless:
            yield _text(child, own["stroke"], turn)
        elif kind in ("path", "circle", "rect"):
            yield _shape(child, kind, own)


def _style(text: str) -> dict[str, str]:
    """Return the properties of a style that make a difference here."""
    pairs = (item.split(":") for item in text.split(";") if ":" in item)
    return {name.strip(): value.strip() for name, value in pairs if name.strip() in _KEPT}


def _shape(child: ElementTree.Element, kind: str, style: dict[str, str]) -> str:
    """Write a shape with its own style."""
    places = {name: " ".join(child.get(name, "").split()) for name in _PLACES if child.get(name)}
    return f"<{kind} {_attributes(style | places)}/>"


def _text(child: ElementTree.Element, colour: str, turn: str) -> str:
    """Write a text as wide as KiCad draws it, turned as its group is."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    words, (x, y, length, size) = child.text or "", (float(child.get(name, "0")) for name in _TEXT)
    stretch = length / stringWidth(words, _FONT, size)
    place = f"{turn} translate({x:.2f} {y:.2f}) scale({stretch:.3f} 1)".strip()
    anchor = child.get("text-anchor", "start")
    given = {"fill": colour, "font-size": f"{size:.3f}", "text-anchor": anchor, "transform": place}
    return f"<text {_attributes(given)}>{escape(words)}</text>"


def _attributes(given: dict[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(_short(value))}" for name, value in given.items())


def _short(text: str) -> str:
    """Return a text with its numbers to a hundredth."""
    return _NUMBER.sub(lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), text)
