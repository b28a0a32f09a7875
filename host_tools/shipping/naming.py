"""What everything is called in the file it is made in."""

import ast
from collections.abc import Mapping

from host_tools.shipping.meanings import LinkError
from host_tools.shipping.program import Program
from host_tools.shipping.scopes import local_names

_COMPILER = frozenset({"const", "ptr8"})
"""What has such a name in MicroPython's own compiler."""


class Names:
    """Names for what modules make, `groups` being the modules of each file; a root's own keep theirs.

    `root` tells of each module in whose file it stands.
    """

    def __init__(self, program: Program, groups: Mapping[str, list[str]]) -> None:
        self.root = {module: root for root, members in groups.items() for module in members}
        self._program = program
        self._given: dict[tuple[str, str], str] = {}
        self._taken: dict[str, set[str]] = {}
        for root, members in groups.items():
            # Nor may a function's own name come between, or one hide what the interpreter brings.
            hidden = set().union(*map(self._unknown, members))
            self._taken[root] = hidden - set(program.own(root))
            # The root's own come first: others ask for them by their names.
            for module in reversed(members):
                for name in program.own(module):
                    self._given[module, name] = self.free(root, name)

    def of(self, module: str, name: str) -> str:
        """What is called so in its module."""
        return self._given[module, name]

    def free(self, root: str, name: str) -> str:
        """A name for something more in a file, or the next like it that is not taken; from then on it is."""
        taken = self._taken[root]
        found, number = name, 2
        while found in taken:
            found, number = f"{name}{number}", number + 1
        if name in _COMPILER and found != name:
            raise LinkError(self._program.modules[root].path, None, f"{name} is the compiler's; call nothing else so")
        taken.add(found)
        return found

    def _unknown(self, name: str) -> set[str]:
        """Names that mean something to a module which is not at its head."""
        module = self._program.modules[name]
        used = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
        return local_names(module.tree) | {one for one in used if self._program.meaning(name, one) is None}
