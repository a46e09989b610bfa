"""A disk without room: who reads goes on reading, who writes is told, and a start says so.

A limit on the size of files stands for the full disk: it needs no file system of its own and no root, and every write to
a file fails under it.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import urllib.error
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from stpete_site.supervisor.process import wait_until
from tests.processes.running import Run, prepared, sign_in, text_at, visitor
from tests.web_server import ROOT, free_port

PASSWORD = "a password of a test"


def test_a_start_on_a_full_disk_says_so_before_it_begins_anything(tmp_path: Path) -> None:
    run = Run(tmp_path / "home", 0)
    limit = ["prlimit", "--fsize=1000000", sys.executable]
    done = subprocess.run(
        [*limit, "-m", "stpete_site.supervisor", "--port", str(free_port())],
        cwd=ROOT, env=run.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert re.fullmatch(
        rf"Not enough disk space in {tmp_path}/home \(.+\): it needs 20 MB to start\. "
        r"Free some space, or set STPETE_HOME to a folder on another disk\.",
        done.stderr.strip(),
    ), done.stderr
    assert not (tmp_path / "home" / "db.sqlite3").exists()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """The site on SQLite, with somebody who may sign in to the admin pages."""
    run = Run(prepared(tmp_path / "home"), free_port())
    try:
        run.start("--no-demo")
        run.manage("add_operator", "root@example.org", "--name", "Root", OPERATOR_PASSWORD=PASSWORD)
        yield run
    finally:
        run.end()


def test_on_a_full_disk_pages_are_read_and_writing_is_refused_with_a_sentence(run: Run) -> None:
    somebody = visitor()
    sign_in(run, somebody, "/admin/login/", username="root@example.org", password=PASSWORD, next="/admin/")
    pages = ["/", "/lobby/", "/rules/", "/accounts/login/", "/admin/accounts/user/"]
    web = [process for process in run.count().family if "gunicorn" in " ".join(process.cmdline())]
    _limit(web, 0)
    for path in pages * 3:
        assert text_at(run.url + path, somebody), path
    assert wait_until(lambda: not _is_well(run), seconds=200), "a monitor hears of it"
    assert text_at(run.url + "/health/ready/", somebody)
    with pytest.raises(urllib.error.HTTPError) as refused:
        _speak(run, somebody, "de")
    assert refused.value.code == 503
    assert "nothing is lost" in refused.value.read().decode()
    _limit(web, resource.RLIM_INFINITY)
    assert wait_until(lambda: _is_well(run), seconds=200)
    _speak(run, somebody, "de")
    assert 'lang="de"' in text_at(run.url + "/", somebody)


def _is_well(run: Run) -> bool:
    try:
        return bool(text_at(run.url + "/health/", visitor()))
    except urllib.error.HTTPError:
        return False


def _limit(processes: list[psutil.Process], size: int) -> None:
    for process in processes:
        process.rlimit(psutil.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _speak(run: Run, somebody: object, language: str) -> None:
    """Choose another language, which is a write to the own row."""
    (token,) = set(re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', text_at(run.url + "/profile/", somebody))[:1])  # type: ignore[arg-type]
    data = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "language": language}).encode()
    somebody.open(run.url + "/language/", data, timeout=200).close()  # type: ignore[attr-defined]
