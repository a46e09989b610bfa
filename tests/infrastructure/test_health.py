"""What a monitor, a proxy and a container ask."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext

from stpete_site import health


@pytest.fixture
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has not seen yet whether all migrations are applied."""
    monkeypatch.setattr(health._Migrations, "applied", False)


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

    monkeypatch.setattr(health.broker, "lengths", gone)
    response = Client().get("/health/ready/")
    assert (response.status_code, response.json()["parts"]["redis"]) == (200, "away")
