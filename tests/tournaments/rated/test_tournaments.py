"""What ratings and tournaments have in common: rated tables, deals that wait for their release, substitutes, annulled
games, seeds."""

from __future__ import annotations

import pytest

import engine
from accounts import separation
from arbiter.ratings.games import OVERALL
from games.models import Deal, Game
from games.models.clock import PACES
from games.play.begin import make_deal, release_deal
from games.play.interventions import annul_game, replace_player, stop_game
from games.tables.sitting import begin_seated
from stpete_site import celery, celery_app
from tests.games.boards import as_bots_would
from tests.games.page_reading import text_of
from tests.games.play_builders import NOON
from tournaments.lifecycle.services.creating import is_established, ratings_of
from tournaments.models import RatedGame, Rating, RatingChange
from tournaments.rated.rebuilding import rebuild
from tournaments.rated.services import take
from tournaments.tasks import rebuild_ratings

from ..lifecycle.rated_builders import played_out, rated

pytestmark = pytest.mark.django_db
TWO = engine.Options(edition=2, players=2)


def seated(*people, deal: Deal | None = None, wish: bool = True) -> Game:
    options = engine.Options(edition=2, players=len(people))
    return begin_seated(
        host=None, title="Round 1", options=options, pace=PACES["2d"][0], seats=people, now=NOON, deal=deal, rated=wish
    )


def finish(game: Game) -> Game:
    as_bots_would(game, until=lambda state: False, now=NOON)
    return Game.objects.get(pk=game.pk)


def test_a_game_of_a_tournament_is_rated_when_the_tournament_says_so(anna, boris):
    assert seated(anna, boris).rated
    assert not seated(anna, boris, wish=False).rated


def test_games_of_a_deal_wait_until_it_is_released(anna, boris, clara, dmitri):
    deal = make_deal(deal_id="event-7/round-1/2", options=TWO)
    finish(seated(anna, boris, deal=deal))
    last = seated(clara, dmitri, deal=deal)
    assert take() == 0
    finish(last)
    assert take() == 0
    release_deal(deal=deal, now=NOON)
    assert take() == 2


def test_a_late_substitute_is_not_rated_and_an_early_one_plays_for_himself(anna, boris, clara):
    early, late = seated(anna, boris), seated(anna, boris)
    replace_player(game_id=early.pk, seat=0, by=clara, now=NOON)
    finish(early)
    as_bots_would(late, until=lambda state: state.round > 3, now=NOON)
    replace_player(game_id=late.pk, seat=0, by=clara, now=NOON)
    finish(late)
    take()
    for game, people in ((early, {boris, clara}), (late, {anna, boris})):
        changes = RatingChange.objects.filter(rated_game__game=game, pool=OVERALL)
        assert {one.user for one in changes} == people


def test_a_substitute_of_the_same_household_makes_a_game_casual(anna, boris, clara):
    separation.name_housemate(user=boris, other=clara, now=NOON)
    separation.name_housemate(user=clara, other=boris, now=NOON)
    game = seated(anna, boris)
    replace_player(game_id=game.pk, seat=0, by=clara, now=NOON)
    finish(game)
    assert take() == 1
    assert RatedGame.objects.get().unrated == "household"


def test_an_annulled_game_counts_for_nothing_before_and_after_it_was_taken(client, anna, boris):
    first, second = finish(seated(anna, boris)), finish(seated(anna, boris))
    annul_game(game_id=first.pk, now=NOON)
    assert take() == 1
    annul_game(game_id=second.pk, now=NOON)
    never, still = (text_of(client.get(f"/games/{game.pk}/")) for game in (first, second))
    assert "This game is voided and does not count for ratings." in never
    assert "This game is voided. It drops out of the ratings at the next nightly recalculation." in still
    assert Rating.objects.exists()
    rebuild_ratings()
    assert not Rating.objects.exists()
    assert "does not count for ratings." in text_of(client.get(f"/games/{second.pk}/"))


def test_the_nightly_rebuild_comes_only_where_a_game_was_annulled_and_mends_what_followed_it(anna, boris):
    first, second = finish(seated(anna, boris)), finish(seated(boris, anna))
    assert take() == 2
    before = dict(Rating.objects.filter(pool=OVERALL).values_list("user", "games"))
    wrong = RatingChange.objects.filter(rated_game__game=second, pool=OVERALL)
    Rating.objects.filter(pool=OVERALL).update(value=1)
    rebuild_ratings()
    assert set(Rating.objects.filter(pool=OVERALL).values_list("value", flat=True)) == {1}  # nobody asked for it
    annul_game(game_id=first.pk, now=NOON)
    rebuild_ratings()
    assert dict(Rating.objects.filter(pool=OVERALL).values_list("user", "games")) == dict.fromkeys(before, 1)
    assert set(wrong.values_list("games_before", flat=True)) == {0}
    assert rebuild(tell=lambda difference: pytest.fail(str(difference)), repair=False) == 1


def test_the_rebuild_has_its_hour_and_waits_in_the_queue_of_heavy_work(settings):
    planned = settings.CELERY_BEAT_SCHEDULE["rebuild"]
    assert planned["task"] == rebuild_ratings.name
    assert celery_app.amqp.router.route({}, rebuild_ratings.name)["queue"].name == celery.HEAVY


def test_an_adjudicated_game_changes_nothing(anna, boris):
    game = seated(anna, boris)
    as_bots_would(game, until=lambda state: state.round > 3, now=NOON)
    stop_game(game_id=game.pk, now=NOON)
    assert take() == 1
    assert RatedGame.objects.get().unrated == "casual"


def test_tournaments_seed_by_the_overall_rating(anna, boris, clara):
    for _ in range(30):
        rated(anna, boris)
    played_out(anna, clara)
    take()
    found = ratings_of([anna.pk, boris.pk])
    assert found == dict(Rating.objects.filter(pool=OVERALL, user__in=[anna, boris]).values_list("user", "value"))
    assert (is_established(anna.pk), is_established(clara.pk)) == (True, False)
