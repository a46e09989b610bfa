"""A backup is for its owner's eyes: it holds addresses, sessions and the secrets of running games."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from stpete_site import checks, home
from stpete_site.management.commands import backup
from tests.servers import postgres_binaries

ROOT = Path(__file__).resolve().parent.parent.parent


def test_a_backup_is_its_owners_alone_from_its_first_byte(tmp_path: Path) -> None:
    """Whatever the umask, also over an older file that everybody may read, and not only once it is finished."""
    site, folder = tmp_path / "site.sqlite3", tmp_path / "backup"
    folder.mkdir()
    target = folder / "stpete.sqlite3"
    target.write_text("an older backup")
    target.chmod(0o644)
    with contextlib.closing(sqlite3.connect(site)) as database, database:
        database.execute("CREATE TABLE secrets (text TEXT)")
        database.executemany("INSERT INTO secrets VALUES (?)", [("x" * 900,)] * 40_000)
    environment = {**os.environ, "STPETE_TEST_CHILD": "yes", "DJANGO_SETTINGS_MODULE": "stpete_site.settings"}
    environment |= {"STPETE_HOME": str(tmp_path), "DATABASE_URL": f"sqlite:///{site}"}
    backup = subprocess.Popen(
        [sys.executable, "manage.py", "backup", str(target)], cwd=ROOT, env=environment, umask=0, stdout=subprocess.PIPE
    )
    seen = set()
    while backup.poll() is None:
        for entry in folder.iterdir():
            if entry != target:
                with contextlib.suppress(FileNotFoundError):  # renamed this moment
                    seen.add((entry.name, entry.stat().st_mode & 0o077))
        time.sleep(0.001)
    assert backup.returncode == 0
    assert seen, "the draft was never seen: make the database larger"
    assert {mode for _name, mode in seen} == {0}
    assert target.stat().st_mode & 0o777 == 0o600
    with contextlib.closing(sqlite3.connect(target)) as copy:
        assert copy.execute("SELECT count(*) FROM secrets").fetchone() == (40_000,)


@pytest.fixture
def _home(tmp_path, settings):
    settings.HOME = tmp_path / "home"
    settings.HOME.mkdir()
    (settings.HOME / "secret-key").write_text("a secret")


@pytest.mark.usefixtures("_home")
@pytest.mark.django_db(transaction=True)
def test_a_folder_gets_a_backup_with_its_time_and_loses_old_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres_binaries()[0]}:{os.environ['PATH']}")
    folder = tmp_path / "backup"
    folder.mkdir()
    for name in ("stpete-20250101T031000Z.sqlite3", "stpete-20250102T031000Z.dump", "another.sqlite3"):
        (folder / name).touch()
    call_command("backup", str(folder), daily=1, weekly=2)
    left = sorted(path.name for path in folder.iterdir())
    assert left[:2] == ["another.sqlite3", "secret-key"]
    assert left[2] == "stpete-20250102T031000Z.dump", "the last one of the week before"
    assert re.fullmatch(rf"stpete-{now():%Y%m%d}T\d{{6}}Z\.(sqlite3|dump)", left[3])
    assert len(left) == 4
    file, at = checks.last_backup() or ("", None)
    assert (file, at is not None) == (str(folder / left[3]), True)
    with pytest.raises(CommandError, match="at least one day"):
        call_command("backup", str(folder), daily=0)


def test_so_many_days_and_weeks_are_kept(tmp_path: Path) -> None:
    """Two a day for a hundred days: the last of each of seven days, and of each of five weeks."""
    first = datetime(2026, 8, 3, 3, 10, tzinfo=UTC)  # a Monday
    moments = [first + timedelta(hours=12) * number for number in range(200)]
    paths = [tmp_path / f"stpete-{moment:{backup.STAMP}}.dump" for moment in moments]
    gone = set(backup.outdated([*paths, tmp_path / "stpete.dump"], daily=7, weekly=5))
    kept = [moment for moment, path in zip(moments, paths, strict=True) if path not in gone]
    days, sundays = kept[-7:], kept[:-7]
    assert [moment.hour for moment in kept] == [15] * len(kept), "the last one of a day"
    assert [(moments[-1] - moment).days for moment in days] == [6, 5, 4, 3, 2, 1, 0]
    assert {moment.isoweekday() for moment in sundays} == {7}
    assert len({moment.isocalendar()[:2] for moment in kept}) == 5
    assert len(gone) + len(kept) == 200


def test_a_log_that_grows_large_is_put_aside_while_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "LARGEST_LOG", 100)
    log = tmp_path / "log" / "web.log"
    log.parent.mkdir()
    (log.parent / "worker.log").write_text("small")
    with log.open("ab", buffering=0) as output:
        for number in range(8):
            output.write(f"line {number} {'x' * 100}\n".encode())
            assert home.rotate(log.parent) == 1
        output.write(b"the last line\n")
    assert log.read_text() == "the last line\n", "the writer goes on in the emptied file"
    older = [log.with_name(f"web.log.{number}") for number in range(1, 6)]
    assert [path.read_text()[:6] for path in older] == [f"line {number}" for number in (7, 6, 5, 4, 3)]
    assert sorted(path.name for path in log.parent.iterdir()) == [
        "web.log",
        *(path.name for path in older),
        "worker.log",
    ]
    assert home.rotate(log.parent) == 0
