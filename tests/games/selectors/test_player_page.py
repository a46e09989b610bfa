"""The finished games on the page of a player."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.models import Game
from tests.games.page_reading import text_of
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over
from tests.people import signed_in

pytestmark = pytest.mark.django_db


def test_they_say_how_the_player_did_whoever_reads_it(anna: User, boris: User, clara: User) -> None:
    """Also to who played against him, whose own place stands in his own lists."""
    game = begun(anna, boris, now=now())
    agreed_over(game, now=now())
    seats = [{"seat": 0, "points": 9, "winner": True, "rank": 1}, {"seat": 1, "points": 5, "winner": False, "rank": 2}]
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(result={**(game.result or {}), "seats": seats})
    first = next(tenure.user for tenure in game.seats.get(index=0).tenures.all())
    for whose, place in ((first, "1st of 2"), (boris if first == anna else anna, "2nd of 2")):
        for reader in (signed_in(anna), signed_in(boris), signed_in(clara), Client()):
            assert place in text_of(reader.get(f"/players/{whose.pk}/"))
