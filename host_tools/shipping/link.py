"""Several modules as one text: every name says directly what it stands for, constants are in the code themselves."""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping

from host_tools.shipping.grouping import grouped
from host_tools.shipping.program import Constant, LinkError, Meaning, Module, Outside, Own, Program, Whole
from host_tools.shipping.scopes import Scopes, local_names

_NOT_RENAMED = frozenset({"const", "ptr8"})
"""The compiler goes by these names."""


def link(texts: Mapping[str, str], entries: Iterable[str]) -> dict[str, ast.Module]:
    """Path → syntax of the files into which modules are joined. `texts` is path to text; see `grouped` for `entries`.

    Raises LinkError for what cannot be joined: a module taken as a value, `global`, a name that is nowhere.
    """
    program = Program(texts)
    groups = grouped(program, entries)
    names = _Names(program, groups)
    return {program.modules[root].path: _File(program, names, root, groups[root]).tree() for root in groups}


class _Names:
    """What everything is called in the file it is made in."""

    def __init__(self, program: Program, groups: dict[str, list[str]]) -> None:
        self.root: dict[str, str] = {}
        self.taken: dict[str, set[str]] = {}
        self._given: dict[tuple[str, str], str] = {}
        for root, members in groups.items():
            # Nor may a function's own name come between.
            hidden = set().union(*(local_names(program.modules[module].tree) for module in members))
            taken = self.taken[root] = (hidden | set(dir(builtins))) - set(program.own(root))
            # The root's own come first, and keep their names: others ask for them.
            for module in reversed(members):
                self.root[module] = root
                for name in program.own(module):
                    self._given[module, name] = name if name in _NOT_RENAMED else _free(name, taken)

    def of(self, module: str, name: str) -> str:
        return self._given[module, name]


