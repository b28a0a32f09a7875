"""A program of several modules, and what each name at the head of one of them means."""

import ast
from collections.abc import Iterator, Mapping

from host_tools.shipping.constants import NotConstantError, evaluate
from host_tools.shipping.meanings import Constant, Meaning, Outside, Own, Whole
from host_tools.shipping.module import Module
from host_tools.shipping.scopes import bound


class Program:
    """Modules by name. `texts` is path to text; modules without any text are left out: they only make a folder.

    Only modules that are asked for are looked at. Raises LinkError for those that cannot be joined.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        found = [Module(path, text) for path, text in texts.items() if text.strip()]
        self.modules = {module.name: module for module in found}
        self._folders = {name.rpartition(".")[0] for name in self.modules} - self.modules.keys()
        self._heads: dict[str, dict[str, Meaning]] = {}
        self._meanings: dict[tuple[str, str], Meaning | None] = {}

    def own(self, module: str) -> Iterator[str]:
        """Names of what a module itself makes, constants left out."""
        for name in self._head(module):
            if self.meaning(module, name) == Own(module, name):
                yield name

    def meaning(self, module: str, name: str) -> Meaning | None:
        """What a name at the head of a module stands for, wherever it was made; None for one it does not know."""
        asked = (module, name)
        if asked not in self._meanings:
            # What goes round in a circle is no constant.
            self._meanings[asked] = found = self._head(module).get(name)
            self._meanings[asked] = self._resolved(module, found)
        return self._meanings[asked]

    def of(self, module: str, node: ast.expr) -> Meaning | None:
        """What a name, or a name of a module, stands for at the head of a module; None for anything else."""
        match node:
            case ast.Name(id=name):
                return self.meaning(module, name)
            case ast.Attribute(value=value, attr=attribute):
                match self.of(module, value):
                    case Whole(inner):
                        return self.meaning(inner, attribute)
                    case Outside(outer, ""):
                        return Outside(outer, attribute)
        return None

    def brought(self, module: Module, node: ast.ImportFrom) -> Iterator[tuple[ast.alias, Whole | Own | Outside]]:
        """Of each name of an import statement, what it takes and from where, though that may have it from elsewhere."""
        source = module.source(node)
        for alias in node.names:
            whole = f"{source}.{alias.name}"
            if whole in self._folders:
                raise module.fail(node, f"{whole} is a folder; import the module that is wanted")
            if whole in self.modules:
                yield alias, Whole(whole)
            elif source not in self.modules:
                yield alias, Outside(source, alias.name)
            elif self.meaning(source, alias.name) is None:
                raise module.fail(node, f"{source} has no {alias.name}; take what it makes")
            else:
                yield alias, Own(source, alias.name)

    def _resolved(self, module: str, found: Meaning | None) -> Meaning | None:
        if not isinstance(found, Own):
            return found
        if found.module != module:
            return self.meaning(found.module, found.name)
        # What a name is given, if that happens once and with a plain `=`.
        match self.modules[module].given.get(found.name):
            case [ast.expr() as given]:
                try:
                    return Constant(module, found.name, evaluate(given, lambda node: self.of(module, node)))
                except NotConstantError:
                    pass
        return found

    def _head(self, name: str) -> dict[str, Meaning]:
        if name not in self._heads:
            module = self.modules[name]
            # Its own names are known before it is asked what others have of it.
            head = self._heads[name] = {}
            for statement in module.head:
                for local, meaning in self._bindings(module, statement):
                    if head.setdefault(local, meaning) != meaning:
                        raise module.fail(statement, f"{local} is something else already; call it otherwise")
        return self._heads[name]

    def _bindings(self, module: Module, statement: ast.stmt) -> Iterator[tuple[str, Meaning]]:
        match statement:
            case ast.Import(names=names):
                for alias in names:
                    if alias.name in self.modules:
                        raise module.fail(statement, "write `from package import module`")
                    yield alias.asname or alias.name, Outside(alias.name)
            case ast.ImportFrom():
                for alias, meaning in self.brought(module, statement):
                    yield alias.asname or alias.name, meaning
            case _:
                yield from ((name, Own(module.name, name)) for name, _ in bound([statement]))
