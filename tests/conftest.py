"""What every test can ask for: the servers of the run, people, caught mails, processes of the site, a browser.

The run's servers are started once by the first process and shared by the workers of a parallel run, each with databases
of its own. The engine and the arithmetic of tournaments (`tests/stages.py`) start none.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import warnings
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Where a machine says otherwise, a test's every process would compile 1,400 files again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
pytest_plugins = [
    "pytester",
    "tests.slowest",
    "tests.migrated",
    "tests.emptied",
    "tests.second_database",
    "tests.chance",
    "tests.people",
    "tests.mails",
    "tests.processes_of_the_site",
    "tests.browsing",
]


def pytest_configure(config: pytest.Config) -> None:
    """Start the servers of the run, unless this is one of its workers or nothing but the engine is tested."""
    if hasattr(config, "workerinput") or config.option.collectonly or _needs_no_servers(config):
        return
    from tests.servers import Postgres, Valkey

    folder = Path(os.environ["STPETE_TEST_DIR"])
    folder.mkdir(mode=0o700)
    servers: list[Valkey | Postgres] = [Valkey(folder / "valkey")]
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    config.add_cleanup(lambda: [server.stop() for server in servers])
    if os.environ.get("STPETE_TEST_DATABASE") == "postgres":
        servers.append(Postgres(folder / "postgres"))
    _compile_locale()


def _needs_no_servers(config: pytest.Config) -> bool:
    pure = [ROOT / "tests" / name for name in ("engine", "records", "arbiter")]
    asked = [(config.invocation_params.dir / argument.split("::")[0]).resolve() for argument in config.args]
    return bool(asked) and all(any(path == one or one in path.parents for one in pure) for path in asked)


def _compile_locale() -> None:
    from stpete_site.locale import compile_stale

    compile_stale(ROOT / "locale")


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is loaded by now stays to the end: the collector need not go through it again and again, which costs a tenth
    of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In the whole suite a skipped test is a failed one: "all passed" must mean all."""
    report = yield
    if report.skipped and os.environ.get("STPETE_NO_SKIPS") == "yes":
        report.outcome = "failed"
        report.longrepr = f"skipped, but no test of this project may be: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Rate limits, sessions, presence and positions of one test are not there in the next."""
    from tests.second_database import uses_database

    yield
    if uses_database(request.node):
        from django.core.cache import caches

        for cache in caches.all():
            cache.clear()
        from games.play import position_cache

        position_cache.clear()


@pytest.fixture(autouse=True)
def _nobody_speaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """The language and the zone of the last reader are not those of the next test."""
    yield
    if "django" in sys.modules:
        from django.utils import timezone, translation

        translation.deactivate()
        timezone.deactivate()


@pytest.fixture(scope="session", autouse=True)
def _no_surprises() -> None:
    """A naive date is a bug everywhere."""
    warnings.filterwarnings("error", message=".*received a naive datetime.*", category=RuntimeWarning)
