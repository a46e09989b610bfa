"""Conditional orders change nothing that anybody else gets until they act: no page, answer of the API, mail, feed or log."""

from __future__ import annotations

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
from tests.people import signed_in

pytestmark = pytest.mark.django_db
ORDERS = "if I can afford nothing, pass this round\npass until somebody takes a card I could afford\nPub: as many as possible"


def test_orders_of_a_seat_change_nothing_that_others_get(anna: User, boris: User, clara: User) -> None:
    game = game_with(("market",), 3, 30, anna, boris, clara)
    game.refresh_from_db()
    User.objects.update(active_on=now().date())
    play = load(game.pk)
    owner = next(user for user in (anna, clara) if (seat := play.seat_of(user)) is not None and not seat.waiting)
    others = [None, *(one for one in (anna, clara) if one != owner)]
    moment = now()

    def looks(reader: User | None) -> dict[str, bytes]:
        return told(signed_in(reader) if reader else Client(), game)

    for reader in others:
        looks(reader)  # what is noted at the first look of all
    before = {reader: (looks(reader), sent(game, reader, moment)) for reader in others}
    version = load(game.pk).game.version
    give_orders(game_id=game.pk, user=owner, text=ORDERS, version=version, source=Source.PAGE, now=now())
    position_cache.clear()
    for reader in others:
        pages, out = before[reader]
        after = looks(reader)
        leaks = {path for path in pages if pages[path] != after[path]}
        if leaks:  # a minute may have ended between the two, but not each time
            again = looks(reader)
            leaks = {path for path in leaks if again[path] != pages[path] and again[path] == after[path]}
        assert not leaks, (reader, sorted(leaks))
        assert sent(game, reader, moment) == out, reader
    own = signed_in(owner).get(f"/games/{game.pk}/").content.decode()
    assert "You have conditional orders." in own
    assert Seat.objects.exclude(planned="").get().planned == engine.say_orders(
        engine.read_orders(ORDERS, engine.rulebook_for(play.options))
    )
