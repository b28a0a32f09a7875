"""Has KiCad check and export the boards of hardware/boards: net lists, Gerbers, drill files, pictures, and the panel.

The boards and schematics are edited in KiCad; nothing here writes its format. Everything that is exported is the same
bytes every time: dates are stripped, archives have a fixed time.
"""

import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import ParamsError
from ..plate_geometry import STRIP_PLATE_EDGE
from . import board_file
from .board_file import BoardFile

PYTHON = "/usr/bin/python3"
"""The Python for which KiCad's module `pcbnew` is installed."""
LIBRARY = Path("/usr/share/kicad/footprints")
SHEETS = ("carrier", "voice", "cell")
"""Projects with a schematic; the cell's tap board is soldered on perforated board and has no circuit board."""
BOARDS = ("carrier", "voice", "street", "street-last")
PANEL = "street-panel"
_SCRIPT = Path(__file__).with_name("kicad_script.py")
_LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.Paste,B.Paste,F.SilkS,B.SilkS,Edge.Cuts"
_DATES = (
    (re.compile(r"^%TF\.CreationDate,.*\*%\r?\n", re.MULTILINE), ""),
    (re.compile(r"^G04 Created by KiCad.*\r?\n", re.MULTILINE), ""),
    (re.compile(r"^; (DRILL file|#@! TF\.CreationDate).*\r?\n", re.MULTILINE), ""),
)
_PATHS = re.compile(r"  <(design|libraries)>.*</\1>\n", re.DOTALL)
"""Of a net list: paths, date and version of the program."""
_VIEWS = ((3, 1000, 900, 1), (6, 1800, 520, 2.9), (1e9, 1800, 160, 9))
"""Pictures of boards: for a width of so many heights at most, the picture's width, height and zoom."""
_TIME = (2000, 1, 1, 0, 0, 0)

Files = dict[str, str | bytes]


def available() -> bool:
    """Return whether KiCad 9 and its footprints are installed; without them nothing is exported."""
    return shutil.which("kicad-cli") is not None and LIBRARY.is_dir()


def net_lists(folder: Path) -> Files:
    """Export the net list of each schematic below `folder`/boards, after KiCad's electrical check. Raises ParamsError
    with its first finding."""
    found: Files = {}
    with _projects(folder) as home:
        for name in SHEETS:
            sheet = home / name / f"{name}.kicad_sch"
            check(sheet, "sch", "erc")
            output = sheet.with_suffix(".net.xml")
            run_kicad(["kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "--output", str(output),
                       str(sheet)])  # fmt: skip
            found[f"boards/{name}/{output.name}"] = _PATHS.sub("", output.read_text(encoding="utf-8"))
    return found


def files(params: Any, names: tuple[str, ...] = (*BOARDS, PANEL)) -> Files:
    """Export Gerbers, drill files and pictures of boards, by path, after KiCad's design rule check.

    Raises ParamsError for a board in which KiCad finds anything, however slight, or which is not as large as the case
    has it.
    """
    check_outlines(params)
    generated: Files = {}
    with _projects(params.folder) as home:
        for name in names:
            path = home / name / f"{name}.kicad_pcb"
            if name == PANEL:
                _lay_out_panel(params, home)
            _run_script("fill", path)
            check(path, "pcb", "drc")
            shape = board_file.read(path)
            check_areas(shape)
            generated[f"boards/{name}/{name}-gerbers.zip"] = _gerbers(path)
            for side in ("top", "bottom"):
                generated[f"boards/{name}/{name}-{side}.png"] = _render(path, shape, side)
            if name == PANEL:
                # What a house may ask for beside the Gerbers.
                generated[f"boards/{name}/{path.name}"] = path.read_bytes()
    return generated


