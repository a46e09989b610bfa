"""docs/deploy.md keeps its word: its commands are run as they stand there, its headers sent as a proxy sends them."""

from __future__ import annotations

import configparser
import http.client
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.timezone import now

from accounts.models import User
from tests.games.play_builders import begun
from tests.migrated import Migrated
from tests.processes.running import prepared
from tests.processes_of_the_site import Site
from tests.servers import postgres_binaries, psycopg_connection
from tests.web_server import ROOT, free_port

PAGE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
USERS = "from accounts.models import User; "
FORGET, COUNT = "User.objects.all().delete(); ", "print(User.objects.count())"


def add(name: str) -> str:
    """Code that makes an account."""
    return f"User.objects.create_user('{name.lower()}@example.org', 'pw', display_name='{name}'); "


def block(name: str) -> str:
    """The commands under `<!-- test: name -->` of the page."""
    (found,) = re.findall(rf"<!-- test: {name} -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


class Server:
    """A server as the page sets it up: a shell with its environment."""

    def __init__(self, folder: Path, **environment: str) -> None:
        ours = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "STPETE_TEST_CHILD")
        self.environment = {name: value for name, value in os.environ.items() if name not in ours}
        self.environment |= {
            "STPETE_HOME": str(folder / "state"),
            "BACKUP": str(folder / "backup"),
            "DJANGO_SETTINGS_MODULE": "stpete_site.settings",
            "PATH": f"{postgres_binaries()[0]}:{os.environ['PATH']}",
            **environment,
        }
        (folder / "backup").mkdir()

    def shell(self, commands: str) -> str:
        """Run commands as a person at the shell would; the first that fails ends them."""
        done = subprocess.run(
            ["bash", "-euc", commands], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}{done.stderr}"
        return done.stdout

    def users(self, code: str) -> str:
        """Run code about accounts in `manage.py shell`."""
        self.environment["CODE"] = USERS + code
        return self.shell('./stpete manage shell --no-imports -c "$CODE"').strip()


def lose_and_restore(server: Server, database: str) -> None:
    """Back up, lose a person and gain a later one, restore: the database is as it was."""
    server.users(add("Anna"))
    server.shell(block("backup"))
    assert server.users(FORGET + add("Boris") + COUNT) == "1"
    server.shell(block(f"{database} restore"))
    counters_go_on = "print(User.objects.get().display_name); " + add("Boris") + COUNT
    assert server.users(counters_go_on).split() == ["Anna", "2"]
    assert "Steps in the database: 0. ./stpete restart updates without an outage." in server.shell(block("plan"))


def test_sqlite_is_backed_up_and_restored_by_the_commands_of_the_page(tmp_path: Path) -> None:
    prepared(tmp_path / "state")
    lose_and_restore(Server(tmp_path), "sqlite")


@pytest.fixture
def database_url(_migrated: Migrated, django_db_setup: None) -> Iterator[str]:
    """A database of its own on the PostgreSQL of the run, without rows."""
    folder = Path(os.environ["STPETE_TEST_DIR"]) / "postgres"
    name = f"deploy_{os.getpid()}"  # others may test the same beside us
    _migrated.copy(name)
    yield f"postgres://stpete@/{name}?host={folder}"
    with psycopg_connection(folder) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_postgresql_is_backed_up_and_restored_by_the_commands_of_the_page(tmp_path: Path, database_url: str) -> None:
    lose_and_restore(Server(tmp_path, DATABASE_URL=database_url), "postgres")


def test_a_backup_that_cannot_be_made_says_why_and_leaves_nothing(tmp_path: Path, database_url: str) -> None:
    server = Server(tmp_path, DATABASE_URL=database_url, PATH="/usr/bin:/bin")
    said = server.shell(f"PGOPTIONS=--nonsense ./stpete manage backup {tmp_path}/backup 2>&1 || true")
    assert "pg_dump " in said
    assert "Traceback" not in said
    assert list((tmp_path / "backup").iterdir()) == []


def test_the_unit_of_the_backup_writes_one_and_its_timer_starts_it(tmp_path: Path) -> None:
    prepared(tmp_path / "state")
    units = {}
    for kind in ("service", "timer"):
        units[kind] = configparser.ConfigParser(interpolation=None)
        units[kind].optionxform = str  # type: ignore[assignment,method-assign]
        units[kind].read(ROOT / f"examples/systemd/stpete-backup.{kind}")
    command = units["service"]["Service"]["ExecStart"]
    assert units["timer"]["Timer"]["OnCalendar"]
    folder = tmp_path / "backup"
    server = Server(tmp_path)
    del server.environment["SECRET_KEY"]  # so that it is made and kept
    server.shell(command.replace("/srv/stpete/site/", "./").replace("/srv/stpete/backup", str(folder)))
    (made,) = folder.glob("stpete-*.sqlite3")
    assert made.stat().st_mode & 0o777 == 0o600
    assert (folder / "secret-key").read_text() == (tmp_path / "state" / "secret-key").read_text()


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The page's settings, DEBUG off, and a home with the collected static files."""
    settings = {"SITE_URL": "https://pete.example.org", "DJANGO_SETTINGS_MODULE": "stpete_site.settings"}
    settings["STPETE_HOME"] = str(tmp_path_factory.mktemp("collected"))
    subprocess.run(
        [ROOT / ".venv/bin/python", "manage.py", "collectstatic", "--noinput", "-v0"],
        cwd=ROOT, env=os.environ | settings, check=True,
    )  # fmt: skip
    return settings


