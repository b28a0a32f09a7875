"""What a program that is not joined, such as boot.py and main.py, asks of the modules that are."""

import ast
from collections.abc import Iterator

from host_tools.shipping.meanings import Outside, Own, Whole
from host_tools.shipping.module import Module
from host_tools.shipping.program import Program


def entries(program: Program, start: Module) -> list[str]:
    """The modules it imports. Raises LinkError where it takes of them what joined modules have no more."""
    imports = [node for node in ast.walk(start.tree) if isinstance(node, ast.ImportFrom)]
    brought = [(node, *one) for node in imports for one in program.brought(start, node)]
    modules = {alias.asname or alias.name: taken.module for _, alias, taken in brought if isinstance(taken, Whole)}
    for node, _, taken in brought:
        if isinstance(taken, Own):
            _check(program, start, node, taken)
    for used in ast.walk(start.tree):
        match used:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in modules:
                _check(program, start, used, Own(modules[name], attribute))
    return [taken.module for _, _, taken in brought if not isinstance(taken, Outside)]


def given_by_name(start: Module) -> Iterator[str]:
    """The parameters it gives by their names."""
    return (node.arg for node in ast.walk(start.tree) if isinstance(node, ast.keyword) and node.arg)


def _check(program: Program, start: Module, node: ast.AST, taken: Own) -> None:
    if program.meaning(taken.module, taken.name) != taken:
        raise start.fail(
            node, f"{taken.module} makes no {taken.name}: take a function or an object from where it is made"
        )
