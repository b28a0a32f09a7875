"""A module's statements as they stand in the file into which it is joined."""

import ast
from collections.abc import Iterator
from typing import Protocol

from host_tools.shipping.meanings import Constant, Meaning, Outside, Own, Whole
from host_tools.shipping.module import Module, is_text
from host_tools.shipping.naming import Names
from host_tools.shipping.program import Program
from host_tools.shipping.visiting import Visiting

_MACHINE_CODE = Outside("micropython", "viper")


class File(Protocol):
    """The file into which a module is joined."""

    root: str

    def expression(self, found: Constant | Own | Outside) -> ast.expr:
        """What stands in the code for something from the head of a module."""


class Joining(Visiting, ast.NodeTransformer):
    """Rewrites one module for its file: every name says directly what it stands for."""

    def __init__(self, program: Program, names: Names, file: File, module: Module) -> None:
        super().__init__(self._imported)
        self._program = program
        self._names = names
        self._file = file
        self._module = module

    def statements(self) -> Iterator[ast.stmt]:
        """What of its head is left: constants stand where they are used, imports at the top of the file."""
        for node in self._module.head:
            if not (isinstance(node, ast.Import | ast.ImportFrom) or is_text(node) or self._is_constant(node)):
                yield self.visit(node)

    def _is_constant(self, node: ast.stmt) -> bool:
        match node:
            case ast.Assign(targets=[ast.Name() as name]):
                return isinstance(self._program.of(self._module.name, name), Constant)
        return False

    # -- names ----------------------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self._program.of(self._module.name, node)
        if node.id in self._scopes:
            return self._local(node, found)
        if found is None:
            self._check_builtin(node)
            return node
        if isinstance(found, Whole):
            raise self._module.fail(node, f"the module {node.id} is taken as a value; take what is wanted of it")
        if isinstance(node.ctx, ast.Load):
            return self._stand_in(node, found)
        return ast.Name(self._names.of(self._module.name, node.id), node.ctx)

    def _local(self, node: ast.Name, at_head: Meaning | None) -> ast.Name:
        if isinstance(node.ctx, ast.Load):
            if self._scopes.modules(node.id) != {""}:
                raise self._module.fail(node, f"the module {node.id} is taken as a value; take what is wanted of it")
            if at_head and self._scopes.of_class(node.id):
                raise self._module.fail(node, f"{node.id} is a name of the class and of the module; call one otherwise")
        return node

    def _check_builtin(self, node: ast.Name) -> None:
        root = self._names.root[self._module.name]
        if root != self._module.name and node.id in self._program.own(root):
            raise self._module.fail(
                node, f"{node.id} is made in {root}, whose file this stands in; call that otherwise"
            )

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            name = node.value.id
            whole = self._whole_local(node, name) if name in self._scopes else self._whole(name)
            if whole:
                if not isinstance(node.ctx, ast.Load):
                    raise self._module.fail(node, "what a module has is set from elsewhere; keep it in an object")
                return self._of_local(node, whole) if name in self._scopes else self._of_module(node, whole)
        return self.generic_visit(node)

    def _whole(self, name: str) -> str:
        found = self._program.meaning(self._module.name, name)
        return found.module if isinstance(found, Whole) else ""

    def _whole_local(self, node: ast.AST, name: str) -> str:
        modules = self._scopes.modules(name)
        if len(modules) > 1:
            raise self._module.fail(node, f"{name} is now one thing, now another, and one is a module; use two names")
        return next(iter(modules), "")

    def _of_module(self, node: ast.Attribute, module: str) -> ast.expr:
        found = self._program.meaning(module, node.attr)
        if found is None or isinstance(found, Whole):
            raise self._module.fail(node, f"{module} makes no {node.attr}; take it from where it is made")
        return self._stand_in(node, found)

    def _of_local(self, node: ast.Attribute, module: str) -> ast.expr:
        """Of a module that is imported within the function: it is loaded by then, and constants it has no more."""
        found = self._program.meaning(module, node.attr)
        if isinstance(found, Constant):
            return self._stand_in(node, found)
        if found != Own(module, node.attr):
            raise self._module.fail(node, f"{module} makes no {node.attr}; take it from where it is made")
        return node

    def _stand_in(self, node: ast.expr, found: Constant | Own | Outside) -> ast.expr:
        made = self._file.expression(found)
        if isinstance(made, ast.Name) and made.id in self._scopes:
            raise self._module.fail(
                node, f"a name of this function hides {made.id} of another module; call it otherwise"
            )
        return made

    # -- imports within functions ---------------------------------------------------------------------------------

    def _imported(self, node: ast.AST, name: str) -> str:
        """The module of the program that a statement binds to a name."""
        if isinstance(node, ast.ImportFrom):
            for alias, taken in self._program.brought(self._module, node):
                if isinstance(taken, Whole) and (alias.asname or alias.name) == name:
                    return taken.module
        return ""

    def visit_Import(self, node: ast.Import) -> ast.AST:
        if any(alias.name in self._program.modules for alias in node.names):
            raise self._module.fail(node, "write `from package import module`")
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        return [self._taken(node, alias, taken) for alias, taken in self._program.brought(self._module, node)]

    def _taken(self, node: ast.ImportFrom, alias: ast.alias, taken: Whole | Own | Outside) -> ast.stmt:
        local = alias.asname or alias.name
        if not isinstance(taken, Own):
            return take(self._module.source(node), alias.name, local)
        match self._program.meaning(taken.module, taken.name):
            case Constant() as constant:
                return ast.Assign([ast.Name(local, ast.Store())], self._file.expression(constant))
            case Own(module, name) if module == taken.module:
                return take(self._names.root[module], self._names.of(module, name), local)
        raise self._module.fail(node, f"{taken.module} makes no {taken.name}; take it from where it is made")

    # -- what has names of its own --------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        # MicroPython looks at no annotations but those of machine code.
        if not any(self._program.of(self._module.name, one) == _MACHINE_CODE for one in node.decorator_list):
            node.returns = None
            for arg in ast.walk(node.args):
                if isinstance(arg, ast.arg):
                    arg.annotation = None
        return self._definition(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(base) for base in node.bases]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return self._definition(node)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        if not self._scopes:
            node.name = self._names.of(self._module.name, node.name)
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        if isinstance(node, ast.FunctionDef):
            self.visit_defaults(node.args)
        with self._scopes.within(node):
            node.body = self.visit_body(node.body)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """MicroPython looks at no annotation of these."""
        if node.value is None:
            return ast.Pass()
        return ast.copy_location(ast.Assign([self.visit(node.target)], self.visit(node.value)), node)


def take(module: str, name: str, local: str) -> ast.ImportFrom:
    """`from module import name as local`."""
    return ast.ImportFrom(module, [ast.alias(name, None if local == name else local)], 0)
