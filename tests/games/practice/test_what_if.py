"""What if: a practice game from a position of a finished one, with the cards in the piles shuffled anew."""

from __future__ import annotations

import json

import pytest
from django.test import Client

import engine
from accounts.models import User
from engine.record import parse_record, verify
from games.hints.advice import is_practice
from games.models import Game, LogRow, Source, Visibility
from games.play.begin import make_deal
from games.play.positions import load
from games.practice.what_if import NothingToPlayOn, play_on, seat_to_move
from games.selectors.queries import finished_games
from games.tables.gathering import BOT
from tests.games.boards import wander_on
from tests.games.guests.builders import play_now
from tests.games.play_builders import NOON, begun
from tests.games.play_builders import play_on as play_to_the_end
from tests.people import signed_in

pytestmark = pytest.mark.django_db

SETS = {
    "base": {},
    "hidden hands": {"open_hands": False},
    "market": {"sets": ("market",)},
    "with draws": {"sets": ("market", "helpers", "orders", "hurdles")},
    "banquet": {"sets": ("banquet",)},
    "events": {"sets": ("market", "events")},
}


def continued(play, user: User, ply: int) -> Game:
    return play_on(user=user, play=play, ply=ply, now=NOON)


@pytest.mark.parametrize("chosen", SETS.values(), ids=SETS)
def test_every_seat_sees_what_it_saw_and_the_piles_lie_in_another_order(anna: User, chosen: dict[str, object]) -> None:
    play = wander_on(begun(anna, "plain", "plain", **chosen), seed=4)
    for ply in (0, len(play.moves) // 3, len(play.moves) // 2):
        game = continued(play, anna, ply)
        new, then = load(game.pk), play.at(ply).step.state
        assert len(new.moves) == ply
        for seat in (None, 0, 1, 2):
            assert engine.view_for(new.state, seat) == engine.view_for(then, seat)
        piles, before = (dict(one.deal.piles) for one in (new, play))
        assert piles != before
        assert {name: sorted(cards) for name, cards in piles.items()} == {
            n: sorted(cards) for n, cards in before.items()
        }
        Game.objects.filter(pk=game.pk).delete()


def test_it_is_a_private_practice_game_that_counts_for_nothing(anna: User, boris: User, clara: User) -> None:
    play = wander_on(begun(anna, boris, "search-1", rated=True), seed=4)
    game = continued(play, clara, 40)
    here = load(game.pk)
    seat = seat_to_move(play, 40)
    assert here.seat_of(clara).index == seat
    others = [index for index in range(3) if index != seat]
    assert [here.holder(index).bot for index in others] == [play.holder(index).bot or BOT for index in others]
    assert (here.game.visibility, here.game.rated, here.game.deal_id) == (Visibility.LINK, False, None)
    assert is_practice(here)
    over = play_to_the_end(game)
    assert over.game.is_finished
    assert game.pk not in finished_games().values_list("pk", flat=True)
    assert Client().get(f"/games/{game.pk}/replay/").status_code == 302, "nobody else sees it"


def test_the_record_of_such_a_game_holds_its_piles_and_holds_true(anna: User, boris: User) -> None:
    play = wander_on(begun(anna, boris), seed=4)
    game = continued(play, anna, 30)
    client = signed_in(anna)
    assert client.get(f"/games/{game.pk}/record.json").status_code == 404
    play_to_the_end(game)
    page = client.get(f"/games/{game.pk}/record.json")
    record = json.loads(page.content)
    assert record["deal"]["from"] == "piles"
    assert [one["source"] for one in record["moves"][:30]] == ["manual"] * 30
    assert verify(parse_record(page.content.decode()))
    assert client.get(f"/api/v1/games/{game.pk}/record/").json() == record
    about = client.get(f"/games/{game.pk}/").content.decode()
    assert f"Game {play.game.pk} after move 30" in about
    assert "Deal fingerprint" not in about


def test_the_order_of_the_piles_is_as_secret_as_a_secret(anna: User, boris: User) -> None:
    game = continued(wander_on(begun(anna, boris), seed=4), anna, 30)
    assert "start" in Game.objects.get(pk=game.pk).get_deferred_fields()
    assert "start" not in Game.objects.with_secret().get(pk=game.pk).get_deferred_fields()


def test_one_click_in_the_replay_begins_it_and_a_second_one_leads_to_the_same(
    anna: User, boris: User, clara: User
) -> None:
    play = wander_on(begun(anna, boris), seed=4)
    client = signed_in(clara)
    assert (
        f'action="/games/{play.game.pk}/play-on/"'
        in client.get(f"/games/{play.game.pk}/replay/?at=30").content.decode()
    )
    first = client.post(f"/games/{play.game.pk}/play-on/", {"at": "30"})
    game = Game.objects.get(host=clara)
    assert first["Location"] == f"/games/{game.pk}/"
    client.post(f"/games/{play.game.pk}/play-on/", {"at": "30"})
    assert Game.objects.filter(host=clara).count() == 1
    assert client.get(f"/games/{game.pk}/").status_code == 200
    assert not LogRow.objects.filter(game=game).exclude(source=Source.MANUAL).exists()


def test_guests_play_on_and_visitors_sign_in_first(anna: User, boris: User) -> None:
    play = wander_on(begun(anna, boris), seed=4)
    visitor, guest = Client(), Client()
    play_now(guest)
    address = f"/games/{play.game.pk}/play-on/"
    assert visitor.post(address, {"at": "30"})["Location"].startswith("/accounts/login/")
    assert Game.objects.filter(start__isnull=False).count() == 0
    assert guest.post(address, {"at": "30"}).status_code == 302
    assert Game.objects.filter(start__isnull=False).count() == 1


def test_nobody_plays_on_from_a_running_game_a_solo_game_a_deal_in_play_or_the_end(anna: User, boris: User) -> None:
    running = load(begun(anna, boris).pk)
    over = wander_on(begun(anna, boris), seed=4)
    alone = wander_on(begun(anna), seed=4)
    shared = wander_on(begun(anna, boris, secret=bytes([1]) * 32), seed=4)
    deal = make_deal(deal_id="event-7", options=shared.options)
    Game.objects.filter(pk=shared.game.pk).update(deal=deal, seats_given=True)
    for play, ply in ((running, 0), (alone, 3), (load(shared.game.pk), 0), (over, len(over.moves))):
        with pytest.raises(NothingToPlayOn):
            continued(play, anna, ply)
    client = signed_in(anna)
    answer = client.post(f"/games/{over.game.pk}/play-on/", {"at": "9999"}, follow=True)
    assert "You can only play on from a finished game" in answer.content.decode()


def test_a_game_by_link_is_played_on_by_its_players_only(anna: User, boris: User, clara: User) -> None:
    play = wander_on(begun(anna, boris), seed=4)
    Game.objects.filter(pk=play.game.pk).update(visibility=Visibility.LINK)
    assert signed_in(clara).post(f"/games/{play.game.pk}/play-on/", {"at": "30"}).status_code == 404
    assert signed_in(anna).post(f"/games/{play.game.pk}/play-on/", {"at": "30"}).status_code == 302
