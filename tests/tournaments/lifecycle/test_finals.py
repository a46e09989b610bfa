"""Who has reached the final stands before all others, whatever was won or is corrected before it; its groups stay to be seen."""

from __future__ import annotations

import csv

import pytest
from django.test import Client

from accounts.models import User
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin
from tests.games.page_reading import text_of
from tests.people import person
from tournaments.lifecycle import verifying
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.tables import annul, correct
from tournaments.lifecycle.services.entering import leave
from tournaments.models import Chair, Standing, Table, Tournament, TournamentState

from .club import NOON, again, people, play_out, play_round, started

pytestmark = pytest.mark.django_db
FINALS = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))
PAIRS = Plan(stages=(RoundRobin(2), Knockout(from_each=2)), sizes=None)


def finalists(tournament: Tournament) -> set[int | None]:
    return set(
        Chair.objects.filter(round__tournament=tournament, round__stage=1).values_list("entry__number", flat=True)
    )


def first_of(tournament: Tournament, count: int) -> set[int]:
    rows = Standing.objects.filter(tournament=tournament).order_by("order")
    return set(rows.values_list("entry__number", flat=True)[:count])


def put_first(tournament: Tournament, number: int) -> None:
    """A director finds that this player has won every game of the first stage."""
    nora = tournament.directors.get().user
    for table in Table.objects.filter(round__tournament=tournament, round__stage=0, chairs__entry__number=number):
        assert table.result is not None
        others = [one.entrant for one in table.result.outcomes if one.entrant != number]
        places = {one: place for place, one in enumerate([number, *others], start=1)}
        correct(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            places=places,
            points=dict.fromkeys(places),
            reason="The scores were read wrongly.",
            now=NOON,
        )


@pytest.fixture
def nora() -> User:
    return person("Nora")


@pytest.mark.parametrize("plan", [FINALS, PAIRS])
def test_a_finalist_stands_before_all_others_from_the_first_move_of_the_final_on(nora: User, plan: Plan) -> None:
    tournament = started(nora, people(8), plan)
    play_round(tournament)
    final = finalists(tournament)
    assert len(final) == 4
    left_out = Standing.objects.filter(tournament=tournament).exclude(entry__number__in=final).order_by("-order")
    put_first(tournament, left_out.values_list("entry__number", flat=True)[0])
    assert first_of(tournament, 4) == final
    lines = csv.DictReader(Client().get(f"/tournaments/{tournament.pk}/standings.csv").content.decode().splitlines())
    assert {int(line["number"]) for line in lines if int(line["place"]) <= 4} == final
    answer = Client().get(f"/api/v1/tournaments/{tournament.pk}/standings/").json()
    assert {one["person"]["number"] for one in answer["results"][:4]} == final
    for _round in range(3):
        play_round(tournament)
    assert again(tournament).state == TournamentState.FINISHED
    assert (finalists(tournament), first_of(tournament, 4)) == (final, final)
    assert list(verifying.tournament_faults(again(tournament))) == []


def test_who_reached_a_final_that_is_voided_stands_before_all_others(nora: User) -> None:
    tournament = started(nora, people(8), FINALS)
    play_round(tournament)
    final = finalists(tournament)
    table = Table.objects.get(round__tournament=tournament, round__stage=1)
    annul(tournament_id=tournament.pk, director=nora, table_id=table.pk, reason="The wrong deal.", now=NOON)
    clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.FINISHED
    assert first_of(tournament, 4) == final


@pytest.mark.parametrize("plan", [FINALS, PAIRS])
def test_the_groups_stay_with_who_went_on_and_why(nora: User, plan: Plan) -> None:
    tournament = started(nora, people(8), plan)
    play_round(tournament)
    page = Client().get(f"/tournaments/{tournament.pk}/standings/")
    through = {one["line"].person.number for group in page.context["groups"] for one in group["rows"] if one["goes_on"]}
    assert through == finalists(tournament)
    assert [len(group["rows"]) for group in page.context["groups"]] == [4, 4]
    for group in page.context["groups"]:
        assert [one["place"] for one in group["rows"]] == sorted(one["place"] for one in group["rows"])
        second, third = group["rows"][1], group["rows"][2]
        assert bool(second["why"]) is (second["points"] == third["points"])
    assert "▲ advanced (the first 2 of each group)" in text_of(page)
    replaced = page.context["groups"][0]["rows"]
    put_first(tournament, replaced[-1]["line"].person.number)
    rows = Client().get(f"/tournaments/{tournament.pk}/standings/").context["groups"][0]["rows"]
    assert [one["why"] for one in rows if one["line"].person == replaced[-1]["line"].person] == ["did not play on"]
    assert "before a correction" in [one["why"] for one in rows]


def test_who_moved_up_into_the_final_is_named_so(nora: User) -> None:
    users = people(8)
    tournament = started(nora, users, FINALS)
    for table in Table.objects.filter(round__tournament=tournament)[1:]:
        play_out(table.game)  # type: ignore[arg-type]
    clockwork.sweep(NOON)
    best = Standing.objects.filter(tournament=tournament).order_by("order")[0].entry
    leave(tournament_id=tournament.pk, user=best.user, now=NOON)
    play_round(tournament)
    assert best.number not in finalists(tournament)
    groups = Client().get(f"/tournaments/{tournament.pk}/standings/").context["groups"]
    whys = {one["line"].person.number: one["why"] for group in groups for one in group["rows"]}
    assert (whys[best.number], "moved up" in whys.values()) == ("did not play on", True)
