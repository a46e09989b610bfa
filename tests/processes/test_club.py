"""A club plays tournaments for weeks and nobody lends a hand: a Swiss with finals, open cups, a duplicate round, two seasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import combinations

import pytest
from django.db.models import QuerySet

from accounts.models import User
from arbiter.formats.groups import LateEntry
from arbiter.progression.plan import FinalTables, Plan, Swiss
from arbiter.results import Closing, Ending, OutcomeKind, Unfinished
from games.models import Game, Seat, Status, Tenure, TenureEnd
from games.play.notifications import GameNotification
from notifications.models import Notification
from tests.tournaments.lifecycle.club import DAY, again, made, options, people
from tests.tournaments.lifecycle.life import Life
from tournaments.leagues.ladder import stand_of
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.lifecycle.services.acts.tables import correct
from tournaments.lifecycle.services.entering import enter, leave
from tournaments.lifecycle.verifying import tournament_faults
from tournaments.models import (
    Chair,
    Division,
    Due,
    Entry,
    League,
    Over,
    RatedGame,
    Season,
    SeasonState,
    Standing,
    Table,
    TableState,
    Tournament,
    TournamentState,
)
from tournaments.rated.rebuilding import Difference, rebuild

pytestmark = pytest.mark.django_db


def swiss(users: Sequence[User], rounds: int, life: Life) -> Tournament:
    """One that starts tomorrow by itself, with finals of four; rounds of ten days, then bots play on."""
    plan = Plan(
        stages=(Swiss(rounds), FinalTables(4)),
        round_time=timedelta(days=10),
        closing=Closing(Unfinished.ADJUDICATE),
        late=LateEntry(2),
    )
    tournament = made(users[0], plan, starts_at=life.now + DAY)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=life.now)
    return tournament


def league(users: Sequence[User], life: Life) -> League:
    """One whose first season starts tomorrow with all of these."""
    users[0].is_staff = True
    terms = LeagueTerms(
        "Neva League", options(4), life.now + DAY, season_time=timedelta(days=14), pause=timedelta(days=2)
    )
    made = create_league(creator=users[0], terms=terms, now=life.now)
    for user in users:
        sign_up(season_id=made.seasons.get().pk, user=user, now=life.now)
    return made


def until(life: Life, happened: Callable[[], bool]) -> None:
    """Days pass until it has happened, forty at most."""
    for _ in range(40):
        if happened():
            return
        life.days(1)
    raise AssertionError(f"nothing comes any more: {list(Tournament.objects.values_list('title', 'state'))}")


def games(tournament: Tournament) -> QuerySet[Game]:
    return Game.objects.filter(tournament_table__round__tournament=tournament)


def games_of(tournament: Tournament) -> Counter[User]:
    """How many games everybody was paired for. Asserts that nobody met anybody twice before the finals."""
    tables: dict[int, list[User]] = {}
    for chair in Chair.objects.filter(round__tournament=tournament).select_related("entry__user", "round"):
        tables.setdefault(chair.table_id, []).append(chair.entry.user)
    before = Table.objects.filter(round__tournament=tournament, round__stage=0).values_list("pk", flat=True)
    met = Counter(frozenset(pair) for table in before for pair in combinations(tables[table], 2))
    assert max(met.values()) == 1
    return Counter(user for table in tables.values() for user in table)


def finalists(tournament: Tournament) -> list[User]:
    """Who sits at the final table; it decides the first places."""
    final = Table.objects.get(round__tournament=tournament, round__stage=1)
    playing = [chair.entry.user for chair in final.chairs.select_related("entry__user")]
    best = Standing.objects.filter(tournament=tournament, order__lte=4).select_related("entry__user")
    assert {line.entry.user for line in best} == set(playing)
    return playing


def at_adjudicated_tables(tournament: Tournament) -> set[User]:
    tables = [table for table in Table.objects.filter(round__tournament=tournament) if table.result]
    ended = [table for table in tables if table.result and table.result.ending is Ending.ADJUDICATED]
    return {chair.entry.user for table in ended for chair in table.chairs.select_related("entry__user")}


def correct_one(tournament: Tournament, director: User, life: Life) -> None:
    """At a table of the first round the first and the last have exchanged places and points, says a director."""
    tables = Table.objects.filter(round__tournament=tournament, round__number=1).exclude(chairs__entry__user=director)
    results = [(table, table.result) for table in tables.order_by("number")]
    table, result = next(
        (one, of) for one, of in results if of and {place.part for place in of.outcomes} == {OutcomeKind.PLAYED}
    )
    by_place = sorted(result.outcomes, key=lambda one: one.place)
    swapped = [by_place[-1], *by_place[1:-1], by_place[0]]
    correct(
        tournament_id=tournament.pk,
        director=director,
        table_id=table.pk,
        places={one.entrant: old.place for one, old in zip(swapped, by_place, strict=True)},
        points={one.entrant: old.vp for one, old in zip(swapped, by_place, strict=True)},
        reason="The two had told each other's results.",
        now=life.now,
    )


def promoted(neva: League) -> None:
    """The seasons follow each other: the best of the lower level and the last of the upper one have changed places."""
    first, second = Season.objects.filter(league=neva).order_by("number")[:2]
    assert {season.state for season in (first, second)} == {SeasonState.FINISHED}
    upper, lower = ([user for group in level for user in group] for level in stand_of(first).levels)
    new_upper, new_lower = ({user for group in level for user in group} for level in stand_of(second).levels)
    assert lower[0] in new_upper
    assert upper[-1] in new_lower
    assert second.moves[str(lower[0])] == "UP"
    per_player = Counter(
        Chair.objects.filter(round__tournament__division__season=second).values_list("entry", flat=True)
    )
    assert set(per_player.values()) == {neva.games}


def nothing_is_left_undone(*, still_open: int) -> None:
    """Every tournament has finished but cups that gather entrants, and nothing of it waits; each is what was kept of it."""
    assert Tournament.objects.exclude(state=TournamentState.FINISHED).count() == still_open
    assert not Due.objects.exists()
    assert not Over.objects.exists()
    assert not Tournament.objects.filter(standings_due=True).exists()
    assert [fault for tournament in Tournament.objects.all() for fault in tournament_faults(tournament)] == []
    assert set(Game.objects.values_list("status", flat=True)) == {Status.FINISHED}
    assert Game.objects.count() == Table.objects.count() == Table.objects.filter(state=TableState.COUNTED).count()


def everybody_was_told() -> None:
    """Each seat once that its game is over; that it has begun stands in what tells of the round, or of the season."""
    told = Counter(Notification.objects.values_list("kind", flat=True))
    assert told[GameNotification.OVER] == Seat.objects.count()
    assert told[GameNotification.STARTED] == 0
    assert (
        told["paired"]
        >= Chair.objects.filter(round__tournament__division=None).values("round", "entry").distinct().count()
    )


def ratings_are_those_of_a_rebuild() -> None:
    """To the last bit; and all games are rated or say why not."""
    found: list[Difference] = []
    assert rebuild(tell=found.append, repair=False) == RatedGame.objects.filter(number__isnull=False).count() > 0
    assert found == []
    assert not RatedGame.objects.filter(number=None, unrated="").exists()


def test_a_club_plays_for_weeks_and_nobody_lends_a_hand() -> None:
    users, life = people(33), Life(posts=True)
    *first, late = users
    vanished, left, slow = first[5], first[9], first[11]
    life.gone = {vanished.pk}
    tournament = swiss(first, 4, life)
    neva = league(users[16:32], life)
    cup = made(users[0], Plan(stages=(Swiss(1),)), most_entrants=4, starts_when_full=True)
    duplicate = made(users[0], Plan(stages=(Swiss(1),), is_duplicate=True), starts_at=life.now + 3 * DAY)
    for user in users[12:18]:
        enter(tournament_id=cup.pk, user=user, now=life.now)
    for user in users[20:28]:
        enter(tournament_id=duplicate.pk, user=user, now=life.now)

    life.days(1)
    assert (again(tournament).state, again(cup).state) == (TournamentState.RUNNING, TournamentState.FINISHED)
    enter(tournament_id=tournament.pk, user=late, now=life.now)
    leave(tournament_id=tournament.pk, user=left, now=life.now)
    second_cup = Tournament.objects.get(follows=cup)
    for user in users[:2]:
        enter(tournament_id=second_cup.pk, user=user, now=life.now)
    until(life, lambda: tournament.rounds.count() == 2)
    assert Entry.objects.get(tournament=tournament, user=vanished).is_idle
    life.slow = {slow.pk}
    until(life, lambda: tournament.rounds.count() == 3)
    life.slow = set()
    correct_one(tournament, first[0], life)
    until(life, lambda: Season.objects.filter(league=neva, number=2).exists())
    second = Season.objects.get(league=neva, number=2)
    for user in users[16:32]:
        sign_up(season_id=second.pk, user=user, now=life.now)
    until(
        life,
        lambda: not Tournament.objects.exclude(state=TournamentState.FINISHED).exclude(follows=second_cup).exists(),
    )
    until(life, lambda: Season.objects.get(pk=second.pk).state == SeasonState.FINISHED)

    stated = Counter(dict.fromkeys(first, 4) | {vanished: 1, left: 1, late: 3})
    assert games_of(tournament) == stated + Counter(finalists(tournament))
    assert slow in at_adjudicated_tables(tournament)
    kept = Tenure.objects.filter(user=vanished, ended=TenureEnd.KEPT)
    assert kept.count() == 1
    assert not games(duplicate).filter(deal__released_at=None).exists()
    assert games(duplicate).values("deal").distinct().count() == 1
    assert [one.entries.count() for one in (cup, second_cup)] == [4, 4]
    assert set(life.posted) == set(Tournament.objects.filter(rounds__isnull=False).values_list("pk", flat=True))
    assert len(life.posted) == 4 + Division.objects.filter(season__league=neva).count()
    promoted(neva)
    nothing_is_left_undone(still_open=1)
    everybody_was_told()
    ratings_are_those_of_a_rebuild()


@pytest.mark.slow
def test_sixty_four_play_six_rounds_and_finals() -> None:
    users, life = people(64), Life()
    tournament = swiss(users, 6, life)
    until(life, lambda: again(tournament).state == TournamentState.FINISHED)
    assert games_of(tournament) == Counter(dict.fromkeys(users, 6)) + Counter(finalists(tournament))
    nothing_is_left_undone(still_open=0)
    everybody_was_told()
    ratings_are_those_of_a_rebuild()
