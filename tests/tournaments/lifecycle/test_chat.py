"""A tournament decides whether people write at its tables; a duplicate shuts them until its deal is over everywhere."""

from __future__ import annotations

import pytest

from arbiter.progression.plan import Plan, Swiss
from games.chat.services import say
from games.errors import GameError
from games.models import Game

from .club import NOON, people, play_round, started

pytestmark = pytest.mark.django_db


def code(game: Game) -> str:
    user = game.participants.first().user
    try:
        say(game_id=game.pk, user=user, text="Hello", now=NOON)
    except GameError as error:
        return error.code
    return "said"


@pytest.mark.parametrize(("has_chat", "expected"), [(True, "said"), (False, "talk_shut")])
def test_a_tournament_decides_whether_people_write_at_its_tables(has_chat: bool, expected: str) -> None:
    users = people(4)
    started(users[0], users, Plan(stages=(Swiss(2),), sizes=None), has_chat=has_chat)
    assert {code(game) for game in Game.objects.all()} == {expected}


def test_a_duplicate_is_silent_until_its_deal_is_over_everywhere() -> None:
    users = people(8)
    tournament = started(users[0], users, Plan(stages=(Swiss(1),), is_duplicate=True))
    assert [code(game) for game in Game.objects.all()] == ["talk_shut"] * 2
    play_round(tournament)
    assert [code(game) for game in Game.objects.all()] == ["said"] * 2
