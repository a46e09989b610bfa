"""Conditional orders change nothing that anybody else gets until they act: no page, answer of the API, mail, feed or log."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.utils.timezone import now

import engine
from accounts.models import User
from games.models import Seat, Source
from games.play import position_cache
from games.play.moves import give_orders
from games.play.positions import load
from tests.infrastructure.emails_of_a_game import sent
from tests.infrastructure.test_hidden_everywhere import game_with, told
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db
ORDERS = "if I can afford nothing, pass this round\npass until somebody takes a card I could afford\nPub: as many as possible"


def test_orders_of_a_seat_change_nothing_that_others_get(anna: User, boris: User, clara: User) -> None:
    game = game_with(("market",), 3, 30, anna, boris, clara)
    game.refresh_from_db()
    User.objects.update(active_on=now().date())
    play = load(game.pk)
    owner = next(user for user in (anna, clara) if (seat := play.seat_of(user)) is not None and not seat.waiting)
    others = [None, person("Root", is_staff=True, is_superuser=True), *(one for one in (anna, clara) if one != owner)]
    looks = {}
    moment = now()
    for given in (False, True, True):
        if given:
            version = load(game.pk).game.version
            give_orders(game_id=game.pk, user=owner, text=ORDERS, version=version, source=Source.PAGE, now=now())
            position_cache.clear()
        for reader in others:
            client = signed_in(reader) if reader else Client()
            told(client, game)
            seen = told(client, game), sent(game, None if reader and reader.is_superuser else reader, moment)
            before = looks.setdefault(reader, seen)
            changed = {path for path in seen[0] if seen[0][path] != before[0][path]}
            assert not changed or changed <= {
                path for path in told(client, game) if told(client, game)[path] != seen[0][path]
            }
            assert seen[1] == before[1], reader
    own = told(signed_in(owner), game)
    assert b"pass until somebody takes a card I could afford <span" in own[f"/games/{game.pk}/"]
    assert Seat.objects.exclude(planned="").count() == 1
    assert Random(1).random() < 1
    assert engine.phase_key(load(game.pk).state) == Seat.objects.exclude(planned="").get().pass_phase
