"""Which modules go into one file: what is loaded together stands together."""

import ast
from collections.abc import Callable, Iterable, Iterator

from host_tools.shipping.meanings import Constant, Outside, Own, Whole
from host_tools.shipping.module import Module
from host_tools.shipping.program import Program

_ALONE = Outside("rp2", "asm_pio")
"""It clears the names of the module in which it assembles."""


def grouped(program: Program, entries: Iterable[str]) -> dict[str, list[str]]:
    """Root module → the modules of its file, in order of loading, the root last.

    `entries` are the modules that something outside of the program imports. They are roots, and so is whatever is
    imported within a function: it is to be loaded then, not before. Every other module goes into the file of the root
    without which nobody comes to it, or has a file to itself where there is none.
    """
    return _Grouping(program, list(dict.fromkeys(entries))).groups()


def needed(program: Program, module: Module, nodes: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.ImportFrom]]:
    """The modules that import statements load, and which: not those of which they take constants alone."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for _, taken in program.brought(module, node):
                if isinstance(taken, Whole) or isinstance(taken, Own) and _loads(program, taken):
                    yield taken.module, node


def _loads(program: Program, taken: Own) -> bool:
    is_constant = isinstance(program.meaning(taken.module, taken.name), Constant)
    return not is_constant or program.modules[taken.module].runs


class _Grouping:
    def __init__(self, program: Program, entries: list[str]) -> None:
        self._program = program
        self._entries = entries
        self._head: dict[str, list[str]] = {}
        self._later: dict[str, list[str]] = {}
        found = self._reached()
        later = [other for name in found for other in self._later[name]]
        self._roots = list(dict.fromkeys([*entries, *later, *filter(self._is_alone, found)]))

    def groups(self) -> dict[str, list[str]]:
        while True:
            found = {root: self._members(root) for root in self._roots}
            placed = {name for members in found.values() for name in members}
            homeless = [name for name in self._reached() if name not in placed and self._has_text(name)]
            if not homeless:
                return found
            # The first is one that no other brings in: they may find a home in its file.
            self._roots.append(homeless[-1])

    def _members(self, root: str) -> list[str]:
        near = self._near([root])
        beyond = [other for name in near for other in self._head[name] if other in self._roots and other != root]
        # What a root needs on which this one waits itself cannot be in this one's file.
        elsewhere = {*self._reached(without=root), *self._loading(beyond)} - {root}
        return [name for name in near if name not in elsewhere and (name == root or self._has_text(name))]

    def _near(self, start: list[str]) -> list[str]:
        """What is loaded with some modules, up to the next roots."""
        return _in_order(start, lambda name: [other for other in self._needs(name)[0] if other not in self._roots])

    def _loading(self, start: list[str]) -> list[str]:
        """All that is loaded with some modules."""
        return _in_order(start, lambda name: self._needs(name)[0])

    def _reached(self, without: str = "") -> list[str]:
        """All modules that are ever loaded, were one of them not to be had."""
        entries = [name for name in self._entries if name != without]
        return _in_order(
            entries, lambda name: [other for needs in self._needs(name) for other in needs if other != without]
        )

    def _needs(self, name: str) -> tuple[list[str], list[str]]:
        """The modules that are loaded with one, and those that its functions load."""
        if name not in self._head:
            module = self._program.modules[name]
            self._head[name] = [other for other, _ in needed(self._program, module, module.head)]
            self._later[name] = [other for other, _ in needed(self._program, module, module.later)]
        return self._head[name], self._later[name]

    def _has_text(self, name: str) -> bool:
        """Whether anything stands in a module when constants and imports are gone."""
        return any(self._program.own(name)) or self._program.modules[name].runs

    def _is_alone(self, name: str) -> bool:
        functions = [node for node in self._program.modules[name].head if isinstance(node, ast.FunctionDef)]
        decorators = [one for node in functions for one in node.decorator_list]
        called = [one.func if isinstance(one, ast.Call) else one for one in decorators]
        return any(self._program.of(name, one) == _ALONE for one in called)


def _in_order(start: Iterable[str], needs: Callable[[str], Iterable[str]]) -> list[str]:
    """Whatever is needed, all that a module needs before itself."""
    found: list[str] = []
    seen = set()

    def visit(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for other in needs(name):
                visit(other)
            found.append(name)

    for name in start:
        visit(name)
    return found
