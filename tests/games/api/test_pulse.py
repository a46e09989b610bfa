"""What is new, for programs and for somebody's own stream."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import Scope, User
from games.models import Game
from games.play.interventions import pause_game
from games.tables.invitations import invite
from games.tables.sitting import join_table
from games.tables.tables import close_table, create_table
from streams.words import You
from tests.games.play_builders import begun, next_move
from tests.games.table_builders import terms
from tests.people import signed_in, token_of

pytestmark = pytest.mark.django_db


def asked(client: Client, **headers: str):
    return client.get("/api/v1/pulse/", headers=headers)


def test_what_is_new_of_my_games_and_tables_and_notifications(anna, boris, clara, django_assert_max_num_queries):
    game = begun(anna, boris)
    table = create_table(host=boris, terms=terms(), now=now())
    client = signed_in(anna)
    told = asked(client).json()
    assert told["games"] == [{"game": game.pk, "version": 0, "said": 0, "is_paused": False}]
    assert told["tables"] == []
    invite(game_id=table.pk, host=boris, whom="Anna", now=now())
    invited = asked(client).json()
    assert [one["table"] for one in invited["tables"]] == [table.pk]
    assert invited["notifications"] > (told["notifications"] or 0)
    join_table(game_id=table.pk, user=anna, now=now())
    joined = asked(client).json()
    assert joined["tables"][0]["mark"] != invited["tables"][0]["mark"]
    version = next_move(game)
    pause_game(game_id=game.pk, now=now())
    with django_assert_max_num_queries(7):
        latest = asked(client)
    assert latest.json()["games"] == [{"game": game.pk, "version": version, "said": 0, "is_paused": True}]
    assert asked(client, **{"If-None-Match": latest["ETag"]}).status_code == 304
    assert asked(signed_in(clara)).json() == {"games": [], "tables": [], "notifications": None}


def test_the_streams_learn_whose_it_is_and_nobody_else_is_told(anna):
    assert asked(Client(), **{"X-Stream": "1"}).status_code == 401
    assert "X-Viewer" not in asked(signed_in(anna))
    assert asked(signed_in(anna), **{"X-Stream": "1"})["X-Viewer"] == str(anna.pk)
    reads = {"Authorization": f"Bearer {token_of(anna, scopes=[Scope.READ])}", "X-Stream": "1"}
    assert asked(Client(), **reads)["X-Viewer"] == str(anna.pk)
    plays = {"Authorization": f"Bearer {token_of(anna, scopes=[Scope.PLAY])}", "X-Stream": "1"}
    assert asked(Client(), **plays).status_code == 403
    client = signed_in(anna)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert asked(client, **{"X-Stream": "1"}).status_code == 401


def test_the_streams_hear_of_a_table_and_of_who_has_something_new(
    anna, boris, monkeypatch, django_capture_on_commit_callbacks
):
    said: list[str] = []
    monkeypatch.setattr("notifications.services.publish", lambda text: said.append(str(text)))
    monkeypatch.setattr("games.play.wakeups.publish", lambda text: said.append(str(text)))
    with django_capture_on_commit_callbacks(execute=True):
        table: Game = create_table(host=boris, terms=terms(), now=now())
    assert str(You((boris.pk,))) in said
    said.clear()
    with django_capture_on_commit_callbacks(execute=True):
        invite(game_id=table.pk, host=boris, whom="Anna", now=now())
    assert {f"look {table.pk} 0", str(You((anna.pk,)))} <= set(said)
    said.clear()
    with django_capture_on_commit_callbacks(execute=True):
        close_table(game_id=table.pk, host=boris, now=now())
    assert said == [f"look {table.pk} 0"]
