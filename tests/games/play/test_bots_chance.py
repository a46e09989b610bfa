"""What a bot throws is fixed for its question and nobody's to foresee."""

import pytest

from accounts.models import User
from games.models import Game
from games.play.positions import load

from ..play_builders import begun

pytestmark = pytest.mark.django_db


def thrown(game: Game, seat: int = 1) -> list[float]:
    chance = load(game.pk).chance(seat)
    return [chance.random() for _ in range(4)]


def test_the_same_question_is_thrown_for_in_the_same_way(anna: User) -> None:
    game = begun(anna, "plain", secret=b"a" * 32)
    assert thrown(game) == thrown(game)
    assert thrown(game) != thrown(game, 0)
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    assert thrown(game) != thrown(begun(anna, "plain", secret=b"a" * 32))


def test_who_knows_game_seat_and_version_does_not_know_what_is_thrown(anna: User) -> None:
    game = begun(anna, "plain", secret=b"a" * 32)
    before = thrown(game)
    Game.objects.filter(pk=game.pk).update(secret=b"b" * 32)
    assert thrown(game) != before