@contextmanager
def _projects(folder: Path) -> Iterator[Path]:
    """Give a copy of the projects and their libraries: KiCad writes settings beside what it opens."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary) / "boards"
        shutil.copytree(folder / "boards", home)
        yield home


def _lay_out_panel(params: Any, home: Path) -> None:
    """Lay out the panel of a track's streets in a project of its own, with a street's rules."""
    project = home / PANEL
    project.mkdir(exist_ok=True)
    shutil.copy(home / "street" / "fp-lib-table", project)
    shutil.copy(home / "street" / "street.kicad_pro", project / f"{PANEL}.kicad_pro")
    pitch, group = 1000 / params.board.leds_per_metre, params.board.group
    first = pitch / 2 + STRIP_PLATE_EDGE
    tabs = [first + column * pitch for column in range(group, params.board.street + group, group + 1)]
    streets = [home / name / f"{name}.kicad_pcb" for name in ("street", "street-last")]
    _run_script("panel", project / f"{PANEL}.kicad_pcb", *streets, *(f"{tab:.4f}" for tab in tabs))


def _run_script(*words: object) -> None:
    run_kicad([PYTHON, str(_SCRIPT), *map(str, words)])


def check_outlines(params: Any) -> None:
    """Check that the boards are as large, and their holes where, params.toml has them. Raises ParamsError."""
    pitch, columns = 1000 / params.board.leds_per_metre, params.board.street // params.board.group
    for name, size in (("carrier", params.carrier), ("voice", params.voice)):
        board = board_file.load(params.folder, name)
        inset = size.hole_inset
        wanted = {(x, y) for x in (inset, size.width - inset) for y in (inset, size.height - inset)}
        _same_size(board, size.width, size.height)
        if {(round(x, 2), round(y, 2)) for x, y, _ in board.holes} != wanted:
            raise ParamsError(f"{name}.kicad_pcb: its holes are at {board.holes}; params.toml has them at {wanted}")
    length = 2 * (pitch / 2 + STRIP_PLATE_EDGE) + (params.board.street + columns - 2) * pitch
    _same_size(board_file.load(params.folder, "street"), length, params.street.width)
    _same_size(board_file.load(params.folder, "street-last"), length + pitch, params.street.width)


def check_areas(board: BoardFile) -> None:
    """Raise ParamsError for a part whose rule area is not where the part is."""
    if stray := [part.ref for part in board.parts if part.areas and part.strays()]:
        ref = stray[0]
        raise ParamsError(f"{board.name}.kicad_pcb: a rule area of {ref} lies apart from it; place {ref} in KiCad")


def _same_size(board: BoardFile, width: float, height: float) -> None:
    if abs(board.width - width) > 0.01 or abs(board.height - height) > 0.01:
        drawn, wanted = f"{board.width:.2f} × {board.height:.2f}", f"{width:.2f} × {height:.2f}"
        raise ParamsError(f"{board.name}.kicad_pcb: {drawn} mm; params.toml has {wanted}")


def check(path: Path, program: str, rule: str) -> None:
    """Run KiCad's design rule or electrical check. Raises ParamsError with its first finding, of any severity."""
    report = path.with_suffix(f".{rule}.json")
    more = ["--schematic-parity"] if rule == "drc" and path.with_suffix(".kicad_sch").exists() else []
    run_kicad(["kicad-cli", program, rule, "--severity-all", *more, "--format", "json", "--output", str(report),
               str(path)])  # fmt: skip
    found = json.loads(report.read_text(encoding="utf-8"))
    sheets = found.get("sheets", [found])
    findings = [v for sheet in sheets for v in sheet["violations"]]
    findings += [*found.get("unconnected_items", []), *found.get("schematic_parity", [])]
    if findings:
        items = "; ".join(item["description"] for item in findings[0]["items"])
        first = f"{findings[0]['description']} ({items})"
        raise ParamsError(f"{path.name}: KiCad finds {len(findings)}, the first: {first}")


def _render(path: Path, board: BoardFile, side: str) -> bytes:
    """Render one side of a board as PNG, in a size that suits its shape."""
    image = path.with_suffix(f".{side}.png")
    shape = next(shape for shape in _VIEWS if board.width < shape[0] * board.height)
    size = ["-w", str(shape[1]), "-h", str(shape[2]), "--zoom", str(shape[3])]
    run_kicad(["kicad-cli", "pcb", "render", "--side", side, *size, "--output", str(image), str(path)])
    return image.read_bytes()


def _gerbers(path: Path) -> bytes:
    """Export Gerbers of all layers and the drill files, as one ZIP archive for a board house.

    Slots are routed, as the plug-ins of Aisler and PCBWay have KiCad write them.
    """
    folder = path.parent / "gerbers"
    folder.mkdir()
    run_kicad(["kicad-cli", "pcb", "export", "gerbers", "--layers", _LAYERS, "--subtract-soldermask", "--output",
               f"{folder}/", str(path)])  # fmt: skip
    run_kicad(["kicad-cli", "pcb", "export", "drill", "--excellon-separate-th", "--excellon-oval-format", "route",
               "--output", f"{folder}/", str(path)])  # fmt: skip
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


def run_kicad(command: list[str]) -> None:
    """Run a program of KiCad's, as `kicad_environment`. Raises ParamsError if it fails."""
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.run(command, env=kicad_environment(Path(home)), capture_output=True, text=True)
    if process.returncode:
        raise ParamsError(f"{command[0]}: {(process.stderr or process.stdout).strip()[-300:]}")
