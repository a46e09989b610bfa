"""What each connection is told: times come back as they went in, and no statement is shared among processes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import connection

from accounts.models import User

TIMES = [
    datetime(2026, 11, 26, 17, 0, tzinfo=UTC),
    datetime(2026, 11, 26, 17, 0, 0, 500_000, tzinfo=UTC),
    datetime(2026, 11, 26, 17, 0, 0, 1, tzinfo=UTC),
    datetime(1, 1, 2, tzinfo=UTC),
    datetime(9999, 12, 30, 23, 59, 59, 999_999, tzinfo=UTC),
]


@pytest.mark.parametrize("at", TIMES, ids=str)
def test_a_time_comes_back_as_it_went_in(anna: User, at: datetime) -> None:
    User.objects.filter(pk=anna.pk).update(last_login=at)
    found = User.objects.values_list("last_login", flat=True).get(pk=anna.pk)
    assert found is not None
    assert (found, found.tzinfo) == (at, UTC)


@pytest.mark.django_db
def test_postgresql_is_read_by_our_own_reader() -> None:
    connection.ensure_connection()
    if connection.vendor == "postgresql":
        from psycopg.postgres import types

        assert connection.connection.adapters.get_loader(types["timestamptz"].oid, 0).__name__ == "UtcLoader"


@pytest.mark.django_db
def test_postgresql_starts_no_process_for_a_statement() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW max_parallel_workers_per_gather")
            assert cursor.fetchone() == ("0",)
