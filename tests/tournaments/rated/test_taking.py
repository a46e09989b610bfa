"""Games that have ended are taken one after the other, once, whatever is delivered twice or left by a killed worker."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbiter.ratings.games import OVERALL
from games.due import alarm
from games.models import Game, Source
from games.play.seats import resign
from tests.club.extends_games import SEALED
from tests.games.boards import as_bots_would
from tests.games.play_builders import DAY, NOON, begun
from tests.games.table_builders import agreed_over
from tournaments.models import RatedGame, Rating, RatingChange
from tournaments.rated.services import take, waiting
from tournaments.tasks import take_ratings

from ..lifecycle.rated_builders import DUEL, played_out

pytestmark = pytest.mark.django_db


def asked(caught: CaptureQueriesContext) -> list[str]:
    """Statements that ask or write; those that only frame a transaction aside."""
    frames = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
    return [one["sql"] for one in caught.captured_queries if not one["sql"].startswith(frames)]


def test_a_rated_game_waits_when_it_is_over_and_a_casual_one_does_not(anna, boris):
    game = played_out(anna, boris)
    agreed_over(begun(anna, boris))
    (row,) = RatedGame.objects.all()
    assert (row.game, row.ended_at, row.waits) == (game, game.finished_at, True)


def test_it_is_taken_once_and_changes_both_pools(anna, boris):
    game = played_out(anna, boris)
    take_ratings()
    take_ratings()
    row = RatedGame.objects.get(game=game)
    assert row.number == 1
    winner = next(seat["seat"] for seat in game.result["seats"] if seat["winner"])
    won = game.seats.get(index=winner).tenures.get().user
    found = {(one.user, one.pool): one for one in RatingChange.objects.all()}
    assert found.keys() == {(user, pool) for user in (anna, boris) for pool in (DUEL, OVERALL)}
    for (user, _pool), change in found.items():
        assert (change.before, change.games_before) == (1500.0, 0)
        assert change.after == (1530.0 if user == won else 1470.0)
        assert change.rank == (1 if user == won else 2)
    stands = {(one.user, one.pool): (one.value, one.games, one.played_at) for one in Rating.objects.all()}
    assert stands == {key: (one.after, 1, game.finished_at) for key, one in found.items()}


def test_numbers_follow_the_end_of_the_games_without_gaps(anna, boris):
    late = played_out(anna, boris, now=NOON + DAY)
    early = played_out(anna, boris, secret=bytes([1] * 32))
    short = agreed_over(begun(anna, boris, rated=True), now=NOON + timedelta(hours=1))
    assert take(limit=2) == 2
    assert take(limit=2) == 1
    assert take() == 0
    assert RatedGame.objects.get(game=early).number == 1
    assert RatedGame.objects.get(game=late).number == 2
    row = RatedGame.objects.get(game=short)
    assert (row.number, row.unrated) == (None, "too-short")
    first, second = (RatingChange.objects.filter(rated_game__number=n, pool=OVERALL).order_by("user") for n in (1, 2))
    assert [one.after for one in first] == [one.before for one in second]


def test_a_batch_gives_the_same_bits_as_one_after_the_other(anna, boris, clara):
    for number in range(3):
        played_out(anna, boris, clara, secret=bytes([number] * 32), now=NOON + number * DAY)
    while take(limit=1):
        pass
    alone = list(RatingChange.objects.order_by("rated_game__number", "pool", "user").values_list("before", "after"))
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    RatedGame.objects.update(number=None, judged="")
    assert take() == 3
    batch = list(RatingChange.objects.order_by("rated_game__number", "pool", "user").values_list("before", "after"))
    assert batch == alone


def test_who_left_is_last_however_well_the_bot_did(anna, boris):
    game = begun(anna, boris, rated=True)
    as_bots_would(game, until=lambda state: state.round > 3, now=NOON)
    resign(game_id=game.pk, user=boris, source=Source.PAGE, now=NOON)
    as_bots_would(game, until=lambda state: False, now=NOON)
    take()
    assert RatingChange.objects.get(pool=OVERALL, user=anna).rank == 1
    assert RatingChange.objects.get(pool=OVERALL, user=boris).rank == 2


def test_who_leaves_at_once_breaks_nothing_off_that_others_play(anna, boris, clara):
    game = begun(anna, boris, clara, rated=True)
    resign(game_id=game.pk, user=clara, source=Source.PAGE, now=NOON)
    as_bots_would(game, until=lambda state: False, now=NOON)
    take()
    ranks = dict(RatingChange.objects.filter(pool=OVERALL).values_list("user__display_name", "rank"))
    assert ranks["Clara"] == 3


def test_a_closed_game_waits_until_it_is_open(anna, boris):
    game = played_out(anna, boris)
    Game.objects.filter(pk=game.pk).update(title=f"{SEALED}table 1")
    assert take() == 0
    assert not waiting().exists()
    Game.objects.filter(pk=game.pk).update(title="White nights")
    assert take() == 1


def test_a_game_that_cannot_be_judged_keeps_no_other_waiting(anna, boris, caplog):
    broken, whole = played_out(anna, boris), played_out(anna, boris, now=NOON + DAY)
    Game.objects.filter(pk=broken.pk).update(result={"ended": "played out", "seats": []})
    assert take(limit=1) == 1
    assert RatedGame.objects.get(game=whole).number == 1
    assert RatedGame.objects.get(game=broken).waits
    assert f"game {broken.pk} cannot be rated" in caplog.text
    assert alarm(NOON + DAY)["ratings"] == 1


def test_twelve_statements_for_a_game_and_two_for_each_other(anna, boris, clara):
    for number, people in enumerate([(anna, boris, clara), (anna, boris), (boris, clara), (anna, boris)]):
        played_out(*people, secret=bytes([number] * 32), now=NOON + number * DAY)
    take(limit=1)  # the queue has its row from now on
    with CaptureQueriesContext(connection) as caught:
        assert take(limit=1) == 1
    assert len(asked(caught)) == 12, asked(caught)
    with CaptureQueriesContext(connection) as caught:
        take_ratings()
    assert len(asked(caught)) == 14, asked(caught)
