"""What so many cannot play does not start: the reason is said where it is started, at the desk and by mail."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tournaments.events.errors import TooFewEntrants
from tournaments.events.notices import Kind
from tournaments.events.services import clockwork
from tournaments.events.services.entering import enter
from tournaments.events.services.starting import start
from tournaments.models import Due, Event, EventState, Halt
from tournaments.plans.plan import FinalTables, Plan, RoundRobin

from .club import DAY, NOON, again, made, people
from .test_letters import told

pytestmark = pytest.mark.django_db
GROUPS = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def entered(nora: User, count: int, **terms: object) -> Event:
    event = made(nora, GROUPS, **terms)
    for user in people(count):
        enter(event_id=event.pk, user=user, now=NOON)
    return again(event)


@pytest.mark.parametrize("count", [3, 5])
def test_a_final_of_the_best_two_of_one_group_is_refused_with_its_reason(nora: User, count: int) -> None:
    event, reason = entered(nora, count), f"{count} players are too few for this tournament; it takes 6."
    with pytest.raises(TooFewEntrants, match=reason):
        start(event_id=event.pk, director=nora, now=NOON)
    client = signed_in(nora)
    page = text_of(client.get(f"/events/{event.pk}/desk/"))
    assert reason in page
    assert "There are enough players" not in page
    assert "Start the event" not in page
    assert "So few cannot play it." in page
    assert reason in text_of(client.post(f"/events/{event.pk}/start/", follow=True))
    assert again(event).state == EventState.OPEN


def test_six_play_it(nora: User) -> None:
    event = entered(nora, 6)
    page = text_of(signed_in(nora).get(f"/events/{event.pk}/desk/"))
    assert "There are enough players" in page
    assert "So few cannot play it." not in page
    start(event_id=event.pk, director=nora, now=NOON)
    assert again(event).state == EventState.RUNNING


def test_one_that_was_to_start_by_itself_waits_for_its_directors(nora: User) -> None:
    event = entered(nora, 5, starts_at=NOON + DAY)
    clockwork.sweep(NOON + DAY)
    clockwork.sweep(NOON + DAY)
    assert again(event).state == EventState.OPEN
    assert "Nora" in told(Kind.TOO_FEW)
    assert len(told(Kind.TOO_FEW)) == 6
    assert not Halt.objects.exists()
    assert not Due.objects.filter(event=event).exists()
