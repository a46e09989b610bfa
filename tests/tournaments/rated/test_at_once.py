"""Two workers take at once, and one is gone in the middle: every game is rated once, in one order, without gaps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from tests.games.play_builders import DAY, NOON
from tournaments.models import RatedGame, RatingChange
from tournaments.rated.rebuilding import rebuild
from tournaments.rated.services import take

from ..lifecycle.rated_builders import played_out

pytestmark = pytest.mark.django_db(transaction=True)


def taken_alone(_number: int) -> int:
    try:
        return sum(iter(lambda: take(limit=1), 0))
    finally:
        connection.close()


def test_two_workers_rate_every_game_once(anna, boris):
    games = [played_out(anna, boris, secret=bytes([number] * 32), now=NOON + number * DAY) for number in range(4)]
    with ThreadPoolExecutor(2) as workers:
        assert sum(workers.map(taken_alone, range(2))) == 4
    assert list(RatedGame.objects.order_by("number").values_list("number", "game")) == [
        (number, game.pk) for number, game in enumerate(games, 1)
    ]
    assert RatingChange.objects.count() == 16
    assert rebuild(tell=pytest.fail, repair=False) == 4


@transaction.atomic
def take_and_die() -> None:
    assert take() == 1
    raise KeyboardInterrupt


def test_what_a_killed_worker_left_is_as_it_was_before(anna, boris):
    played_out(anna, boris)
    with pytest.raises(KeyboardInterrupt):
        take_and_die()
    assert RatedGame.objects.get().waits
    assert not RatingChange.objects.exists()
    assert take() == 1
    assert rebuild(tell=pytest.fail, repair=False) == 1
