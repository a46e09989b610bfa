"""What a monitor, a proxy and a container ask."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from stpete_site import health
from tests.programs import Program


@pytest.fixture
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has not seen yet whether all migrations are applied and something can be written."""
    monkeypatch.setattr(health._Known, "is_migrated", False)
    monkeypatch.setattr(health._Known, "worked_at", None)


def test_a_process_says_that_it_lives_without_asking_anybody(db):
    with CaptureQueriesContext(connection) as asked:
        response = Client().get("/health/live/")
    assert (response.status_code, response.json(), len(asked)) == (200, {"ok": True}, 0)


@pytest.mark.usefixtures("_new_process")
def test_a_proxy_may_send_people_once_the_database_is_as_new_as_the_code(db):
    newest = MigrationRecorder.Migration.objects.filter(app="games").latest("pk")
    newest.delete()
    response = Client().get("/health/ready/")
    assert response.status_code == 503
    assert response.json() == {"ok": False, "parts": {"database": "migrations are missing", "redis": "ok"}}

    newest.save()
    assert Client().get("/health/ready/").json() == {"ok": True, "parts": {"database": "ok", "redis": "ok"}}
    with CaptureQueriesContext(connection) as asked:
        assert Client().get("/health/ready/").status_code == 200
    assert len(asked) == 1, "it looks through the migrations once"


@pytest.mark.usefixtures("_new_process")
def test_without_redis_people_may_come(db, settings, monkeypatch):
    def gone() -> list[int]:
        raise ConnectionRefusedError

    monkeypatch.setattr(health.celery, "lengths", gone)
    response = Client().get("/health/ready/")
    assert (response.status_code, response.json()["parts"]["redis"]) == (200, "away")


@pytest.fixture
def _read_only(transactional_db) -> Iterator[None]:
    """A database that takes nothing, as on a standby, or a disk that is full or mounted to be read."""
    off, on = {
        "sqlite": ("PRAGMA query_only = OFF", "PRAGMA query_only = ON"),
        "postgresql": ("SET default_transaction_read_only = off", "SET default_transaction_read_only = on"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
    yield
    with connection.cursor() as cursor:
        cursor.execute(off)


@pytest.mark.usefixtures("_new_process", "_read_only")
def test_where_nothing_can_be_written_the_site_is_not_well():
    response = Client().get("/health/")
    assert response.status_code == 503
    assert response.json() == {"ok": False, "can_write": False, "overdue": {}, "grace_seconds": 60}


@pytest.mark.usefixtures("_new_process")
def test_whether_something_can_be_written_is_tried_every_few_seconds_at_most(db):
    assert Client().get("/health/").json() == {"ok": True, "can_write": True, "overdue": {}, "grace_seconds": 60}
    with CaptureQueriesContext(connection) as asked:
        assert Client().get("/health/").status_code == 200
    assert not [one for one in asked if "UPDATE" in one["sql"]]


@pytest.fixture
def _no_games(db: None) -> None:
    """The database lacks a table; the end of the test takes it back."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game RENAME TO games_elsewhere")


@pytest.fixture
def _no_static_files(settings: Settings, tmp_path: Path) -> None:
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "stpete_site.sheets.SheetStorage"}}
    settings.STATIC_ROOT = tmp_path


@pytest.mark.parametrize("missing", [("_no_games",), ("_no_static_files",), ("_no_games", "_no_static_files")])
def test_a_site_that_is_not_prepared_says_what_would_prepare_it(db, request, missing):
    """Before `manage.py prepare`, and with half of it: no empty error of the server."""
    for what in missing:
        request.getfixturevalue(what)
    answer = Client(raise_request_exception=False).get("/", headers={"accept-language": "de"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert "<code>manage.py prepare</code> aus" in answer.content.decode()
    assert "unsafe-inline" in answer["Content-Security-Policy"], "the sheet stands in the page"


def test_a_program_hears_that_the_site_is_not_prepared(anna, request):
    ask = Program(anna)
    request.getfixturevalue("_no_games")
    told = ask("GET", "games/?state=running", status=503)
    assert (told["code"], "manage.py prepare" in told["detail"]) == ("unavailable", True)
