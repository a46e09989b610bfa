"""A worker is killed in the middle of tournaments and leagues, or two work at once: all becomes as if nothing had happened.

Real processes on databases of their own, PostgreSQL and SQLite (`tests.processes.tournament_kills`). Who sweeps
until nothing changes any more ends with SIGKILL before one of his statements; of these some are taken, spread over all, and every
one with `--all`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes.tournament_kills.scenarios import SCENARIOS
from tests.web_server import ROOT

KILLS = 2
"""Of each scenario on each database."""

SHORT = [name for name in SCENARIOS if name != "released"]
"""Those of every run on PostgreSQL: what a director lets begin before its time goes the way of what begins by itself. On SQLite,
where nothing is locked row by row, every third of them."""


def differing(folder: Path, database: str, kills: int, *scenarios: str) -> dict[str, dict[str, str]]:
    """Which sites became something else than without a kill, by scenario; empty where none did."""
    from django.conf import settings

    assert settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), "run it with STPETE_TEST_DATABASE=postgres"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "stpete_site.settings_test",
        "STPETE_TEST_CHILD": "yes",
        "STPETE_TEST_DATABASE": database,
        **({"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3"} if database == "sqlite" else {}),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "tests.processes.tournament_kills", str(folder), str(kills), *scenarios],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    found = json.loads(ran.stdout)
    assert {name for name, one in found.items() if len(one["killed"]) >= min(kills, 2)} == set(scenarios)
    assert " ERROR " not in ran.stderr, ran.stderr[-3000:]
    return {name: one["differing"] for name, one in found.items() if one["differing"]}


@pytest.mark.parametrize(
    ("database", "scenarios"), [("postgres", SHORT), ("sqlite", SHORT[::3])], ids=["postgres", "sqlite"]
)
def test_a_sweep_killed_here_and_there_leaves_nothing_lost_and_nothing_twice(
    tmp_path: Path, database: str, scenarios: list[str]
) -> None:
    assert differing(tmp_path, database, KILLS, *scenarios) == {}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", list(SCENARIOS))
@pytest.mark.parametrize("database", ["postgres", "sqlite"])
def test_a_sweep_killed_before_any_statement_leaves_nothing_lost_and_nothing_twice(
    tmp_path: Path, database: str, scenario: str
) -> None:
    assert differing(tmp_path, database, 0, scenario) == {}
