"""Joins firmware modules into fewer files, which a Pico loads sooner.

Loading sixty small files takes a Pico more than a second, most of it spent by littlefs looking them up. `join_modules`
therefore puts the text of a root module and of all modules it imports into one file, without the imports between them,
and writes constants as their values: each would take the heap of a Pico a name, and a place in each module that has it.
Private attributes of different classes share names for the same reason; functions, classes and modules, of which
tracebacks tell, keep theirs. So the firmware keeps two rules, which a test holds: the names at the head of the modules
of one file are unique, and modules of the same file are imported at the head, as `from .module import name`.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain, count
from typing import TypeGuard

from host_tools.firmware_build.sources import BUILD_MODULE, firmware_sources, modules_named, strip_viper, with_build_id

COPIED = ("firmware.interpreter", "firmware.ticks", "firmware.board_files", "firmware.faults")
"""Modules without state of which each file of `COPYING` has its own copy: to look a file up takes a Pico as long as to
load 2 kB.
"""
BOARD, HANDLERS, MENUS = "firmware.board", "firmware.link.dispatch", "firmware.entry.judge_menu"
COPYING = ("firmware.runner", "firmware.hal.rp2", "firmware.hal.generic", BOARD, MENUS, HANDLERS)
"""The roots that are loaded at each start."""
BESIDE = {MENUS: ("firmware.entry.setup_menu", "firmware.view.lights.menu_view", "firmware.view.lights.selftest")}
"""Modules that are loaded with a root, and stand in its file, with all that they import."""
PLAY = (
    BOARD,
    "firmware.rules.preset_check", "firmware.journal.preset_codec",
    "firmware.rules.decisions", MENUS, HANDLERS,
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


@cache
def board_sources(platform: str = "rp2", native: bool = False) -> Mapping[str, str]:
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
    texts = _with_shared_names(_with_values(texts))
    paths = _paths_by_name(texts)
    groups = {name: [name] for name in paths}
    # The root whose file a module went into, by the module's name.
    owners: dict[str, str] = {}
    existing = [root for root in roots if root in paths]
    for root in existing:
        excluded = {*owners, *existing, *(() if root in COPYING else COPIED)} - {root}
        groups[root] = _members(texts, paths, (*BESIDE.get(root, ()), root), excluded)
        owners.update({name: root for name in groups[root] if name not in COPIED})
    files = {
        paths[name]: _joined_text({paths[module]: texts[paths[module]] for module in group}, owners, group)
        for name, group in groups.items()
        if owners.get(name, name) == name
    }
    return {path: text for path, text in files.items() if _is_code(path, text)}


def with_imports(texts: Mapping[str, str], *roots: str) -> dict[str, str]:
    """Return path and text of modules and of those of `texts` (path to text) that they need to be loaded."""
    paths = _paths_by_name(texts)
    return {paths[name]: texts[paths[name]] for name in _members(texts, paths, roots, ())}


def _paths_by_name(texts: Iterable[str]) -> dict[str, str]:
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in texts}


def _members(
    texts: Mapping[str, str], paths: Mapping[str, str], roots: Iterable[str], excluded: Iterable[str]
) -> list[str]:
    """Return roots and the modules that they import and that are not `excluded`, each after its own imports."""
    members: list[str] = []
    visited = set(excluded)

    def visit(name: str) -> None:
        if name in paths and name not in visited:
            visited.add(name)
            for node, imported in imports(paths[name], texts[paths[name]]):
                if not node.col_offset:
                    visit(imported)
            members.append(name)

    for root in roots:
        visit(root)
    return members


@cache
def _nodes(path: str, text: str) -> list[ast.AST]:
    """Return the nodes of a module's syntax tree, the module's own first."""
    return list(ast.walk(ast.parse(text, path)))


@cache
def imports(path: str, text: str) -> list[tuple[ast.ImportFrom, str]]:
    """Return each import of a firmware module in `text`, also within functions, with the module's full name."""
    imported = []
    for node in _nodes(path, text):
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


@cache
def _is_code(path: str, text: str) -> bool:
    """Return whether more is left of a module than docstrings."""
    return any(not isinstance(node, ast.Expr) for node in ast.parse(text, path).body)


