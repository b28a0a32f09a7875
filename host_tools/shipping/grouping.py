"""Which modules go into one file: what is loaded together stands together."""

import ast
from collections.abc import Callable, Iterable, Iterator

from host_tools.shipping.program import Constant, Module, Program

_ALONE = "rp2.asm_pio"
"""It clears the names of the module in which it assembles."""


def grouped(program: Program, entries: Iterable[str]) -> dict[str, list[str]]:
    """Root module → the modules of its file, in order of loading, the root last.

    `entries` are the modules that something outside of the program imports. They are roots, and so is whatever is
    imported within a function: it is to be loaded then, not before. Every other module goes into the file of the root
    without which nobody comes to it, or has a file to itself where there is none.
    """
    return _Grouping(program, list(entries)).groups()


class _Grouping:
    def __init__(self, program: Program, entries: list[str]) -> None:
        modules = program.modules.values()
        self._entries = entries
        self._head = {module.name: list(_needed(program, module)) for module in modules}
        self._later = {
            module.name: [target for node in module.later for _, target in program.targets(module, node)]
            for module in modules
        }
        later = [name for needs in self._later.values() for name in needs]
        alone = [module.name for module in modules if _is_alone(module)]
        self._roots = list(dict.fromkeys([*entries, *later, *alone]))

    def groups(self) -> dict[str, list[str]]:
        while True:
            found = {root: self._members(root) for root in self._roots}
            placed = {name for members in found.values() for name in members}
            homeless = [name for name in self._reached() if name not in placed]
            if not homeless:
                return found
            # The first is one that no other brings in: they may find a home in its file.
            self._roots.append(homeless[-1])

    def _members(self, root: str) -> list[str]:
        elsewhere = self._reached(without=root)
        near = _in_order([root], lambda name: [other for other in self._head[name] if other not in self._roots])
        return [name for name in near if name not in elsewhere]

    def _reached(self, without: str = "") -> list[str]:
        """All modules that are ever loaded, were one of them not to be had."""
        needs = {name: [*self._head[name], *self._later[name]] for name in self._head if name != without}
        entries = [name for name in self._entries if name != without]
        return _in_order(entries, lambda name: [other for other in needs[name] if other != without])


def _needed(program: Program, module: Module) -> Iterator[str]:
    """The modules whose loading a module's own needs: not those of which it takes constants alone."""
    for node in module.head:
        if isinstance(node, ast.ImportFrom):
            for name, target in program.targets(module, node):
                taken = program.meaning(module.name, name)
                if not isinstance(taken, Constant) and any(True for _ in program.own(target)):
                    yield target


def _is_alone(module: Module) -> bool:
    functions = [node for node in module.head if isinstance(node, ast.FunctionDef)]
    return any(ast.unparse(decorator).startswith(_ALONE) for one in functions for decorator in one.decorator_list)


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
