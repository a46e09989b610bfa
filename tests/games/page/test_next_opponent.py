"""The end of a practice game offers the next bot by the results, and one click begins that game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.models import Game
from games.options.strengths import STRENGTHS, strength_word
from games.page.next_opponent import LAST, next_opponents
from games.play.positions import load
from tests.games.boards import Page
from tests.games.guests.builders import guest_at
from tests.games.play_builders import NOON, begun
from tests.games.table_builders import agreed_over
from tests.people import signed_in

pytestmark = pytest.mark.django_db

FIRST, SECOND, *_OTHERS = STRENGTHS


def ended(user: User, *bots: str, won: bool = True, hour: int = 0, **options: object) -> Game:
    """A game of this user and these bots that ended, with the result that is wanted."""
    game = agreed_over(begun(user, *bots, now=NOON, **options), now=NOON + timedelta(hours=hour))
    own = load(game.pk).seat_of(user)
    assert own is not None
    for seat in game.result["seats"]:
        seat["winner"] = won == (seat["seat"] == own.index)
    game.save(update_fields=["result"])
    return game


def offered(game: Game, user: User) -> list[str]:
    found = next_opponents(load(game.pk), user)
    return [bot for bot, _label in found.choices] if found else []


def test_the_second_win_in_a_row_offers_the_next_bot_and_one_click_begins(anna: User) -> None:
    first = ended(anna, FIRST)
    assert offered(first, anna) == [FIRST, SECOND]
    second = ended(anna, FIRST, hour=1)
    client = signed_in(anna)
    page = Page.of(client.get(f"/games/{second.pk}/"))
    assert f"You won twice in a row. Try the next strength: {strength_word(SECOND)}." in page.words
    assert page.values("strength") == [SECOND, FIRST]
    assert "/rematch/" not in page.text
    answer = client.post(f"/games/{second.pk}/play-again/", {"strength": SECOND})
    begins = Game.objects.exclude(pk__in=[first.pk, second.pk]).get()
    assert answer["Location"] == begins.get_absolute_url()
    assert begins.is_running
    assert begins.options == second.options
    assert [one.bot for one in begins.participants.exclude(bot="")] == [SECOND]
    assert offered(first, anna) == [FIRST, SECOND], "what ended later changes no earlier page"


def test_after_a_defeat_it_is_the_same_bot_or_an_easier_one(anna: User) -> None:
    ended(anna, SECOND)
    ended(anna, SECOND, hour=1)
    game = ended(anna, SECOND, won=False, hour=2)
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/"))
    assert page.values("strength") == [SECOND, FIRST]
    assert f"Play again, or try an easier bot: {strength_word(FIRST)}." in page.words


def test_games_against_people_neither_offer_a_bot_nor_count(anna: User, boris: User) -> None:
    ended(anna, FIRST)
    against = ended(anna, boris, hour=1)
    assert offered(against, anna) == []
    assert "/rematch/" in Page.of(signed_in(anna).get(f"/games/{against.pk}/")).text
    assert offered(ended(anna, FIRST, hour=2), anna) == [SECOND, FIRST], "the game before was against Boris"
    assert offered(ended(anna, FIRST, SECOND, hour=3), anna) == [], "bots of two strengths: a rematch as ever"


def test_only_the_player_of_a_finished_game_begins_another(anna: User, boris: User) -> None:
    running, over = begun(anna, FIRST), ended(anna, FIRST)
    games = Game.objects.count()
    assert signed_in(anna).post(f"/games/{running.pk}/play-again/", {"strength": FIRST}).status_code == 409
    assert offered(over, boris) == []
    assert signed_in(boris).post(f"/games/{over.pk}/play-again/", {"strength": FIRST}).status_code in (403, 409)
    assert Client().post(f"/games/{over.pk}/play-again/").status_code == 302
    assert signed_in(anna).post(f"/games/{over.pk}/play-again/", {"strength": "nobody"}).status_code >= 400
    assert Game.objects.count() == games


def test_a_guest_plays_on_by_one_click() -> None:
    client, guest, game = guest_at()
    agreed_over(game, now=now())
    page = Page.of(client.get(f"/games/{game.pk}/"))
    (bot, *_rest) = page.values("strength")
    answer = client.post(f"/games/{game.pk}/play-again/", {"strength": bot})
    begins = Game.objects.exclude(pk=game.pk).get()
    assert answer["Location"] == begins.get_absolute_url()
    assert (begins.host, begins.is_running) == (guest, True)


def test_one_statement_reads_a_few_of_many_games(anna: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for hour in range(LAST + 2):
        game = ended(anna, FIRST, hour=hour)
    play = load(game.pk)
    with django_assert_num_queries(1) as asked:
        found = next_opponents(play, anna)
    assert found is not None
    assert found.choices[0][0] == SECOND
    assert f"LIMIT {LAST}" in asked.captured_queries[0]["sql"]
