"""The Celery application. The package imports it, so that the web process publishes to the right broker too.
Tasks that expired before a worker was free for them are errors in its log.
"""

from __future__ import annotations

import logging
import os
import time
from collections import Counter

from celery import Celery, Task
from celery.signals import beat_init, task_failure, task_revoked, worker_init, worker_process_init
from django.conf import settings

from stpete_site.supervisor.process import end_with

logger = logging.getLogger("stpete_site.alarm")

PAUSE = 60.0
"""Seconds between two lines: what an hour's outage has heaped up is one thing to tell."""


class Unseen:
    """Says at once that tasks were lost, then how many more, once a minute."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.said_at = float("-inf")

    def note(self, name: str) -> None:
        """One more task of this name."""
        self.counts[name] += 1
        if time.monotonic() - self.said_at >= PAUSE:
            lost = ", ".join(f"{count} of {name}" for name, count in self.counts.items())
            logger.error("expired before a worker was free for them: %s", lost)
            self.counts.clear()
            self.said_at = time.monotonic()


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")

app = Celery("stpete_site", amqp="stpete_site.queues:Broker")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
unseen = Unseen()


@worker_init.connect
@beat_init.connect
def refuse_wrong_settings(**kwargs: object) -> None:
    """A process that acts for people does not start on guesses."""
    settings.ENVIRONMENT.refuse_if_wrong()


@worker_init.connect
def remember_the_worker(**kwargs: object) -> None:
    """Its processes are forked later, also again and again; they know it by this number."""
    os.environ["STPETE_WORKER"] = str(os.getpid())


@worker_process_init.connect
def end_with_the_worker(**kwargs: object) -> None:
    """A process in the middle of a task does not look whether its worker still lives."""
    end_with(int(os.environ["STPETE_WORKER"]))


@task_revoked.connect
def say_what_was_dropped(sender: Task[..., object], expired: bool, **kwargs: object) -> None:
    """A task that expires was never seen by anybody: the workers of its queue are too few, or were away."""
    if expired:
        unseen.note(str(sender.name))


@task_failure.connect
def remember_what_failed(sender: Task[..., object], exception: BaseException, **kwargs: object) -> None:
    """For the first page of staff; the error stands in the log of the worker alone. Apps are loaded before the first task."""
    from django.utils.timezone import now

    from moderation.models import FailedTask

    FailedTask.note(name=str(sender.name), error=type(exception).__name__, now=now())
