"""The day on which somebody was last here: who writes it, how often, and what others read of it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import activity
from accounts.models import User
from tests.games.page_reading import text_of
from tests.games.play_builders import begun
from tests.people import PASSWORD, person, signed_in, token_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def today() -> date:
    return timezone.now().date()


def seen(user: User) -> date | None:
    return User.objects.get(pk=user.pk).active_on


def long_ago(user: User) -> None:
    User.objects.filter(pk=user.pk).update(active_on=today() - timedelta(days=40))


def notes(client: Client, method: str, path: str, **sent: str) -> int:
    """How often the day is written while this is asked."""
    with CaptureQueriesContext(connection) as caught:
        getattr(client, method)(path, sent)
    return sum('SET "active_on"' in query["sql"] for query in caught)


def test_the_sign_in_is_noted(anna: User):
    assert seen(anna) is None
    Client().post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    assert seen(anna) == today()


def test_what_somebody_sends_is_noted_once_a_day_and_costs_nothing_after(anna: User):
    client = signed_in(anna)
    assert notes(client, "post", "/language/", language="en") == 0, "the sign-in has noted it"
    long_ago(anna)
    assert notes(client, "get", "/profile/") == 0
    assert [notes(client, "post", "/language/", language="en") for _again in range(3)] == [1, 0, 0]
    assert seen(anna) == today()
    assert notes(Client(), "post", "/language/", language="en") == 0


def test_what_a_program_sends_is_noted_and_what_it_reads_is_not(anna: User, boris: User):
    game = begun(anna, boris)
    program = Client(headers={"authorization": f"Token {token_of(anna)}"})
    assert notes(program, "get", "/api/v1/games/") == 0
    assert [notes(program, "post", f"/api/v1/games/{game.pk}/moves/") for _again in range(2)] == [1, 0]
    assert seen(anna) == today()


def test_the_pulse_notes_who_has_a_seat_and_nobody_else(anna: User, boris: User, clara: User):
    game = begun(anna, boris)
    for user, written in ((anna, [1, 0]), (clara, [0, 0])):
        client = signed_in(user)
        long_ago(user)
        assert [notes(client, "get", f"/games/{game.pk}/pulse/") for _again in range(2)] == written


def test_the_pulse_of_somebody_seen_today_takes_one_statement(anna: User, boris: User, django_assert_num_queries):
    game, client = begun(anna, boris), signed_in(anna)
    client.get(f"/games/{game.pk}/pulse/")
    with django_assert_num_queries(1):
        client.get(f"/games/{game.pk}/pulse/")


def test_a_clock_that_is_behind_takes_no_day_back(anna: User, django_assert_num_queries):
    activity.note(anna.pk, None, now=NOON)
    activity.note(anna.pk, None, now=NOON - timedelta(days=1))
    assert seen(anna) == NOON.date()
    with django_assert_num_queries(0):
        activity.note(anna.pk, NOON.date(), now=NOON - timedelta(days=1))


@pytest.mark.django_db(transaction=True)
def test_where_nothing_can_be_written_the_wish_is_granted_all_the_same():
    client = signed_in(person("Anna"))
    User.objects.update(active_on=None)

    def full(execute, sql, params, many, context):
        if '"active_on" =' in sql and sql.startswith("UPDATE"):
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full):
        assert client.post("/language/", {"language": "de"}).status_code == 302
    assert User.objects.get().language == "de"


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (None, ""),
        (-1, "Last seen today"),
        (0, "Last seen today"),
        (1, "Last seen in the past week"),
        (6, "Last seen in the past week"),
        (7, "Last seen in the past month"),
        (30, "Last seen in the past month"),
        (31, "Last seen over a month ago"),
    ],
)
def test_others_read_it_rounded(days: int | None, said: str):
    day = None if days is None else NOON.date() - timedelta(days=days)
    assert activity.seen_in_words(day, now=NOON) == said


def test_it_stands_on_the_players_page(anna: User):
    long_ago(anna)
    assert "Last seen over a month ago" in text_of(Client().get(f"/players/{anna.pk}/"))
