"""Writes drawings as SVG, at 1:1 and reproducible byte for byte."""

from html import escape

from .drawing import COLOURS, Circle, Drawing, Polyline

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
