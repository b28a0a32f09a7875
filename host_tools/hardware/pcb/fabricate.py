"""Exports a board by KiCad: Gerbers, drill file, positions and parts, and pictures for the guide.

Everything is the same bytes every time: dates are stripped, names are derived, archives have a fixed time.
"""

import csv
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from ..bom import Bom
from ..errors import ParamsError
from ..schematic import kicad_files
from ..svg_and_pdf_writers import svg
from . import guide_picture
from .carrier_board import SOCKETED, STEPS, carrier, step_refs
from .circuit_board import CircuitBoard
from .footprints import available as footprints_available
from .footprints import uid
from .sexpr import line, number, parse
from .street_board import street

PYTHON = "/usr/bin/python3"
"""The Python for which KiCad's module `pcbnew` is installed."""
MODELS = Path("/usr/share/kicad/3dmodels")
"""The parts' solids (Debian: kicad-packages3d); without them pictures of fitted boards are left as they are."""
_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts"
_DATES = (
    (re.compile(r"^%TF\.CreationDate,.*\*%\r?\n", re.MULTILINE), ""),
    (re.compile(r"^G04 Created by KiCad.*\r?\n", re.MULTILINE), ""),
    (re.compile(r"^; (DRILL file|#@! TF\.CreationDate).*\r?\n", re.MULTILINE), ""),
)
_RANDOM = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b")
"""Random UUIDs (version 4), which KiCad gives to items that it adds; ours are of version 5."""
_LONG = re.compile(r"-?\b\d+\.\d{5,}\b")
_TIME = (2000, 1, 1, 0, 0, 0)

Files = dict[str, str | bytes]


class DesignRuleError(ValueError):
    """KiCad's check found something wrong on a board."""


def available() -> bool:
    """Return whether KiCad 9 and its footprints are installed; without them the boards are left as they are."""
    return shutil.which("kicad-cli") is not None and footprints_available()


def boards(params: Any, bom: Bom) -> list[CircuitBoard]:
    """Return the carrier, routed, and the two kinds of street."""
    return [carrier(params, bom), street(params), street(params, last=True)]


def files(params: Any, bom: Bom) -> Files:
    """Generate all files of all boards, by path. Raises DesignRuleError, RoutingError and ParamsError."""
    generated: Files = {}
    for board in boards(params, bom):
        with tempfile.TemporaryDirectory() as folder:
            generated |= {f"boards/{board.name}/{name}": content for name, content in _board_files(board, Path(folder))}
    return generated


def _board_files(board: CircuitBoard, folder: Path) -> Iterator[tuple[str, str | bytes]]:
    """Yield name and content of each file of a board, after the design rule check."""
    path = folder / f"{board.name}.kicad_pcb"
    path.write_text(board.text(), encoding="utf-8")
    project = kicad_files.project(board.name)
    path.with_suffix(".kicad_pro").write_text(project, encoding="utf-8")
    _run([PYTHON, str(Path(__file__).with_name("zone_fill.py")), str(path)], folder)
    path.write_text(compact(path.read_text(encoding="utf-8")), encoding="utf-8")
    check(path)
    yield path.name, path.read_text(encoding="utf-8")
    yield f"{board.name}.kicad_pro", project
    yield f"{board.name}-gerbers.zip", gerbers(path)
    yield f"{board.name}-positions.csv", positions(path)
    yield f"{board.name}-bom.csv", parts_list(board)
    for side in ("top", "bottom"):
        yield f"{board.name}-{side}.png", render(path, board, side)
    if board.name == "carrier":
        for number, step in enumerate(STEPS, 1):
            drawing = guide_picture.draw_step(board, step_refs(board, step), f"Carrier, step {number}")
            yield f"step-{number}-{step}.svg", svg(drawing)
        if MODELS.is_dir():
            yield from _step_views(board, folder)


