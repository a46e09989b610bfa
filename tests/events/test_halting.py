"""A step that fails holds its tournament or season: said at the desk, mailed once, an alarm, tried again after a change."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client

from accounts.models import User
from games import overdue
from games.play.services.seats import leave_games
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tournaments.events.errors import WrongState
from tournaments.events.notices import Kind
from tournaments.events.services import clockwork, halting
from tournaments.events.services.acts.abandoning import abandon
from tournaments.events.services.acts.retrying import retry
from tournaments.events.services.entering import enter
from tournaments.events.services.starting import start
from tournaments.leagues.notices import Kind as OfLeague
from tournaments.leagues.services import calendar
from tournaments.leagues.services.directing import retry as retry_season
from tournaments.leagues.services.entering import sign_up
from tournaments.models import Division, Event, EventState, Halt, League, Over, SeasonState, Step, Table
from tournaments.plans.plan import Plan, Swiss
from tournaments.staff.events import stuck

from .club import NOON, again, made, people, play_round, started
from .test_leagues import league
from .test_letters import sent, told

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
LATE = timedelta(seconds=61)


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def unpairable(nora: User, **plan: object) -> Event:
    """An event whose only result cannot be read, so that its second round cannot be paired."""
    event = started(nora, people(4), Plan(stages=(Swiss(2),), **plan))  # type: ignore[arg-type]
    Event.objects.filter(pk=event.pk).update(paused_at=NOON)
    play_round(event)
    kept = Table.objects.get(round__event=event)
    Table.objects.filter(pk=kept.pk).update(result_text=f"spoilt {kept.result_text}")
    Event.objects.filter(pk=event.pk).update(paused_at=None, standings_due=False)
    return event


def mend(event: Event) -> None:
    for table in Table.objects.filter(round__event=event):
        Table.objects.filter(pk=table.pk).update(result_text=table.result_text.removeprefix("spoilt "))


def desk(event: Event, director: User) -> str:
    return signed_in(director).get(f"/events/{event.pk}/desk/").content.decode()


def test_a_round_that_cannot_be_paired_holds_the_event_and_says_so_once(nora: User, mailbox, caplog) -> None:  # type: ignore[no-untyped-def]
    event = unpairable(nora)
    for second in range(5):
        clockwork.sweep(NOON + second * SECOND)
    halt = Halt.objects.get(event=event)
    assert (halt.step, halt.code, halt.at) == (Step.PAIRS, "kept", NOON)
    assert len([one for one in caplog.records if one.levelname == "ERROR"]) == 1
    assert told(Kind.ON_HOLD) == ["Nora"]
    (mail,) = [one for one in sent(mailbox) if "on hold" in one["Subject"]]
    assert "nora@" in str(mail["To"])
    page = desk(event, nora)
    assert "The tournament is on hold since" in page
    assert "The next round could not be paired." in page
    assert f"/events/{event.pk}/desk/retry/" in page
    assert f"/events/{event.pk}/desk/abandon/" in page
    assert "runs by itself" not in page
    assert "is on hold" in Client().get(f"/events/{event.pk}/log/").content.decode()


def test_what_is_on_hold_is_an_alarm_until_it_goes_on(nora: User, client: Client) -> None:
    event = unpairable(nora)
    clockwork.sweep(NOON)
    assert overdue.counts(NOON + LATE)["on hold"] == 1
    assert stuck(NOON + LATE) == 1
    assert client.get("/health/").json()["overdue"]["on hold"] == 1
    mend(event)
    retry(event_id=event.pk, director=nora, reason="The site was mended.", now=NOON + LATE)
    assert overdue.counts(NOON + LATE)["on hold"] == 0
    clockwork.sweep(NOON + LATE)
    clockwork.sweep(NOON + LATE)
    assert event.rounds.count() == 2
    assert not Halt.objects.exists()
    assert (overdue.counts(NOON + 2 * LATE)["on hold"], stuck(NOON + 2 * LATE)) == (0, 0)
    with pytest.raises(WrongState):
        retry(event_id=event.pk, director=nora, reason="Once more.", now=NOON + LATE)


def test_what_fails_again_is_not_mailed_again(nora: User) -> None:
    event = unpairable(nora)
    clockwork.sweep(NOON)
    retry(event_id=event.pk, director=nora, reason="Perhaps now.", now=NOON + LATE)
    clockwork.sweep(NOON + LATE)
    assert Halt.objects.get(event=event).at == NOON
    assert told(Kind.ON_HOLD) == ["Nora"]
    assert event.acts.filter(kind="on hold").count() == 1
    assert overdue.counts(NOON + 2 * LATE)["on hold"] == 1


def test_an_event_that_ends_is_on_hold_no_more(nora: User) -> None:
    event = unpairable(nora)
    clockwork.sweep(NOON)
    abandon(event_id=event.pk, director=nora, with_results=False, reason="It cannot go on.", now=NOON)
    clockwork.sweep(NOON)
    assert again(event).state == EventState.ABANDONED
    assert not Halt.objects.exists()
    assert overdue.counts(NOON + LATE)["on hold"] == 0


def test_games_that_cannot_begin_hold_the_event(nora: User) -> None:
    event = made(nora)
    Event.objects.filter(pk=event.pk).update(options={"edition": 2, "players": 4, "sets": ["none-such"]})
    for user in people(4):
        enter(event_id=event.pk, user=user, now=NOON)
    start(event_id=event.pk, director=nora, now=NOON)
    clockwork.sweep(NOON)
    assert Halt.objects.get(event=event).step == Step.BEGINS
    Event.objects.filter(pk=event.pk).update(options={"edition": 2, "players": 4})
    retry(event_id=event.pk, director=nora, reason="The site was mended.", now=NOON)
    clockwork.sweep(NOON)
    assert Table.objects.get(round__event=event).game is not None


def test_a_round_that_cannot_be_closed_holds_the_event(nora: User) -> None:
    event = started(nora, people(4))
    game = Table.objects.get(round__event=event).game
    assert game is not None
    options = game.options
    type(game).objects.filter(pk=game.pk).update(options={**options, "sets": ["none-such"]})
    clockwork.sweep(NOON + event.plan.round_time)
    assert Halt.objects.get(event=event).step == Step.CLOSES
    assert told(Kind.ON_HOLD) == ["Nora"]


def test_a_result_that_cannot_be_counted_holds_the_event_and_no_other(nora: User) -> None:
    event, other = (started(nora, people_of(name), Plan(stages=(Swiss(1),))) for name in ("Ada", "Bert"))
    Event.objects.filter(pk=event.pk).update(plan_text=event.plan_text.replace('"last"', '"first"', 1))
    for user in User.objects.filter(entries__event__in=(event, other)).order_by("pk"):
        leave_games(user=user, now=NOON)
    for second in range(3):
        clockwork.sweep(NOON + second * SECOND)
    assert Halt.objects.get(event=event).step == Step.COUNTS
    assert again(other).state == EventState.FINISHED
    assert Over.objects.count() == 1
    counts = overdue.counts(NOON + LATE)
    assert (counts["results"], counts["on hold"]) == (0, 1)


def people_of(name: str) -> list[User]:
    return [person(f"{name}{number}") for number in range(4)]


def test_a_database_that_is_away_holds_nothing(nora: User) -> None:
    event = started(nora, people(4))

    def away(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if 'FROM "tournaments_round"' in sql:
            raise OperationalError("the database is away")
        return execute(sql, params, many, context)

    now = NOON + event.plan.round_time
    with connection.execute_wrapper(away):
        halting.attempt(
            Step.CLOSES, halting.OfEvent(event.pk), clockwork.deadline, event_id=event.pk, number=1, now=now
        )
    assert not Halt.objects.exists()
    clockwork.sweep(now)
    clockwork.sweep(now)
    assert event.rounds.get(number=1).state == "closed"


def test_rows_that_no_sweep_has_taken_are_an_alarm(nora: User) -> None:
    event = started(nora, people(4))
    clockwork.sweep(NOON)
    late = NOON + event.plan.round_time + LATE
    assert overdue.counts(late)["events"] == 2  # the reminder and the end of the round
    clockwork.sweep(late)
    assert overdue.counts(late)["events"] == 0


def test_a_season_that_cannot_go_on_is_held_likewise(nora: User, mailbox) -> None:  # type: ignore[no-untyped-def]
    neva = league(nora)
    first = neva.seasons.get()
    for user in people(5):
        sign_up(season_id=first.pk, user=user, now=NOON)
    League.objects.filter(pk=neva.pk).update(games=21)  # more than any plan has
    for second in range(3):
        calendar.sweep(first.starts_at + second * SECOND)
    halt = Halt.objects.get(season=first)
    assert (halt.step, halt.at) == (Step.PROMOTES, first.starts_at)
    assert told(OfLeague.ON_HOLD) == ["Nora"]
    assert overdue.counts(first.starts_at + LATE)["on hold"] == 1
    page = signed_in(nora).get(f"/leagues/{neva.pk}/desk/").content.decode()
    assert "Season 1 is on hold since" in page
    assert f"/leagues/{neva.pk}/desk/retry/" in page
    League.objects.filter(pk=neva.pk).update(games=4)
    retry_season(league_id=neva.pk, director=nora, reason="The site was mended.", now=first.starts_at)
    calendar.sweep(first.starts_at + LATE)
    first.refresh_from_db()
    assert first.state == SeasonState.RUNNING
    assert Division.objects.filter(season=first).count() == 1
    assert not Halt.objects.exists()


def test_who_opens_the_page_of_an_event_that_is_on_hold_reads_so(nora: User) -> None:
    event = unpairable(nora)
    clockwork.sweep(NOON)
    assert "The tournament is on hold. The next round could not be paired." in text_of(
        Client().get(f"/events/{event.pk}/")
    )
    mend(event)
    retry(event_id=event.pk, director=nora, reason="The site was mended.", now=NOON)
    assert "is on hold." not in text_of(Client().get(f"/events/{event.pk}/"))
