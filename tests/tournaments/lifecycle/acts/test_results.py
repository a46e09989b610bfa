"""A director corrects results, annuls tables and declares games lost; never where he sits himself."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Ending, GameResult, OutcomeKind, SeatOutcome
from games.models import Game, Status
from games.play.errors import DealInPlay
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import NOON, again, people, play_out, play_round, started
from tournaments.lifecycle.errors import NoResult, NotADirector, ReasonMissing, WrongState
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import games, results
from tournaments.lifecycle.services.acts.errors import NoSuchPlayer, NoSuchTable, OwnTable
from tournaments.models import Entry, RoundState, Standing, Table, TableState, Tournament, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def two_rounds(nora: User) -> Tournament:
    return started(nora, people(8), Plan(stages=(Swiss(2),)))


def order(tournament: Tournament) -> dict[int, int]:
    return dict(Standing.objects.filter(tournament=tournament).values_list("entry__number", "place"))


def reversed_places(table: Table) -> dict[int, int]:
    assert table.result is not None
    by_place = sorted(table.result.outcomes, key=lambda one: (-one.place, one.seat))
    return {one.entrant: place for place, one in enumerate(by_place, start=1)}


NO_POINTS = 40
"""What everybody has where a test is about places alone."""


def level(places: dict[int, int]) -> dict[int, int | None]:
    return dict.fromkeys(places, NO_POINTS)


def test_a_correction_moves_the_standings_at_once_and_says_which_pairings_follow(nora: User) -> None:
    tournament = two_rounds(nora)
    play_round(tournament)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    before, places = order(tournament), reversed_places(table)
    seated = list(tournament.rounds.get(number=2).chairs.order_by("pk").values_list("entry", "seat"))
    results.correct(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=level(places),
        reason="a wrong record",
        now=NOON,
    )
    assert order(tournament) != before
    table.refresh_from_db()
    assert table.is_corrected
    assert {one.entrant: one.place for one in table.result.outcomes} == places  # type: ignore[union-attr]
    assert list(tournament.rounds.get(number=2).chairs.order_by("pk").values_list("entry", "seat")) == seated
    act = tournament.acts.latest("number")
    assert (act.kind, act.by, act.reason, act.data["pairings_from"]) == ("corrected", nora, "a wrong record", 3)


def test_nobody_sees_or_corrects_a_table_whose_deal_is_still_played(nora: User) -> None:
    tournament = started(nora, people(8), Plan(stages=(Swiss(1),), is_duplicate=True))
    one, other = Table.objects.filter(round__tournament=tournament).select_related("game").order_by("number")
    assert one.game is not None
    assert other.game is not None
    play_out(one.game)
    clockwork.sweep(NOON)
    one.refresh_from_db()
    assert one.state == TableState.COUNTED
    page = signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/correct/", {"table": str(one.pk)})
    assert "Place of" not in page.content.decode()
    places = reversed_places(one)
    with pytest.raises(DealInPlay):
        results.correct(
            tournament_id=tournament.pk,
            director=nora,
            table_id=one.pk,
            places=places,
            points=level(places),
            reason="too early",
            now=NOON,
        )
    play_out(other.game)
    clockwork.sweep(NOON)
    page = signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/correct/", {"table": str(one.pk)})
    assert "Place of" in page.content.decode()


def test_a_finished_tournament_is_corrected_too(nora: User) -> None:
    tournament = two_rounds(nora)
    play_round(tournament)
    play_round(tournament)
    assert again(tournament).state == TournamentState.FINISHED
    table = Table.objects.get(round__tournament=tournament, round__number=2, number=1)
    before, places = order(tournament), reversed_places(table)
    results.correct(
        tournament_id=tournament.pk,
        director=nora,
        table_id=table.pk,
        places=places,
        points=level(places),
        reason="an error of ours",
        now=NOON,
    )
    assert order(tournament) != before


def test_places_that_no_table_can_have_are_refused(nora: User) -> None:
    tournament = two_rounds(nora)
    play_round(tournament)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    players = [one.entrant for one in table.result.outcomes]  # type: ignore[union-attr]
    with pytest.raises(NoResult, match="More points"):
        results.correct(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            places=reversed_places(table),
            reason="the points say otherwise",
            now=NOON,
        )
    for places in ([1, 2, 2, 3], [1, 1, 2, 3], [0, 1, 2, 3], [2, 3, 4, 5]):
        with pytest.raises(NoResult):
            results.correct(
                tournament_id=tournament.pk,
                director=nora,
                table_id=table.pk,
                places=dict(zip(players, places, strict=True)),
                reason="so it was",
                now=NOON,
            )
    with pytest.raises(NoResult):
        results.correct(
            tournament_id=tournament.pk, director=nora, table_id=table.pk, places={99: 1}, reason="so it was", now=NOON
        )


def test_more_points_stand_behind_fewer_nowhere_also_where_a_place_is_shared() -> None:
    parts = [(1, 95), (2, 68), (3, 56), (4, 117)]
    before = GameResult(
        1,
        Ending.SCORED,
        tuple(SeatOutcome(player, seat, 1, vp, OutcomeKind.PLAYED) for seat, (player, vp) in enumerate(parts)),
    )
    with pytest.raises(NoResult, match="More points"):
        results.with_places(before, {1: 1, 2: 2, 3: 3, 4: 3})
    after = results.with_places(before, {4: 1, 1: 2, 2: 3, 3: 4})
    assert [one.place for one in after.outcomes] == [2, 3, 4, 1]


def test_a_reason_is_asked_for_and_only_directors_act(nora: User) -> None:
    tournament = two_rounds(nora)
    table = Table.objects.filter(round__tournament=tournament).first()
    assert table is not None
    with pytest.raises(ReasonMissing):
        results.annul(tournament_id=tournament.pk, director=nora, table_id=table.pk, reason="  ", now=NOON)
    with pytest.raises(NotADirector):
        results.annul(
            tournament_id=tournament.pk, director=person("Zoe"), table_id=table.pk, reason="why not", now=NOON
        )
    with pytest.raises(NoSuchTable):
        results.annul(tournament_id=tournament.pk, director=nora, table_id=table.pk + 1000, reason="gone", now=NOON)


def test_a_director_does_not_decide_at_his_own_table() -> None:
    users = people(8)
    tournament = started(users[0], users, Plan(stages=(Swiss(2),)))
    own = Table.objects.get(round__tournament=tournament, chairs__entry__user=users[0])
    other = Table.objects.exclude(pk=own.pk).get(round__tournament=tournament)
    with pytest.raises(OwnTable):
        results.annul(tournament_id=tournament.pk, director=users[0], table_id=own.pk, reason="I lose", now=NOON)
    results.annul(tournament_id=tournament.pk, director=users[0], table_id=other.pk, reason="a mistake", now=NOON)
    other.refresh_from_db()
    assert other.state == TableState.ANNULLED


def test_an_annulled_table_ends_and_leaves_standings_and_ratings(nora: User) -> None:
    tournament = two_rounds(nora)
    one, _other = Table.objects.filter(round__tournament=tournament).order_by("number")
    results.annul(tournament_id=tournament.pk, director=nora, table_id=one.pk, reason="the wrong sets", now=NOON)
    game = Game.objects.get(pk=one.game_id)
    assert (game.status, game.is_annulled) == (Status.FINISHED, True)
    assert tournament.rounds.get().state == RoundState.RUNNING
    play_round(tournament)
    assert tournament.rounds.get(number=1).state == RoundState.CLOSED
    players = set(one.chairs.values_list("entry__number", flat=True))
    points = {
        line.entry.number: line.values[0]
        for line in Standing.objects.filter(tournament=tournament).select_related("entry")
    }
    assert {points[player] for player in players} == {"0"}
    with pytest.raises(WrongState):
        results.annul(tournament_id=tournament.pk, director=nora, table_id=one.pk, reason="again", now=NOON)


def test_the_last_table_annulled_closes_the_round(nora: User) -> None:
    tournament = two_rounds(nora)
    for table in Table.objects.filter(round__tournament=tournament):
        results.annul(tournament_id=tournament.pk, director=nora, table_id=table.pk, reason="the wrong sets", now=NOON)
    assert tournament.rounds.get(number=1).state == RoundState.CLOSED


def test_who_forfeits_at_a_table_is_last_and_the_others_play_on(nora: User) -> None:
    tournament = two_rounds(nora)
    table = Table.objects.get(round__tournament=tournament, number=1)
    loser = Entry.objects.get(chairs__table=table, chairs__seat=2)
    games.forfeit(
        tournament_id=tournament.pk, director=nora, table_id=table.pk, entry_id=loser.pk, reason="abuse", now=NOON
    )
    assert Game.objects.get(pk=table.game_id).status == Status.RUNNING
    play_round(tournament)
    table.refresh_from_db()
    outcome = next(one for one in table.result.outcomes if one.entrant == loser.number)  # type: ignore[union-attr]
    assert (outcome.place, outcome.part) == (4, OutcomeKind.LEFT)
    with pytest.raises(WrongState):
        games.forfeit(
            tournament_id=tournament.pk, director=nora, table_id=table.pk, entry_id=loser.pk, reason="again", now=NOON
        )


def test_who_forfeits_a_game_in_pairs_has_lost_it(nora: User) -> None:
    tournament = started(nora, people(4), Plan(stages=(Swiss(1),), sizes=None))
    table = Table.objects.get(round__tournament=tournament, number=1)
    loser = Entry.objects.get(chairs__table=table, chairs__seat=0)
    stranger = Entry.objects.filter(tournament=tournament).exclude(chairs__table=table).first()
    assert stranger is not None
    with pytest.raises(NoSuchPlayer):
        games.forfeit(
            tournament_id=tournament.pk,
            director=nora,
            table_id=table.pk,
            entry_id=stranger.pk,
            reason="abuse",
            now=NOON,
        )
    games.forfeit(
        tournament_id=tournament.pk, director=nora, table_id=table.pk, entry_id=loser.pk, reason="abuse", now=NOON
    )
    assert Game.objects.get(pk=table.game_id).status == Status.FINISHED
    play_round(tournament)
    table.refresh_from_db()
    assert [one.place for one in table.result.outcomes] == [2, 1]  # type: ignore[union-attr]
