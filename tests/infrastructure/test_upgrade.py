"""A database that an earlier state of the code has written is brought up to date, and nothing of it is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.infrastructure.upgraded import PAGES
from tests.web_server import ROOT


def test_a_database_of_before_goes_on(tmp_path: Path, settings: object) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
        "STPETE_HOME": str(tmp_path / "home"),
        "STPETE_TEST_CHILD": "yes",
        "DJANGO_SETTINGS_MODULE": "stpete_site.settings_test",
        "REDIS_URL": settings.REDIS_URL,  # type: ignore[attr-defined]
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.infrastructure.upgraded"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["pages"] == dict.fromkeys(PAGES, 200)
    assert found["rows"] == {"User": 4, "Game": 6, "LogRow": 574, "Notice": 352, "Delivery": 18}
    assert (found["plans"], found["password"]) == (0, True)
