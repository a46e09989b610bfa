"""Who sits where is no whim of the server: it follows from the secret it bound itself to (docs/deals.md)."""

import pytest

import engine
from games.models import Game
from games.play.begin import begin_game
from games.tables import sitting

from ..play_builders import NOON
from ..table_builders import table


@pytest.mark.django_db
@pytest.mark.parametrize("first", range(6))
def test_seats_follow_from_the_secret_and_the_order_of_joining(anna, boris, clara, first):
    """Six secrets, so that an order by chance alone would not pass."""
    game = table(anna, players=3)
    for user in (boris, clara):
        sitting.join_table(game_id=game.pk, user=user, now=NOON)
    Game.objects.filter(pk=game.pk).update(secret=bytes([first] * 32))
    begin_game(Game.objects.get(pk=game.pk), now=NOON)
    seed = engine.seed_for(bytes([first] * 32), str(game.pk))
    seated = [seat.tenures.get().user for seat in game.seats.order_by("index")]
    assert seated == [(anna, boris, clara)[joined] for joined in engine.seating(seed, 3)]
