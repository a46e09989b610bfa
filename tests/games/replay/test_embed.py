"""A replay in other sites: what every visitor sees, with nothing there that could be done in somebody's name."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

import engine
from accounts.models import User
from games.models import Game, Visibility
from games.names import words
from games.og_image import views
from tests.games.boards import Page, wander_on
from tests.games.play_builders import begun
from tests.people import signed_in

from .test_replay_page import cards_of

pytestmark = pytest.mark.django_db


def test_it_is_the_same_for_everybody_without_session_cookie_and_form(anna: User, boris: User) -> None:
    play = wander_on(begun(anna, boris, open_hands=False), until=lambda state: state.round > 2)
    address = f"/games/{play.game.pk}/embed/?at=12&seat=0"
    response, own = Client().get(address), signed_in(anna).get(address)
    assert response.content == own.content
    assert not response.cookies
    assert not own.cookies
    page = Page.of(response)
    assert page.values("card") == cards_of(engine.view_for(play.at(12).step.state, None))
    assert "<form" not in page.text
    assert page.text.count("<i>hidden</i>") == 2
    assert f'href="/games/{play.game.pk}/embed/?at=13"' in page.text


def test_only_this_address_may_stand_in_a_frame(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    embedded = Client().get(f"/games/{game.pk}/embed/")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "form-action 'none'" in embedded["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded
    for path in ("", "replay/", "charts/"):
        other = Client().get(f"/games/{game.pk}/{path}")
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


def test_what_is_not_public_can_be_neither_embedded_nor_drawn(anna: User, boris: User) -> None:
    game = begun(anna, boris)
    paths = [f"/games/{game.pk}/embed/", *(f"/games/{game.pk}/picture/3/en.{kind}" for kind in ("svg", "png"))]
    Game.objects.filter(pk=game.pk).update(version=0)
    assert [Client().get(path).status_code for path in (paths[0], "/games/999999/embed/")] == [200, 404]
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    assert {signed_in(anna).get(path).status_code for path in paths} == {404}
    page = Page.of(signed_in(anna).get(f"/games/{game.pk}/replay/"))
    assert "Only public games can be embedded" in page.words
    assert "iframe" not in page.text


def test_the_picture_of_a_position_and_the_tags_of_its_page(anna: User, boris: User) -> None:
    views.pictures.clear()
    play = wander_on(begun(anna, boris, open_hands=False), until=lambda state: state.round > 2)
    here, view = f"/games/{play.game.pk}/", engine.view_for(play.at(15).step.state, None)
    svg = Client().get(f"{here}picture/15/en.svg")
    assert svg["Content-Type"] == "image/svg+xml"
    texts = re.findall(r">([^<>]+)</text>", svg.content.decode())
    assert texts.count("? ₽") == 2, "hidden money stays hidden"
    with translation.override("en"):
        assert {words.amount_of_points(seat.points) for seat in view.seats} <= set(texts)
    assert svg.content.count(b"<rect") >= 5 + sum(slot is not None for slot in (*view.upper, *view.lower))
    png = Client().get(f"{here}picture/15/de.png")
    assert png.content[:4] == b"\x89PNG"
    assert Client().get(f"{here}picture/15/de.png", headers={"If-None-Match": png["ETag"]}).status_code == 304
    assert Client().get(f"{here}picture/9999/en.svg").status_code == 404
    page = Client().get(f"{here}replay/?at=15").content.decode()
    assert f"{here}picture/15/en.png" in page.partition("og:image")[2][:200]
    title = re.search(r'og:title" content="([^"]+)', page)
    assert title is not None
    assert Page.of(Client().get(f"{here}replay/?at=15")).title in title[1]


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_every_position_asked_for_counts_and_too_many_are_the_site_s_picture(
    anna: User, boris: User, settings, kind: str
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "picture_drawn": "1/m/key"}
    here = f"/games/{begun(anna, boris).pk}/picture/0/en.{kind}"
    assert Client().get(here).status_code == 200
    assert Client().get(here).status_code == 302


def test_the_page_has_the_link_the_code_and_the_pictures(anna: User, boris: User) -> None:
    game, title = begun(anna, boris), '"><b>White'
    Game.objects.filter(pk=game.pk).update(title=title)
    page = Page.of(Client().get(f"/games/{game.pk}/replay/?at=0"))
    code = unescape(page.text.partition('<textarea id="sh-e"')[2].partition("</textarea>")[0])
    assert f'/games/{game.pk}/embed/?at=0" width="100%"' in code
    assert [unescape(one) for one in re.findall(r' title="([^"]*)" loading="lazy"></iframe>$', code)] == [title]
    assert f"/games/{game.pk}/picture/0/en.svg" in page.text
