"""Names that mean something of a function's own, as one goes through the text."""

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class Scopes:
    """The functions, classes and comprehensions one is in. False at the head of a module.

    A name that is in here is local; `module` says of which module it is the name, where it was imported.
    """

    def __init__(self) -> None:
        self._open: list[dict[str, str]] = []
        self._classes: list[dict[str, str]] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def __contains__(self, name: str) -> bool:
        return any(name in scope for scope in self._seen())

    def module(self, name: str) -> str:
        """The module a local name was bound to; "" for what is none."""
        return next(scope[name] for scope in self._seen() if name in scope)

    def bind(self, name: str, module: str) -> None:
        """The function at hand has imported a module."""
        self._open[-1][name] = module

    def _seen(self) -> Iterator[dict[str, str]]:
        """From the innermost outwards; methods do not see what their class binds."""
        return (scope for scope in reversed(self._open) if scope is self._open[-1] or scope not in self._classes)

    @contextmanager
    def within(self, node: ast.AST) -> Iterator[None]:
        """Within a function, a class or a comprehension."""
        scope = dict.fromkeys(_local_names(node), "")
        self._open.append(scope)
        if isinstance(node, ast.ClassDef):
            self._classes.append(scope)
        yield
        self._open.pop()


def local_names(tree: ast.AST) -> set[str]:
    """All names that mean something of its own to any function, class or comprehension."""
    return {name for node in ast.walk(tree) for name in _local_names(node)}


def _local_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.ClassDef(body=body):
            yield from _bound(body)
        case ast.FunctionDef(args=args, body=body):
            yield from _parameters(args)
            yield from _bound(body)
        case ast.Lambda(args=args):
            yield from _parameters(args)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from _bound([generator.target for generator in node.generators])


def _parameters(args: ast.arguments) -> Iterator[str]:
    named = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return (arg.arg for arg in named if arg)


def _bound(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Names that some statements bind, without what is within functions and classes of theirs."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
                continue
            case ast.Lambda():
                continue
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name for alias in names)
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name
        yield from _bound(ast.iter_child_nodes(node))
