"""Finished games of one player, and the list they stand in."""

from __future__ import annotations

from games.models import Game, Visibility
from games.play.outcomes import recount
from tests.games.boards import wander_on
from tests.games.play_builders import DAY, NOON, begun

BASE = "2"
"""The list of the second edition without expansions."""


def played(user, *, seed=1, visibility=Visibility.PUBLIC, days=0, **options) -> Game:
    """A game of `user` alone, played at random to its end."""
    game = begun(user, **options)
    play = wander_on(game, seed=seed)
    assert play.game.result["ended"] == "played out"
    Game.objects.filter(pk=game.pk).update(visibility=visibility, finished_at=NOON + days * DAY)
    recount()
    return Game.objects.get(pk=game.pk)


def came_to(user, points, rubles=0, **options) -> Game:
    """A finished game of `user` alone with a result of our choice: places follow from stored results."""
    game = played(user, **options)
    seat = {"seat": 0, "points": points, "rubles": rubles, "rank": 1, "winner": True}
    Game.objects.filter(pk=game.pk).update(result={"ended": "played out", "seats": [seat]})
    recount()
    return Game.objects.get(pk=game.pk)
