"""The environment becomes settings, and what is wrong in it becomes a sentence with an id."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from incoming_mail.senders import NAMES
from stpete_site import values
from stpete_site.environment import Environment
from stpete_site.home import choices_of, forget_choices, kept_secret, note_choices, runtime_dir
from stpete_site.values import broker_url, redis_database

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    return Environment(tmp_path)


def test_without_anything_the_site_is_embedded(environment: Environment) -> None:
    database = environment.database()
    assert database["NAME"] == environment.home / "db.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"  # type: ignore[index]
    assert environment.redis_url() == f"unix://{runtime_dir(environment.home)}/valkey.sock"
    assert environment.email()["EMAIL_HOST"] == "127.0.0.1"
    assert environment.problems == []


def test_a_postgres_address_is_taken_apart(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://pete:p%40ss@db.example.org:5433/games?sslmode=require")
    database = environment.database()
    assert {name: database[name] for name in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")} == {
        "NAME": "games",
        "USER": "pete",
        "PASSWORD": "p@ss",
        "HOST": "db.example.org",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://a:b@mail.example.org", 587, True, False),
        ("smtps://a:b@mail.example.org:4650", 4650, False, True),
    ],
)
def test_a_mail_server_is_reached_in_three_ways(
    environment: Environment, monkeypatch: pytest.MonkeyPatch, url: str, port: int, tls: object, ssl: object
) -> None:
    monkeypatch.setenv("EMAIL_URL", url)
    email = environment.email()
    assert (email["EMAIL_PORT"], email["EMAIL_USE_TLS"], email["EMAIL_USE_SSL"]) == (port, tls, ssl)


WRONG = (
    {
        "DEBUG": ("perhaps", "stpete.E001"),
        "TRUSTED_PROXIES": ("one", "stpete.E002"),
        "METRICS_FROM": ("10.0.0.0/8, everywhere", "stpete.E008"),
        "BOUNCE_ADDRESS": ("Bounces <bounces@example.org>", "stpete.E009"),
        "LOG_FORMAT": ("xml", "stpete.E017"),
        "SWEEP_SECONDS": ("0", "stpete.E002"),
        "SITE_URL": ("pete.example.org", "stpete.E003"),
        "DATABASE_URL": ("mysql://host/name", "stpete.E004"),
        "REDIS_URL": ("http://host", "stpete.E005"),
        "EMAIL_URL": ("mail.example.org", "stpete.E006"),
        "MAIL_SERVICE": ("pigeons", "stpete.E017"),
        "PAGES_DIR": ("/nonexistent", "stpete.E019"),
        "SOURCE_URL": ("javascript:alert(1)", "stpete.E020"),
        "BEACON_URL": ("https://beacon.example.org/latest", "stpete.E021"),
        "BEACON_GENESIS": ("yesterday", "stpete.E002"),
        "BEACON_PERIOD": ("3600", "stpete.E002"),
    },
    {
        "SWEEP_SECONDS": ("300", "stpete.E002"),
        "ABANDONED_DAYS": ("3", "stpete.E002"),
        "SITE_URL": ("https://example.org/pete", "stpete.E003"),
        "BEACON_GENESIS": ("1692803367", "stpete.E022"),
        "DATABASE_URL": ("postgres://host", "stpete.E004"),
        "REDIS_URL": ("redis://host/games", "stpete.E005"),
        "EMAIL_URL": ("smtp://host:port", "stpete.E006"),
        "ANYMAIL_WEBHOOK_SECRET": ("user:short", "stpete.E018"),
    },
)


@pytest.mark.parametrize("wrong", WRONG, ids=("nonsense", "nearly right"))
def test_wrong_values_are_a_sentence_each_and_no_stack_trace(tmp_path: Path, wrong: dict[str, tuple[str, str]]) -> None:
    """`manage.py check` names all of them at once, each with its id; a web or task process refuses to start on it."""
    environment = {**os.environ, "STPETE_HOME": str(tmp_path), "STPETE_TEST_CHILD": "yes"}
    environment |= {name: value for name, (value, _id) in wrong.items()}
    environment["DJANGO_SETTINGS_MODULE"] = "stpete_site.settings"
    checked = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 1
    said = checked.stderr.splitlines()
    for name, (_value, id) in wrong.items():
        assert any(f"({id})" in line and name in line for line in said), name
    assert "Traceback" not in checked.stderr


def test_addresses_that_cannot_be_taken_apart_and_folders_that_cannot_be_made_are_named(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a port is no number, and the like, taking an address apart raises; that would be a stack trace at every command."""
    for name, texts, read in (
        ("SITE_URL", ("http://[::1", "https://ex ample.org", "https://a.org:99999", "https://a:b@c.org"), None),
        ("DATABASE_URL", ("postgres://u:p@host:port/games",), environment.database),
        ("REDIS_URL", ("redis://host:port", "redis://", "unix://"), environment.redis_url),
        ("EMAIL_URL", ("smtp://host:0", "smtp://[::1"), environment.email),
        ("INBOUND_LISTEN", ("lmtp://[::1",), lambda: environment.read("INBOUND_LISTEN", values.listener, "")),
    ):
        for text in texts:
            environment.problems.clear()
            monkeypatch.setenv(name, text)
            (read or (lambda: environment.read("SITE_URL", values.site_url, urlsplit("http://127.0.0.1:8000"))))()
            assert [problem.obj for problem in environment.problems] == [name], text
        monkeypatch.delenv(name)
    nowhere = Environment(Path("/dev/null"))
    nowhere.database()
    assert len(nowhere.secret_key()) > 50
    assert [problem.id for problem in nowhere.problems] == ["stpete.E019"]


