"""One module of a program: its text as syntax, and what runs when it is loaded."""

import ast
from collections.abc import Iterator
from functools import cached_property

from host_tools.shipping.meanings import LinkError
from host_tools.shipping.scopes import bound

_OF_A_MODULE = frozenset({"__name__", "__file__", "globals", "exec", "eval"})
_MAKES = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


class Module:
    """`name` is as it is imported, `tree` its syntax. Its head raises LinkError for what cannot be joined."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        dotted = path.removesuffix(".py").replace("/", ".")
        self.name = dotted.removesuffix(".__init__")
        self._package = self.name if dotted != self.name else self.name.rpartition(".")[0]
        self.tree = ast.parse(text, path)

    def fail(self, node: ast.AST, what: str) -> LinkError:
        """What is wrong at this place of it."""
        return LinkError(self.path, node, what)

    def source(self, node: ast.ImportFrom) -> str:
        """The absolute name of what an import statement takes from."""
        if not node.level:
            return node.module or ""
        parts = self._package.split(".")
        kept = parts[: len(parts) - node.level + 1]
        return ".".join([*kept, node.module] if node.module else kept)

    @cached_property
    def head(self) -> list[ast.stmt]:
        """What runs when the module is loaded: also what is tried there, but not what is done instead."""
        for node in ast.walk(self.tree):
            self._check(node)
        return [one for statement in self.tree.body for one in self._running(statement)]

    @cached_property
    def given(self) -> dict[str, list[ast.expr | None]]:
        """What a name at the head is given by a plain `=`, each time; None where it is otherwise."""
        found: dict[str, list[ast.expr | None]] = {}
        for statement in self.head:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found.setdefault(name, []).append(value)
                case _:
                    for name, _ in bound([statement]):
                        found.setdefault(name, []).append(None)
        return found

    @cached_property
    def later(self) -> list[ast.ImportFrom]:
        """Imports within functions: they happen when the function is called."""
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        return [node for one in functions for node in ast.walk(one) if isinstance(node, ast.ImportFrom)]

    @property
    def runs(self) -> bool:
        """Whether loading it does more than make names."""
        return any(not isinstance(node, _MAKES) and not is_text(node) for node in self.head)

    def _running(self, statement: ast.stmt) -> Iterator[ast.stmt]:
        if not isinstance(statement, ast.Try):
            self._check_inner(statement)
            yield statement
            return
        if statement.orelse or statement.finalbody:
            raise self.fail(statement, "a `try` at the head is for imports alone, without `else` and `finally`")
        for one in statement.body:
            if not isinstance(one, ast.Import | ast.ImportFrom):
                raise self.fail(one, "at the head only imports can be tried; put this into a function")
            yield one

    def _check_inner(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.FunctionDef):
            return
        wrong: tuple[type[ast.AST], ...] = (ast.Import, ast.ImportFrom)
        if not isinstance(statement, ast.ClassDef):
            wrong += (ast.FunctionDef, ast.ClassDef)
        for node in _within(statement):
            if isinstance(node, wrong):
                raise self.fail(node, "imports and definitions stand at the head itself, or in a function")

    def _check(self, node: ast.AST) -> None:
        match node:
            case ast.Global():
                raise self.fail(node, "`global` changes what other modules took; keep it in an object")
            case ast.AsyncFunctionDef() | ast.Match():
                raise self.fail(node, "`async` and `match` are nothing the linker knows; write it without")
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                raise self.fail(node, "`*` says not what is imported; name it")
            case ast.Import(names=names) if any("." in alias.name for alias in names):
                raise self.fail(node, "write `from package import module`")
            case ast.keyword(arg=None):
                raise self.fail(node, "`**` says not which names it gives; write them out")
            case ast.Name(id=name) if name in _OF_A_MODULE:
                raise self.fail(node, f"{name} is another one in the file into which the module is joined")


def is_text(node: ast.stmt) -> bool:
    """A docstring, or another expression that does nothing."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """All below it but what functions do."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef):
            yield from _within(child)
