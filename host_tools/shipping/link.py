"""Several modules as one text: every name says directly what it stands for, constants are in the code themselves."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from host_tools.shipping.grouping import grouped, needed
from host_tools.shipping.joining import Joining, take
from host_tools.shipping.meanings import Constant, Outside, Own
from host_tools.shipping.module import Module
from host_tools.shipping.naming import Names
from host_tools.shipping.program import Program

_VALUE = "K"
"""Tables and texts are called so in every file, numbered: nobody asks for them by name, and names take memory."""


def link(program: Program, entries: Iterable[str]) -> dict[str, ast.Module]:
    """Path → syntax of the files into which modules are joined; see `grouped` for `entries`.

    Raises LinkError for what cannot be joined: a module taken as a value, `global`, a name that is nowhere.
    """
    groups = grouped(program, entries)
    names = Names(program, groups)
    files = {root: _File(program, names, root, members) for root, members in groups.items()}
    trees = {program.modules[root].path: file.tree() for root, file in files.items()}
    _check_loading(program, groups, names, files)
    return trees


class _File:
    def __init__(self, program: Program, names: Names, root: str, members: list[str]) -> None:
        self.root = root
        self._program = program
        self._names = names
        self._members = members
        self._imports: dict[tuple[str, str], str] = {}
        self._constants: dict[Constant, str] = {}

    def tree(self) -> ast.Module:
        modules = [self._program.modules[name] for name in self._members]
        body = [one for module in modules for one in Joining(self._program, self._names, self, module).statements()]
        constants = [_assign(name, _literal(found.value)) for found, name in self._constants.items()]
        tree = ast.Module([*self._import_statements(), *constants, *body], [])
        return ast.fix_missing_locations(tree)

    def imports(self, module: str) -> bool:
        """Whether it takes anything of a module when it is loaded."""
        return any(source == module for source, _ in self._imports)

    def expression(self, found: Constant | Own | Outside) -> ast.expr:
        """What stands in the code for something from the head of a module."""
        match found:
            case Constant(value=int()):
                return _literal(found.value)
            case Constant():
                if found not in self._constants:
                    self._constants[found] = self._names.free(self.root, _VALUE)
                return ast.Name(self._constants[found], ast.Load())
            case Own(module, name):
                root, given = self._names.root[module], self._names.of(module, name)
                return ast.Name(given if root == self.root else self._imported(root, given), ast.Load())
            case Outside(module, name):
                return ast.Name(self._imported(module, name), ast.Load())

    def _imported(self, module: str, name: str) -> str:
        if (module, name) not in self._imports:
            self._imports[module, name] = self._names.free(self.root, name or module)
        return self._imports[module, name]

    def _import_statements(self) -> Iterator[ast.stmt]:
        parts: dict[str, list[ast.alias]] = {}
        for (module, name), local in self._imports.items():
            if name:
                parts.setdefault(module, []).extend(take(module, name, local).names)
            else:
                yield ast.Import([ast.alias(module, None if local == module else local)])
        yield from (ast.ImportFrom(module, aliases, 0) for module, aliases in parts.items())


def _check_loading(program: Program, groups: Mapping[str, list[str]], names: Names, files: Mapping[str, _File]) -> None:
    """Files that load each other would not load, and what a file takes nothing from is not loaded."""
    loads = {root: dict(_loaded(program, groups[root], names)) for root in groups}
    for root in groups:
        for other, (module, node) in loads[root].items():
            if root in _all_loaded(loads, other):
                raise module.fail(node, f"{other} needs {root} when it is loaded: import it within a function")
            runs = [one for one in groups[other] if program.modules[one].runs]
            if runs and not files[root].imports(other):
                raise module.fail(node, f"{runs[0]} runs code when it is loaded: use something that is made there")


def _loaded(program: Program, members: list[str], names: Names) -> Iterator[tuple[str, tuple[Module, ast.ImportFrom]]]:
    """The other files that a file needs when it is loaded, and which statement needs them."""
    for name in members:
        module = program.modules[name]
        for other, node in needed(program, module, module.head):
            if names.root.get(other, names.root[name]) != names.root[name]:
                yield names.root[other], (module, node)


def _all_loaded(loads: Mapping[str, Mapping[str, object]], start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        new = loads[waiting.pop()].keys() - found
        found |= new
        waiting += new
    return found


def _literal(value: object) -> ast.expr:
    """A constant's value as it is written."""
    return ast.parse(repr(value), mode="eval").body


def _assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)
