"""Which classes one object can be of at once: those that are built on one another."""

import ast
from collections.abc import Iterable


class Families:
    """Classes by name. Two of one name count as one class; so does what is imported or assigned by another name."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._leads: dict[str, str] = {}
        for node in nodes:
            match node:
                case ast.ClassDef(name=name, bases=bases):
                    for base in bases:
                        self._unite(name, base)
                case ast.alias(name=name, asname=str(other)):
                    self._unite(other, ast.Name(name))
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name() as value):
                    self._unite(name, value)

    def of(self, name: str) -> str:
        """One name for all classes that are built on one another."""
        while name in self._leads:
            name = self._leads[name]
        return name

    def _unite(self, name: str, base: ast.expr) -> None:
        """With every name there is in what a class is built on."""
        for node in ast.walk(base):
            match node:
                case ast.Name(id=other) | ast.Attribute(attr=other):
                    one, another = self.of(name), self.of(other)
                    if one != another:
                        self._leads[one] = another
