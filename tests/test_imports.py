"""Imports point one way: stpete_site -> tournaments -> games -> incoming_mail -> moderation -> actions,
notifications -> accounts -> api -> statements and plugins, games -> engine -> standard library."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOTTOM = {"plugins", "statements"}
MAY_IMPORT = {
    "engine": set(),
    "arbiter": set(),
    "plugins": set(),
    "statements": set(),
    "streams": set(),
    "api": BOTTOM,
    "accounts": {"api", *BOTTOM},
    "notifications": {"accounts", "api", *BOTTOM, "streams"},
    "actions": {"accounts", "api", *BOTTOM},
    "moderation": {"actions", "notifications", "accounts", "api", *BOTTOM},
    "incoming_mail": {"actions", "moderation", "notifications", "accounts", "api", *BOTTOM},
    "games": {
        "engine",
        "incoming_mail",
        "moderation",
        "actions",
        "notifications",
        "accounts",
        "api",
        *BOTTOM,
        "streams",
    },
    "tournaments": {
        *(
            "games",
            "engine",
            "arbiter",
            "incoming_mail",
            "moderation",
            "actions",
            "notifications",
            "accounts",
            "api",
            *BOTTOM,
        ),
    },
    "stpete_site": {
        *(
            "tournaments",
            "games",
            "engine",
            "arbiter",
            "incoming_mail",
            "moderation",
            "notifications",
            "accounts",
            "api",
            *BOTTOM,
        ),
        *("actions", "streams"),
    },
}
FACES = ("engine", "engine.bots", "engine.record")
"""The public modules of the engine; what is public of each stands in its `__all__`."""
INSIDE = {
    *("benchmarks/engine.py", "benchmarks/visits.py", "tests/games/handbook/test_handbook_examples.py"),
    *("tests/games/handbook/test_handbook_pages.py", "tests/games/page/test_gestures.py"),
    *("tests/games/board/test_hurdles_pages.py", "tests/games/board/test_orders_pages.py"),
    *("tests/games/reference/test_reference_cards.py", "tests/games/card_popups/test_card_popups.py"),
}
"""Measures and tests that are about the inside of the engine, beside tests/engine: composing, positions in the middle of
a scoring, card lists that are not in order."""
PACKAGES = [name for name in MAY_IMPORT if (ROOT / name).is_dir() or (ROOT / f"{name}.py").is_file()]


def files_of(package: str, root: Path = ROOT) -> list[Path]:
    """Every file of a package, or the one of a module."""
    return sorted([*root.glob(f"{package}.py"), *(root / package).rglob("*.py")])


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
        for path in files_of(package, root)
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


def test_outside_the_engine_only_its_public_names_are_used() -> None:
    """`engine`, its bots and its records, and of each what stands in `__all__`: what is behind them may change."""
    public = {face: set(import_module(face).__all__) for face in FACES}
    found = {str(path.relative_to(ROOT)): [*private(path, public)] for path in outside()}
    assert [f"{path}:{name}" for path in sorted(found.keys() - INSIDE) for name in found[path]] == []
    assert [path for path in sorted(INSIDE) if not found[path]] == []


def outside() -> Iterator[Path]:
    """Every file of Python that is not of the engine and does not test its inside."""
    for folder in (*set(PACKAGES) - {"engine"}, "benchmarks", "examples", "tests", "tools"):
        for path in files_of(folder):
            if path.relative_to(ROOT).parts[:2] != ("tests", "engine"):
                yield path


def private(path: Path, public: Mapping[str, set[str]]) -> Iterator[str]:
    """What a file uses of the engine that is not public, as line: name."""
    text = path.read_text("utf-8")
    if not re.search(r"^\s*(import|from) engine\b", text, re.MULTILINE):
        return
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.ImportFrom) and (module := node.module or "").split(".")[0] == "engine":
            for alias in node.names:
                if alias.name not in public.get(module, ()) and f"{module}.{alias.name}" not in public:
                    yield f"{node.lineno}: {module}.{alias.name}"
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.split(".")[0] == "engine"]
            yield from (f"{node.lineno}: {name}" for name in names if name not in public)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "engine":
            known = node.attr in public["engine"] or f"engine.{node.attr}" in public or node.attr == "__file__"
            yield from () if known else (f"{node.lineno}: engine.{node.attr}",)


def test_a_wrong_import_is_found(tmp_path: Path) -> None:
    (tmp_path / "accounts").mkdir()
    (tmp_path / "accounts" / "models.py").write_text("def late():\n    from games.models import Game\n")
    assert wrong_imports(tmp_path, "accounts") == ["accounts/models.py:2: games.models"]
