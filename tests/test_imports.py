"""Imports point one way: stpete_site -> tournaments -> games -> inbound -> moderation -> notices -> accounts ->
api -> statements and declared, games -> engine -> standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOTTOM = {"declared", "statements"}
MAY_IMPORT = {
    "engine": set(),
    "declared": set(),
    "statements": set(),
    "streams": set(),
    "api": BOTTOM,
    "accounts": {"api", *BOTTOM},
    "notices": {"accounts", "api", *BOTTOM, "streams"},
    "moderation": {"notices", "accounts", "api", *BOTTOM},
    "inbound": {"moderation", "notices", "accounts", "api", *BOTTOM},
    "games": {"engine", "inbound", "moderation", "notices", "accounts", "api", *BOTTOM, "streams"},
    "tournaments": {"games", "engine", "inbound", "moderation", "notices", "accounts", "api", *BOTTOM},
    "stpete_site": {
        *("tournaments", "games", "engine", "inbound", "moderation", "notices", "accounts", "api", *BOTTOM),
        "streams",
    },
}
FACES = {"engine.bot", "engine.cards", "engine.errors", "engine.record", "engine.tiles"}
PACKAGES = [name for name in MAY_IMPORT if (ROOT / name).is_dir()]


def imported(path: Path, package: str) -> Iterator[tuple[int, str]]:
    """Line and name of every module that a file imports, also inside functions and for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, package if node.level else node.module or ""


def wrong_imports(root: Path, package: str) -> list[str]:
    """Imports of our own packages that this package may not know, as file:line: name."""
    ours = set(MAY_IMPORT) - MAY_IMPORT[package] - {package}
    return [
        f"{path.relative_to(root)}:{line}: {name}"
        for path in sorted((root / package).rglob("*.py"))
        for line, name in imported(path, package)
        if name.split(".")[0] in ours | {"tests", "benchmarks", "tools"}
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    assert wrong_imports(ROOT, package) == []


def test_the_engine_needs_the_standard_library_only() -> None:
    foreign = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / "engine").rglob("*.py"))
        for line, name in imported(path, "engine")
        if name.split(".")[0] not in sys.stdlib_module_names | {"engine"}
    ]
    assert foreign == []


def test_nothing_outside_imports_an_inner_module_of_the_engine() -> None:
    """The engine's face is `engine/__init__.py`, its bot and its records; what is behind it may change."""
    inner = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for package in PACKAGES
        if package != "engine"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, name in imported(path, package)
        if name.startswith("engine.") and name not in FACES
    ]
    assert inner == []


def test_a_wrong_import_is_found(tmp_path: Path) -> None:
    (tmp_path / "accounts").mkdir()
    (tmp_path / "accounts" / "models.py").write_text("def late():\n    from games.models import Game\n")
    assert wrong_imports(tmp_path, "accounts") == ["accounts/models.py:2: games.models"]
