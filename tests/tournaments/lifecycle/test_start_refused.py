"""What so many cannot play does not start: the reason is said where it is started, at the desk and by mail."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.progression.plan import FinalTables, Plan, RoundRobin
from tests.games.page_reading import text_of
from tests.people import person, signed_in
from tests.tournaments.emails.test_emails import told
from tournaments.lifecycle.errors import TooFewEntrants
from tournaments.lifecycle.notifications import Kind
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.entering import enter
from tournaments.lifecycle.services.starting import start
from tournaments.models import Due, Halt, Tournament, TournamentState

from .club import DAY, NOON, again, made, people

pytestmark = pytest.mark.django_db
GROUPS = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))


@pytest.fixture
def nora() -> User:
    """She directs and does not play."""
    return person("Nora")


def entered(nora: User, count: int, **terms: object) -> Tournament:
    tournament = made(nora, GROUPS, **terms)
    for user in people(count):
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    return again(tournament)


@pytest.mark.parametrize("count", [3, 5])
def test_a_final_of_the_best_two_of_one_group_is_refused_with_its_reason(nora: User, count: int) -> None:
    tournament, reason = entered(nora, count), f"{count} players are too few for this tournament; it takes 6."
    with pytest.raises(TooFewEntrants, match=reason):
        start(tournament_id=tournament.pk, director=nora, now=NOON)
    client = signed_in(nora)
    page = text_of(client.get(f"/tournaments/{tournament.pk}/manage/"))
    assert reason in page
    assert "Enough players have registered" not in page
    assert "Start the tournament" not in page
    assert "Too few players for this format." in page
    assert reason in text_of(client.post(f"/tournaments/{tournament.pk}/start/", follow=True))
    assert again(tournament).state == TournamentState.OPEN


def test_six_play_it(nora: User) -> None:
    tournament = entered(nora, 6)
    page = text_of(signed_in(nora).get(f"/tournaments/{tournament.pk}/manage/"))
    assert "Enough players have registered" in page
    assert "Too few players for this format." not in page
    start(tournament_id=tournament.pk, director=nora, now=NOON)
    assert again(tournament).state == TournamentState.RUNNING


def test_one_that_was_to_start_by_itself_waits_for_its_directors(nora: User) -> None:
    tournament = entered(nora, 5, starts_at=NOON + DAY)
    clockwork.sweep(NOON + DAY)
    clockwork.sweep(NOON + DAY)
    assert again(tournament).state == TournamentState.OPEN
    assert "Nora" in told(Kind.TOO_FEW)
    assert len(told(Kind.TOO_FEW)) == 6
    assert not Halt.objects.exists()
    assert not Due.objects.filter(tournament=tournament).exists()
