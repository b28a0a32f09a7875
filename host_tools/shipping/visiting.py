"""Going through a text that is rewritten, and knowing which names are local there."""

import ast
from collections.abc import Callable

from host_tools.shipping.module import is_text
from host_tools.shipping.scopes import Scopes


class Visiting(ast.NodeTransformer):
    """See Scopes for `module_of`."""

    def __init__(self, module_of: Callable[[ast.AST, str], str]) -> None:
        self._scopes = Scopes(module_of)

    def visit_body(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a function or a class, without its docstring."""
        made: list[ast.stmt] = []
        for statement in body:
            if not is_text(statement):
                found = self.visit(statement)
                made += found if isinstance(found, list) else [found]
        return made or [ast.Pass()]

    def visit_defaults(self, args: ast.arguments) -> None:
        """They are worked out where the function stands."""
        args.defaults = [self.visit(default) for default in args.defaults]
        args.kw_defaults = [default and self.visit(default) for default in args.kw_defaults]

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.visit_defaults(node.args)
        with self._scopes.within(node):
            node.body = self.visit(node.body)
        return node

    def _visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        # What is gone through is worked out where the comprehension stands.
        first = node.generators[0]
        source = self.visit(first.iter)
        first.iter = ast.Constant(None)
        with self._scopes.within(node):
            self.generic_visit(node)
        first.iter = source
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension  # noqa: N815
