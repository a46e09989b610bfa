"""The review of a finished game: made once by a task, read by whoever may see the game, and right in its figures."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now
from pytest_django import DjangoAssertNumQueries

import engine
from engine.bots import judge
from games.models import Deal, Game, LogRow, Review, Visibility
from games.play import position_cache
from games.play.positions import Play, load
from games.review import services
from games.review.figures import figures_of
from games.tasks import review_due
from stpete_site.tasks import due_tasks
from tests.games.boards import wander_on
from tests.games.page_reading import text_of
from tests.games.play_builders import begun
from tests.games.table_builders import agreed_over
from tests.people import signed_in

pytestmark = pytest.mark.django_db
EVERYTHING = ["market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles"]
TASK = "games.tasks.review_due"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small part of the work: what is said of a move is less sure, and nothing else changes."""
    cache.clear()
    for name, value in {
        "CANDIDATES": 2,
        "LOOKS": range(1, 2),
        "LOOK_AHEAD": 1,
        "JUDGING_MOVES": 1,
        "WEIGHING_MOVES": 1,
    }.items():
        monkeypatch.setattr(judge, name, value)


def short(*people) -> Game:
    """A game that its people have ended in the second round."""
    game = begun(*people, edition=1)
    wander_on(game, until=lambda state: state.round == 2, seed=3)
    return agreed_over(game)


@pytest.mark.parametrize("sets", [[], EVERYTHING], ids=["base", "everything"])
def test_the_figures_add_up_to_what_happened(anna, boris, sets: list[str]) -> None:
    play = wander_on(begun(anna, boris, sets=sets, open_hands=False), seed=1)
    found = figures_of(play)
    bought = [
        entry for one in play.steps for entry in one.step.entries if isinstance(entry, engine.Bought | engine.Played)
    ]
    for row in play.game.result["seats"]:
        seat = row["seat"]
        assert sum(one["points"] for one in found["points"] if one["seat"] == seat) == row["points"]
        cards = [one for one in found["cards"] if one["seat"] == seat]
        assert sum(one["copies"] for one in cards) == sum(entry.seat == seat for entry in bought)
        assert sum(one["paid"] for one in cards) == sum(entry.price for entry in bought if entry.seat == seat)
    assert [len(left) for left in found["rubles_left"]] == [play.state.round] * 2
    if not sets:  # in the base game every ruble and point of the rounds comes from a card
        rounds = sum(one["points"] for one in found["points"] if one["round"])
        assert sum(one["points"] for one in found["cards"]) == rounds
        scored = [one for played in play.steps for one in played.step.entries if isinstance(one, engine.Scored)]
        spent = sum(one["rubles"] for one in found["cards"] if one["card"] == "pub")
        assert sum(one["rubles"] for one in found["cards"]) - spent == sum(one.rubles_gain for one in scored)


def test_a_game_that_ends_is_reviewed_by_the_task_and_its_page_waits_for_it(anna, boris) -> None:
    game = short(anna, boris)
    assert TASK in due_tasks(now())
    client, address = signed_in(anna), f"/games/{game.pk}/review/"
    page = client.get(address)
    assert "We are analysing the game." in text_of(page)
    assert f'<a href="{address}">Reload</a>' in page.content.decode()
    review_due()
    assert TASK not in due_tasks(now())
    page = client.get(address)
    assert ">Reload<" not in page.content.decode()
    for words in ("The costliest moves", "Points by source", "Luck of the deal", "Rubles left", "What the cards cost"):
        assert words in text_of(page)
    assert "Spielanalyse" in text_of(Client().get(address, headers={"accept-language": "de"}))


def moment_in(play: Play) -> dict[str, object]:
    """A decision with another move, as a review names it."""
    one = next(one for one in judge.decisions([played.step for played in play.steps]) if one.ply > 2)
    better = next(move for move in one.moves if move != one.played)
    figures = {"ply": one.ply - 1, "seat": one.seat, "round": one.view.round, "phase": one.view.phase}
    moves = {"played": str(one.played), "better": str(better)}
    loss = {"points": 6.2, "low": 3.1, "high": 9.3, "worlds": 100, "won_better": 62, "won_played": 48}
    return {**figures, **moves, **loss, "reasons": []}


def test_a_moment_says_both_moves_and_leads_to_its_position(anna, boris) -> None:
    game = short(anna, boris)
    play = load(game.pk)
    moment = moment_in(play)
    figures = {**figures_of(play), "moments": [moment]}
    Review.objects.update(figures=figures, version=services.VERSION, due_at=None)
    page = signed_in(anna).get(f"/games/{game.pk}/review/")
    said = text_of(page)
    assert "6.2 points (95 % interval: 3.1 to 9.3)" in said
    assert "won 48 after this move and 62 after the better one." in said
    (one,) = page.context["page"].moments
    assert one["played"].label in said
    assert one["better"].label in said
    assert one["url"] == f"/games/{game.pk}/replay/?at={moment['ply']}&seat={moment['seat']}"
    replayed = Client().get(one["url"]).context["page"]
    assert str(moment["played"]) in engine.view_for(play.at(replayed.ply).step.state, replayed.viewer).moves
    german = Client().get(f"/games/{game.pk}/review/", headers={"accept-language": "de"})
    assert "6,2 Punkte (95-%-Intervall: 3,1 bis 9,3)" in text_of(german)


