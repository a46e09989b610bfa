"""A tournament whose director has gone goes to another one, and goes on; tasks that fail are counted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery.signals import task_failure
from django.utils.timezone import now

from arbiter.progression.plan import Plan, Swiss
from moderation.errors import OwnMatter
from moderation.models import FailedTask, TrailRow
from moderation.permissions import DIRECTOR, OPERATOR
from moderation.tasks import end_measures
from notifications.models import Notification
from stpete_site.tasks import tidy
from tests.moderation.staff import REASON, act, staff
from tests.people import person, signed_in
from tests.tournaments.lifecycle.club import started
from tournaments.lifecycle.errors import BadRequest
from tournaments.lifecycle.services.log import broken_at
from tournaments.models import Due
from tournaments.staff import stuck

pytestmark = pytest.mark.django_db


def test_a_tournament_is_handed_over_and_both_are_told(anna, boris, clara):
    dora, fedor = staff("Dora", DIRECTOR), person("Fedor")
    tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    act("hand-over-tournament", tournament.pk, dora, now(), name="Fedor", alone=True)
    assert [one.user for one in tournament.directors.all()] == [fedor]
    tournament.refresh_from_db()
    last = tournament.acts.order_by("number").last()
    assert last is not None
    assert (last.kind, last.by, last.reason) == ("director removed", dora, REASON)
    assert broken_at(tournament.acts.order_by("number")) is None
    told = Notification.objects.filter(kind="decided", subject=f"tournament:{tournament.pk}")
    assert {fedor.pk, anna.pk} <= set(told.values_list("user_id", flat=True))
    assert TrailRow.objects.get().after == {"directors": [fedor.pk]}
    with pytest.raises(BadRequest):
        act("hand-over-tournament", tournament.pk, dora, now(), name="Fedor", alone=True)
    tournament.entries.filter(user=clara).update(user=dora)
    with pytest.raises(OwnMatter):
        act("hand-over-tournament", tournament.pk, dora, now(), name="Boris", alone=False)


def test_tournaments_that_stand_still_or_nobody_directs_are_counted_and_listed(anna, boris, clara):
    tournament = started(anna, [anna, boris, clara], Plan(stages=(Swiss(2),), sizes=None))
    Due.objects.filter(tournament=tournament).delete()
    assert stuck(now()) == 0
    due = Due.objects.create(tournament=tournament, what="deadline", number=9, at=now() - timedelta(hours=1))
    assert stuck(now()) == 1
    due.delete()
    type(anna).objects.filter(pk=anna.pk).update(is_active=False)
    assert stuck(now()) == 1
    page = signed_in(staff("Dora", DIRECTOR)).get("/admin/needs/stuck-tournaments/").content.decode()
    assert tournament.title in page


def test_tasks_that_fail_are_counted_by_name_and_kind_of_error_alone(db):
    task_failure.send(sender=end_measures, exception=ValueError("a hand of somebody"))
    row = FailedTask.objects.get()
    assert (row.name, row.error) == ("moderation.tasks.end_measures", "ValueError")
    page = signed_in(staff("Oleg", OPERATOR)).get("/admin/").content.decode()
    assert "<strong>1</strong>" in page
    FailedTask.objects.update(at=now() - timedelta(days=31))
    tidy()
    assert not FailedTask.objects.exists()
