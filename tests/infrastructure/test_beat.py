"""The clock that asks what is due goes on whatever happens to the clock on the wall."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery, beat
from celery.schedules import crontab

from stpete_site import celery_app
from stpete_site.celery import SteadyScheduler

EVERY = 0.2


class SetClock(Celery):
    """An application whose clock on the wall can be set."""

    set_by = timedelta(0)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.set_by


class Counting:
    """A scheduler that counts what it would send."""

    sent = 0

    def apply_entry(self, entry: beat.ScheduleEntry, producer: object = None) -> None:
        self.sent += 1


class Steady(Counting, SteadyScheduler):
    pass


class Plain(Counting, beat.Scheduler):
    pass


def sent_after(app: SetClock, scheduler: Counting, seconds: float) -> int:
    """How many more are sent, ticking as Celery's service does."""
    before, end = scheduler.sent, time.monotonic() + seconds
    while time.monotonic() < end:
        scheduler.tick()  # type: ignore[attr-defined]
        time.sleep(0.02)
    return scheduler.sent - before


def scheduled(kind: type[Counting]) -> tuple[SetClock, Counting]:
    app = SetClock("set-clock", broker="memory://", set_as_current=False)
    app.conf.beat_schedule = {"sweep": {"task": "sweep", "schedule": EVERY}}
    return app, kind(app=app)  # type: ignore[call-arg]


def test_a_beat_that_comes_back_sweeps_at_once() -> None:
    app, _scheduler = scheduled(Steady)
    app.conf.beat_schedule["night"] = {"task": "tidy", "schedule": crontab(hour=4, minute=17)}
    scheduler = Steady(app=app)
    assert sent_after(app, scheduler, 0.1) == 1, "the sweep, and not what belongs to the night"


@pytest.mark.parametrize("leap", [timedelta(hours=-1), timedelta(days=-300), timedelta(hours=5)])
def test_a_clock_that_is_set_does_not_stop_the_sweep(leap: timedelta) -> None:
    app, scheduler = scheduled(Steady)
    assert sent_after(app, scheduler, 1.0) >= 3
    app.set_by = leap
    assert 3 <= sent_after(app, scheduler, 1.0) <= 7
    app.set_by = timedelta(0)  # and somebody mends it
    assert 3 <= sent_after(app, scheduler, 1.0) <= 7


def test_celery_s_own_scheduler_would_wait_for_the_old_time() -> None:
    """The day this fails, stpete_site/celery.py can go."""
    app, scheduler = scheduled(Plain)
    assert sent_after(app, scheduler, 1.0) >= 3
    app.set_by = timedelta(hours=-1)
    assert sent_after(app, scheduler, 1.0) == 0


def test_the_site_s_beat_is_the_steady_one() -> None:
    assert celery_app.conf.beat_scheduler == "stpete_site.celery:SteadyScheduler"
    assert SteadyScheduler.max_interval <= 5
