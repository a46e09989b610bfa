"""Every few seconds one statement says which tasks have work; an idle site does nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from games.models import Game, Heartbeat, Review, Seat
from games.play import outages
from games.tasks import review_due, sweep
from incoming_mail.models import ArrivalWay
from incoming_mail.services import take
from notifications.models import Channel, Delivery, Notification
from stpete_site import celery
from stpete_site.celery import QUEUES
from stpete_site.tasks import SWEEP, WORK, due_tasks, start_due_tasks
from tests.games.play_builders import begun
from tests.people import person
from tournaments.models import Over
from tournaments.rated import services as ratings
from tournaments.tasks import sweep_tournaments, take_ratings


@pytest.fixture
def quiet_game(db: None) -> Game:
    """A game in which nothing is due."""
    game = begun(person("Anna"), person("Boris"), pace="14d", now=now())
    Notification.objects.update(due_at=None)
    Heartbeat.objects.create(at=now())
    assert due_tasks(now()) == []
    return game


def waiting() -> dict[str, int]:
    return {queue.name: length for queue, length in zip(QUEUES, celery.lengths(), strict=True) if length}


def test_an_idle_site_is_asked_once_and_no_task_follows(quiet_game: Game) -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as server:
        server.flushdb()
    due_tasks(now())
    with CaptureQueriesContext(connection) as asked:
        start_due_tasks()
    assert len(asked) == 1
    assert waiting() == {}


def test_the_heart_beats_when_its_time_has_come_and_not_before(quiet_game: Game) -> None:
    """It was said to be due at every look, so an idle site swept all the time."""
    assert due_tasks(now() + outages.BEAT / 2) == []
    assert due_tasks(now() + outages.BEAT * 2) == [SWEEP]


def _deadline(game: Game) -> None:
    Seat.objects.filter(game=game, waiting=True).update(due_at=now())


def _bot(game: Game) -> None:
    Seat.objects.filter(game=game, index=0).update(bot_due_at=now())


def _deserted(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(breaks_off_at=now())


def _notification(game: Game) -> None:
    Notification.objects.update(due_at=now())


def _message(channel: Channel) -> Callable[[Game], None]:
    def put(game: Game) -> None:
        Delivery.objects.create(
            app="games", kind="your_turn", subject=f"game:{game.pk}", channel=channel, due_at=now(), created_at=now()
        )

    return put


def _arrived(game: Game) -> None:
    take(b"Subject: hello\n\n", envelope_from="", envelope_to=["play@stpete.localhost"], way=ArrivalWay.SMTP, now=now())


def _ended(game: Game) -> None:
    ratings.ask_for_rating(game=game, now=now())


def _counts(game: Game) -> None:
    Over.objects.create(game=game, at=now())


def _to_be_reviewed(game: Game) -> None:
    Review.objects.create(game=game, due_at=now())


@pytest.mark.parametrize(
    ("happens", "task"),
    [
        (_deadline, SWEEP),
        (_bot, SWEEP),
        (_deserted, SWEEP),
        (_notification, "notifications.tasks.send_mails"),
        (_message(Channel.MAIL), "notifications.tasks.send_mails"),
        (_message(Channel.HOOK), "notifications.tasks.send_posts"),
        (_arrived, "incoming_mail.tasks.handle_mails"),
        (_counts, sweep_tournaments.name),
        (_ended, take_ratings.name),
        (_to_be_reviewed, review_due.name),
    ],
)
def test_what_is_due_names_its_task(quiet_game: Game, happens: Callable[[Game], None], task: str) -> None:
    happens(quiet_game)
    assert due_tasks(now() + timedelta(seconds=1)) == [task]


def test_the_tasks_are_those_that_run_now_and_then_whatever_is_said() -> None:
    """Deadlines with the alarm each minute, the others in five; emails and posts follow the deadlines."""
    every = {entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert every[SWEEP] == 60.0
    followed = {"notifications.tasks.send_mails", "notifications.tasks.send_posts"}
    assert {task for task, _rows in WORK} - followed <= {task for task, seconds in every.items() if seconds != 5}
    assert sweep.name == SWEEP
