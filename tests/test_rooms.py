"""The rooms of an app lie above each other, and no module knows itself by a detour, not even for types."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {
    # each knows only those before it; what is a loose module is called by its name
    "games": (
        "models",
        "extensions",
        "cache",
        "errors",
        "names",
        "reference",
        "handbook",
        "options",
        "play",
        "tables",
        "board",
        "chat",
        "selectors",
        "lobby",
        "card_popups",
        "solo",
        "replay",
        "guests",
        "hints",
        "lesson",
        "page",
        "offline_summary",
        "og_image",
        "text_client",
        "review",
        "puzzles",
        "practice",
        "search",
        "imports",
        "dumps",
        "statistics",
        "emails",
        "mail_commands",
        "api",
        "permissions",
        "data_export",
        "due",
        "staff",
        "tasks",
        "templatetags",
        "management",
        "admin",
        "apps",
        "urls",
    ),
    "tournaments": (
        "models",
        "finished",
        "rated",
        "lifecycle",
        "pages",
        "director",
        "leagues",
        "emails",
        "staff",
        "api",
        "permissions",
        "alerts",
        "tasks",
        "extends_games",
        "data_export",
        "templatetags",
        "management",
        "admin",
        "apps",
        "urls",
    ),
}
APPS = (
    "api",
    "accounts",
    "notifications",
    "moderation",
    "incoming_mail",
    "games",
    "tournaments",
    "stpete_site",
)


def modules(app: str, root: Path = ROOT) -> Mapping[str, Path]:
    """Every module of an app by its dotted name; migrations know whatever they need."""
    found = {}
    for path in sorted((root / app).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if "migrations" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the same app that a module imports: anywhere in it, also in functions and for types."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *filter(None, [node.module])])
            for alias in node.names:
                found = f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base
                if found in known and found != name:
                    yield found


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Modules that know themselves by a detour: what is left when all that know nobody left are taken away, again and again,
    and then all whom nobody left knows."""
    left = {name: set(known) for name, known in graph.items()}
    for _ in range(2):
        while gone := {name for name, known in left.items() if not known & left.keys()}:
            left = {name: known for name, known in left.items() if name not in gone}
        turned: dict[str, set[str]] = {name: set() for name in left}
        for name, known in left.items():
            for one in known & left.keys():
                turned[one].add(name)
        left = turned
    return [sorted(left)] if left else []


@pytest.mark.parametrize("app", [app for app in APPS if (ROOT / app).is_dir()])
def test_no_module_knows_itself_by_a_detour(app: str) -> None:
    known = modules(app)
    graph = {name: set(imports(name, path, known)) for name, path in known.items()}
    # a package that names its own parts as its face is no circle: a part that imports the package is
    assert circles(graph) == []


@pytest.mark.parametrize("app", ROOMS)
def test_rooms_know_only_those_below(app: str) -> None:
    known, order = modules(app), ROOMS[app]

    def room(name: str) -> str:
        return name.split(".")[1] if "." in name else ""

    wrong = [
        f"{name} -> {one}"
        for name, path in known.items()
        for one in set(imports(name, path, known))
        if room(name) != room(one) and order.index(room(one)) > order.index(room(name))
    ]
    assert wrong == []
    assert {room(name) for name in known} - {""} <= set(order), (
        "a new room has its place in the list and in docs/architecture.md"
    )


def test_every_room_has_its_sentence() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for app in ROOMS for path in (ROOT / app).glob("*/*.py")} - {
        "migrations",
        "management",
        "templatetags",
    }
    assert {room for room in rooms if f"| `{room}` |" not in text} == set()


def test_a_circle_is_found(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "one.py").write_text("from app import two\n")
    (tmp_path / "app" / "two.py").write_text("def late():\n    from .three import deed\n")
    (tmp_path / "app" / "three.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from app.one import x\n"
    )
    (tmp_path / "app" / "four.py").write_text("from app import one\n")
    known = modules("app", tmp_path)
    graph = {name: set(imports(name, path, known)) for name, path in known.items()}
    assert circles(graph) == [["app.one", "app.three", "app.two"]]
