"""Exports a board by KiCad: Gerbers, drill file, positions and parts, and pictures for the guide.

Everything is the same bytes every time: dates are stripped, names are derived, archives have a fixed time.
"""

import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from ..bom import Bom
from ..errors import ParamsError
from ..schematic import kicad_files
from ..schematic.carrier_netlist import fitted
from . import house_lists
from .carrier_board import carrier
from .circuit_board import CircuitBoard
from .footprints import available as footprints_available
from .footprints import uid
from .routing_grid import RoutingError
from .sexpr import line, number, parse
from .street_board import street
from .street_panel import panel
from .voice_board import voice

PYTHON = "/usr/bin/python3"
"""The Python for which KiCad's module `pcbnew` is installed."""
_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts"
_DATES = (
    (re.compile(r"^%TF\.CreationDate,.*\*%\r?\n", re.MULTILINE), ""),
    (re.compile(r"^G04 Created by KiCad.*\r?\n", re.MULTILINE), ""),
    (re.compile(r"^; (DRILL file|#@! TF\.CreationDate).*\r?\n", re.MULTILINE), ""),
)
_RANDOM = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b")
"""Random UUIDs (version 4), which KiCad gives to items that it adds; ours are of version 5."""
_LONG = re.compile(r"-?\b\d+\.\d{5,}\b")
_VIEWS = ((3, 1000, 900, 1), (6, 1800, 520, 2.9), (1e9, 1800, 160, 9))
"""Pictures of boards: for a width of so many heights at most, the picture's width, height and zoom."""
_TIME = (2000, 1, 1, 0, 0, 0)

Files = dict[str, str | bytes]


class DesignRuleError(ValueError):
    """KiCad's check found something wrong on a board."""


def available() -> bool:
    """Return whether KiCad 9 and its footprints are installed; without them the boards are left as they are."""
    return shutil.which("kicad-cli") is not None and footprints_available()


def boards(params: Any, bom: Bom, builds: Sequence[Any]) -> list[CircuitBoard]:
    """Return the boards that builds take: carrier and voice board, routed; the two kinds of street and the panel of a
    track's."""
    made = [carrier(params, bom)] if any(build.carrier == "board" for build in builds) else []
    if any(build.voice for build in builds):
        made.append(voice(params, bom))
    if any(build.form == "street" for build in builds):
        made += [street(params), street(params, last=True), panel(params)]
    return made


def files(params: Any, bom: Bom, builds: Sequence[Any]) -> Files:
    """Generate all files of the boards that builds take, by path.

    The lists for fitting parts are the builds' for the carrier, and the panel's for street boards; the voice board is
    soldered by hand. Raises ParamsError
    for sizes with which no board can be made.
    """
    try:
        return _files(params, bom, builds)
    except (RoutingError, DesignRuleError) as error:
        raise ParamsError(
            f"[carrier], [street]: no circuit board can be made with these sizes ({error}); parts stand where "
            "host_tools/hardware/pcb/carrier_places.py has them"
        ) from None


