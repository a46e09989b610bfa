"""SQLite that is locked for moments keeps no task from its work and is no failure; one that stays locked is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Timer

import pytest
from django.db import connection

from moderation.models import FailedTask
from stpete_site import celery
from stpete_site.tasks import tidy

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def locked(seconds: float) -> Iterator[None]:
    """Another process writes for so long, and ours waits for nobody."""
    if connection.vendor != "sqlite":  # PostgreSQL is never locked as a whole
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 0")
    with closing(
        sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        timer = Timer(seconds, other.rollback)
        timer.start()
        yield
        timer.cancel()
        timer.join()
    connection.close()


def test_a_task_begins_anew_where_the_database_was_locked_for_a_moment(db: None) -> None:
    with locked(1.0):
        assert tidy.apply().successful()
    assert not FailedTask.objects.exists()


def test_a_lock_that_lasts_is_a_failure(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(celery, "PAUSES", (0.1, 0.1))
    with locked(60.0):
        assert tidy.apply().successful() is (connection.vendor != "sqlite")
