"""The next game: those that wait for a move, then results that were not seen, then chats with new lines."""

from __future__ import annotations

import re

import pytest
from django.utils.timezone import now

from accounts.models import User
from games.chat.services import say
from games.models import Game, Seen, Source
from games.play.seats import resign
from games.play.seen import record_seen
from games.selectors.chain import Chain, chain_of
from tests.games.page_reading import text_of
from tests.games.play_builders import begun, play_on
from tests.games.table_builders import agreed_over
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def waiting(user: User) -> Game:
    game = begun(user, "plain", now=now())
    play_on(game, until=lambda play: play.seat_of(user).waiting, now=now())
    return game


def test_the_chain_goes_round_from_where_one_stands() -> None:
    assert Chain().next is None
    assert Chain((5,), (), (), 5).next is None
    chain = Chain((1, 2), (3,), (4, 2))
    assert (chain.next, chain.count) == (1, 4)
    for here, there in ((1, 2), (2, 3), (3, 4), (4, 1), (9, 1)):
        assert Chain(chain.moves, chain.results, chain.talks, here).next == there
    assert (
        Chain(chain.moves, chain.results, chain.talks, 2).what
        == "1 game waiting for your move, 1 new result and 1 game with new messages"
    )
    assert not Chain((1,), (3,), (), 1).is_news
    assert Chain((1,), (3,), (), 3).is_news


def test_results_follow_what_waits_and_are_offered_until_they_are_seen(anna: User, boris: User) -> None:
    mine, over = waiting(anna), begun(anna, boris, now=now())
    agreed_over(over, now=now())
    client = signed_in(anna)
    page = client.get(f"/games/{mine.pk}/").content.decode()
    assert f'href="/games/next/?after={mine.pk}"' in page
    assert "1 new result" in page
    assert client.get(f"/games/next/?after={mine.pk}").url == f"/games/{over.pk}/"
    result = client.get(f"/games/{over.pk}/").content.decode()
    button = re.search(r'<form class="next"[^>]*action="([^"]+)".*?</form>', result, re.DOTALL)
    assert button, "whoever goes on has seen it, also without a script"
    onward = client.post(button[1], {"version": "1", "result": "yes", "next": "yes"})
    assert onward.url == f"/games/next/?after={over.pk}"
    assert client.get(onward.url).url == f"/games/{mine.pk}/"
    assert chain_of(anna.pk).results == ()
    assert chain_of(boris.pk).results == (over.pk,)
    assert "Next game" not in text_of(client.get(f"/games/{mine.pk}/"))


def test_everybody_at_the_table_has_a_result_to_see_and_old_ones_are_nobodys_news(
    anna: User, boris: User, clara: User
) -> None:
    """A game that was over before such things were kept has no rows, and is offered to nobody."""
    game = begun(anna, boris, clara, now=now())
    resign(game_id=game.pk, user=clara, source=Source.PAGE, now=now())
    agreed_over(game, now=now())
    assert {chain_of(user.pk).results for user in (anna, boris)} == {(game.pk,)}
    assert chain_of(clara.pk).results == (), "who has resigned plays it no more"
    Seen.objects.all().delete()
    assert chain_of(anna.pk) == Chain()


def test_it_tells_how_far_the_present_game_was_looked_at(anna: User, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    game = waiting(anna)
    record_seen(user=anna, game_id=game.pk, version=3)
    chain_of(anna.pk)
    with django_assert_num_queries(1):
        chain = chain_of(anna.pk, here=game.pk)
    assert (chain.seen, chain.moves, chain.count, chain.next) == (3, (game.pk,), 0, None)
    assert chain_of(anna.pk).seen == 0


def test_new_messages_come_after_moves_and_results_until_they_are_read(anna: User, boris: User, clara: User) -> None:
    talked, mine, over = begun(anna, boris, now=now()), waiting(anna), begun(anna, clara, now=now())
    agreed_over(over, now=now())
    before = chain_of(anna.pk)
    say(game_id=talked.pk, user=boris, text="Your move, when you like", now=now())
    chain = chain_of(anna.pk)
    assert (chain.results, chain.talks) == ((over.pk,), (talked.pk,))
    assert (chain.moves, chain.results) == (before.moves, before.results), "being talked to is not being asked"
    assert mine.pk in chain.moves
    assert chain.games[-1] == (talked.pk if talked.pk not in chain.moves else over.pk)
    assert chain_of(boris.pk).talks == (), "one's own words are no news"
    assert chain_of(clara.pk).talks == (), "nor what is said where one does not sit"
    record_seen(user=anna, game_id=talked.pk, line=1)
    assert chain_of(anna.pk).talks == ()


def test_who_has_left_a_game_hears_no_more_of_its_chat(anna: User, boris: User, clara: User) -> None:
    game = begun(anna, boris, clara, now=now())
    say(game_id=game.pk, user=boris, text="Good luck", now=now())
    resign(game_id=game.pk, user=clara, source=Source.PAGE, now=now())
    assert (chain_of(anna.pk).talks, chain_of(clara.pk).talks) == ((game.pk,), ())
