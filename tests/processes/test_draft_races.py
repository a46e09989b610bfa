"""Two processes want the same drafted turn at once, on a real PostgreSQL: two tabs, two sendings, the deadline (UI-15)."""

import pytest
from django.utils.timezone import now

from games.models import Draft, LogRow
from games.play import moves
from games.play.positions import load
from tests.games.boards import seat_named
from tests.games.event_boards import table, until_moves
from tests.people import person
from tests.processes import contests

pytestmark = pytest.mark.django_db(transaction=True)

DRAFTED = "event sponsor"


@pytest.fixture
def game(transactional_db):
    """Anna may use the Sponsor and then act."""
    game = table(person("Anna"), person("Boris"), person("Clara"))
    until_moves(game, "Anna", DRAFTED, "take ")
    return game


def drafted(game):
    """She has used it, and not sent that."""
    play = load(game.pk)
    anna = play.owner(seat_named(game, "Anna"))
    assert (
        moves.draft_move(game_id=game.pk, user=anna, text=DRAFTED, version=play.game.version, acts=0, now=now()) == []
    )


@pytest.fixture
def race(game, forks, tmp_path):
    """Lets the contestants loose at once; the outcome of each, in the order of `wishes`, which are a wish and a text."""

    def run(*wishes, acts, unlocked=False):
        play, seat = load(game.pk), seat_named(game, "Anna")
        more = ["unlocked"] if unlocked else []
        return contests.race(
            *(forks, tmp_path, "draft_racers"),
            *((wish, str(game.pk), str(seat), text, str(play.game.version), str(acts), *more) for wish, text in wishes),
        )

    return run


def texts_of(game, since):
    return [(row.text, row.source) for row in LogRow.objects.filter(game=game, number__gt=since).order_by("number")]


def test_of_two_posts_of_the_same_act_one_is_drafted_and_the_other_told_that_it_came_late(race, game):
    version = load(game.pk).game.version
    outcomes = race(("act", DRAFTED), ("act", DRAFTED), acts=0)
    assert sorted(outcomes) == ["refused stale_position", "wrote 0"]
    assert [draft.moves for draft in Draft.objects.all()] == [[DRAFTED]]
    assert texts_of(game, version) == []


def test_of_two_sendings_of_one_draft_one_is_played(race, game):
    drafted(game)
    version = load(game.pk).game.version
    outcomes = race(("send", "-"), ("send", "-"), acts=1)
    assert sorted(outcomes) == ["refused stale_position", "wrote 1"]
    assert texts_of(game, version) == [(DRAFTED, "page")]
    assert not Draft.objects.exists()


def test_of_the_last_act_and_the_deadline_one_ends_the_turn_and_the_draft_is_played_once(race, game):
    drafted(game)
    play = load(game.pk)
    take = next(move for move in play.view(seat_named(game, "Anna")).moves if move.startswith("take "))
    outcomes = race(("act", take), ("timeout", "-"), acts=1)
    played = texts_of(game, play.game.version)
    assert played[0] == (DRAFTED, "page")
    assert DRAFTED not in [text for text, _source in played[1:]]
    if outcomes[0].startswith("wrote"):
        assert (outcomes[1], played[1]) == ("refused too_early", (take, "page"))
    else:
        assert (outcomes, played[1]) == (["refused stale_position", "wrote 1"], ("pass", "timeout"))
    assert not Draft.objects.exists()


def test_without_the_lock_both_posts_would_be_taken_or_crash(race, game):
    """What the lock is for."""
    outcomes = race(("act", DRAFTED), ("act", DRAFTED), acts=0, unlocked=True)
    assert "refused stale_position" not in outcomes, outcomes
