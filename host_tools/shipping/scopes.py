"""Names that mean something of a function's own, as one goes through the text."""

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


class Scopes:
    """The functions, classes and comprehensions one is in. False at the head of a module; a name in it is local.

    `module_of` tells of a statement which module of the program it binds to a name; "" where it is none.
    """

    def __init__(self, module_of: Callable[[ast.AST, str], str]) -> None:
        self._module_of = module_of
        self._open: list[tuple[ast.AST, dict[str, set[str]]]] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def __contains__(self, name: str) -> bool:
        return any(name in scope for scope in self._seen())

    def modules(self, name: str) -> set[str]:
        """Modules that a local name is bound to; "" stands for anything else."""
        return next(scope[name] for scope in self._seen() if name in scope)

    def of_class(self, name: str) -> bool:
        """Whether it is the class one is in that binds the name."""
        node, names = self._open[-1]
        return isinstance(node, ast.ClassDef) and name in names

    @contextmanager
    def within(self, node: ast.AST) -> Iterator[None]:
        """Within a function, a class or a comprehension."""
        names: dict[str, set[str]] = {}
        for name, by in _local(node):
            modules = names.setdefault(name, set())
            if not _is_deletion(by):
                modules.add(self._module_of(by, name))
        self._open.append((node, names))
        yield
        self._open.pop()

    def _seen(self) -> Iterator[dict[str, set[str]]]:
        """From the innermost outwards; methods do not see what their class binds."""
        innermost = self._open[-1][0] if self._open else None
        for node, names in reversed(self._open):
            if node is innermost or not isinstance(node, ast.ClassDef):
                yield names


def local_names(tree: ast.AST) -> set[str]:
    """All names that mean something of its own to any function, class or comprehension."""
    return {name for node in ast.walk(tree) for name, _ in _local(node)}


def parameters(args: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    named = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return [arg for arg in named if arg]


def bound(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Names that some statements bind, and what binds each; without what is local to something within them."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node
                yield from bound(_outside(node))
                continue
            case ast.Lambda(args=args):
                yield from bound([args])
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                yield from _walrus(node)
                continue
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((alias.asname or alias.name, node) for alias in names)
            case ast.ExceptHandler(name=str(name)):
                yield name, node
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name, node
        yield from bound(ast.iter_child_nodes(node))


def _outside(node: ast.FunctionDef | ast.ClassDef) -> list[ast.AST]:
    """What of a definition is worked out where it stands."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    return [*node.decorator_list, node.args]


def _is_deletion(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del)


def _walrus(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Names that a comprehension binds beyond itself."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.NamedExpr):
            yield inner.target.id, inner


def _local(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Names that are a function's, a class's or a comprehension's own, and what binds each."""
    match node:
        case ast.ClassDef(body=body):
            yield from bound(body)
        case ast.FunctionDef(args=args, body=body):
            yield from ((arg.arg, arg) for arg in parameters(args))
            yield from bound(body)
        case ast.Lambda(args=args, body=value):
            yield from ((arg.arg, arg) for arg in parameters(args))
            yield from bound([value])
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from bound([generator.target for generator in node.generators])