def test_who_may_not_see_the_game_sees_no_review(anna, boris, clara) -> None:
    game = short(anna, boris)
    address = f"/games/{game.pk}/review/"
    assert Client().get(address).status_code == 200
    Game.objects.update(visibility=Visibility.LINK)
    assert signed_in(clara).get(address).status_code == 404
    assert signed_in(clara).get(f"/api/v1{address}").status_code == 404
    assert signed_in(boris).get(address).status_code == 200


def test_a_deal_that_others_still_play_has_no_review_for_its_players(anna, boris) -> None:
    game = short(anna, boris)
    review_due()
    deal = Deal.objects.create(
        deal_id="d", size=2, options=game.options, secret=game.secret, commitment=engine.commitment(bytes(32))
    )
    Game.objects.update(deal=deal, seats_given=True)
    client, address = signed_in(anna), f"/games/{game.pk}/review/"
    assert "This deal is still being played." in text_of(client.get(address))
    assert client.get(f"/api/v1{address}").json() == {"state": "closed", "version": 0, "figures": None}
    assert "/review/" not in client.get(f"/games/{game.pk}/").content.decode()
    Deal.objects.update(released_at=now())
    assert "The costliest moves" in text_of(client.get(address))


def test_a_running_game_has_none(anna, boris) -> None:
    game = begun(anna, boris)
    client = signed_in(anna)
    assert client.get(f"/games/{game.pk}/review/")["Location"] == f"/games/{game.pk}/"
    answer = client.get(f"/api/v1/games/{game.pk}/review/")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_review")


def test_older_games_are_reviewed_when_somebody_asks_and_not_without_limit(anna, boris, settings) -> None:
    game = short(anna, boris)
    Review.objects.all().delete()
    client, address = signed_in(anna), f"/games/{game.pk}/review/"
    assert "No review yet." in text_of(client.get(address))
    assert not Review.objects.exists(), "reading makes none"
    assert Client().post(address)["Location"].startswith("/accounts/login/")
    assert client.post(address)["Location"] == address
    assert services.make_next(now()) == game.pk
    Review.objects.update(version=0)
    assert "Review again" in text_of(client.get(address)), "an earlier version is shown until then"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "review_for_person": "1/h/key"}
    cache.clear()
    client.post(address)
    assert Review.objects.get().due_at is not None
    Review.objects.all().delete()
    refused = client.post(address)
    assert refused.status_code == 429
    assert "You have reached the limit of reviews." in text_of(refused)


def test_one_that_fails_is_tried_once_more_and_then_says_so(anna, boris) -> None:
    game = short(anna, boris)
    LogRow.objects.filter(game=game, kind="move", number__gt=3).update(text="buy nothing-of-the-kind")
    position_cache.clear()
    for _ in range(services.MOST_TRIES):
        assert services.make_next(now()) == game.pk
    assert services.make_next(now()) is None
    assert services.review_of(load(game.pk)).state == "failed"


def test_no_two_workers_make_reviews_at_once_and_one_that_died_is_replaced(anna, boris) -> None:
    game, at = short(anna, boris), now()
    Review.objects.update(taken_until=at + services.LEASE, tries=1)
    assert services.make_next(at) is None
    assert TASK not in due_tasks(at)
    later = at + services.LEASE + timedelta(seconds=1)
    assert services.make_next(later) == game.pk
    assert Review.objects.get().figures is not None


def test_the_page_reads_the_row_and_the_log_alone(
    anna, boris, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = short(anna, boris)
    review_due()
    client = Client()
    client.get(f"/games/{game.pk}/review/")
    with django_assert_num_queries(2):  # the game with its last row, and the review
        client.get(f"/games/{game.pk}/review/")


def test_programs_read_the_figures_and_everybody_finds_the_page(anna, boris) -> None:
    game = short(anna, boris)
    review_due()
    answer = signed_in(anna).get(f"/api/v1/games/{game.pk}/review/").json()
    assert answer["state"] == "ready"
    assert answer["version"] == services.VERSION
    assert answer["figures"]["rubles_left"] == figures_of(load(game.pk))["rubles_left"]
    for address in (f"/games/{game.pk}/", f"/games/{game.pk}/replay/"):
        assert f'href="/games/{game.pk}/review/"' in Client().get(address).content.decode()
