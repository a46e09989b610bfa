"""Steps that were drawn before: the same for all who agree in what they say, and never of another game, time or eyes."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.replay import steps
from tests.games.boards import Page, wander_on
from tests.games.play_builders import NOON, begun
from tests.people import signed_in

STEP = {"X-Step": "yes"}


@pytest.fixture
def game(anna, boris, clara) -> Game:
    return wander_on(begun(anna, boris, clara, open_hands=False), seed=4).game


def region(client: Client, address: str, **headers: str) -> str:
    text = Page.of(client.get(address, headers=headers)).text
    return text[text.index('<div id="game"') : text.index('<div id="said"')]


def test_who_comes_after_is_given_what_was_drawn(game, anna, boris, monkeypatch):
    address = f"/games/{game.pk}/replay/?at=40&seat=1"
    first = signed_in(anna).get(address, headers=STEP).content
    monkeypatch.setattr("games.replay.views.ReplayPage", None)  # nobody can draw any more
    assert signed_in(boris).get(address, headers=STEP).content == first
    with pytest.raises(TypeError):
        signed_in(boris).get(f"/games/{game.pk}/replay/?at=41&seat=1", headers=STEP)


def test_who_may_not_watch_is_given_nothing(game, anna, dmitri):
    address = f"/games/{game.pk}/replay/?at=40"
    assert signed_in(anna).get(address, headers=STEP).status_code == 200
    Game.objects.filter(pk=game.pk).update(visibility="link")
    assert signed_in(dmitri).get(address, headers=STEP).status_code == 404
    assert signed_in(anna).get(address, headers=STEP).status_code == 200


CHANGES = {
    "name": lambda game, reader: User.objects.filter(display_name="Boris").update(display_name="Boris Godunov"),
    "title": lambda game, reader: Game.objects.filter(pk=game.pk).update(title="Nights on the Moika"),
    "annulled": lambda game, reader: Game.objects.filter(pk=game.pk).update(annulled_at=NOON),
    "language": lambda game, reader: User.objects.filter(pk=reader.pk).update(language="de"),
    "window": lambda game, reader: User.objects.filter(pk=reader.pk).update(window_width=False),
    "keys": lambda game, reader: User.objects.filter(pk=reader.pk).update(keyboard_shortcuts=False),
    "pictures": lambda game, reader: User.objects.filter(pk=reader.pk).update(log_pictures=False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_is_drawn_anew(game, anna, change):
    address, client = f"/games/{game.pk}/replay/?at=40&seat=0", signed_in(anna)
    User.objects.filter(pk=anna.pk).update(log_pictures=True, keyboard_shortcuts=True)
    before = region(client, address, **STEP)
    CHANGES[change](game, anna)
    after = region(client, address, **STEP)
    assert after == region(client, address)
    if change != "pictures":  # a move without a card has none
        assert after != before


def test_eyes_and_moves_are_kept_apart(game):
    client, seen = Client(), set()
    for query in ("?at=40", "?at=41", "?at=40&seat=0", "?at=40&seat=1", "?at=40&seat=2"):
        address = f"/games/{game.pk}/replay/{query}"
        for _again in range(2):
            assert region(client, address, **STEP) == region(client, address)
        seen.add(region(client, address, **STEP))
    assert len(seen) == 5


def test_so_many_are_kept(game, monkeypatch):
    monkeypatch.setattr(steps, "MOST", 3)
    client = Client()
    for ply in range(6):
        client.get(f"/games/{game.pk}/replay/?at={ply}", headers=STEP)
    assert len(steps._drawn) == 3
