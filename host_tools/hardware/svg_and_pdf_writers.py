"""SVG and PDF writers for drawings, both at 1:1 and reproducible byte for byte."""

from html import escape

from .drawing import COLOURS, Circle, Drawing, Polyline

_POINTS_PER_MM = 72 / 25.4
_CURVE = 0.5523
"""Control points of a quarter circle's Bézier curve, in radii from its ends."""
_PEN_MM = 0.2


def _number(value: float) -> str:
    """Format a number with up to three decimals; never `-0`."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def svg(drawing: Drawing) -> str:
    """Write a drawing as SVG: a group per layer; user units are millimetres."""
    size = f'width="{_number(drawing.width)}mm" height="{_number(drawing.height)}mm"'
    box = f'viewBox="0 0 {_number(drawing.width)} {_number(drawing.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>\n<title>{escape(drawing.title)}</title>\n'
    head += f'<rect width="{_number(drawing.width)}" height="{_number(drawing.height)}" fill="#fff"/>\n'
    return head + "".join(_svg_group(drawing, layer) for layer in COLOURS) + "</svg>\n"


def _svg_group(drawing: Drawing, layer: str) -> str:
    """Write a layer's shapes as one group; "" if it has none."""
    shapes = [_svg_circle(c) for c in drawing.circles if c.layer == layer]
    shapes += [_svg_line(line) for line in drawing.lines if line.layer == layer]
    if not shapes:
        return ""
    pen = f'stroke="{COLOURS[layer]}" stroke-width="{_PEN_MM}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g id="{layer}" fill="none" {pen}>\n' + "\n".join(shapes) + "\n</g>\n"


def _svg_circle(circle: Circle) -> str:
    return f'<circle cx="{_number(circle.x)}" cy="{_number(circle.y)}" r="{_number(circle.radius)}"/>'


def _svg_line(line: Polyline) -> str:
    """Write a polyline as a path."""
    points = "L".join(f"{_number(x)} {_number(y)}" for x, y in line.points)
    return f'<path d="M{points}{"Z" if line.closed else ""}"/>'


def pdf(drawing: Drawing) -> bytes:
    """Write a drawing as PDF: one page as large as the drawing."""
    stream = "\n".join(_page_commands(drawing)).encode("ascii")
    box = f"[0 0 {_number(drawing.width * _POINTS_PER_MM)} {_number(drawing.height * _POINTS_PER_MM)}]"
    page = f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R /Resources << >> >>"
    title = drawing.title.encode("ascii", "replace").decode().translate({ord(c): None for c in "()\\"})
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page.encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        f"<< /Title ({title}) >>".encode(),
    ]
    return _pdf_file(bodies)


def _pdf_file(bodies: list[bytes]) -> bytes:
    """Write objects, numbered from 1, as a PDF file with its table of their offsets."""
    data = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(bodies, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(bodies) + 1, table)
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + end % (len(bodies) + 1, len(bodies), data.index(b"xref\n"))


def _page_commands(drawing: Drawing) -> list[str]:
    """Return the PDF drawing commands, in millimetres from the top left corner."""
    scale = f"{_POINTS_PER_MM:.6f}"
    commands = [f"{scale} 0 0 -{scale} 0 {_number(drawing.height * _POINTS_PER_MM)} cm"]
    commands.append(f"{_PEN_MM} w 1 J 1 j")
    for layer, colour in COLOURS.items():
        red, green, blue = (_number(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
        commands.append(f"{red} {green} {blue} RG")
        commands += [_pdf_circle(c) for c in drawing.circles if c.layer == layer]
        commands += [_pdf_line(line) for line in drawing.lines if line.layer == layer]
    return commands


def _pdf_line(line: Polyline) -> str:
    """Return the commands that draw a polyline."""
    steps = [f"{_number(x)} {_number(y)} {'l' if i else 'm'}" for i, (x, y) in enumerate(line.points)]
    return " ".join(steps) + (" s" if line.closed else " S")


def _pdf_circle(circle: Circle) -> str:
    """Return the commands that draw a circle: four Bézier curves."""
    x, y, r = circle.x, circle.y, circle.radius
    k = r * _CURVE
    curves = [
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    ]
    return f"{_number(x + r)} {_number(y)} m " + " ".join(" ".join(map(_number, c)) + " c" for c in curves) + " s"
