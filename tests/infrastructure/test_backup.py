"""A backup is for its owner's eyes: it holds addresses, sessions and the secrets of running games."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

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


def test_a_folder_is_no_file_to_back_up_into(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"is a folder|use pg_dump"):
        call_command("backup", str(tmp_path))
    assert list(tmp_path.parent.glob(f"{tmp_path.name}.*")) == []
