"""The engine can be read one module after the other: no import circle, counting imports for types and inside functions."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.test_imports import ROOT


def modules(root: Path, package: str) -> dict[str, Path]:
    """The modules of a package by name; a package is its `__init__`."""
    names = {path: path.relative_to(root).with_suffix("").parts for path in sorted((root / package).rglob("*.py"))}
    return {".".join(parts[:-1] if parts[-1] == "__init__" else parts): path for path, parts in names.items()}


def knows(root: Path, package: str) -> dict[str, set[str]]:
    """What every module of a package imports of it, anywhere in its file."""
    there = modules(root, package)
    return {name: set(imported(path, there)) & set(there) - {name} for name, path in there.items()}


def imported(path: Path, there: Container[str]) -> Iterator[str]:
    """The modules that a file imports; in `from a import b` it is a.b, if that is one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}:{node.lineno}: a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in there else node.module


def order(root: Path, package: str) -> tuple[str, ...]:
    """The modules in an order in which each knows only those before it. Raises CycleError, which names a circle."""
    return tuple(TopologicalSorter(knows(root, package)).static_order())


def test_the_modules_of_the_engine_stand_in_an_order() -> None:
    found = order(ROOT, "engine")
    assert len(found) > 45
    place = {name: number for number, name in enumerate(found)}
    assert place["engine.core"] < place["engine.part"] < place["engine.rulebook"]


def test_nothing_below_the_rulebook_knows_it() -> None:
    """The parts know its narrow face, `engine.core.Rules`."""
    above = {name for name, others in knows(ROOT, "engine").items() if "engine.rulebook" in others}
    below = {name for name in above if name.startswith(("engine.parts", "engine.expansions"))}
    assert (below, "engine.play" in above) == (set(), True)


@pytest.mark.parametrize(
    "late", ["def late():\n    from rules.one import ONE\n", "if TYPE_CHECKING:\n    from rules import one\n"]
)
def test_a_circle_is_found(tmp_path: Path, late: str) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").touch()
    (tmp_path / "rules" / "one.py").write_text("from rules.two import TWO\n")
    (tmp_path / "rules" / "two.py").write_text(late)
    with pytest.raises(CycleError):
        order(tmp_path, "rules")