def _step_views(board: CircuitBoard, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Render the board as it looks after each step, and with its chips and the Pico in their sockets."""
    refs: set[str] = set()
    for place, step in enumerate((*STEPS, "chips"), 1):
        refs |= step_refs(board, step) - set(SOCKETED) if step in STEPS else set(SOCKETED)
        path = folder / f"step-{place}-{step}.kicad_pcb"
        path.write_text(board.text(refs), encoding="utf-8")
        _run([PYTHON, str(Path(__file__).with_name("zone_fill.py")), str(path)], folder)
        image = path.with_suffix(".png")
        view = ["--perspective", "--rotate", "-35,0,-15", "--zoom", "0.85", "-w", "900", "-h", "680"]
        _run(["kicad-cli", "pcb", "render", *view, "--output", str(image), str(path)], folder)
        yield image.name, image.read_bytes()


def render(path: Path, board: CircuitBoard, side: str) -> bytes:
    """Render one side of the board without parts as PNG, in a size that suits its shape."""
    image = path.with_suffix(f".{side}.png")
    tall = board.height * 3 > board.width
    size = ["-w", "1000", "-h", "900", "--zoom", "1"] if tall else ["-w", "1800", "-h", "160", "--zoom", "9"]
    _run(["kicad-cli", "pcb", "render", "--side", side, *size, "--output", str(image), str(path)], path.parent)
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
    _run(["kicad-cli", "pcb", "drc", "--format", "json", "--output", str(report), str(path)], path.parent)
    findings = json.loads(report.read_text(encoding="utf-8"))
    errors = [v for v in findings["violations"] if v["severity"] == "error"] + findings["unconnected_items"]
    if errors:
        items = "; ".join(item["description"] for item in errors[0]["items"])
        raise DesignRuleError(f"{path.stem}: {len(errors)} findings, the first: {errors[0]['description']} ({items})")


def gerbers(path: Path) -> bytes:
    """Export Gerbers of all layers and the drill files, as one ZIP archive for a board house."""
    folder = path.parent / "gerbers"
    folder.mkdir()
    _run(["kicad-cli", "pcb", "export", "gerbers", "--layers", _LAYERS, "--subtract-soldermask", "--output",
          f"{folder}/", str(path)], path.parent)  # fmt: skip
    _run(["kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "--output", f"{folder}/", str(path)],
         path.parent)  # fmt: skip
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


def positions(path: Path) -> str:
    """Export positions of all parts with JLCPCB's column names; millimetres from the board's bottom left corner."""
    output = path.with_suffix(".pos.csv")
    _run(["kicad-cli", "pcb", "export", "pos", "--format", "csv", "--units", "mm", "--output", str(output), str(path)],
         path.parent)  # fmt: skip
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["Designator", "Mid X", "Mid Y", "Layer", "Rotation"])
    for part in csv.DictReader(io.StringIO(output.read_text(encoding="utf-8"))):
        x, y = (f"{float(part[axis]):.4f}mm" for axis in ("PosX", "PosY"))
        writer.writerow([part["Ref"], x, y, part["Side"].capitalize(), f"{float(part['Rot']):g}"])
    return buffer.getvalue()


def parts_list(board: CircuitBoard) -> str:
    """Return the parts of a board as CSV with JLCPCB's columns.

    No LCSC number has been checked, so that column is empty.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for part in board.parts:
        groups.setdefault((part.value, part.footprint.partition(":")[2]), []).append(part.ref)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["Comment", "Designator", "Footprint", "LCSC"])
    for (value, footprint), refs in groups.items():
        writer.writerow([value, ",".join(refs), footprint, ""])
    return buffer.getvalue()


def kicad_environment(folder: Path) -> dict[str, str]:
    """Return the environment for a program of KiCad's: `folder` as home, none of the user's settings.

    Without a locale of UTF-8 it opens no file whose path has an umlaut.
    """
    home = {"HOME": str(folder), "KICAD_CONFIG_HOME": str(folder)}
    return {**home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}


def _run(command: list[str], folder: Path) -> None:
    """Run a program of KiCad's, as `kicad_environment`. Raises ParamsError if it fails."""
    process = subprocess.run(command, env=kicad_environment(folder), capture_output=True, text=True)
    if process.returncode:
        raise ParamsError(f"{command[0]}: {(process.stderr or process.stdout).strip()[-300:]}")
