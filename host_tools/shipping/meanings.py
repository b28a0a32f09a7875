"""What a name at the head of a module can stand for, and what is said of a program that cannot be joined."""

import ast
from dataclasses import dataclass


class LinkError(Exception):
    """Modules that cannot be joined; it names the file, the line and what would be right."""

    def __init__(self, path: str, node: ast.AST | None, what: str) -> None:
        line = getattr(node, "lineno", 1)
        super().__init__(f"{path}, line {line}: {what}")


@dataclass(frozen=True)
class Constant:
    """A value that never changes: a number, a text, a tuple of such."""

    module: str
    name: str
    value: object


@dataclass(frozen=True)
class Own:
    """A function, a class or an object that a module of the program makes."""

    module: str
    name: str


@dataclass(frozen=True)
class Whole:
    """A module of the program."""

    module: str


@dataclass(frozen=True)
class Outside:
    """What the interpreter brings: a module, or a name of one."""

    module: str
    name: str = ""


Meaning = Constant | Own | Whole | Outside
