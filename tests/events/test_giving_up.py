"""Who leaves a round-robin: what becomes of his games, and of the others'."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tournaments.events import verifying
from tournaments.events.services import clockwork
from tournaments.events.services.acts import entrants
from tournaments.events.services.entering import leave
from tournaments.leagues.plans import plan_of
from tournaments.models import Entry, Event, EventState, Round, Standing, Table
from tournaments.pages import lines
from tournaments.pages.crossing import CrossRow, crossed
from tournaments.pages.unfolding import unfold
from tournaments.pairing.tables.sizes import Sizes
from tournaments.plans.plan import Plan, RoundRobin
from tournaments.plans.situation import Why

from .club import DAY, NOON, again, people, play_out, play_round, started

pytestmark = pytest.mark.django_db
PAIRS = Plan(sizes=None, bye=Fraction(1))


def points(event: Event) -> dict[int, Fraction]:
    """What everybody has, by numbers."""
    rows = Standing.objects.filter(event=event).values_list("entry__number", "values")
    return {number: Fraction(values[0] or 0) for number, values in rows}


def gives_up(event: Event, entry: Entry) -> str:
    """What becomes of the results of who leaves now."""
    leave(event_id=event.pk, user=entry.user, now=NOON)
    clockwork.sweep(NOON)
    entry.refresh_from_db()
    return entry.gave_up


def nora_of(event: Event) -> User:
    return event.directors.get().user


def crossed_of(event: Event) -> list[CrossRow]:
    return crossed(again(event), lines.page(again(event), AnonymousUser(), 1)) or []


def test_the_other_three_of_an_annulled_table_keep_their_game() -> None:
    """In the group of a league all games run from the start; one of four is over, which is less than half."""
    users = people(5)
    event = started(person("Nora"), users, plan_of(in_pairs=False, games=4, time=30 * DAY, size=5))
    table = Table.objects.select_related("game").filter(round__event=event).order_by("round__number")[0]
    play_out(table.game)  # type: ignore[arg-type]
    clockwork.sweep(NOON)
    table.refresh_from_db()
    in_order = [one.entrant for one in sorted(table.result.outcomes, key=lambda one: one.place)]  # type: ignore[union-attr]
    assert [points(event)[number] for number in in_order] == [10, 6, 3, 1]
    winner = in_order[0]
    own = Entry.objects.select_related("user").get(event=event, number=winner)
    page = text_of(signed_in(own.user).get(f"/events/{event.pk}/"))
    assert (
        "1 of 4 games are finished, fewer than half: the other players at each table are ranked without "
        "this player." in page
    )
    assert gives_up(event, own) == "annul"
    assert [points(event)[number] for number in in_order] == [0, 10, 5, 1]
    seen = signed_in(users[0])
    assert f"{own.user.name} withdrew: results are voided." in text_of(seen.get(f"/events/{event.pk}/log/"))
    crossed = {row.person.number: row for row in crossed_of(event)}
    assert not any(crossed[winner].cells)
    assert list(verifying.faults(again(event))) == []
    entrants.add(event_id=event.pk, director=nora_of(event), name=own.user.name, reason="He is back.", now=NOON)
    clockwork.sweep(NOON)
    assert points(event)[winner] == 10
    assert list(verifying.faults(again(event))) == []


def test_who_leaves_after_half_of_his_games_loses_the_rest_by_forfeit() -> None:
    """Three in pairs, everybody twice: each plays four games in six rounds."""
    nora, users = person("Nora"), people(3)
    event = started(nora, users, replace(PAIRS, stages=(RoundRobin(legs=2, at_once=False),)))
    for _ in range(3):
        play_round(event)
    resting = Entry.objects.get(event=event, rests__round__number=4)
    before = points(event)
    entrants.withdraw(event_id=event.pk, director=nora, entry_id=resting.pk, reason="He asked for it.", now=NOON)
    resting.refresh_from_db()
    assert resting.gave_up == "keep"
    play_round(event)  # his two games are rounds without a table, which are over at once
    for _ in range(3):
        clockwork.sweep(NOON)
    assert again(event).state == EventState.FINISHED
    after = points(event)
    assert after[resting.number or 0] == before[resting.number or 0]
    assert sum(after.values()) == 6
    for entry in Entry.objects.filter(event=event).exclude(pk=resting.pk):
        line = unfold(again(event), entry)
        assert line is not None
        met = [
            term.amount for term in line.values[0][1].terms if term.opponent and term.opponent.number == resting.number
        ]
        assert (len(met), met[1]) == (2, "1")  # the second game was won by forfeit
    assert list(verifying.faults(again(event))) == []


def test_three_play_where_the_fourth_has_left() -> None:
    """Also where tables are said to be of four."""
    plan = Plan(stages=(RoundRobin(at_once=False),), sizes=Sizes(4, frozenset({4})))
    event = started(person("Nora"), people(5), plan)
    resting = Entry.objects.get(event=event, rests__round__number=1)
    assert gives_up(event, resting) == "annul"
    play_round(event)
    second = Round.objects.get(event=event, number=2)
    assert second.chairs.count() == 3
    assert second.rests.get(entry=resting).why == Why.ABSENT.value
    assert list(verifying.faults(again(event))) == []
