"""Two processes want the same game at once, on a real PostgreSQL: the lock of the game's row lets one in after the other."""

import pytest
from django.utils.timezone import now

import engine
from games.models import LogRow
from games.play.positions import load
from tests.games.play_builders import begun
from tests.people import person
from tests.processes import contests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(transactional_db):
    return begun(person("Anna"), person("Boris"), now=now())


@pytest.fixture
def race(game, forks, tmp_path):
    """Lets the contestants loose at once; the outcome of each, in order of `wishes`."""

    def run(*wishes, unlocked=False):
        play = load(game.pk)
        (seat,) = engine.waiting_for(play.state)
        texts = [str(move) for move in engine.legal_moves(play.state, seat)]
        more = ["unlocked"] if unlocked else []
        return contests.race(
            *(forks, tmp_path, "racers"),
            *(
                (wish, str(game.pk), str(seat), texts[number % len(texts)], str(play.game.version), *more)
                for number, wish in enumerate(wishes)
            ),
        )

    return run


def test_of_two_moves_at_once_one_is_played_and_the_other_is_told_that_it_came_late(race, game):
    outcomes = race("move", "move")
    assert sorted(outcomes) == ["played 1", "refused stale_position"]
    assert LogRow.objects.filter(game=game).count() == 1


def test_of_a_move_and_a_timeout_at_once_only_one_answers_the_question(race, game):
    outcomes = race("move", "timeout")
    assert outcomes in (["played 1", "refused too_early"], ["refused stale_position", "played 1"])
    rows = list(LogRow.objects.filter(game=game))
    asked = {row.seat for row in rows}
    assert len(rows) == len(asked), f"one question was answered twice: {rows}"


@pytest.mark.parametrize("wishes", [("move", "move"), ("move", "timeout")])
def test_without_the_lock_the_loser_of_the_race_would_crash(race, game, wishes):
    """What the lock is for: left out, both read the same position and the second write breaks on the log's numbers."""
    outcomes = race(*wishes, unlocked=True)
    assert any(outcome.startswith("crashed IntegrityError") for outcome in outcomes), outcomes
    assert LogRow.objects.filter(game=game).count() == 1
