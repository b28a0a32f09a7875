"""Joins firmware modules into fewer files, which a Pico loads sooner.

Loading sixty small files takes a Pico more than a second, most of it spent by littlefs looking them up. `join_modules`
therefore puts the text of a root module and of all modules it imports into one file, without the imports between them.
Nothing is renamed, so the firmware keeps two rules, which a test holds: the names at the head of the modules of one
file are unique, and modules of the same file are imported at the head, as `from .module import name`.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from host_tools.firmware_build.sources import BUILD_MODULE, firmware_sources, modules_named, strip_viper, with_build_id

COPIED = (
    "firmware.interpreter", "firmware.ticks", "firmware.config",
    "firmware.board_files", "firmware.faults",
)  # fmt: skip
"""Modules without state of which each file of `COPYING` has its own copy, but for constants that it does not use: to
look a file up takes a Pico as long as to load 2 kB, and the compiler writes the constants into the code.
"""
BOARD = "firmware.board"
COPYING = ("firmware.runner", "firmware.hal.rp2", "firmware.hal.generic", BOARD)
"""The roots that are loaded at each start."""
PLAY = (
    BOARD,
    "firmware.rules.preset_check", "firmware.journal.preset_codec",
    "firmware.rules.decisions", "firmware.rules.judge",
    "firmware.entry.judge_menu", "firmware.view.lights.menu_view", "firmware.board_operations",
    "firmware.link.dispatch",
    "firmware.view.display.texts", "firmware.view.display.displays", *modules_named("view/display", "words_"),
    "firmware.view.voice.announcements", *modules_named("view/voice", "clips_"),
    "firmware.keep_alive", "firmware.net.live",
    "firmware.reset_report", "firmware.sentences", "firmware.board_check",
)  # fmt: skip
"""Roots on every machine: the board, and the modules that it loads when they are first needed."""
ROOTS = (
    "firmware.runner",
    "firmware.hal.fault_pattern",
    "firmware.hal.rp2",
    "firmware.hal.generic",
    *modules_named("hal/displays", ""),
    *modules_named("hal/networks", ""),
    "firmware.sound_module",
    *PLAY,
)
"""Modules that boot.py, main.py and functions import. A module goes into the file of the first root that needs it."""
_RP2, _OTHERS = "firmware.hal.rp2", "firmware.hal.generic"
"""The HAL of a Pico, and of any other machine: a board carries one of them."""


def board_sources(platform: str = "rp2", native: bool = False) -> dict[str, str]:
    """Return path and text of the joined firmware files for boards with this `sys.platform`.

    `native`: keep the decorators by which mpy-cross compiles machine code; else all becomes bytecode.
    """
    texts = modules(platform)
    texts[BUILD_MODULE] = with_build_id(texts[BUILD_MODULE])
    return join_modules(texts if native else {path: strip_viper(text) for path, text in texts.items()}, ROOTS)


def modules(platform: str) -> dict[str, str]:
    """Return path and text of the firmware modules, not joined, for boards with this `sys.platform`: those that a root
    needs, at its head or later."""
    other = _OTHERS if platform == "rp2" else _RP2
    return reached(
        {path: text for path, text in firmware_sources().items() if path != f"{other.replace('.', '/')}.py"}, *ROOTS
    )


def reached(texts: Mapping[str, str], *roots: str) -> dict[str, str]:
    """Return path and text of the modules of `texts` (path to text) that roots need, at their heads or later, sorted.

    Packages' own modules are among them.
    """
    paths = _paths_by_name(texts)
    needed: set[str] = set()

    def visit(name: str) -> None:
        if name in paths and name not in needed:
            needed.add(name)
            visit(name.rpartition(".")[0])
            for node, imported in imports(paths[name], texts[paths[name]]):
                for wanted in (imported, *(f"{imported}.{part.name}" for part in node.names)):
                    visit(wanted)

    for root in roots:
        visit(root)
    return {path: texts[path] for path in sorted(paths[name] for name in needed)}


def join_modules(texts: Mapping[str, str], roots: Iterable[str] = PLAY) -> dict[str, str]:
    """Join modules (`texts`: path to text) to a file for each root; return path and text of the non-empty files.

    `roots`: names of modules; each file holds a root and the modules it imports that are in no earlier file. Other
    modules stay files of their own, with their imports changed to the joined files.
    """
    paths = _paths_by_name(texts)
    groups = {name: [name] for name in paths}
    # The root whose file a module went into, by the module's name.
    owners: dict[str, str] = {}
    existing = [root for root in roots if root in paths]
    for root in existing:
        excluded = {*owners, *existing, *(() if root in COPYING else COPIED)} - {root}
        groups[root] = _members(texts, paths, root, excluded)
        owners.update({name: root for name in groups[root] if name not in COPIED})
    files = {
        paths[name]: _joined_text({paths[module]: texts[paths[module]] for module in group}, owners, group)
        for name, group in groups.items()
        if owners.get(name, name) == name
    }
    for root in set(COPYING) & set(existing):
        copied = "".join(texts[paths[module]] for module in groups[root] if module in COPIED)
        files[paths[root]] = _without_unused(files[paths[root]], copied)
    return {path: text for path, text in files.items() if text.strip()}


def with_imports(texts: Mapping[str, str], *roots: str) -> dict[str, str]:
    """Return path and text of modules and of those of `texts` (path to text) that they need to be loaded."""
    paths = _paths_by_name(texts)
    names = (name for root in roots for name in _members(texts, paths, root, ()))
    return {paths[name]: texts[paths[name]] for name in names}


def _paths_by_name(texts: Iterable[str]) -> dict[str, str]:
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in texts}


def _members(texts: Mapping[str, str], paths: Mapping[str, str], root: str, excluded: Iterable[str]) -> list[str]:
    """Return the modules that a root imports and that are not `excluded`, each after its own imports, the root last."""
    members: list[str] = []
    visited = set(excluded)

    def visit(name: str) -> None:
        if name in paths and name not in visited:
            visited.add(name)
            for node, imported in imports(paths[name], texts[paths[name]]):
                if not node.col_offset:
                    visit(imported)
            members.append(name)

    visit(root)
    return members


@cache
def imports(path: str, text: str) -> list[tuple[ast.ImportFrom, str]]:
    """Return each import of a firmware module in `text`, also within functions, with the module's full name."""
    imported = []
    for node in ast.walk(ast.parse(text, path)):
        if isinstance(node, ast.ImportFrom) and node.level:
            imported.append((node, ".".join([*path.split("/")[: -node.level], *filter(None, [node.module])])))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("firmware."):
            imported.append((node, str(node.module)))
    return imported