@pytest.fixture
def behind_a_proxy(site: Site, collected: dict[str, str]) -> Site:
    """The web process with them."""
    site.environment |= collected
    site.web()
    return site


def ask(site: Site, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """One request as the proxy passes it on."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=200)
    sent = {"Host": "pete.example.org", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, headers=sent)
    answer = connection.getresponse()
    answer.text = answer.read().decode(errors="replace")  # type: ignore[attr-defined]
    return answer


def test_https_ends_at_the_proxy(behind_a_proxy: Site) -> None:
    """What came in over https is answered with secure cookies and HSTS; what came over http is sent to https."""
    answer = ask(behind_a_proxy, "/accounts/login/", X_Forwarded_Proto="https", X_Forwarded_For="203.0.113.9")
    assert answer.status == 200
    assert "max-age=2592000" in (answer.getheader("Strict-Transport-Security") or "")
    cookie = answer.getheader("Set-Cookie") or ""
    assert cookie.startswith("csrftoken=")
    assert "Secure" in cookie
    plain = ask(behind_a_proxy, "/accounts/login/", X_Forwarded_Proto="http")
    assert (plain.status, plain.getheader("Location")) == (301, "https://pete.example.org/accounts/login/")


def test_a_proxy_sends_pages_to_their_stream(behind_a_proxy: Site, anna: User, boris: User) -> None:
    """With the headers of the page, at the port that it names."""
    site, game = behind_a_proxy, begun(anna, boris, now=now())
    site.streams()
    site.web()
    page = ask(site, f"/games/{game.pk}/", X_Forwarded_Proto="https")
    assert f'data-stream="/streams/{game.pk}/"' in page.text  # type: ignore[attr-defined]
    for headers, status in (
        ({"Host": "pete.example.org", "X-Forwarded-Proto": "https", "Origin": "https://pete.example.org"}, 200),
        ({"Host": "pete.example.org", "X-Forwarded-Proto": "http"}, 404),
        ({"Host": "evil.example.org", "X-Forwarded-Proto": "https"}, 404),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", site.streams_port, timeout=200)
        connection.request("GET", f"/streams/{game.pk}/", headers=headers | {"X-Forwarded-For": "203.0.113.9"})
        assert connection.getresponse().status == status
        connection.close()
    assert PAGE.count("8024") >= 3, "the port without one"


def test_only_the_site_s_own_host_is_answered_and_nothing_of_the_laptop_is_there(behind_a_proxy: Site) -> None:
    """No page of caught mails, no stack traces; a monitor on the machine needs no https."""
    site = behind_a_proxy
    assert ask(site, "/accounts/login/", Host="evil.example.org", X_Forwarded_Proto="https").status == 400
    assert ask(site, "/mailbox/", X_Forwarded_Proto="https").status == 404
    missing = ask(site, "/no-such-page/", X_Forwarded_Proto="https")
    assert missing.status == 404
    assert "Traceback" not in missing.text  # type: ignore[attr-defined]
    assert "URLconf" not in missing.text  # type: ignore[attr-defined]
    assert ask(site, "/health/", Host="127.0.0.1").status == 200


def test_static_files_are_compressed_and_kept_for_ever(behind_a_proxy: Site) -> None:
    page = ask(behind_a_proxy, "/accounts/login/", X_Forwarded_Proto="https")
    (style,) = re.findall(r'href="(/static/css/site\.[0-9a-f]{12}\.css)"', page.text)  # type: ignore[attr-defined]
    answer = ask(behind_a_proxy, style, X_Forwarded_Proto="https", Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.getheader("Content-Encoding") == "gzip"
    assert "immutable" in (answer.getheader("Cache-Control") or "")


def test_a_web_process_refuses_wrong_settings(tmp_path: Path) -> None:
    """A server that is started without `manage.py check` does not run on guesses either."""
    server = Server(tmp_path, DATABASE_URL="mysql://host/name")
    bind = f"127.0.0.1:{free_port()}"
    said = server.shell(f".venv/bin/python -m gunicorn stpete_site.wsgi --no-control-socket --bind {bind} 2>&1 || true")
    assert "stpete.E004" in said
