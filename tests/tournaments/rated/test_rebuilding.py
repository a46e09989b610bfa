"""A rebuild makes every figure anew from the games as they were judged, and the same to the last bit."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from arbiter.ratings.games import OVERALL
from tests.games.play_builders import DAY, NOON
from tournaments.models import MonthGain, Opponent, RatedGame, Rating, RatingChange
from tournaments.rated.rebuilding import Difference, rebuild
from tournaments.rated.services import annul_rating, take

from ..lifecycle.rated_builders import played_out, rated

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(anna, boris, clara, dmitri):
    """Forty games of two to four people."""
    chance, people = Random(7), [anna, boris, clara, dmitri]
    return [rated(*chance.sample(people, chance.randint(2, 4)), at=NOON + n * DAY) for n in range(40)]


def differences(*, repair: bool = False, chunk: int = 1000) -> list[Difference]:
    found: list[Difference] = []
    rebuild(tell=found.append, repair=repair, chunk=chunk)
    return found


def everything():
    changes = RatingChange.objects.order_by("rated_game__number", "pool", "user")
    ratings = Rating.objects.order_by("pool", "user").values_list("pool", "user", "value", "games", "played_at")
    return list(changes.values_list("rated_game", "pool", "user", "rank", "before", "after", "games_before")), list(
        ratings
    )


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_what_was_taken_game_by_game_is_what_a_rebuild_makes(season, chunk):
    assert differences(chunk=chunk) == []


@pytest.mark.parametrize("chunk", [3, 1000])
def test_everything_that_is_lost_or_wrong_is_named_and_mended(season, anna, chunk):
    whole = everything()
    seventh = season[6]
    RatingChange.objects.filter(rated_game=seventh, pool=OVERALL).update(after=F("after") + 1e-9)
    RatingChange.objects.filter(rated_game=season[20]).delete()
    Rating.objects.filter(user=anna, pool=OVERALL).update(value=F("value") - 1)
    Rating.objects.create(user=anna, pool="1/duel/day", value=1500, games=1, played_at=NOON)
    found = differences(repair=True, chunk=chunk)
    assert {one.game for one in found} == {seventh.game_id, season[20].game_id, None}
    assert {(one.user, one.pool) for one in found if one.game is None} == {(anna.pk, OVERALL), (anna.pk, "1/duel/day")}
    assert everything() == whole
    assert differences() == []


def test_an_annulled_game_leaves_the_ratings_at_the_next_rebuild(season, anna):
    first = season[0]
    assert annul_rating(game_id=first.game_id, because="two accounts of one person", now=NOON)
    assert not annul_rating(game_id=first.game_id, because="again", now=NOON)
    assert RatingChange.objects.filter(rated_game=first).exists()
    assert differences(repair=True) != []
    assert not RatingChange.objects.filter(rated_game=first).exists()
    kept = everything()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    differences(repair=True)
    assert everything()[1] == kept[1]


def test_a_game_that_is_annulled_before_it_is_taken_gets_no_number(anna, boris):
    game = played_out(anna, boris)
    annul_rating(game_id=game.pk, because="a wrong click", now=NOON)
    assert take() == 0
    assert RatedGame.objects.get().number is None
    assert differences() == []


def test_games_that_are_taken_while_it_runs_belong_to_it(season, anna, boris):
    RatingChange.objects.filter(rated_game=season[0], user=season[0].changes.first().user).delete()
    told: list[Difference] = []

    def play_meanwhile(difference: Difference) -> None:
        if not told:
            rated(anna, boris, at=NOON + 99 * DAY)
        told.append(difference)

    assert rebuild(tell=play_meanwhile, repair=True, chunk=10) == 41
    assert {one.game for one in told} == {season[0].game_id}
    assert differences() == []


def test_the_command_names_differences_and_mends_them(season, anna):
    Rating.objects.filter(user=anna, pool=OVERALL).update(value=1)
    said = StringIO()
    with pytest.raises(CommandError, match="40 games, differences: 2"):
        call_command("rebuild_ratings", "--check", stdout=said)
    assert said.getvalue().startswith(f"now, player {anna.pk}, overall: 1.0 ")
    assert "4 steps of leaderboards count other players" in said.getvalue()
    said = StringIO()
    call_command("rebuild_ratings", stdout=said)
    assert said.getvalue().endswith("40 games, differences: 2, fixed.\n")
    said = StringIO()
    call_command("rebuild_ratings", "--check", stdout=said)
    assert said.getvalue() == "40 games, differences: 0.\n"


def test_a_rebuild_counts_opponents_and_first_places_anew(season, anna, boris):
    """What was added game by game is what all games together come to."""
    assert differences() == []
    right = {(one.user_id, one.opponent_id): (one.games, one.won, one.level) for one in Opponent.objects.all()}
    firsts = dict(Rating.objects.filter(pool=OVERALL).values_list("user", "firsts"))
    assert right[anna.pk, boris.pk][0] == right[boris.pk, anna.pk][0] > 0
    assert sum(firsts.values()) >= 40
    Opponent.objects.filter(user=anna).update(won=77)
    Rating.objects.filter(user=boris).update(firsts=500)
    said = " ".join(str(one) for one in differences())
    assert "pairs of opponents are counted wrong" in said
    assert "500" in said
    rebuild(tell=str, repair=True)
    assert differences() == []
    assert right == {(one.user_id, one.opponent_id): (one.games, one.won, one.level) for one in Opponent.objects.all()}
    assert firsts == dict(Rating.objects.filter(pool=OVERALL).values_list("user", "firsts"))


def test_what_was_gained_in_a_month_is_counted_anew_where_it_is_wrong(season, anna, boris):
    whole = sorted(MonthGain.objects.values_list("month", "user", "gained", "games", "won"))
    assert len(whole) > 4
    assert sum(games for *_who, games, _won in whole) == RatingChange.objects.filter(pool=OVERALL).count()
    MonthGain.objects.filter(user=anna).update(gained=F("gained") + 1)
    MonthGain.objects.filter(user=boris).first().delete()
    assert len(differences(repair=True)) == 1
    assert sorted(MonthGain.objects.values_list("month", "user", "gained", "games", "won")) == whole
    assert differences() == []
