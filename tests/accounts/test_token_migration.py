"""A database of the time when keys stood in clear migrates, and every program goes on with the key it has."""

from datetime import UTC, datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.state import ProjectState
from django.test import Client

from accounts.models import ApiToken
from tests.data_migrations import move_rows
from tests.people import person

KEYS = {"Anna": "9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b", "Boris": "0" * 40}
MADE = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)


@pytest.fixture
def older_database(transactional_db):
    """With the framework's own token table as its migrations make it."""
    people = {name: person(name).pk for name in KEYS}
    state = ProjectState.from_apps(apps)
    with connection.schema_editor() as editor:
        for name in ("0001_initial", "0002_auto_20160226_1747", "0003_tokenproxy", "0004_alter_tokenproxy_options"):
            migration = import_module(f"rest_framework.authtoken.migrations.{name}").Migration(name, "authtoken")
            state = migration.apply(state, editor)
    tokens = state.apps.get_model("authtoken", "Token")
    for name, key in KEYS.items():
        tokens.objects.create(key=key, user_id=people[name])
    tokens.objects.update(created=MADE)
    return people


def test_existing_keys_are_hashed_and_go_on_working_and_hold_no_account(older_database):
    for migration in ("0004_hash_api_keys", "0005_no_keys_in_clear"):
        move_rows("accounts", migration)
    assert {row.user_id for row in ApiToken.objects.all()} == set(older_database.values())
    for name, key in KEYS.items():
        token = ApiToken.objects.get(prefix=key[:8])
        assert (token.user_id, token.created_at) == (older_database[name], MADE)
        assert (token.expires_at, token.last_used_on, token.scopes) == (None, None, "read play")
        program = Client(headers={"authorization": f"Token {key}"})
        assert program.get("/api/v1/games/").status_code == 200
        assert program.post("/api/v1/games/1/moves/", {}, "application/json").status_code == 400, "it may move, too"
    with connection.cursor() as cursor:
        assert "authtoken_token" not in connection.introspection.table_names(cursor)
    assert key not in str(list(ApiToken.objects.values()))
    token.user.delete()  # a table that nobody knows any more would hold the account by its foreign key
    assert ApiToken.objects.count() == 1
