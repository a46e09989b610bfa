"""Which tables become rated games: what the host wishes, as far as the people at the table allow it."""

from __future__ import annotations

import pytest

from accounts import separation
from games.models import Game
from games.options.table_words import Unrated, why_unrated
from games.tables import sitting, tables
from games.tables.gathering import BOT
from tests.people import signed_in

from ..page_reading import NEW_TABLE, text_of
from ..play_builders import NOON
from ..table_builders import agreed_over, table, terms

pytestmark = pytest.mark.django_db


def started(game: Game, *guests) -> Game:
    for guest in guests:
        sitting.join_table(game_id=game.pk, user=guest, now=NOON)
    Game.objects.filter(pk=game.pk).update(starts_at=NOON)
    assert tables.start_table(game_id=game.pk, now=NOON)
    return Game.objects.get(pk=game.pk)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ({"wished": True, "players": 2, "bots": 0}, None),
        ({"wished": False, "players": 2, "bots": 0}, Unrated.CASUAL),
        ({"wished": True, "players": 1, "bots": 0}, Unrated.ALONE),
        ({"wished": True, "players": 4, "bots": 1}, Unrated.BOT),
    ],
)
def test_a_game_is_rated_when_people_wish_it_who_play_among_themselves(told, reason):
    assert why_unrated(**told) is reason


def test_a_table_of_people_becomes_a_rated_game_when_its_host_wishes_it(anna, boris):
    assert started(table(anna), boris).rated
    assert not started(table(anna, rated=False), boris).rated


def test_a_bot_from_the_start_makes_a_game_casual(anna, boris):
    game = table(anna, players=3, bots=1)
    assert game.rated
    assert "no, a bot plays from the start" in text_of(signed_in(anna).get(f"/tables/{game.pk}/"))
    assert not started(game, boris).rated


def test_two_of_one_household_make_a_game_casual(anna, boris, clara):
    separation.name_housemate(user=anna, other=boris, now=NOON)
    game = table(anna, players=3)
    assert started(game, boris, clara).rated
    separation.name_housemate(user=boris, other=anna, now=NOON)
    game = table(anna, players=3)
    sitting.join_table(game_id=game.pk, user=boris, now=NOON)
    assert "no, two players share a household" in text_of(signed_in(clara).get(f"/tables/{game.pk}/"))
    assert not started(game, clara).rated


def test_a_quick_game_and_one_alone_are_not_rated(anna):
    assert not tables.quick_game(user=anna, terms=terms(), now=NOON, bot=BOT).rated
    assert not Game.objects.get(pk=table(anna, players=1).pk).rated
    signed_in(anna).post("/play-a-bot/", {})
    assert not Game.objects.filter(rated=True).exists()


def test_a_rematch_keeps_it(anna, boris):
    for wish in (True, False):
        old = agreed_over(started(table(anna, rated=wish), boris))
        assert tables.rematch(game_id=old.pk, user=anna, now=NOON).rated is wish


def test_the_form_is_ticked_and_what_is_chosen_stands_on_table_and_lobby(anna, boris):
    client = signed_in(anna)
    assert 'name="rated" aria-describedby="id_rated_helptext" id="id_rated" checked' in (
        client.get("/tables/new/").content.decode()
    )
    client.post("/tables/new/", NEW_TABLE)
    (game,) = Game.objects.all()
    assert game.rated
    assert "yes, it counts for all players&#x27; ratings" in text_of(client.get(f"/tables/{game.pk}/"))
    assert "· unrated" not in text_of(signed_in(boris).get("/lobby/"))
    client.post(f"/tables/{game.pk}/change/", {**NEW_TABLE, "rated": ""})
    assert "no, casual game" in text_of(client.get(f"/tables/{game.pk}/"))
    assert "· unrated" in text_of(signed_in(boris).get("/lobby/"))


def test_the_api_says_it(anna, boris):
    game = started(table(anna), boris)
    client = signed_in(anna)
    assert client.get(f"/api/v1/games/{game.pk}/").json()["rated"] is True
    assert client.get("/api/v1/games/").json()["results"][0]["rated"] is True
