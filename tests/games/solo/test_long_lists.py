"""Lists of best results that are long, and the rows they are read from (SOLO-7)."""

from __future__ import annotations

from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.models import DeadlineSum, Game, RankStep, SoloResult
from games.play import outcomes
from games.play.outcomes import enter, find_outcome_faults
from games.solo import results as solo
from tests.people import signed_in

from .solo_builders import BASE, came_to, played

pytestmark = pytest.mark.django_db


def many(user, scores) -> None:
    """So many results in the base list, in this order, as if their games had been played."""
    game = Game.objects.with_secret().get(pk=played(user).pk)
    SoloResult.objects.all().delete()
    RankStep.objects.all().delete()
    for score in scores:
        game.pk, game.link_token = None, f"copy {score} {SoloResult.objects.count()}"
        game.result = {"ended": "played out", "seats": [{"points": score // 1000, "rubles": score % 1000}]}
        game.save()
        enter(game, user.pk)


def test_pages_of_a_long_list_give_everybody_the_same_place(anna, boris):
    """END-17: 120 results, many of them equal, read in pages from either end as in one; a hidden one of one's own between them."""
    chance = Random(7)
    many(anna, [1000 * chance.choice((40, 41, 57, 180)) + chance.choice((0, 3, 999)) for _ in range(120)])
    hidden = SoloResult.objects.order_by("-score", "pk")[60]
    SoloResult.objects.filter(pk=hidden.pk).update(is_public=False)
    outcomes.SOLO.count({(hidden.list, hidden.score): -1})
    for reader, total in ((None, 119), (boris, 119), (anna, 120)):
        _page, whole = solo.results(BASE, reader, None, 500)
        scores = [(line.row.points, line.row.rubles) for line in whole]
        assert len(whole) == total == solo.size_of(BASE, reader)
        assert [line.rank for line in whole] == [1 + sum(one > score for one in scores) for score in scores]
        found, start, starts, before = [], None, [], []
        while True:
            listed, lines = solo.results(BASE, reader, start, 7)
            found += lines
            starts.append(start)
            before.append(listed.previous)
            if listed.next is None:
                break
            start = listed.next
        assert found == whole
        assert before[0] is None
        assert before[2:] == starts[1:-1]
    answer = signed_in(anna).get("/solo/2/")
    assert 'rel="next" href="?from=' in answer.content.decode()
    for wrong in ("x", "1e400_3", "nan_1", "1_", "9" * 40 + "_1"):
        assert Client().get("/solo/2/", {"from": wrong}).status_code == 200
        assert Client().get("/api/v1/solo/2/", {"cursor": wrong}).status_code == 400


def test_what_games_have_left_is_compared_with_them_and_made_anew(anna):
    came_to(anna, 50)
    assert not list(find_outcome_faults())
    SoloResult.objects.update(score=1)
    RankStep.objects.filter(width=16).update(results=5)
    DeadlineSum.objects.update_or_create(user=anna, defaults={"met": 99, "missed": 0})
    faults = " ".join(find_outcome_faults())
    assert "the solo result differs" in faults
    assert "step 16×" in faults
    assert f"user {anna.pk}: the sum of deadlines" in faults
    with pytest.raises(CommandError):
        call_command("check_columns")
    call_command("check_columns", "--recount")
