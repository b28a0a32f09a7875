"""Draws the package import graph, .github/architecture.svg."""

from tests.project.import_graph import ROOT, module_graph
from tests.project.layered_layout import Graph, reduced, rows

FILE = ROOT / ".github" / "architecture.svg"
GROUND = (
    "config",
    "ticks",
    "interpreter",
    "hardware_config",
    "board_check",
    "json_file",
    "messages",
    "sentences",
    "timing_stats",
)
"""Modules of firmware that hold no behaviour of the game: one box."""
_PANELS = (
    (("firmware", "firmware", 1), ("host_tools/desk", "host_tools.desk", 2)),
    (("host_tools", "host_tools", 1),),
)
"""Rows of panels: a title, a package, and how deep below the top its parts stand."""
_NOTES = (
    "An arrow goes from what imports to what is imported; those that a longer way implies are left out.",
    "No packages import one another. cli loads the module of a verb by its name.",
    "host_tools imports firmware; firmware imports nothing of host_tools.",
)
_LETTER, _BOX, _STEP, _GAP, _EDGE = 8.2, 30, 64, 26, 20
_STYLE = """<style>
.paper{fill:#fff}.panel{fill:#f3f5f8;stroke:#c4ccd6}.box{fill:#fff;stroke:#35608f;stroke-width:1.5}
.arrow{fill:none;stroke:#5b6b7d;stroke-width:1.4}
.head{fill:#5b6b7d}text{font:14px sans-serif;fill:#14202e}.title{font-weight:bold}
@media (prefers-color-scheme:dark){
.paper{fill:#0d1117}.panel{fill:#161d27;stroke:#3b4655}.box{fill:#1d2733;stroke:#7fb0e6}
.arrow{stroke:#9aa9ba}.head{fill:#9aa9ba}text{fill:#e6edf3}}
</style>"""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def graph_of(package: str, depth: int) -> Graph:
    """Which parts of a package import which; a part is a folder or module `depth` below the top."""
    graph: Graph = {}
    for importer, imported in module_graph(package.replace(".", "/")).items():
        own = _part(importer, depth)
        if own:
            graph[own] = graph.get(own, set()) | {_part(name, depth) for name in imported} - {own, ""}
    return graph


def _part(module: str, depth: int) -> str:
    """`rules` of `firmware.rules.game`; modules that all others build on are one part, "" is the package itself."""
    names = module.split(".")
    part = names[depth] if len(names) > depth and names[depth][0] != "_" else ""
    return "config, clock, …" if depth == 1 and names[0] == "firmware" and part in GROUND else part


def _width(name: str) -> float:
    return len(name) * _LETTER + 18


def draw() -> str:
    """The whole picture."""
    shapes: list[str] = []
    top, width = float(_EDGE), 0.0
    for panels in _PANELS:
        left, lowest = float(_EDGE), 0.0
        for title, package, depth in panels:
            drawn, right, bottom = _panel(title, graph_of(package, depth), left, top)
            shapes += drawn
            left, lowest = right + _EDGE, max(lowest, bottom)
        top, width = lowest + _EDGE, max(width, left)
    shapes += [f'<text x="{_EDGE}" y="{top + 14 + 20 * n:.0f}">{line}</text>' for n, line in enumerate(_NOTES)]
    wide, high = f"{width:.0f}", f"{top + 14 + 20 * len(_NOTES):.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
    paper = f'<path class="paper" d="M0 0H{wide}V{high}H0Z"/>'
    return "\n".join([head, "<title>Which package imports which</title>", _STYLE, paper, *shapes, "</svg>\n"])


def _panel(title: str, graph: Graph, left: float, top: float) -> tuple[list[str], float, float]:
    """The shapes of one panel, its right edge and its bottom."""
    layers, ways = rows(reduced({node: graph[node] for node in sorted(graph)}))
    boxes = _placed(layers, set(graph), left + _EDGE, top + 44)
    right = max(max(x + w for x, _, w, _ in boxes.values()) + _EDGE, left + 8 * len(title) + 28)
    bottom = max(y + h for _, y, _, h in boxes.values()) + _EDGE
    frame = f'<path class="panel" d="M{left:.0f} {top:.0f}H{right:.0f}V{bottom:.0f}H{left:.0f}Z"/>'
    name = f'<text class="title" x="{left + 14:.0f}" y="{top + 24:.0f}">{title}</text>'
    arrows = [_arrow([boxes[node] for node in way]) for _, way in sorted(ways.items())]
    named = [_box(node, *boxes[node]) for node in sorted(graph)]
    return [frame, name, *arrows, *named], right, bottom


def _placed(layers: list[list[str]], named: set[str], left: float, top: float) -> dict[str, Box]:
    """Each row in the middle of the widest; a bend is as wide as its line."""
    wide = {node: _width(node) if node in named else 4.0 for layer in layers for node in layer}
    widths = [sum(wide[node] for node in layer) + _GAP * (len(layer) - 1) for layer in layers]
    boxes = {}
    for row, layer in enumerate(layers):
        x = left + (max(widths) - widths[row]) / 2
        for node in layer:
            boxes[node] = (x, top + row * _STEP, wide[node], _BOX)
            x += wide[node] + _GAP
    return boxes


def _box(name: str, left: float, top: float, width: float, height: float) -> str:
    shape = f'<rect class="box" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height}" rx="5"/>'
    return f'{shape}<text x="{left + width / 2:.1f}" y="{top + 20:.1f}" text-anchor="middle">{name}</text>'


def _arrow(way: list[Box]) -> str:
    """From a box down to another, straight through the bends between them."""
    x, y = way[0][0] + way[0][2] / 2, way[0][1] + way[0][3]
    path = f"M{x:.1f} {y:.1f}"
    for left, top, width, height in way[1:]:
        middle, to = (y + top) / 2, left + width / 2
        end = top - 6
        path += f"C{x:.1f} {middle:.1f} {to:.1f} {middle:.1f} {to:.1f} {end:.1f}"
        x, y = to, top + height
        if (left, top) != way[-1][:2]:
            path += f"V{y:.1f}"
    head = f'<path class="head" d="M{x:.1f} {way[-1][1]:.1f}l-4 -8h8Z"/>'
    return f'<path class="arrow" d="{path}"/>{head}'
