"""What the arithmetic of tournaments says as data: the patterns of its sentences, errors and violations, as its sources have
them. It knows no gettext, so nothing marks them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from arbiter import errors

ERRORS = frozenset(
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.TournamentError)
)
PLACES = dict.fromkeys(ERRORS, 0) | {"Sentence": 0, "TrfError": 2, "violation": 3}
"""Which argument of a call is the pattern."""
OF_COLUMNS = ("columns.error", "self.error")
"""Errors of a column of a file: the pattern follows the column."""
PASSED_ON = "pattern"
"""A function that is given a pattern under this name passes it on; it is written out where the function is called."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a call says, and in which line; None where the source does not write it out."""

    line: int
    text: str | None


def patterns(source: str) -> Iterator[Pattern]:
    """Every pattern of a source: written out in the call, or in a constant, a table of constants or a name before it."""
    finder = _Finder()
    finder.visit(ast.parse(source))
    return iter(finder.found)


class _Finder(ast.NodeVisitor):
    """Walks a source with the names that are assigned in each function around."""

    def __init__(self) -> None:
        self.found: list[Pattern] = []
        self.scopes: list[dict[str, list[ast.expr]]] = []

    def visit_Module(self, node: ast.Module) -> None:
        self._walk(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if PASSED_ON not in [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]:
            self._walk(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func)
        place = 1 if name in OF_COLUMNS else PLACES.get(name)
        if place is not None and place < len(node.args):
            self.found += [Pattern(node.lineno, _text(one)) for one in self._meant(node.args[place])]
        self.generic_visit(node)

    def _walk(self, node: ast.AST) -> None:
        names: dict[str, list[ast.expr]] = {}
        for one in ast.walk(node):
            for to in one.targets if isinstance(one, ast.Assign) else ():
                if isinstance(one, ast.Assign) and isinstance(to, ast.Name):
                    names.setdefault(to.id, []).append(one.value)
        self.scopes.append(names)
        self.generic_visit(node)
        self.scopes.pop()

    def _meant(self, argument: ast.expr) -> list[ast.expr]:
        """What an argument may be: itself, or what was assigned to its name, all values of a table."""
        table = argument.value if isinstance(argument, ast.Subscript) else argument
        if not isinstance(table, ast.Name):
            return [argument]
        given = next((names[table.id] for names in reversed(self.scopes) if table.id in names), [argument])
        return [value for one in given for value in (one.values if isinstance(one, ast.Dict) else [one])]


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
