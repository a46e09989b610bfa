"""The picture beside a link says what any visitor sees, in the fonts of the site, and nothing of games that visitors do not see."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from django.utils.timezone import now

from accounts.models import User
from games.cache import Cache
from games.models import Game, Visibility
from games.og_image import drawing, views
from games.og_image.drawing import Postcard, PostcardSeat, draw
from games.play.begin import make_deal
from games.play.positions import load
from games.selectors import queries
from tests.club.extends_games import SEALED
from tests.games.boards import wander_on
from tests.games.play_builders import begun, first_phase_over, play_on
from tests.games.table_builders import agreed_over, table
from tests.people import signed_in

LATER = timedelta(hours=1)
FIVE = tuple(PostcardSeat(seat, "Wolfgang Amadeus Moz", "102") for seat in range(5))
LONG = Postcard("W" * 60, "2nd edition, " * 20, FIVE, "Building phase, round 2", "Waiting for " + "Wolfgang " * 9)


@pytest.fixture(autouse=True)
def nothing_drawn() -> Iterator[None]:
    views.pictures.clear()
    yield
    views.pictures.clear()


def address(game: Game, language: str = "en") -> str:
    return f"/games/{game.pk}/picture/{language}.png"


def is_the_sites(response: object) -> bool:
    return "img/preview" in str(getattr(response, "url", ""))


def test_a_picture_has_the_size_that_others_ask_for_whatever_stands_on_it() -> None:
    for card in (LONG, Postcard("王", "", (PostcardSeat(0, "王小明"),), "")):
        told_as = draw(card)
        assert told_as[:4] == b"\x89PNG"
        assert struct.unpack(">II", told_as[16:24]) == (1200, 630)
        assert len(told_as) < 150_000


def test_every_letter_comes_from_a_font_of_the_site_and_long_words_end_in_dots() -> None:
    assert drawing.can_write("Anna Łukasz Žižek Борис 7 ₽")
    assert not drawing.can_write("王小明")
    assert drawing.readable("王 to 明") == "to"
    shown, how = drawing.fitted("Wolfgang Amadeus", drawing.Ink("Golos Text", 27, 600), 100, 20)
    assert shown.endswith("…")
    assert drawing.width(shown, how) <= 100
    assert drawing.width("MMM", drawing.Ink("Golos Text", 27, 800)) > drawing.width(
        "MMM", drawing.Ink("Golos Text", 27)
    )


def test_as_many_are_kept_as_a_process_bears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "pictures", Cache(2))
    cards = [Postcard(title, "", FIVE[:1], "") for title in ("a", "b", "c")]
    for card in cards:
        assert views.drawn_picture(card, draw)
    assert [views.kept_picture(card) is not None for card in cards] == [False, True, True]


@pytest.mark.django_db
def test_it_says_what_any_visitor_sees(anna: User, boris: User) -> None:
    game = begun(anna, boris, now=now(), open_hands=False)
    play_on(game, until=first_phase_over, now=now())
    card = views.of_game(load(game.pk), now=now())
    assert [place.name for place in card.places] == ["Anna", "Boris"]
    assert [place.points for place in card.places] == [str(seat.points) for seat in load(game.pk).view(None).seats]
    assert card.terms == "2nd edition, hidden money and hands"
    assert card.moment.endswith("round 1")
    assert card.news.startswith("Waiting for")
    assert "₽" not in repr(card)
    assert card == views.of_game(load(game.pk), now=now() + LATER), "no clock is on it"
    with translation.override("de"):
        assert views.of_game(load(game.pk), now=now()).moment.endswith("Durchgang 1")


@pytest.mark.django_db
def test_a_finished_game_has_its_result_and_its_winner(anna: User, boris: User) -> None:
    game = agreed_over(begun(anna, boris, now=now()), now())
    card = views.of_game(load(game.pk), now=now())
    assert card.moment.startswith("Finished: ")
    assert any(place.is_winner for place in card.places)


@pytest.mark.django_db
def test_a_table_has_its_people_and_its_free_seats(anna: User) -> None:
    game = table(anna, bots=1, players=3, now=now())
    card = views.of_table(queries.table(game.pk), now=now())
    assert card.title == "White nights"
    assert card.places[0].name == "Anna"
    assert [place.is_free for place in card.places] == [False, False, True]
    assert card.moment == "1 free seat"
    assert card.news == "2 days per move"


@pytest.mark.django_db
def test_it_is_the_same_for_everybody_and_not_sent_again_while_nothing_has_changed(anna: User, boris: User) -> None:
    game = begun(anna, boris, now=now())
    first = Client().get(address(game))
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address(game)).content == first.content
    assert first.status_code == 200
    assert first["Content-Type"] == "image/png"
    assert "public" in first["Cache-Control"]
    assert len(asked) <= 2
    assert signed_in(anna).get(address(game)).content == first.content
    assert Client().get(address(game), headers={"if-none-match": first["ETag"]}).status_code == 304
    assert Client().get(address(game, "de"), headers={"if-none-match": first["ETag"]}).status_code == 200
    play_on(game, until=first_phase_over, now=now())
    assert Client().get(address(game), headers={"if-none-match": first["ETag"]})["ETag"] != first["ETag"]


@pytest.mark.django_db
def test_what_a_visitor_does_not_see_has_the_picture_of_the_site(anna: User, boris: User) -> None:
    game = begun(anna, boris, now=now())
    assert is_the_sites(signed_in(anna).get("/games/987654/picture/en.png"))
    assert is_the_sites(Client().get(address(game, "fr")))
    Game.objects.filter(pk=game.pk).update(title=f"{SEALED}table 7")
    assert is_the_sites(signed_in(anna).get(address(game))), "also for its seats"
    deal = make_deal(deal_id="event-7", options=load(game.pk).options)
    Game.objects.filter(pk=game.pk).update(title="Moika", deal=deal, seats_given=True)
    assert is_the_sites(Client().get(address(game))), "its deal is not released"
    Game.objects.filter(pk=game.pk).update(deal=None, visibility=Visibility.LINK)
    by_link = Client()
    by_link.get(f"/t/{game.link_token}/")
    assert is_the_sites(by_link.get(address(game)))
    assert (
        "img/preview"
        in re.findall(r'og:image" content="([^"]*)"', by_link.get(f"/games/{game.pk}/").content.decode())[0]
    )


@pytest.mark.django_db
def test_who_has_too_many_drawn_gets_the_site_s_and_what_is_drawn_already_is_not_counted(
    anna: User, boris: User, settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "picture_drawn": "1/m/key"}
    game = begun(anna, boris, now=now())
    assert Client().get(address(game)).status_code == 200
    assert Client().get(address(game)).status_code == 200
    assert is_the_sites(Client().get(address(game, "de")))


@pytest.mark.django_db
def test_pages_of_games_and_tables_name_it(anna: User, boris: User) -> None:
    game, gathering = begun(anna, boris, now=now()), table(anna, players=3, now=now())
    for path, one in ((f"/games/{game.pk}/", game), (f"/tables/{gathering.pk}/", gathering)):
        pictures = re.findall(r'og:image" content="([^"]*)"', Client().get(path).content.decode())
        assert [re.sub(r"^https?://[^/]+", "", picture) for picture in pictures] == [f"{address(one)}?{one.version}"]


def test_a_finished_game_shows_its_places_as_a_podium_and_says_what_decided(
    anna: User, boris: User, clara: User
) -> None:
    play = wander_on(begun(anna, boris, clara), seed=2)
    card = views.of_game(play, now=now())
    assert sorted(place.rank for place in card.places) == [1, 2, 3]
    assert [place.rank for place in card.places if place.is_winner] == [1]
    assert " ahead of " in card.terms
    assert draw(card) != draw(replace(card, places=tuple(replace(place, rank=0) for place in card.places)))
    running = views.of_game(load(begun(anna, boris).pk), now=now())
    assert {place.rank for place in running.places} == {0}
