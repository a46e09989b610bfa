"""An update by `./stpete restart` while people read and play: nobody is turned away, and what runs afterwards is the new code."""

from __future__ import annotations

import http.client
import random
import re
import shutil
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from stpete_site.supervisor.process import wait_until
from tests.mails import Mailbox
from tests.migrated import Migrated
from tests.processes.kills import Harness, harness
from tests.processes.running import Run, text_at
from tests.web_server import ROOT, free_port

PLAYERS = 4
MIGRATION = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("accounts", "{before}")]
    operations = [{operation}]
"""


@dataclass
class Reader(threading.Thread):
    """Reads one page after the other, on a connection for each or on one that is kept."""

    port: int
    pages: list[str]
    keeps: bool
    over: threading.Event = field(default_factory=threading.Event)
    statuses: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0

    __hash__ = threading.Thread.__hash__

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    def run(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=200)
        while not self.over.wait(0.2):
            began, page = time.monotonic(), random.choice(self.pages)
            try:
                connection.request("GET", page)
                answer = connection.getresponse()
                answer.read()
                self.statuses["200" if answer.status == 200 else f"{answer.status} at {page}"] += 1
            except (OSError, http.client.HTTPException) as error:
                self.statuses[f"{type(error).__name__} at {page}"] += 1
                connection.close()
            if not self.keeps:
                connection.close()
            self.longest = max(self.longest, time.monotonic() - began)


@pytest.fixture
def site(mailbox: Mailbox, tmp_path: Path, _migrated: Migrated, django_db_setup: None) -> Iterator[Harness]:
    """The site from a copy of its code, which can be updated."""
    code = tmp_path / "code"
    shutil.copytree(ROOT, code, ignore=shutil.ignore_patterns(".*", "var", "tests", "docs"))
    one = harness(tmp_path, free_port(), mailbox.port, seed=1, root=code)
    try:
        _migrated.fill("stpete", one.postgres.folder)
        one.run.start("--no-demo")
        yield one
    finally:
        one.over.set()
        one.run.end()
        one.postgres.stop()


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def migrate(code: Path, operation: str) -> Path:
    """Add a migration after the last one of accounts."""
    folder = code / "accounts" / "migrations"
    last = max(path.stem for path in folder.glob("[0-9]*.py"))
    text = MIGRATION.format(before=last, operation=operation)
    added = folder / f"{int(last[:4]) + 1:04}_update.py"
    added.write_text(text, encoding="utf-8")
    return added


def sheet(run: Run) -> str:
    """The address of the style sheet that pages name."""
    return re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', text_at(run.url + "/about/"))[0]


def test_an_update_under_load_turns_nobody_away_and_loses_no_move(site: Harness) -> None:
    run, code = site.run, site.run.root
    site.begin(players=PLAYERS, deadlines=0)
    old_sheet = sheet(run)
    pages = ["/", "/about/", "/archive/", "/health/ready/", old_sheet]
    readers = [Reader(run.port, pages, keeps) for keeps in (False, False, True)]
    for reader in readers:
        reader.start()
    before = run.count().family
    unbearable = migrate(code, 'migrations.RemoveField("user", "language")')
    with pytest.raises(
        AssertionError, match=r"This update needs an outage[^$]*accounts.*Remove field language from user"
    ):
        run.manage("restart")
    unbearable.unlink()
    change(code / "stpete_site" / "health.py", 'return JsonResponse({"ok": True})', 'return JsonResponse({"ok": 2})')
    change(code / "static" / "css" / "base.css", "{", "{ --updated: 1;")
    migrate(code, 'migrations.AddField("user", "updated", models.IntegerField(null=True))')

    said = run.manage("restart")

    assert "Restarted in " in said, said
    assert '"ok": 2' in text_at(run.url + "/health/live/")
    assert sheet(run) != old_sheet
    old = [one for one in before[1:] if "valkey" not in _name(one)]
    assert wait_until(lambda: not any(one.is_running() for one in old), seconds=200), [_name(one) for one in old]
    assert run.supervisor.poll() is None
    time.sleep(2)
    for reader in readers:
        reader.over.set()
        reader.join(30)
    site.over.set()
    for player in site.players:
        player.join(60)
    reads = sum((reader.statuses for reader in readers), Counter())
    statuses = sum((player.statuses for player in site.players), Counter())
    print(f"{said} {dict(reads)}, longest {max(one.longest for one in readers):.1f} s, moves {dict(statuses)}")
    assert set(reads) == {"200"}, reads
    assert reads["200"] > 50
    assert set(statuses) <= {200, 201, 409}, statuses
    assert statuses[201] > 10
    rows = {(game, number): text for game, number, text, _source in site.check()["rows"]}
    assert [row for player in site.players for row in player.accepted if rows.get(row[:2]) != row[2]] == []


@pytest.mark.slow
def test_an_update_that_does_not_start_leaves_the_old_version_serving(site: Harness) -> None:
    run = site.run
    reader = Reader(run.port, ["/about/", "/health/live/"], keeps=False)
    reader.start()
    web = run.one("gunicorn")
    change(
        run.root / "stpete_site" / "wsgi.py", "application = ", "raise RuntimeError('does not start')\napplication = "
    )
    with pytest.raises(AssertionError, match="Did not start, so the old version goes on: web"):
        run.manage("restart")
    change(run.root / "stpete_site" / "wsgi.py", "raise ", "# raise ")
    assert web.is_running()
    assert "Restarted in " in run.manage("restart")
    assert wait_until(lambda: not web.is_running(), seconds=200)
    reader.over.set()
    reader.join(30)
    assert set(reader.statuses) == {"200"}, reader.statuses


def _name(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
