"""./stpete run: one command that starts everything, and never leaves anything behind."""

from __future__ import annotations

import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.urls import resolve

from stpete_site.supervisor import plan
from stpete_site.supervisor.process import wait_until
from tests.processes.running import Run, prepared, sign_in, text_at, visitor
from tests.processes_of_the_site import Site
from tests.web_server import ROOT, answers, free_port

PASSWORD = "a password of a test"


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    run = Run(prepared(tmp_path / "home"), free_port())
    try:
        yield run.start("--no-demo")
    finally:
        run.end()


@pytest.fixture(scope="module")
def steady(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A run for the tests that leave it as they found it."""
    run = Run(prepared(tmp_path_factory.mktemp("steady") / "home"), free_port())
    run.environment["METRICS_FROM"] = "127.0.0.0/8"
    try:
        yield run.start("--no-demo")
    finally:
        run.end()


def test_all_processes_count_their_requests_and_tasks_and_say_that_they_live(steady: Run) -> None:
    for _ in range(40):
        assert answers(f"{steady.url}/ratings/")

    def figure(line: str) -> float:
        found = re.search(rf"^{re.escape(line)} (\S+)$", text_at(f"{steady.url}/metrics"), re.MULTILINE)
        return float(found[1]) if found else 0.0

    ratings = resolve("/ratings/").view_name
    assert wait_until(
        lambda: figure(f'stpete_request_duration_seconds_count{{route="{ratings}"}}') == 40.0, seconds=200
    ), text_at(f"{steady.url}/metrics")
    sweeps = 'stpete_tasks_total{outcome="success",task="stpete_site.tasks.start_due_tasks"}'
    assert wait_until(lambda: figure(sweeps) > 1, seconds=200)
    webs = sum("gunicorn" in " ".join(one.cmdline()) for one in steady.count().family if one.is_running()) - 1
    assert figure('stpete_processes{process="web"}') == webs
    for name in ("worker", "worker-mail", "worker-heavy", "beat", "inbound", "streams"):
        assert figure(f'stpete_processes{{process="{name}"}}') >= 1, name
        assert figure(f'stpete_process_memory_bytes{{process="{name}"}}') > 1_000_000, name
        assert figure(f'stpete_process_cpu_seconds_total{{process="{name}"}}') > 0, name


def games_in(run: Run) -> int:
    """Counted from outside: meanwhile a worker fills the demo, at a core's expense."""
    with closing(sqlite3.connect(run.home / "db.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM games_game").fetchone()[0])


def test_one_command_starts_everything_with_a_demo_and_ctrl_c_stops_it_and_the_next_start_fills_nothing(
    tmp_path: Path,
) -> None:
    run = Run(tmp_path / "home", free_port())
    try:
        run.start()
        assert f"St Pete is running at {run.url}/" in run.said()
        assert f"{run.url}/mailbox/" in run.said()
        assert answers(run.url)
        names = " ".join(" ".join(process.cmdline()) for process in run.family)
        for part in ("valkey", "gunicorn", "worker", "beat", "mail_catcher", "-m streams"):
            assert part in names
        (password,) = re.findall(r"Password of all four: (\S+)", run.said())
        games = games_in(run)
        assert games >= 2
        somebody = visitor()
        sign_in(run, somebody, "/accounts/login/", login="anna@example.com", password=password)
        assert "/accounts/login/" not in somebody.open(run.url + "/games/", timeout=200).url
        assert run.interrupt() == 0
        assert run.left() == []
        assert "All data is kept" in run.said()
        run.start()
        assert run.said().count(f"Password of all four: {password}") == 2
        assert games_in(run) >= games
        assert run.said().count("Updating the database") == 1
        assert run.said().count("Collecting static files") == 1
    finally:
        run.end()


def test_a_killed_supervisor_leaves_nothing_behind_and_the_next_keeps_people_sign_ins_and_the_secret(run: Run) -> None:
    run.manage("add_operator", "root@example.org", "--name", "Root", OPERATOR_PASSWORD=PASSWORD)
    somebody = visitor()
    sign_in(run, somebody, "/admin/login/", username="root@example.org", password=PASSWORD, next="/admin/")
    secret = (run.home / "secret-key").read_text()
    names = " ".join(run.count().left())
    for part in ("valkey", "gunicorn", "worker", "beat", "mail_catcher", "-m streams"):
        assert part in names
    run.kill()
    run.start("--no-demo")
    assert (run.home / "secret-key").read_text() == secret
    assert "/admin/login/" not in somebody.open(run.url + "/admin/", timeout=200).url


def listens(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as one:
        return one.connect_ex(str(path)) == 0


def test_what_dies_is_started_again(steady: Run) -> None:
    streams = plan.address("127.0.0.1", steady.port + 24)
    assert answers(f"http://{streams}/streams/1/")
    before = len(steady.said())
    # by the whole of their titles: a worker of gunicorn may outlive its master for a moment
    for name in ("gunicorn: master", "valkey-server", "celeryd: worker@", "-m streams"):
        steady.one(name).kill()
    killed = {"web", "valkey", "worker", "streams"}

    def restarted() -> set[str]:
        return set(re.findall(r"(\S+) exited with status \S+; restarting it", steady.said()[before:]))

    assert wait_until(lambda: killed <= restarted(), seconds=200), steady.said()
    assert wait_until(lambda: answers(steady.url), seconds=200)  # two programs start beside it
    assert wait_until(lambda: answers(f"http://{streams}/streams/1/"), seconds=200)
    assert wait_until(lambda: listens(steady.home / "run" / "valkey.sock"), seconds=200)
    steady.manage("shell", "-c", "from django.core.cache import cache; cache.set('a', 1); assert cache.get('a') == 1")
    assert steady.url in steady.manage(
        "shell", "--no-imports", "-c", "from django.conf import settings as s; print(s.SITE_URL)"
    )


def test_a_mail_that_is_sent_can_be_read_on_the_page(steady: Run) -> None:
    """Also by a command beside the site, which nobody has told at which ports it runs."""
    steady.manage("sendtestemail", "reader@example.com")
    page = text_at(steady.url + "/mailbox/?to=reader@")
    assert "reader@example.com" in page
    (mail,) = re.findall(r'href="(/mailbox/[^"/]+/)"', page)
    assert "If you&#x27;re reading this, it was successful." in text_at(steady.url + mail)


def test_all_processes_share_the_memory_of_the_site(steady: Run) -> None:
    """Each loaded the site by itself before, and they took 1,230 MB."""
    sizes = [process.memory_full_info().pss for process in steady.count().family if process.is_running()]
    assert len(sizes) > 10
    assert sum(sizes) < 700 * 2**20


def test_a_second_start_on_the_same_folder_is_refused(steady: Run) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "stpete_site.supervisor", "--port", str(free_port())],
        cwd=ROOT, env=steady.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert second.returncode == 2
    assert second.stderr.strip() == (
        f"The site is already running on {steady.home}. Stop it first, or set STPETE_HOME to another folder."
    )
    assert answers(steady.url)


def test_redis_is_never_away_for_more_than_five_seconds(steady: Run) -> None:
    for _ in range(4):
        redis = steady.count().one("valkey-server")
        redis.kill()
        redis.wait(5)
        began = time.monotonic()
        assert wait_until(lambda: any("valkey-server" in line for line in steady.count().left()), seconds=200)
    assert time.monotonic() - began < 15, "the pause grew on: the fourth would be 16 seconds"


def refused(home: Path, *arguments: str, **environment: str) -> str:
    """What a start says that cannot be; it takes one sentence, and status 2."""
    run = Run(home, 0)
    done = subprocess.run(
        [sys.executable, "-m", "stpete_site.supervisor", *arguments],
        cwd=ROOT, env=run.environment | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr.strip()


def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refused(tmp_path / "home", "--port", str(port)) == (
            f"Port {port} is in use. Stop the other program or choose another port, such as "
            f"./stpete run --port {port + 1}"
        )


def test_the_streams_have_a_port_of_their_own_beside_other_sites(tmp_path: Path) -> None:
    """The one that docs/deploy.md names, another where it is taken, and one that was asked for or none."""
    port = next(one for one in range(20_000, 60_000) if plan.is_free("127.0.0.1", one + 24))
    assert plan.choose("127.0.0.1", [port + 24]) == port + 24
    with socket.create_server(("127.0.0.1", port + 24)):
        other = plan.choose("127.0.0.1", [port + 24])
        assert other != port + 24
        assert plan.is_free("127.0.0.1", other)
        said = refused(tmp_path / "home", "--port", str(free_port()), STREAMS_PORT=str(port + 24))
    assert said == f"Port {port + 24} (STREAMS_PORT) is in use. Stop the other program or choose another port."
    assert "use a free port" in refused(tmp_path / "home", "--port", str(port), STREAMS_PORT=str(port))
    plan.release()


def test_a_site_that_others_reach_must_know_its_address(tmp_path: Path) -> None:
    """Otherwise the caught mails and the demo accounts would be open to them."""
    port = str(free_port())
    assert "Set SITE_URL" in refused(tmp_path / "home", "--port", port, "--host", "0.0.0.0")
    loopback = {"SITE_URL": f"http://127.0.0.1:{port}"}
    assert "Set SITE_URL" in refused(tmp_path / "home", "--port", port, "--host", "0.0.0.0", **loopback)


def test_wrong_settings_are_named_and_nothing_stays_running(tmp_path: Path) -> None:
    complaint = refused(tmp_path / "home", "--port", str(free_port()), EMAIL_URL="mail.example.org")
    assert "stpete.E006" in complaint


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    complaint = refused(
        tmp_path / "home", "--port", str(free_port()), DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/nothing"
    )
    assert "to the database of DATABASE_URL" in complaint


def _spoil_the_head(file: Path) -> None:
    """Something else was written over it, such as by a disk that mixes up its blocks."""
    with file.open("r+b") as opened:
        opened.write(b"no database " * 400)


def _spoil_the_inside(file: Path) -> None:
    """What a start reads is whole, and some pages behind it are not."""
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(b"\xa5" * 200_000)


@pytest.mark.parametrize("spoil", [_spoil_the_head, _spoil_the_inside])
def test_a_damaged_database_file_is_named_with_where_the_backups_are(tmp_path: Path, spoil: object) -> None:
    home = prepared(tmp_path / "home")
    file, backup = home / "db.sqlite3", tmp_path / "backups" / "stpete.sqlite3"
    backup.parent.mkdir()
    if spoil is _spoil_the_inside:
        Run(home, 0).manage("backup", str(backup))
    spoil(file)  # type: ignore[operator]
    spoiled = file.read_bytes()
    complaint = refused(home, "--port", str(free_port()))
    assert f"The database file {file} is damaged (" in complaint
    assert "docs/deploy.md, section 7" in complaint
    if spoil is _spoil_the_inside:
        assert f"The last backup is {backup}, made on " in complaint
    else:
        assert "No backup was made here by ./stpete manage backup." in complaint
    assert file.read_bytes() == spoiled, "nothing is done to it"


def test_the_same_command_runs_on_servers_of_others(site: Site, tmp_path: Path) -> None:
    """With DATABASE_URL, REDIS_URL and EMAIL_URL set, nothing embedded is started and nothing is caught."""
    run = Run(tmp_path / "home", free_port())
    run.environment |= {name: site.environment[name] for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL")}
    try:
        run.start("--no-demo")
        names = " ".join(run.left())
        assert "gunicorn" in names
        assert "valkey" not in names
        assert "mail_catcher" not in names
        assert answers(run.url)
        assert "/mailbox/" not in run.said()
        assert not (run.home / "db.sqlite3").exists()
        assert run.interrupt() == 0
    finally:
        run.end()
