"""Parse KiCad's s-expressions as nested lists, whose atoms are strings."""

import re

_TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+')


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
            stack[-1].append(token[1:-1].replace('\\"', '"') if token[0] == '"' else token)
    if len(stack) != 1 or not stack[0]:
        raise ValueError("a bracket is never closed")
    return stack[0][0]


def children(node: list, name: str) -> list[list]:
    """Return the lists within a list that begin with a name."""
    return [child for child in node if isinstance(child, list) and child and child[0] == name]


def child(node: list, name: str) -> list:
    """Return the first list within a list that begins with a name. Raises IndexError."""
    return children(node, name)[0]
