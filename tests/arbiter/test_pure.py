"""The arithmetic of tournaments is plain functions of plain values: no Django, no game, no row, no clock of the site, however
far its imports reach. Rows, services and pages of tournaments lie beside it and may use it; it knows nothing of them."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import arbiter
from tests.test_imports import ROOT, imported

PURE = (
    "sentences",
    "errors",
    "matching",
    "pairing",
    "fide",
    "standings",
    "ratings",
    "schedules",
    "formats",
    "results",
    "kept",
    "progression",
)
"""Its rooms."""
LIBRARIES = {"numpy", "rustworkx"}


def files(room: str, root: Path = ROOT) -> list[Path]:
    """The modules of a room, which is a folder or one file."""
    place = root / "arbiter" / room
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def foreign(room: str, root: Path = ROOT) -> list[str]:
    """Imports of anything beside the standard library, the two libraries for numbers, and the pure rooms."""
    return [
        f"{path.relative_to(root)}:{line}: {name}"
        for path in files(room, root)
        for line, name in imported(path, f"arbiter.{room}")
        if name.split(".")[0] not in sys.stdlib_module_names | LIBRARIES
        and not (name == "arbiter" or name.startswith("arbiter."))
    ]


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_imports_numbers_and_pure_rooms_only(room: str) -> None:
    assert files(room)
    assert foreign(room) == []


def test_nothing_of_the_site_is_loaded_with_the_pure_rooms() -> None:
    """However far the imports reach: a fresh Python that has loaded every pure module has loaded no Django and no game."""
    names = [
        module.name
        for module in pkgutil.walk_packages(arbiter.__path__, "arbiter.")
        if module.name.split(".")[1] in PURE and not module.name.endswith("__main__")
    ]
    assert len(names) > 40
    program = f"""
import importlib, sys
for name in {names!r}:
    importlib.import_module(name)
print(*sorted({{name.split(".")[0] for name in sys.modules}} & {{"django", "games", "accounts", "engine", "stpete_site"}}))
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert ran.stdout.split() == []


def test_the_pure_rooms_stand_in_no_circle() -> None:
    """Also for types: there is an order in which they can be read."""
    knows = {
        room: {
            name.split(".")[1]
            for path in files(room)
            for _, name in imported(path, f"arbiter.{room}")
            if name.startswith("arbiter.")
        }
        - {room}
        for room in PURE
    }
    order = tuple(TopologicalSorter(knows).static_order())  # raises CycleError
    assert (order[0], set(order)) == ("sentences", set(PURE))


def test_a_foreign_import_is_found(tmp_path: Path) -> None:
    room = tmp_path / "arbiter" / "pairing"
    room.mkdir(parents=True)
    (room / "late.py").write_text(
        "def late():\n    from django.db import models\n    from tournaments.models import Round\n"
    )
    assert foreign("pairing", tmp_path) == [
        "arbiter/pairing/late.py:2: django.db",
        "arbiter/pairing/late.py:3: tournaments.models",
    ]
