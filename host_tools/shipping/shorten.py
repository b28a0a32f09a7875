"""Short names for what nobody else asks for: each name that a board holds takes memory, and time at start."""

import ast
import string
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

_LETTERS = [*string.ascii_letters, *map("".join, product(string.ascii_letters, repeat=2))]
_SHORT = tuple(f"_{letters}" for letters in _LETTERS)


def shorten(trees: Mapping[str, ast.Module]) -> dict[str, ast.Module]:
    """Path → syntax of a whole program in which private attributes and parameters have one or two letters.

    Different classes use the same few names over again, unless one is built on the other. What a traceback names
    (functions, methods, classes) stays as it was written, and so do parameters that somewhere are given by name.
    """
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    attributes = _attributes(trees.values(), {node.name for node in nodes if isinstance(node, ast.FunctionDef)})
    by_name = {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
    known = {node.id for node in nodes if isinstance(node, ast.Name)}
    free = [name for name in _SHORT if name not in known]
    return {path: _Short(attributes, by_name, free).visit(tree) for path, tree in trees.items()}


def _attributes(trees: Iterable[ast.Module], methods: set[str]) -> dict[str, str]:
    """Short names of private attributes: two that one object may have are never the same."""
    users: dict[str, set[str]] = {}
    for family, name in _used(list(trees)):
        if name.startswith("_") and not name.startswith("__") and name not in methods:
            users.setdefault(name, set()).add(family)
    given: dict[str, str] = {}
    for name in sorted(users, key=lambda name: (-len(users[name]), name)):
        near = {given[other] for other in given if users[other] & users[name]}
        given[name] = next(short for short in _SHORT if short not in near)
    return given


def _used(trees: list[ast.Module]) -> Iterator[tuple[str, str]]:
    """(family of classes, attribute) for every attribute in the text of a class."""
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    built_on = {node.name: base.id for node in classes for base in node.bases if isinstance(base, ast.Name)}
    for node in classes:
        family = node.name
        while family in built_on:
            family = built_on[family]
        yield from ((family, inner.attr) for inner in ast.walk(node) if isinstance(inner, ast.Attribute))


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
        for parameters in reversed(self._parameters):
            if node.id in parameters:
                node.id = parameters[node.id]
                break
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        named = [arg for arg in node.args.args if arg.arg not in self._by_name]
        # A function within another sees the other's.
        seen = {short for parameters in self._parameters for short in parameters.values()}
        free = [short for short in self._free if short not in seen]
        self._parameters.append({arg.arg: short for arg, short in zip(named, free, strict=False)})
        for arg in named:
            arg.arg = self._parameters[-1][arg.arg]
        node.body = [self.visit(statement) for statement in node.body]
        self._parameters.pop()
        return node
