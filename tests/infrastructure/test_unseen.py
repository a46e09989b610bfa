"""A task that nobody was free for is said, and an hour's heap of them is one line."""

from __future__ import annotations

import logging

import pytest
from celery.signals import task_revoked

from games.tasks import sweep
from stpete_site.celery import Unseen, unseen


def test_an_expired_task_is_an_error_line_and_one_that_was_called_off_is_none(caplog: pytest.LogCaptureFixture) -> None:
    unseen.said_at = float("-inf")
    with caplog.at_level(logging.ERROR, "stpete_site.alarm"):
        task_revoked.send(sender=sweep, request=None, terminated=False, signum=None, expired=False)
        assert caplog.messages == []
        task_revoked.send(sender=sweep, request=None, terminated=False, signum=None, expired=True)
    assert caplog.messages == ["expired before a worker was free for them: 1 of games.tasks.sweep"]


def test_a_heap_of_expired_tasks_is_counted_and_told_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    lost = Unseen()
    with caplog.at_level(logging.ERROR, "stpete_site.alarm"):
        for _ in range(720):
            lost.note("games.tasks.sweep")
        lost.said_at -= 60
        lost.note("games.tasks.think")
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "1 of games.tasks.sweep",
        "719 of games.tasks.sweep, 1 of games.tasks.think",
    ]
