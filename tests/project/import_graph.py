"""Read each module's imports from its source, without running it."""

import ast
import re
from collections.abc import Container, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
_STATEMENT = re.compile(r"^ *((?:from [.\w]+ )?import (?:\([^)]*\)|[^\n(#]+))", re.MULTILINE)


@cache
def imports(path: Path) -> tuple[str, ...]:
    """Full names of the modules a file imports, those inside functions too."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).parent.parts
    for node in import_statements(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{name.name}" for name in node.names)


def import_statements(text: str) -> Iterator[ast.stmt]:
    """The statements of a text that import. To parse all of every file takes ten times as long."""
    for statement in _STATEMENT.findall(text):
        with suppress(SyntaxError):  # A sentence that begins with "import".
            yield from ast.parse(statement).body


def modules(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if path.name != "manifest.py")


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def module(path: Path) -> str:
    """The name by which a file is imported: that of its package for an `__init__`."""
    return dotted(path).removesuffix(".__init__")


def defining_module(name: str, known: Container[str]) -> str:
    """The module of `known` in which an imported name stands; "" if it is in none of them."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def module_graph(folder: str) -> dict[str, set[str]]:
    """Which modules of a folder each of its modules imports, itself left out."""
    paths = {module(path): path for path in modules(folder)}
    return {own: {defining_module(name, paths) for name in imports(path)} - {own, ""} for own, path in paths.items()}
