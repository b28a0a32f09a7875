"""What an expression amounts to, where that can be known without running the program."""

import ast
import operator
from collections.abc import Callable

from host_tools.shipping.meanings import Constant, Meaning, Outside

_CONST = Outside("micropython", "const")
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}


class NotConstantError(Exception):
    """An expression whose value only the running program has."""


def evaluate(node: ast.expr, meaning: Callable[[ast.expr], Meaning | None]) -> object:
    """A number, a text, or a tuple of such; `meaning` tells what a name stands for. Raises NotConstantError."""
    match node:
        case ast.Constant(value=value) if value is not None:
            return value
        case ast.Tuple(elts=elements):
            return tuple(evaluate(element, meaning) for element in elements)
        case ast.Call(func=function, args=[value]) if meaning(function) == _CONST:
            return evaluate(value, meaning)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand, meaning)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            return _calculated(type(op), _number(left, meaning), _number(right, meaning))
    found = meaning(node)
    if isinstance(found, Constant):
        return found.value
    raise NotConstantError


def _number(node: ast.expr, meaning: Callable[[ast.expr], Meaning | None]) -> int:
    value = evaluate(node, meaning)
    if isinstance(value, int):
        return value
    raise NotConstantError


def _calculated(operation: type[ast.operator], left: int, right: int) -> int:
    try:
        return int(_OPERATIONS[operation](left, right))
    except (ArithmeticError, ValueError):
        raise NotConstantError from None
