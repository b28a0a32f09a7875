"""A program of several modules, and what each name at the head of one of them means."""

import ast
import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

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


class LinkError(Exception):
    """Modules that cannot be joined; it names the file, the line and what is in the way."""

    def __init__(self, path: str, node: ast.AST | None, what: str) -> None:
        line = getattr(node, "lineno", 1)
        super().__init__(f"{path}, line {line}: {what}")


@dataclass(frozen=True)
class Constant:
    """A value that never changes: a number, a text, a tuple of such."""

    module: str
    name: str
    value: object


@dataclass(frozen=True)
class Own:
    """A function, a class or an object that a module of the program makes."""

    module: str
    name: str


@dataclass(frozen=True)
class Whole:
    """A module of the program."""

    module: str


@dataclass(frozen=True)
class Outside:
    """What the interpreter brings: a module, or a name of one."""

    module: str
    name: str = ""


Meaning = Constant | Own | Whole | Outside


class _NotConstantError(Exception):
    pass


class Module:
    """One module: `name` as it is imported, `tree` its syntax."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        dotted = path.removesuffix(".py").replace("/", ".")
        self.name = dotted.removesuffix(".__init__")
        self._package = self.name if dotted != self.name else self.name.rpartition(".")[0]
        self.tree = ast.parse(text)

    def source(self, node: ast.ImportFrom) -> str:
        """The absolute name of what an import statement takes from."""
        if not node.level:
            return node.module or ""
        parts = self._package.split(".")
        kept = parts[: len(parts) - node.level + 1]
        return ".".join([*kept, node.module] if node.module else kept)

    @cached_property
    def head(self) -> list[ast.stmt]:
        """What runs when the module is loaded: also what is tried there, but not what is done instead."""
        return list(_running(self.tree.body))

    @cached_property
    def given(self) -> dict[str, list[ast.expr | None]]:
        """What a name at the head is given by a plain `=`, each time; None where it is otherwise."""
        found: dict[str, list[ast.expr | None]] = {}
        for statement in self.head:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    found.setdefault(name, []).append(value)
                case _:
                    for name in _assigned(statement):
                        found.setdefault(name, []).append(None)
        return found

    @cached_property
    def later(self) -> list[ast.ImportFrom]:
        """Imports within functions: they happen when the function is called."""
        functions = [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]
        return [node for one in functions for node in ast.walk(one) if isinstance(node, ast.ImportFrom)]


class Program:
    """Modules by name. `texts` is path to text; modules without any text are left out: they only make a folder."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        found = [Module(path, text) for path, text in texts.items() if text.strip()]
        self.modules = {module.name: module for module in found}
        self._bound = {module.name: dict(self._bindings(module)) for module in found}

    def own(self, module: str) -> Iterator[str]:
        """Names of what a module itself makes, constants left out."""
        for name, found in self._bound[module].items():
            if found == Own(module, name) and self.meaning(module, name) == found:
                yield name

    def meaning(self, module: str, name: str) -> Meaning | None:
        """What a name at the head of a module stands for, wherever it was made; None for one it does not know."""
        found = self._bound[module].get(name)
        if not isinstance(found, Own):
            return found
        if found.module != module:
            return self.meaning(found.module, found.name)
        try:
            return Constant(module, name, self._value(module, self._only_value(module, name)))
        except _NotConstantError:
            return found

    def targets(self, module: Module, node: ast.ImportFrom) -> Iterator[tuple[str, str]]:
        """Of each name an import statement brings: how it is called here, and the module of the program it needs."""
        source = module.source(node)
        for alias in node.names:
            if f"{source}.{alias.name}" in self.modules:
                yield alias.asname or alias.name, f"{source}.{alias.name}"
            elif source in self.modules:
                yield alias.asname or alias.name, source

    def _bindings(self, module: Module) -> Iterator[tuple[str, Meaning]]:
        for statement in module.head:
            match statement:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name, Own(module.name, name)
                case ast.Import(names=names):
                    yield from ((alias.asname or alias.name, Outside(alias.name)) for alias in names)
                case ast.ImportFrom(names=names):
                    source = module.source(statement)
                    yield from ((alias.asname or alias.name, self._imported(source, alias.name)) for alias in names)
                case _:
                    yield from ((name, Own(module.name, name)) for name in _assigned(statement))

    def _imported(self, source: str, name: str) -> Meaning:
        if f"{source}.{name}" in self.modules:
            return Whole(f"{source}.{name}")
        return Own(source, name) if source in self.modules else Outside(source, name)

    def _only_value(self, module: str, name: str) -> ast.expr:
        """What a name is given, if that happens once and with a plain `=`."""
        given = self.modules[module].given.get(name, [])
        if len(given) == 1 and given[0]:
            return given[0]
        raise _NotConstantError

    def _value(self, module: str, node: ast.expr) -> object:
        match node:
            case ast.Constant(value=value) if value is not None:
                return value
            case ast.Tuple(elts=elements):
                return tuple(self._value(module, element) for element in elements)
            case ast.Call(func=ast.Name(id="const"), args=[value]):
                return self._value(module, value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._number(module, operand)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return _OPERATIONS[type(op)](self._number(module, left), self._number(module, right))
            case ast.Name(id=name):
                found = self.meaning(module, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                whole = self.meaning(module, name)
                found = self.meaning(whole.module, attribute) if isinstance(whole, Whole) else None
            case _:
                raise _NotConstantError
        if isinstance(found, Constant):
            return found.value
        raise _NotConstantError

    def _number(self, module: str, node: ast.expr) -> int:
        value = self._value(module, node)
        if isinstance(value, int):
            return value
        raise _NotConstantError


def _running(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.Try):
            yield from _running(statement.body)
        else:
            yield statement


def _assigned(statement: ast.stmt) -> list[str]:
    """Names a statement of a module's head gives something to."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return []
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
