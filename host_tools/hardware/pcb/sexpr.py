"""Parse and write KiCad's s-expressions as nested lists: atoms are strings, quoted ones are `Quoted`."""

import re
from typing import Any

_TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')


class Quoted(str):
    """A string that is written in quotes."""


def parse(text: str) -> list:
    """Parse the first list of a text. Raises ValueError for brackets that do not match."""
    stack: list[list] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            closed = stack.pop()
            if not stack:
                raise ValueError("a bracket closes what was never opened")
            stack[-1].append(closed)
        else:
            stack[-1].append(Quoted(token[1:-1].replace('\\"', '"')) if token[0] == '"' else token)
    if len(stack) != 1 or not stack[0]:
        raise ValueError("a bracket is never closed")
    return stack[0][0]


def dump(node: Any, depth: int = 0) -> str:
    """Write a list as text; lists of lists get a line for each."""
    if isinstance(node, Quoted):
        return '"' + node.replace('"', '\\"') + '"'
    if isinstance(node, float):
        return number(node)
    if not isinstance(node, list):
        return str(node)
    if not any(isinstance(item, list) for item in node):
        return "(" + " ".join(dump(item) for item in node) + ")"
    parts = [("\n" + "  " * (depth + 1) if isinstance(i, list) else " " if index else "") + dump(i, depth + 1)
             for index, i in enumerate(node)]  # fmt: skip
    return "(" + "".join(parts) + ")"


def line(node: Any) -> str:
    """Write a list as text, all in one line."""
    return "(" + " ".join(line(item) for item in node) + ")" if isinstance(node, list) else dump(node)


def number(value: float) -> str:
    """Format millimetres to a micrometre; never `-0`."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def children(node: list, name: str) -> list[list]:
    """Return the lists within a list that begin with a name."""
    return [child for child in node if isinstance(child, list) and child and child[0] == name]


def child(node: list, name: str) -> list:
    """Return the first list within a list that begins with a name. Raises IndexError."""
    return children(node, name)[0]
