"""DXF writer for drawings: millimetres, y up from the bottom left corner, a layer for each tool."""

import io

from .drawing import DXF_COLOURS, Drawing


def dxf(drawing: Drawing) -> str:
    """Write a drawing as DXF: circles and polylines only, which every cutter reads; the same bytes every time."""
    from ezdxf import filemanagement, units
    from ezdxf._options import options

    options.write_fixed_meta_data_for_testing = True
    document = filemanagement.new("R2000", units=units.MM)
    for layer in _used_layers(drawing):
        document.layers.add(layer, color=DXF_COLOURS[layer])
    space = document.modelspace()
    for circle in drawing.circles:
        centre = (_rounded(circle.x), _rounded(drawing.height - circle.y))
        space.add_circle(centre, _rounded(circle.radius), dxfattribs={"layer": circle.layer})
    for line in drawing.lines:
        points = [(_rounded(x), _rounded(drawing.height - y)) for x, y in line.points]
        space.add_lwpolyline(points, close=line.closed, dxfattribs={"layer": line.layer})
    buffer = io.StringIO()
    document.write(buffer)
    return buffer.getvalue()


def _used_layers(drawing: Drawing) -> list[str]:
    """Return the layers that have a circle or a line, in the order of DXF_COLOURS."""
    used = {circle.layer for circle in drawing.circles} | {line.layer for line in drawing.lines}
    return [layer for layer in DXF_COLOURS if layer in used]


def _rounded(value: float) -> float:
    return round(value, 4)