def _with_values(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the modules (path to text) with whole numbers, True and False for the constants that stand for them.

    A constant is bound once, at a module's head, to a number or what can be computed of other constants.
    """
    paths = _paths_by_name(texts)
    # What modules bind, and what their heads import beside it, by the module's name.
    bound: dict[str, dict[str, int]] = {}
    imported: dict[str, dict[str, int]] = {}

    def constants(name: str) -> dict[str, int]:
        if name in paths and name not in bound:
            path = paths[name]
            bound[name] = {}
            imported[name] = _imported_constants(path, texts[path], constants, at_head=True)
            bound[name] = _constants(_nodes(path, texts[path]), imported[name])
        return bound.get(name, {}) | imported.get(name, {})

    for name in paths:
        constants(name)
    return {path: _text_with_values(path, texts[path], bound[name], constants) for name, path in paths.items()}


Constants = Callable[[str], Mapping[str, int]]
"""Returns a module's constants, by name."""


def _imported_constants(path: str, text: str, constants: Constants, at_head: bool = False) -> dict[str, int]:
    """Return the constants that a module imports, also within functions unless `at_head`."""
    return {
        part.name: constants(module)[part.name]
        for node, module in imports(path, text)
        if not (at_head and node.col_offset)
        for part in node.names
        if part.name in constants(module)
    }


def _constants(nodes: list[ast.AST], known: Mapping[str, int]) -> dict[str, int]:
    """Return the constants that a module binds at its head, by its `nodes`; `known` are those that it imports."""
    stores = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    values: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and not node.col_offset:
            name = ast.unparse(node.targets[0])
            value = _value(node.value, {**known, **values}) if stores[name] == 1 else None
            if value is not None:
                values[name] = value
    return values


def _value(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """Return the value of an expression of constants, a whole number, True or False; None for another expression."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        return _value(node.args[0], known)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp | ast.BinOp):
        parts = (node.operand,) if isinstance(node, ast.UnaryOp) else (node.left, node.right)
        if all(_value(part, known) is not None for part in parts):
            value = eval(compile(ast.Expression(node), "", "eval"), {}, dict(known))
            return value if isinstance(value, int) else None
    return None


def _text_with_values(path: str, text: str, own: Mapping[str, int], constants: Constants) -> str:
    """Return a module's text with values for its `own` and imported constants, and without what binds these."""
    nodes = _nodes(path, text)
    known = {**_imported_constants(path, text, constants), **own}
    # ast counts bytes.
    lines = [line.encode() for line in text.splitlines()]
    uses = [node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    for node in sorted(uses, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        if node.id in known:
            line = lines[node.lineno - 1]
            written = f"{known[node.id]}" if known[node.id] >= 0 else f"({known[node.id]})"
            lines[node.lineno - 1] = line[: node.col_offset] + written.encode() + line[node.end_col_offset :]
    for statement in nodes:
        if isinstance(statement, ast.Assign) and not statement.col_offset and ast.unparse(statement.targets[0]) in own:
            _replace(lines, statement, "")
    needless = {*known, *(() if any(b"const(" in line for line in lines) else ("const",))}
    for imported, _ in imports(path, text):
        left = [part.name for part in imported.names if part.name not in needless]
        if len(left) < len(imported.names):
            source = "." * imported.level + (imported.module or "")
            nothing = "pass" if imported.col_offset else ""
            _replace(lines, imported, f"from {source} import {', '.join(left)}" if left else nothing)
    return b"\n".join(lines).decode() + "\n"


def _with_shared_names(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the modules (path to text) with names from `_0` on for attributes that are only used as `self._name`.

    Such names of one class, of its bases and of what inherits from it differ from each other, those of others may not.
    """
    modules = [_attributes(path, text) for path, text in texts.items()]
    # The private attributes that a class and its relatives use, by the class's name.
    used: dict[str, set[str]] = {}
    for relatives, names in chain.from_iterable(classes for classes, _ in modules):
        related = [used.get(name, set()) for name in relatives]
        family = set(names).union(*related)
        used = {name: family if any(names is other for other in related) else names for name, names in used.items()}
        used |= dict.fromkeys(relatives, family)
    fixed = set().union(*(others for _, others in modules))
    shared: dict[str, str] = {}
    for name in sorted(set().union(*used.values()) - fixed):
        others = {shared.get(other) for family in used.values() if name in family for other in family}
        shared[name] = next(short for short in map("_{}".format, count()) if short not in others | fixed)
    return {path: _renamed(text, _nodes(path, text), shared) for path, text in texts.items()}


@cache
def _attributes(path: str, text: str) -> tuple[list[tuple[tuple[str, ...], set[str]]], set[str]]:
    """Return for each class of a module its own name and its bases', with the private attributes that it uses; and all
    other names of the module."""
    nodes = _nodes(path, text)
    classes = [
        (
            (node.name, *(ast.unparse(base) for base in node.bases)),
            {part.attr for part in ast.walk(node) if _is_private(part)},
        )
        for node in nodes
        if isinstance(node, ast.ClassDef)
    ]
    return classes, {name for node in nodes if not _is_private(node) for name in _names_in(node)}


def _is_private(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Return whether `node` is `self._name`."""
    return isinstance(node, ast.Attribute) and node.attr.startswith("_") and ast.unparse(node.value) == "self"


def _names_in(node: ast.AST) -> list[str]:
    """Return the names and texts that a node itself has, not those within it."""
    return [value for _, value in ast.iter_fields(node) if isinstance(value, str)]


def _renamed(text: str, nodes: list[ast.AST], shared: Mapping[str, str]) -> str:
    """Return a module's text with other names for attributes."""
    lines = [line.encode() for line in text.splitlines()]
    uses = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr in shared]
    for node in sorted(uses, key=lambda node: node.end_col_offset or 0, reverse=True):
        row, end = (node.end_lineno or 0) - 1, node.end_col_offset or 0
        lines[row] = lines[row][: end - len(node.attr.encode())] + shared[node.attr].encode() + lines[row][end:]
    return b"\n".join(lines).decode() + "\n"


def _replace(lines: list[bytes], node: ast.stmt, statement: str) -> None:
    """Put a statement, or "", in the place of `node`, which has its lines to itself."""
    first, last = node.lineno - 1, node.end_lineno or node.lineno
    lines[first:last] = [b" " * node.col_offset + statement.encode(), *[b""] * (last - node.lineno)]


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
