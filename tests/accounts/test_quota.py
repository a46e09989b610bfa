"""Limits counted in rows hold when several requests come at once: whoever counts holds the count until his rows stand."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.utils.timezone import now

from accounts import separation
from accounts.limits import hold_count
from accounts.models import Block, User
from games.chat import services
from games.chat.services import TooManyMuted
from games.models import Mute
from moderation import services as complaints
from moderation.errors import TooManyReports
from moderation.models import Complaint, ComplaintReason
from tests.people import person
from tests.programs import Program

LIMIT = 2


@pytest.mark.django_db
def test_a_count_is_held_in_a_transaction_alone(anna: User):
    with transaction.atomic():
        hold_count(anna.pk)
        hold_count(anna.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["blocks", "mutes", "reports"])
def test_of_many_at_once_as_many_pass_as_may(monkeypatch: pytest.MonkeyPatch, what: str):
    """On PostgreSQL they really meet; SQLite lets one write at a time, so there they come one after the other."""
    anna, others = person("Anna"), [person(f"Other {number}") for number in range(6)]
    at_once = len(others) if connection.vendor == "postgresql" else 1

    def report(other: User) -> None:
        words = {"reason": ComplaintReason.OTHER, "words": "", "context": []}
        complaints.file_complaint(about=f"person:{other.pk}", reporter=anna, now=now(), **words)

    monkeypatch.setattr(separation, "MOST_BLOCKED", LIMIT)
    monkeypatch.setattr(services, "MOST_MUTED", LIMIT)
    monkeypatch.setattr(complaints, "A_DAY", LIMIT)
    act: Callable[[User], None]
    act, refused, rows = {
        "blocks": (
            lambda other: separation.block(blocker=anna, blocked=other, now=now()),
            separation.TooManyBlocked,
            Block,
        ),
        "mutes": (lambda other: services.mute(user=anna, muted=other, now=now()), TooManyMuted, Mute),
        "reports": (report, TooManyReports, Complaint),
    }[what]
    together = Barrier(at_once, timeout=20)

    def one(other: User) -> str:
        connection.ensure_connection()
        together.wait()
        try:
            act(other)
        except refused:
            return "refused"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(at_once) as threads:
        outcomes = list(threads.map(one, others))
    assert (outcomes.count("done"), rows.objects.count()) == (LIMIT, LIMIT)


@pytest.mark.django_db
def test_nobody_blocks_or_mutes_without_end(anna: User, boris: User, clara: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(separation, "MOST_BLOCKED", 1)
    monkeypatch.setattr(services, "MOST_MUTED", 1)
    ask = Program(anna)
    for path, code in (("block", "too_many_blocked"), ("mute", "too_many_muted")):
        ask("PUT", f"players/{boris.pk}/{path}/", status=204)
        ask("PUT", f"players/{boris.pk}/{path}/", status=204)  # twice is as once
        assert ask("PUT", f"players/{clara.pk}/{path}/", status=409)["code"] == code
        ask("DELETE", f"players/{boris.pk}/{path}/", status=204)
        ask("PUT", f"players/{clara.pk}/{path}/", status=204)
