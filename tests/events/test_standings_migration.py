"""Standings from before a direct encounter that parts nobody was "–": the migration lets the sweep write them once more."""

from __future__ import annotations

import pytest

from tests.data_migrations import move_rows
from tests.events.club import NOON, again, made, people, play_round, started
from tournaments.events.services import clockwork
from tournaments.models import Standing
from tournaments.plans.plan import Plan, Swiss

pytestmark = pytest.mark.django_db


def test_standings_that_the_version_before_wrote_are_written_anew() -> None:
    users = people(4)
    event, gathers = started(users[0], users, Plan(stages=(Swiss(1),), sizes=None)), made(users[1])
    play_round(event)
    lines = Standing.objects.filter(event=event)
    written = list(lines.order_by("order").values_list("entry", "place", "values"))
    for line in lines:  # the version before kept a 1 where the encounter parts nobody
        line.values = [value or "1" for value in line.values]
        line.save(update_fields=["values"])
    assert list(lines.order_by("order").values_list("entry", "place", "values")) != written
    move_rows("tournaments", "0011_standings_anew")
    assert again(event).standings_due
    assert not again(gathers).standings_due, "it has none"
    clockwork.sweep(NOON)
    assert list(lines.order_by("order").values_list("entry", "place", "values")) == written
    assert not again(event).standings_due
