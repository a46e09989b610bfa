"""What the stage of pages has for itself: static files as they are sent, and its longest tests first."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes_of_the_site import Site
from tests.stages import AT_ONCE
from tests.web_server import ROOT

LONGEST = (
    *("test_axe", "test_everything", "test_by_keys", "test_whole_games", "test_tables", "test_page_height"),
    *("test_guests", "test_weight", "test_lesson"),
)
"""Files, the longest first."""


@pytest.fixture(scope="session")
def static_files() -> Path:
    """Collected once for all workers. As they are written, a page asks for fifty style sheets one after the other."""
    folder = Path(os.environ["STPETE_TEST_DIR"]) / "static"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            subprocess.run(
                [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"],
                cwd=ROOT,
                env={**os.environ, "STPETE_TEST_CHILD": "yes", "STPETE_TEST_STATIC": str(folder)},
                check=True,
            )
    return folder


@pytest.fixture
def site(site: Site, static_files: Path) -> Site:
    site.environment["STPETE_TEST_STATIC"] = str(static_files)
    return site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """None of the longest runs alone at the end: each worker begins with one of `AT_ONCE` equal parts of the list, and takes from
    the ends of the others' when it is done. Tests of a file stay together, since many want the same web server."""
    folder = Path(__file__).parent
    places = [number for number, item in enumerate(items) if item.path.parent == folder]
    files: dict[str, list[pytest.Item]] = {name: [] for name in LONGEST}
    for number in places:
        files.setdefault(items[number].path.stem, []).append(items[number])
    parts: list[list[pytest.Item]] = [[] for _ in range(AT_ONCE)]
    for tests in files.values():
        min(parts, key=len).extend(tests)
    for number, item in zip(places, (item for part in parts for item in part), strict=True):
        items[number] = item
