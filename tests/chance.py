"""A test meets the same deals each time: what is drawn as a secret follows from the test's name, and games are numbered anew.

`STPETE_TEST_CHANCE=2 ./stpete test sqlite` plays other deals; a test that fails then asserts what only some deals give. Processes
that a test starts draw by themselves, but the games that the test has made for them.
"""

from __future__ import annotations

import os
import secrets
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.second_database import uses_database

if TYPE_CHECKING:
    from pytest_django import DjangoDbBlocker

NUMBERED = ("games_game", "tournaments_tournament")
"""Whose numbers go into a deal."""


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not uses_database(request.node):
        return
    chance = Random(f"{os.environ.get('STPETE_TEST_CHANCE', '1')} {request.node.nodeid}")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: chance.randbytes(size))
    monkeypatch.setattr(secrets, "randbits", chance.getrandbits)
    request.getfixturevalue("django_db_setup")
    _number_anew(request.getfixturevalue("django_db_blocker"))


def _number_anew(blocker: DjangoDbBlocker) -> None:
    """PostgreSQL's sequences outlive a rollback."""
    from django.db import connection

    if connection.vendor == "postgresql":
        with blocker.unblock(), connection.cursor() as cursor:
            for table in NUMBERED:
                cursor.execute(f"SELECT setval('{table}_id_seq', coalesce(max(id), 0) + 1, false) FROM {table}")