def _joined_text(texts: Mapping[str, str], owners: Mapping[str, str], group: list[str]) -> str:
    """Return the text of the file of `group`, whose modules are `texts` (path to text).

    `owners`: name of the joined file's root, by module name. What the modules' heads import from another file is one
    statement: each takes a Pico a millisecond.
    """
    heads: dict[str, dict[str, None]] = {}
    bodies = [_text_within(path, text, owners, group, heads) for path, text in texts.items()]
    return "".join(f"from {source} import {', '.join(names)}\n" for source, names in heads.items()) + "\n".join(bodies)


def _without_unused(text: str, copied: str) -> str:
    """Return the text of a file without the constants of the modules `copied` into it that nothing in it uses.

    Each would take the heap of a Pico a name, and a place among the file's globals.
    """
    uses = Counter(re.findall(r"\w+", text))
    lines = copied.splitlines()
    text = f"\n{text}"
    for node in ast.parse(copied).body:
        if isinstance(node, ast.Assign) and uses[ast.unparse(node.targets[0])] == 1:
            constant = lines[node.lineno - 1 : node.end_lineno]
            text = text.replace("\n".join(["", *constant, ""]), "\n" * (len(constant) + 1))
    return text[1:]


def _text_within(
    path: str, text: str, owners: Mapping[str, str], group: list[str], heads: dict[str, dict[str, None]]
) -> str:
    """Return a module's text for the file of `group`: without imports from the group, others from the joined files.

    Imports at the head are moved to `heads`: names by file.
    """
    lines = text.splitlines()
    for node, module in imports(path, text):
        # With the full name: the joined file may be in another package than the module was.
        source, names = owners.get(module, module), [name.name for name in node.names]
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        lines[first:last] = [""] * (last - first)
        if node.col_offset and module not in group:
            lines[first] = f"{' ' * node.col_offset}from {source} import {', '.join(names)}"
        elif module not in group:
            heads.setdefault(source, {}).update(dict.fromkeys(names))
    return "\n".join(lines) + "\n"