def _files(params: Any, bom: Bom, builds: Sequence[Any]) -> Files:
    """Generate the files; see `files`. Raises DesignRuleError, RoutingError and ParamsError."""
    generated: Files = {}
    for board in boards(params, bom, builds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{board.name}.kicad_pcb"
            generated |= {f"boards/{board.name}/{name}": content for name, content in _board_files(board, path)}
            if board.name == "carrier":
                generated |= _build_lists(params, bom, builds, board)
            elif board.slots:
                found = {part.ref: _STREET_ITEMS[part.ref[0]] for part in board.parts if part.nets}
                generated |= _house_lists(board, found, bom, f"boards/{board.name}")
    return generated


_STREET_ITEMS = {"D": "street-led", "C": "street-capacitor", "J": "street-header"}


def _build_lists(params: Any, bom: Bom, builds: Sequence[Any], board: CircuitBoard) -> Files:
    """Return the parts and positions of the carrier for each build that has it: only what is fitted."""
    lists: Files = {}
    for build in builds:
        if build.carrier == "board":
            found = {part.ref: part.item for part in fitted(params, build)}
            lists |= _house_lists(board, found, bom, f"builds/{build.id}")
    return lists


def _house_lists(board: CircuitBoard, items: dict[str, str], bom: Bom, folder: str) -> Files:
    """Return the two lists for a house that fits the items, by their reference, on a board."""
    found = house_lists.house_items(items, bom.items)
    return {
        f"{folder}/{board.name}-bom.csv": house_lists.parts_list(board, found),
        f"{folder}/{board.name}-positions.csv": house_lists.positions(board, found),
    }


def _board_files(board: CircuitBoard, path: Path) -> Iterator[tuple[str, str | bytes]]:
    """Yield name and content of each file of a board, written to `path`, after the design rule check."""
    path.write_text(board.text(), encoding="utf-8")
    project = kicad_files.project(board.name)
    path.with_suffix(".kicad_pro").write_text(project, encoding="utf-8")
    run_kicad([PYTHON, str(Path(__file__).with_name("zone_fill.py")), str(path)], path.parent)
    path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
    check(path)
    if not board.slots:
        yield path.name, path.read_text(encoding="utf-8")
        yield f"{board.name}.kicad_pro", project
    yield f"{board.name}-gerbers.zip", gerbers(path)
    for side in ("top", "bottom"):
        yield f"{board.name}-{side}.png", render(path, board, side)


def render(path: Path, board: CircuitBoard, side: str) -> bytes:
    """Render one side of the board without parts as PNG, in a size that suits its shape."""
    image = path.with_suffix(f".{side}.png")
    shape = next(shape for shape in _VIEWS if board.width < shape[0] * board.height)
    size = ["-w", str(shape[1]), "-h", str(shape[2]), "--zoom", str(shape[3])]
    run_kicad(["kicad-cli", "pcb", "render", "--side", side, *size, "--output", str(image), str(path)], path.parent)
    return image.read_bytes()


def compact(board: str) -> str:
    """Return a board's file with one line per item, reproducible UUIDs, and lengths to a tenth of a micrometre."""
    numbers = count()
    board = _LONG.sub(lambda match: number(float(match.group())), board)
    renamed = _RANDOM.sub(lambda _: str(uid("kicad", next(numbers))), board)
    kind, *items = parse(renamed)
    return f"({kind}\n" + "\n".join(line(item) for item in items) + "\n)\n"


def check(path: Path) -> None:
    """Run KiCad's design rule check. Raises DesignRuleError with its first finding."""
    report = path.with_suffix(".json")
    run_kicad(["kicad-cli", "pcb", "drc", "--format", "json", "--output", str(report), str(path)], path.parent)
    findings = json.loads(report.read_text(encoding="utf-8"))
    errors = [v for v in findings["violations"] if v["severity"] == "error"] + findings["unconnected_items"]
    if errors:
        items = "; ".join(item["description"] for item in errors[0]["items"])
        raise DesignRuleError(f"{path.stem}: {len(errors)} findings, the first: {errors[0]['description']} ({items})")


def gerbers(path: Path) -> bytes:
    """Export Gerbers of all layers and the drill files, as one ZIP archive for a board house.

    Slots are routed, as the plug-ins of Aisler and PCBWay have KiCad write them.
    """
    folder = path.parent / "gerbers"
    folder.mkdir()
    run_kicad(["kicad-cli", "pcb", "export", "gerbers", "--layers", _LAYERS, "--subtract-soldermask", "--output",
               f"{folder}/", str(path)], path.parent)  # fmt: skip
    run_kicad(["kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "--excellon-oval-format", "route",
               "--output", f"{folder}/", str(path)], path.parent)  # fmt: skip
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.iterdir()):
            if file.suffix != ".gbrjob":
                archive.writestr(zipfile.ZipInfo(file.name, _TIME), _strip_dates(file.read_text(encoding="utf-8")),
                                 zipfile.ZIP_DEFLATED)  # fmt: skip
    return buffer.getvalue()


def _strip_dates(content: str) -> str:
    """Return an exported file without the lines that hold its date."""
    for pattern, replacement in _DATES:
        content = pattern.sub(replacement, content)
    return content


def kicad_environment(folder: Path) -> dict[str, str]:
    """Return the environment for a program of KiCad's: `folder` as home, none of the user's settings.

    Without a locale of UTF-8 it opens no file whose path has an umlaut.
    """
    home = {"HOME": str(folder), "KICAD_CONFIG_HOME": str(folder)}
    return {**home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


def run_kicad(command: list[str], folder: Path) -> None:
    """Run a program of KiCad's, as `kicad_environment`. Raises ParamsError if it fails."""
    process = subprocess.run(command, env=kicad_environment(folder), capture_output=True, text=True)
    if process.returncode:
        raise ParamsError(f"{command[0]}: {(process.stderr or process.stdout).strip()[-300:]}")