def _free(name: str, taken: set[str]) -> str:
    """A name, or the next like it that is not taken; from then on it is."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}{number}", number + 1
    taken.add(found)
    return found


class _File:
    def __init__(self, program: Program, names: _Names, root: str, members: list[str]) -> None:
        self._program = program
        self._names = names
        self._members = members
        self._root = root
        self._imports: dict[tuple[str, str], str] = {}
        self._constants: dict[Constant, str] = {}

    def tree(self) -> ast.Module:
        body = [one for name in self._members for one in self._statements(self._program.modules[name])]
        constants = [_assign(name, _literal(found.value)) for found, name in self._constants.items()]
        tree = ast.Module([*self._import_statements(), *constants, *body], [])
        return ast.fix_missing_locations(tree)

    def _statements(self, module: Module) -> Iterator[ast.stmt]:
        joined = _Joined(self._program, self._names, self, module)
        for node in module.head:
            if not (isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node) or self._is_constant(module, node)):
                yield joined.visit(node)

    def _is_constant(self, module: Module, node: ast.stmt) -> bool:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                return isinstance(self._program.meaning(module.name, name), Constant)
        return False

    def expression(self, found: Constant | Own | Outside) -> ast.expr:
        """What stands in the code for something from the head of a module."""
        match found:
            case Constant(value=int()):
                return _literal(found.value)
            case Constant():
                if found not in self._constants:
                    self._constants[found] = _free(found.name, self._names.taken[self._root])
                return ast.Name(self._constants[found], ast.Load())
            case Own(module, name):
                root, given = self._names.root[module], self._names.of(module, name)
                return ast.Name(given if root == self._root else self._imported(root, given), ast.Load())
            case Outside(module, name):
                return ast.Name(self._imported(module, name), ast.Load())

    def _imported(self, module: str, name: str) -> str:
        if (module, name) not in self._imports:
            wanted = name or module
            taken = self._names.taken[self._root]
            self._imports[module, name] = wanted if wanted in _NOT_RENAMED else _free(wanted, taken)
        return self._imports[module, name]

    def _import_statements(self) -> Iterator[ast.stmt]:
        parts: dict[str, list[ast.alias]] = {}
        for (module, name), local in self._imports.items():
            if name:
                parts.setdefault(module, []).append(_alias(name, local))
            else:
                yield ast.Import([_alias(module, local)])
        yield from (ast.ImportFrom(module, aliases, 0) for module, aliases in parts.items())


class _Joined(ast.NodeTransformer):
    """A statement from the head of a module, as it stands in the file."""

    def __init__(self, program: Program, names: _Names, file: _File, module: Module) -> None:
        self._program = program
        self._names = names
        self._file = file
        self._module = module
        self._scopes = Scopes()

    def _fail(self, node: ast.AST, what: str) -> LinkError:
        return LinkError(self._module.path, node, what)

    def _meaning(self, node: ast.AST, module: str, name: str) -> Meaning | None:
        found = self._program.meaning(module, name)
        if found is None and module != self._module.name:
            raise self._fail(node, f"{module} has no {name}")
        return found

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._scopes:
            return node
        found = self._meaning(node, self._module.name, node.id)
        if isinstance(found, Whole):
            raise self._fail(node, f"the module {node.id} is taken as a value; take what is wanted of it")
        if found is None:
            return node
        if isinstance(node.ctx, ast.Load):
            return self._stand_in(node, found)
        return ast.Name(self._names.of(self._module.name, node.id), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node.value:
            case ast.Name(id=name) if name in self._scopes:
                local = self._scopes.module(name)
                if local:
                    return self._of_module(node, local)
            case ast.Name(id=name):
                whole = self._meaning(node, self._module.name, name)
                if isinstance(whole, Whole):
                    return self._stand_in(node, self._meaning(node, whole.module, node.attr))
        return self.generic_visit(node)  # type: ignore[return-value]

    def _of_module(self, node: ast.Attribute, module: str) -> ast.expr:
        """Of a module that is imported within the function: it is loaded by then, and constants it has no more."""
        found = self._meaning(node, module, node.attr)
        return self._stand_in(node, found) if isinstance(found, Constant) else node

    def _stand_in(self, node: ast.expr, found: Meaning | None) -> ast.expr:
        if found is None or isinstance(found, Whole):
            raise self._fail(node, f"{ast.unparse(node)} is nothing that has a name of its own")
        made = self._file.expression(found)
        if isinstance(made, ast.Name) and made.id in self._scopes:
            raise self._fail(node, f"a name of this function hides {made.id} of another module; call it otherwise")
        return made

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt] | ast.stmt:
        """Within a function."""
        source = self._module.source(node)
        targets = dict(self._program.targets(self._module, node))
        if not targets:
            return node
        made: list[ast.stmt] = []
        for alias in node.names:
            local = alias.asname or alias.name
            if targets[local] != source:
                self._scopes.bind(local, targets[local])
                made.append(_take(source, alias.name, local))
                continue
            match self._meaning(node, source, alias.name):
                case Own(module, name):
                    made.append(_take(self._names.root[module], self._names.of(module, name), local))
                case Constant(value=value):
                    made.append(_assign(local, _literal(value)))
                case _:
                    raise self._fail(node, f"{alias.name} is not made in {source}; import it from where it is")
        return made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        if not self._scopes:
            node.name = self._names.of(self._module.name, node.name)
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.args.defaults = [self.visit(default) for default in node.args.defaults]
        with self._scopes.within(node):
            node.body = self._body(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        if not self._scopes:
            node.name = self._names.of(self._module.name, node.name)
        node.bases = [self.visit(base) for base in node.bases]
        with self._scopes.within(node):
            node.body = self._body(node.body)
        return node

    def _body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            if not _is_text(statement):
                found = self.visit(statement)
                made += found if isinstance(found, list) else [found]
        return made or [ast.Pass()]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """MicroPython looks at no annotation of these."""
        if node.value is None:
            return ast.Pass()
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))  # type: ignore[no-any-return]

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_Global(self, node: ast.Global) -> ast.stmt:
        raise self._fail(node, "`global` changes what other modules took; keep it in an object")

    def _visit_expression(self, node: ast.expr) -> ast.expr:
        with self._scopes.within(node):
            return self.generic_visit(node)  # type: ignore[return-value]

    visit_Lambda = visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_expression  # noqa: N815


def _literal(value: object) -> ast.expr:
    """A constant's value as it is written."""
    return ast.parse(repr(value), mode="eval").body


def _take(module: str, name: str, local: str) -> ast.ImportFrom:
    """`from module import name as local`."""
    return ast.ImportFrom(module, [_alias(name, local)], 0)


def _alias(name: str, local: str) -> ast.alias:
    return ast.alias(name, None if local == name else local)


def _assign(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
