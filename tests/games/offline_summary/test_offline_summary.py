"""What a device keeps of a game is what spectators see, for accounts only, and nothing of a closed game."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Visibility
from games.names.cards import Deck
from games.play.positions import load
from tests.club.extends_games import SEALED
from tests.games.guests.builders import guest_at
from tests.games.page_reading import text_of
from tests.games.play_builders import begun, first_phase_over, play_on
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(anna: User, boris: User) -> Game:
    """Some turns old, with hidden hands and rubles."""
    game = begun(anna, boris, now=now(), open_hands=False)
    play_on(game, until=first_phase_over, now=now())
    return game


def glimpse(game: Game) -> str:
    return f"/games/{game.pk}/glimpse/"


def test_players_and_spectators_are_shown_the_same_page(game: Game, anna: User, boris: User, dmitri: User) -> None:
    """Only the minute, whose request it was and the language differ: nothing of it is for one pair of eyes."""
    pages = {signed_in(user).get(glimpse(game)).content.decode() for user in (anna, boris, dmitri)}
    pages = {re.sub(r"\d+:\d\d", "", page) for page in pages}
    assert len(pages) == 1
    (page,) = pages
    assert "₽" not in page, "rubles are hidden"
    for words in (game.title, "Anna", "Boris", "Upper row", "round 1"):
        assert words in page


def test_it_names_what_lies_open(game: Game, anna: User) -> None:
    page = text_of(signed_in(anna).get(glimpse(game)))
    play = load(game.pk)
    deck, view = Deck(play.options), play.view(None)
    names = [deck[slot.card].name for slot in view.upper if slot] + [
        deck[one.card].name for one in view.seats[0].display
    ]
    for name in names:
        assert name in page


def test_it_has_nobody_s_name_form_or_key(game: Game, anna: User) -> None:
    response = signed_in(anna).get(glimpse(game))
    page = response.content.decode()
    for word in ("csrf", "<form", "example.org", "Profile", game.link_token):
        assert word not in page
    assert response["X-Account"] == str(anna.pk)
    assert "no-store" in response["Cache-Control"]


def test_it_is_for_accounts(game: Game) -> None:
    assert Client().get(glimpse(game)).status_code == 404
    assert guest_at()[0].get(glimpse(game)).status_code == 404


def test_who_may_not_watch_a_game_by_link_has_nothing_of_it(game: Game, anna: User, dmitri: User) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    assert signed_in(dmitri).get(glimpse(game)).status_code == 404
    assert signed_in(anna).get(glimpse(game)).status_code == 200
    friend = signed_in(dmitri)
    friend.get(f"/t/{game.link_token}/")
    assert friend.get(glimpse(game)).status_code == 200


def test_a_closed_game_is_kept_by_nobody_not_even_its_seats(game: Game, anna: User) -> None:
    """The cards of its deal still lie on other tables."""
    client = signed_in(anna)
    assert "data-glimpse" in client.get(f"/games/{game.pk}/").content.decode()
    Game.objects.filter(pk=game.pk).update(title=f"{SEALED}table 7")
    assert client.get(glimpse(game)).status_code == 404
    page = client.get(f"/games/{game.pk}/")
    assert page.status_code == 200
    assert "data-glimpse" not in page.content.decode()


def test_a_link_to_a_game_tells_elsewhere_what_a_visitor_sees(game: Game, anna: User) -> None:
    page = Client().get(f"/games/{game.pk}/").content.decode()
    assert f'<meta property="og:title" content="{game.title}">' in page
    (told,) = re.findall(r'og:description" content="([^"]*)"', page)
    assert "Anna" in told
    assert "Boris" in told
    (picture,) = re.findall(r'og:image" content="([^"]*)"', page)
    assert re.match(r"https?://[^/]+/", picture)
    assert "og:" not in signed_in(anna).get(f"/games/{game.pk}/").content.decode()
