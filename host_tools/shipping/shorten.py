"""Short names for what nobody else asks for: each name that a board holds takes memory, and time at start."""

import ast
import string
from collections.abc import Iterable, Iterator, Mapping

from host_tools.shipping.families import Families
from host_tools.shipping.scopes import bound, local_names, parameters

_IN_EVERY = (
    "abs", "any", "bool", "chr", "dict", "dir", "divmod", "end", "eval", "exec", "find", "hash", "id", "int", "isupper",
    "items", "iter", "key", "lower", "lstrip", "map", "next", "object", "ord", "pop", "pow", "remove", "repr", "rindex",
    "rsplit", "set", "sort", "stop", "str", "super", "throw", "type", "upper", "zip",
)  # fmt: skip
"""Names that MicroPython itself has (`static_qstr_list` of its py/makeqstrdata.py): nothing is kept for them."""
_SHORT = (*_IN_EVERY, *(f"_{letter}" for letter in string.ascii_letters))


def shorten(trees: Mapping[str, ast.Module], asked: Iterable[str] = ()) -> dict[str, ast.Module]:
    """Path → syntax of a whole program in which private attributes and parameters have names that cost little.

    Different classes use the same few names over again, unless one is built on the other.
    What a traceback names (functions, methods, classes) stays as it was written, and so do parameters that somewhere
    are given by name; `asked` are those that something outside of the program gives so.
    """
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    by_name = {*asked, *(node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg)}
    known = {node.id for node in nodes if isinstance(node, ast.Name)}.union(*map(local_names, trees.values()))
    short = _Short(_attributes(nodes), by_name, [name for name in _SHORT if name not in known])
    return {path: short.visit(tree) for path, tree in trees.items()}


def _attributes(nodes: list[ast.AST]) -> dict[str, str]:
    """Short names of attributes that are private to `self`: two that one object may have are never the same."""
    kept = {name for node in nodes for name in _asked_otherwise(node)}
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    users = {name: by for name, by in _users(nodes).items() if name[0] == "_" and name[:2] != "__" and name not in kept}
    free = [short for short in _SHORT if short not in kept | used]
    given: dict[str, str] = {}
    for name in sorted(users, key=lambda name: (-len(users[name]), name)):
        near = {given[other] for other in given if users[other] & users[name]}
        given[name] = next(short for short in free if short not in near)
    return given


def _users(nodes: list[ast.AST]) -> dict[str, set[str]]:
    """Attributes of `self` → families of the classes in whose text they are; none that are used beyond classes."""
    families = Families(nodes)
    found: dict[str, set[str]] = {}
    seen = set()
    for one in nodes:
        if isinstance(one, ast.ClassDef):
            for node in ast.walk(one):
                if isinstance(node, ast.Attribute):
                    found.setdefault(node.attr, set()).add(families.of(one.name))
                    seen.add(node)
    for node in nodes:
        if isinstance(node, ast.Attribute) and node not in seen:
            found.pop(node.attr, None)
    return found


def _asked_otherwise(node: ast.AST) -> Iterator[str]:
    """Names of attributes that are asked for otherwise than as `self.name`."""
    match node:
        case ast.Attribute(value=ast.Name(id="self")):
            pass
        case ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.Constant(value=str(name)):
            yield name
        case ast.ClassDef(body=body):
            yield from (name for name, _ in bound(body))


class _Short(ast.NodeTransformer):
    def __init__(self, attributes: dict[str, str], by_name: set[str], free: list[str]) -> None:
        self._attributes = attributes
        self._by_name = by_name
        self._free = free
        self._parameters: list[dict[str, str]] = []

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        node.attr = self._attributes.get(node.attr, node.attr)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.Name:
        for short in reversed(self._parameters):
            if node.id in short:
                node.id = short[node.id]
                break
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        # Where a function stands, decorators and defaults are worked out: before it has names of its own.
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        self.visit(node.args)
        # A function within another sees the other's.
        seen = {short for parameters in self._parameters for short in parameters.values()}
        free = [short for short in self._free if short not in seen]
        kept = self._by_name | set(_bound_otherwise(node))
        named = [arg for arg in node.args.args if arg.arg not in kept]
        self._parameters.append({arg.arg: short for arg, short in zip(named, free, strict=False)})
        for arg in named:
            arg.arg = self._parameters[-1][arg.arg]
        node.body = [self.visit(statement) for statement in node.body]
        self._parameters.pop()
        return node


def _bound_otherwise(function: ast.FunctionDef) -> Iterator[str]:
    """Names that something in a function binds which is neither a plain name nor a function's plain parameter."""
    for node in ast.walk(function):
        match node:
            case ast.ClassDef(name=name, body=body):
                yield from (name, *(inner for inner, _ in bound(body)))
            case ast.FunctionDef(args=args):
                plain = args.args
                yield from (arg.arg for arg in parameters(args) if arg not in plain)
                if node is not function:
                    yield node.name
            case ast.Lambda(args=args):
                yield from (arg.arg for arg in parameters(args))
            case ast.Import() | ast.ImportFrom():
                yield from (name for name, _ in bound([node]))
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.Nonlocal(names=names):
                yield from names
