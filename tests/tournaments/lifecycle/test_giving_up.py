"""Who leaves a round-robin: what becomes of his games, and of the others'."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, RoundRobin
from arbiter.progression.situation import Why
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tournaments.leagues.services.leagues import plan_of
from tournaments.lifecycle import verifying
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import course as entrants
from tournaments.lifecycle.services.entering import leave
from tournaments.models import Entry, Round, Standing, Table, Tournament, TournamentState
from tournaments.pages import standings_lines
from tournaments.pages.explanation import unfold
from tournaments.pages.standings_lines import crossed

from .club import DAY, NOON, again, people, play_out, play_round, started

pytestmark = pytest.mark.django_db
PAIRS = Plan(sizes=None, bye=Fraction(1))


def points(tournament: Tournament) -> dict[int, Fraction]:
    """What everybody has, by numbers."""
    rows = Standing.objects.filter(tournament=tournament).values_list("entry__number", "values")
    return {number: Fraction(values[0] or 0) for number, values in rows}


def gives_up(tournament: Tournament, entry: Entry) -> str:
    """What becomes of the results of who leaves now."""
    leave(tournament_id=tournament.pk, user=entry.user, now=NOON)
    clockwork.sweep(NOON)
    entry.refresh_from_db()
    return entry.gave_up


def nora_of(tournament: Tournament) -> User:
    return tournament.directors.get().user


def crossed_of(tournament: Tournament) -> list[dict[str, object]]:
    return crossed(again(tournament), standings_lines.page(again(tournament), AnonymousUser(), 1)) or []


def test_the_other_three_of_an_annulled_table_keep_their_game() -> None:
    """In the group of a league all games run from the start; one of four is over, which is less than half."""
    users = people(5)
    tournament = started(person("Nora"), users, plan_of(in_pairs=False, games=4, time=30 * DAY, size=5))
    table = Table.objects.select_related("game").filter(round__tournament=tournament).order_by("round__number")[0]
    play_out(table.game)  # type: ignore[arg-type]
    clockwork.sweep(NOON)
    table.refresh_from_db()
    in_order = [one.entrant for one in sorted(table.result.outcomes, key=lambda one: one.place)]  # type: ignore[union-attr]
    assert [points(tournament)[number] for number in in_order] == [10, 6, 3, 1]
    winner = in_order[0]
    own = Entry.objects.select_related("user").get(tournament=tournament, number=winner)
    page = text_of(signed_in(own.user).get(f"/tournaments/{tournament.pk}/"))
    assert (
        "1 of 4 games are finished, fewer than half: the other players at each table are ranked without "
        "this player." in page
    )
    assert gives_up(tournament, own) == "annul"
    assert [points(tournament)[number] for number in in_order] == [0, 10, 5, 1]
    seen = signed_in(users[0])
    assert f"{own.user.name} withdrew: results are voided." in text_of(seen.get(f"/tournaments/{tournament.pk}/log/"))
    crossed = {row["person"].number: row for row in crossed_of(tournament)}
    assert not any(crossed[winner]["cells"])
    assert list(verifying.tournament_faults(again(tournament))) == []
    entrants.add(
        tournament_id=tournament.pk, director=nora_of(tournament), name=own.user.name, reason="He is back.", now=NOON
    )
    clockwork.sweep(NOON)
    assert points(tournament)[winner] == 10
    assert list(verifying.tournament_faults(again(tournament))) == []


def test_who_leaves_after_half_of_his_games_loses_the_rest_by_forfeit() -> None:
    """Three in pairs, everybody twice: each plays four games in six rounds."""
    nora, users = person("Nora"), people(3)
    tournament = started(nora, users, replace(PAIRS, stages=(RoundRobin(legs=2, at_once=False),)))
    for _ in range(3):
        play_round(tournament)
    resting = Entry.objects.get(tournament=tournament, rests__round__number=4)
    before = points(tournament)
    entrants.withdraw(
        tournament_id=tournament.pk, director=nora, entry_id=resting.pk, reason="He asked for it.", now=NOON
    )
    resting.refresh_from_db()
    assert resting.gave_up == "keep"
    play_round(tournament)  # his two games are rounds without a table, which are over at once
    for _ in range(3):
        clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.FINISHED
    after = points(tournament)
    assert after[resting.number or 0] == before[resting.number or 0]
    assert sum(after.values()) == 6
    for entry in Entry.objects.filter(tournament=tournament).exclude(pk=resting.pk):
        line = unfold(again(tournament), entry)
        assert line is not None
        met = [
            term["amount"]
            for term in line["values"][0]["terms"]
            if term["opponent"] and term["opponent"].number == resting.number
        ]
        assert (len(met), met[1]) == (2, "1")  # the second game was won by forfeit
    assert list(verifying.tournament_faults(again(tournament))) == []


def test_three_play_where_the_fourth_has_left() -> None:
    """Also where tables are said to be of four."""
    plan = Plan(stages=(RoundRobin(at_once=False),), sizes=Sizes(4, frozenset({4})))
    tournament = started(person("Nora"), people(5), plan)
    resting = Entry.objects.get(tournament=tournament, rests__round__number=1)
    assert gives_up(tournament, resting) == "annul"
    play_round(tournament)
    second = Round.objects.get(tournament=tournament, number=2)
    assert second.chairs.count() == 3
    assert second.rests.get(entry=resting).why == Why.ABSENT.value
    assert list(verifying.tournament_faults(again(tournament))) == []
