"""A costly move of a practice game is told with the better one, from what its player saw, until they want it no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils.timezone import now

import engine
from games.hints.advice import cost_of, last_mistake
from games.models import Game, Source
from games.play.moves import submit_move
from games.play.positions import Play, load
from tests.builders import position, seat
from tests.games.guests.builders import guest_at
from tests.games.page_reading import text_of
from tests.games.play_builders import begun, play_on
from tests.people import signed_in

NOBLES = ["author", "administrator", "secretary", "controller", "warehouse-manager"]
LAST_ROUND = position(
    edition=1,
    phase="exchange",
    round=7,
    ending=True,
    passes=1,
    passed=[1],
    upper=["judge"],
    seats=[seat(rubles=19, display=NOBLES), seat(rubles=1)],
)
"""The other player has passed, and a sixth Noble is worth 6 points at the end; the rubles for it 1."""


def test_passing_by_the_last_noble_costs_what_it_is_worth() -> None:
    view = engine.view_for(LAST_ROUND, 0)
    found = cost_of(view, "pass", "x")
    assert found is not None
    assert found[0] == "buy judge"
    assert found[1] == 5
    assert cost_of(view, "buy judge", "x") is None


def test_what_a_move_cost_follows_from_the_view_alone() -> None:
    options = engine.Options(players=2, open_hands=False)
    deal = engine.make_deal(options, bytes(range(32)))
    other = engine.Deal(
        tuple((name, (*cards[:8], *reversed(cards[8:]))) for name, cards in deal.piles), deal.tokens, deal.draws
    )
    found = []
    for one in (deal, other):
        state = engine.new_game(options, one)
        for _turn in range(3):
            (viewer,) = engine.waiting_for(state)
            state = engine.apply(state, viewer, engine.legal_moves(state, viewer)[0]).state
        view = engine.view_for(state, engine.waiting_for(state)[0])
        found.append([cost_of(view, text, "x") for text in view.moves])
    assert found[0] == found[1]


def play_badly(game: Game) -> None:
    """The host passes in the last Building phase, where a Library is worth more than all that rubles still buy."""
    play = play_on(game, until=last_buildings, now=now())
    submit_move(game_id=game.pk, user=game.host, text="pass", version=play.game.version, source=Source.PAGE, now=now())


def last_buildings(play: Play) -> bool:
    return (
        play.state.ending
        and engine.phase_key(play.state).endswith(":building")
        and play.seat_of(play.game.host).waiting
    )


@pytest.fixture
def practice(anna) -> Game:
    caches["shared"].clear()
    return begun(anna, "plain", now=now())


@pytest.mark.django_db
def test_the_page_after_a_costly_move_tells_it_until_it_is_switched_off(practice, anna) -> None:
    play_badly(practice)
    says = last_mistake(load(practice.pk), anna)["says"]
    client, address = signed_in(anna), f"/games/{practice.pk}/"
    page = client.get(address)
    shown = text_of(page)
    assert "That cost about " in shown
    assert f"Better: {' '.join(says.split())}" in shown
    assert says.count(". ") == 0, "one sentence beside “That cost about …”"
    client.post(f"{address}mistakes/")
    shown = text_of(client.get(address))
    assert "That cost about " not in shown
    assert "Point out costly moves" in shown
    client.post(f"{address}mistakes/", {"tell": "1"})
    assert "That cost about " in text_of(client.get(address))
    assert 'name="tell_mistakes"' in client.get("/profile/").content.decode()


@pytest.mark.django_db
def test_only_the_player_of_a_practice_game_is_told(practice, anna, boris) -> None:
    play_badly(practice)
    play = load(practice.pk)
    assert last_mistake(play, anna)
    assert last_mistake(play, boris) is None
    assert last_mistake(play, None) is None
    assert "That cost about " not in text_of(signed_in(boris).get(f"/games/{practice.pk}/"))
    Game.objects.filter(pk=practice.pk).update(rated=True)
    assert last_mistake(load(practice.pk), anna) is None
    among = begun(anna, boris, "plain", now=now() - timedelta(minutes=1))
    assert last_mistake(load(among.pk), anna) is None


@pytest.mark.django_db
def test_guests_switch_it_off_and_on_too() -> None:
    client, user, game = guest_at()
    address = f"/games/{game.pk}/"
    assert client.post(f"{address}mistakes/")["Location"] == address
    user.refresh_from_db()
    assert not user.tell_mistakes
    assert "Point out costly moves" in text_of(client.get(address))
    client.post(f"{address}mistakes/", {"tell": "1"})
    user.refresh_from_db()
    assert user.tell_mistakes
    assert Client().post(f"{address}mistakes/")["Location"].startswith("/accounts/login/")
