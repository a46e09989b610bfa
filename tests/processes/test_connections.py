"""A connection to PostgreSQL is made anew when the server has ended it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.db import close_old_connections, connection

from tests.servers import psycopg_connection


@pytest.fixture
def _kept_open(transactional_db: None) -> Iterator[None]:
    """As in production: kept between requests, and looked at before each."""
    connection.close()
    connection.settings_dict.update(CONN_MAX_AGE=None, CONN_HEALTH_CHECKS=True)
    yield
    connection.settings_dict.update(CONN_MAX_AGE=0, CONN_HEALTH_CHECKS=False)
    connection.close()


@pytest.mark.usefixtures("_kept_open")
def test_a_connection_that_the_server_ended_is_made_anew(settings):
    assert not get_user_model().objects.exists()
    good = connection.connection
    assert connection.is_usable()
    with psycopg_connection(settings.TEST_DIR / "postgres") as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [good.info.backend_pid])
    assert not connection.is_usable()
    close_old_connections()  # as at the start of a request
    assert not get_user_model().objects.exists()
    assert connection.connection is not good
