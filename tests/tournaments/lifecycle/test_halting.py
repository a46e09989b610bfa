"""A step that fails holds its tournament or season: said at the desk, mailed once, an alarm, tried again after a change."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from games import due
from games.play.seats import leave_games
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tests.tournaments.emails.test_emails import sent, told
from tests.tournaments.leagues.test_leagues import league
from tournaments.leagues.notifications import LeagueNotification
from tournaments.leagues.services import seasons
from tournaments.leagues.services.directing import retry as retry_season
from tournaments.leagues.services.leagues import sign_up
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.notifications import TournamentNotification
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts.course import abandon, retry
from tournaments.lifecycle.services.creating import start_tournament
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Division, Halt, League, Over, SeasonState, SweepStep, Table, Tournament, TournamentState
from tournaments.staff import stuck

from .club import NOON, again, made, people, play_round, started

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
LATE = timedelta(seconds=61)


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def unpairable(nora: User, **plan: object) -> Tournament:
    """A tournament whose only result cannot be read, so that its second round cannot be paired."""
    tournament = started(nora, people(4), Plan(stages=(Swiss(2),), **plan))  # type: ignore[arg-type]
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=NOON)
    play_round(tournament)
    kept = Table.objects.get(round__tournament=tournament)
    Table.objects.filter(pk=kept.pk).update(result_text=f"spoilt {kept.result_text}")
    Tournament.objects.filter(pk=tournament.pk).update(paused_at=None, standings_due=False)
    return tournament


def mend(tournament: Tournament) -> None:
    for table in Table.objects.filter(round__tournament=tournament):
        Table.objects.filter(pk=table.pk).update(result_text=table.result_text.removeprefix("spoilt "))


def desk(tournament: Tournament, director: User) -> str:
    return signed_in(director).get(f"/tournaments/{tournament.pk}/manage/").content.decode()


def test_a_round_that_cannot_be_paired_holds_the_tournament_and_says_so_once(nora: User, mailbox, caplog) -> None:  # type: ignore[no-untyped-def]
    tournament = unpairable(nora)
    for second in range(5):
        clockwork.sweep(NOON + second * SECOND)
    halt = Halt.objects.get(tournament=tournament)
    assert (halt.step, halt.code, halt.at) == (SweepStep.PAIRS, "kept", NOON)
    assert len([one for one in caplog.records if one.levelname == "ERROR"]) == 1
    assert told(TournamentNotification.ON_HOLD) == ["Nora"]
    (mail,) = [one for one in sent(mailbox) if "on hold" in one["Subject"]]
    assert "nora@" in str(mail["To"])
    page = desk(tournament, nora)
    assert "The tournament is on hold since" in page
    assert "The next round could not be paired." in page
    assert f"/tournaments/{tournament.pk}/manage/retry/" in page
    assert f"/tournaments/{tournament.pk}/manage/abandon/" in page
    assert "runs by itself" not in page
    assert "is on hold" in Client().get(f"/tournaments/{tournament.pk}/log/").content.decode()


def test_what_is_on_hold_is_an_alarm_until_it_goes_on(nora: User, client: Client) -> None:
    tournament = unpairable(nora)
    clockwork.sweep(NOON)
    assert due.counts(NOON + LATE)["on hold"] == 1
    assert stuck(NOON + LATE) == 1
    assert client.get("/health/").json()["overdue"]["on hold"] == 1
    mend(tournament)
    retry(tournament_id=tournament.pk, director=nora, reason="The site was mended.", now=NOON + LATE)
    assert due.counts(NOON + LATE)["on hold"] == 0
    clockwork.sweep(NOON + LATE)
    clockwork.sweep(NOON + LATE)
    assert tournament.rounds.count() == 2
    assert not Halt.objects.exists()
    assert (due.counts(NOON + 2 * LATE)["on hold"], stuck(NOON + 2 * LATE)) == (0, 0)
    with pytest.raises(WrongState):
        retry(tournament_id=tournament.pk, director=nora, reason="Once more.", now=NOON + LATE)


def test_what_fails_again_is_not_mailed_again(nora: User) -> None:
    tournament = unpairable(nora)
    clockwork.sweep(NOON)
    retry(tournament_id=tournament.pk, director=nora, reason="Perhaps now.", now=NOON + LATE)
    clockwork.sweep(NOON + LATE)
    assert Halt.objects.get(tournament=tournament).at == NOON
    assert told(TournamentNotification.ON_HOLD) == ["Nora"]
    assert tournament.acts.filter(kind="on hold").count() == 1
    assert due.counts(NOON + 2 * LATE)["on hold"] == 1


def test_a_tournament_that_ends_is_on_hold_no_more(nora: User) -> None:
    tournament = unpairable(nora)
    clockwork.sweep(NOON)
    abandon(tournament_id=tournament.pk, director=nora, with_results=False, reason="It cannot go on.", now=NOON)
    clockwork.sweep(NOON)
    assert again(tournament).state == TournamentState.ABANDONED
    assert not Halt.objects.exists()
    assert due.counts(NOON + LATE)["on hold"] == 0


def test_games_that_cannot_begin_hold_the_tournament(nora: User) -> None:
    tournament = made(nora)
    Tournament.objects.filter(pk=tournament.pk).update(options={"edition": 2, "players": 4, "sets": ["none-such"]})
    for user in people(4):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    assert Halt.objects.get(tournament=tournament).step == SweepStep.BEGINS
    Tournament.objects.filter(pk=tournament.pk).update(options={"edition": 2, "players": 4})
    retry(tournament_id=tournament.pk, director=nora, reason="The site was mended.", now=NOON)
    clockwork.sweep(NOON)
    assert Table.objects.get(round__tournament=tournament).game is not None


def test_a_round_that_cannot_be_closed_holds_the_tournament(nora: User) -> None:
    tournament = started(nora, people(4))
    game = Table.objects.get(round__tournament=tournament).game
    assert game is not None
    options = game.options
    type(game).objects.filter(pk=game.pk).update(options={**options, "sets": ["none-such"]})
    clockwork.sweep(NOON + tournament.plan.round_time)
    assert Halt.objects.get(tournament=tournament).step == SweepStep.CLOSES
    assert told(TournamentNotification.ON_HOLD) == ["Nora"]


def test_a_result_that_cannot_be_counted_holds_the_tournament_and_no_other(nora: User) -> None:
    tournament, other = (started(nora, people_of(name), Plan(stages=(Swiss(1),))) for name in ("Ada", "Bert"))
    Tournament.objects.filter(pk=tournament.pk).update(plan_text=tournament.plan_text.replace('"last"', '"first"', 1))
    for user in User.objects.filter(entries__tournament__in=(tournament, other)).order_by("pk"):
        leave_games(user=user, now=NOON)
    for second in range(3):
        clockwork.sweep(NOON + second * SECOND)
    assert Halt.objects.get(tournament=tournament).step == SweepStep.COUNTS
    assert again(other).state == TournamentState.FINISHED
    assert Over.objects.count() == 1
    counts = due.counts(NOON + LATE)
    assert (counts["results"], counts["on hold"]) == (0, 1)


def people_of(name: str) -> list[User]:
    return [person(f"{name}{number}") for number in range(4)]


def test_a_database_that_is_away_holds_nothing(nora: User) -> None:
    tournament = started(nora, people(4))

    def away(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if 'FROM "tournaments_round"' in sql:
            raise OperationalError("the database is away")
        return execute(sql, params, many, context)

    now = NOON + tournament.plan.round_time
    with connection.execute_wrapper(away):
        clockwork.attempt(
            SweepStep.CLOSES,
            clockwork.TournamentHolder(tournament.pk),
            clockwork.deadline,
            tournament_id=tournament.pk,
            number=1,
            now=now,
        )
    assert not Halt.objects.exists()
    clockwork.sweep(now)
    clockwork.sweep(now)
    assert tournament.rounds.get(number=1).state == "closed"


def test_rows_that_no_sweep_has_taken_are_an_alarm(nora: User) -> None:
    tournament = started(nora, people(4))
    clockwork.sweep(NOON)
    late = NOON + tournament.plan.round_time + LATE
    assert due.counts(late)["tournaments"] == 2  # the reminder and the end of the round
    clockwork.sweep(late)
    assert due.counts(late)["tournaments"] == 0


def test_a_season_that_cannot_go_on_is_held_likewise(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    neva = league(nora)
    first = neva.seasons.get()
    for user in people(5):
        sign_up(season_id=first.pk, user=user, now=NOON)
    League.objects.filter(pk=neva.pk).update(games=21)  # more than any plan has
    for second in range(3):
        seasons.sweep(first.starts_at + second * SECOND)
    halt = Halt.objects.get(season=first)
    assert (halt.step, halt.at) == (SweepStep.PROMOTES, first.starts_at)
    assert told(LeagueNotification.ON_HOLD) == ["Nora"]
    assert due.counts(first.starts_at + LATE)["on hold"] == 1
    page = signed_in(nora).get(f"/leagues/{neva.pk}/manage/").content.decode()
    assert "Season 1 is on hold since" in page
    assert f"/leagues/{neva.pk}/manage/retry/" in page
    League.objects.filter(pk=neva.pk).update(games=4)
    retry_season(league_id=neva.pk, director=nora, reason="The site was mended.", now=first.starts_at)
    seasons.sweep(first.starts_at + LATE)
    first.refresh_from_db()
    assert first.state == SeasonState.RUNNING
    assert Division.objects.filter(season=first).count() == 1
    assert not Halt.objects.exists()


def test_who_opens_the_page_of_a_tournament_that_is_on_hold_reads_so(nora: User) -> None:
    tournament = unpairable(nora)
    clockwork.sweep(NOON)
    assert "The tournament is on hold. The next round could not be paired." in text_of(
        Client().get(f"/tournaments/{tournament.pk}/")
    )
    mend(tournament)
    retry(tournament_id=tournament.pk, director=nora, reason="The site was mended.", now=NOON)
    assert "is on hold." not in text_of(Client().get(f"/tournaments/{tournament.pk}/"))