def test_a_password_is_never_part_of_a_complaint(environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, read in (
        ("DATABASE_URL", environment.database),
        ("REDIS_URL", environment.redis_url),
        ("EMAIL_URL", environment.email),
    ):
        monkeypatch.setenv(name, "foo://user:hunter2@host/")
        read()
    assert len(environment.problems) == 3
    assert "hunter2" not in " ".join(problem.msg for problem in environment.problems)


def test_a_secret_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret-key"
    first = kept_secret(path)
    assert len(first) >= 50
    assert kept_secret(path) == first
    assert path.stat().st_mode & 0o077 == 0


def test_broker_and_cache_are_different_databases() -> None:
    """Clearing the cache empties its database; the queue must not be in it."""
    assert redis_database("rediss://:pw@host:6380", 1) == "rediss://:pw@host:6380/1"
    assert redis_database("unix:///a/b.sock", 0) == "unix:///a/b.sock?db=0"
    assert broker_url("unix:///a/b.sock?db=2") == "redis+socket:///a/b.sock?virtual_host=2"


def test_a_socket_fits_however_deep_the_folder_is() -> None:
    deep = Path("/home") / ("very-long-name" * 10)
    assert len(str(runtime_dir(deep) / "valkey.sock")) < 108
    assert runtime_dir(deep) != runtime_dir(deep / "other")


def test_folders_of_state_are_for_nobody_else_on_the_machine(environment: Environment, tmp_path: Path) -> None:
    """The database holds the secrets of running games, the broker's file sessions, the mailbox codes to sign in with."""
    from stpete_site.supervisor.__main__ import _make_folders
    from stpete_site.supervisor.plan import Installation

    Environment(tmp_path / "first").database()
    kept_secret(tmp_path / "second" / "secret-key")
    _make_folders(Installation(ROOT, tmp_path / "third", "127.0.0.1", 8000, 8025))
    for name in ("first", "second", "third"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0


def test_where_the_environment_says_nothing_the_site_that_runs_here_does(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = environment.home
    note_choices(home, {"SITE_URL": "http://127.0.0.1:8123", "STREAMS_PORT": "", "SECRET_KEY": "x"})
    assert environment.text("SITE_URL") == "http://127.0.0.1:8123"
    assert "SECRET_KEY" not in (home / "running.json").read_text()
    monkeypatch.setenv("SITE_URL", "https://pete.example.org")
    assert environment.text("SITE_URL") == "https://pete.example.org"
    forget_choices(home)
    assert choices_of(home) == {}


@pytest.mark.parametrize(
    "left", ["", "[]", "{}", '{"pid": 4194999, "chosen": {"SITE_URL": "http://x"}}', '{"pid": "a"}']
)
def test_what_a_killed_site_has_left_does_not_count(tmp_path: Path, left: str) -> None:
    (tmp_path / "running.json").write_text(left)
    assert choices_of(tmp_path) == {}


def test_a_mail_service_is_named_with_the_keys_that_it_needs(
    environment: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_SERVICE", "mailjet")
    monkeypatch.setenv("ANYMAIL_MAILJET_API_KEY", "hunter2")
    assert environment.read("MAIL_SERVICE", values.one_of(*NAMES), "") == "mailjet"
    environment.anymail(sends="mailjet", brings="mailgun")
    missing = [(problem.id, problem.obj) for problem in environment.problems]
    assert missing == [
        ("stpete.E018", "ANYMAIL_MAILJET_SECRET_KEY"),
        ("stpete.E018", "ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY"),
    ]
    assert not any("hunter2" in problem.msg for problem in environment.problems)
    monkeypatch.setenv("ANYMAIL_MAILJET_SECRET_KEY", "2")
    monkeypatch.setenv("ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY", "3")
    environment.problems.clear()
    read = environment.anymail(sends="mailjet", brings="mailgun")
    assert environment.problems == []
    assert (read["MAILJET_API_KEY"], read["MAILJET_SECRET_KEY"]) == ("hunter2", "2")
