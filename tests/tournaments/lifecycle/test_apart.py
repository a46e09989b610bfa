"""People who are kept apart come into different groups of a tournament, and groups stay as they were drawn."""

from __future__ import annotations

import pytest

from accounts import separation
from accounts.models import User
from arbiter.progression.plan import Plan, RoundRobin
from games.play.services.adjudication import stop_game
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.situations import situation_of
from tournaments.lifecycle.verifying import faults, unchecked
from tournaments.models import Chair, Round, Table, Tournament

from .club import NOON, again, people, started

pytestmark = pytest.mark.django_db


def groups_in(tournament: Tournament, number: int) -> list[set[str]]:
    """The names of those who play in each group of a round."""
    chairs = Chair.objects.filter(round__tournament=tournament, round__number=number).select_related(
        "entry__user", "table"
    )
    return [{chair.entry.user.name for chair in chairs if chair.table.group == group} for group in (1, 2)]


def test_groups_are_drawn_with_regard_to_who_is_kept_apart_and_then_stay(dmitri: User) -> None:
    """The serpentine gives 1 4 5 8 and 2 3 6 7. One of them blocks the other, two others share a household."""
    users = people(8)
    separation.block(blocker=users[0], blocked=users[3], now=NOON)
    separation.name_housemate(user=users[5], other=users[6], now=NOON)
    separation.name_housemate(user=users[6], other=users[5], now=NOON)
    plan = Plan(stages=(RoundRobin(2, at_once=False),), sizes=None)
    tournament = started(dmitri, users, plan)
    drawn = groups_in(tournament, 1)
    assert [len(group) for group in drawn] == [4, 4]
    for pair in ({"Player1", "Player4"}, {"Player6", "Player7"}):
        assert not any(pair <= group for group in drawn)

    one, other = (User.objects.get(name_key=name.lower()) for name in sorted(drawn[0])[:2])
    separation.block(blocker=one, blocked=other, now=NOON)
    for table in Table.objects.filter(round__tournament=tournament).select_related("game"):
        assert table.game is not None
        stop_game(game_id=table.game.pk, now=NOON)
    clockwork.sweep(NOON)
    clockwork.sweep(NOON)
    assert groups_in(tournament, 2) == drawn
    tournament = again(tournament)
    assert ([*faults(tournament)], [*unchecked(tournament)]) == ([], [])

    first = Round.objects.get(tournament=tournament, number=1)  # as one that began before groups were drawn so
    Round.objects.filter(pk=first.pk).update(made_from=first.made_from.replace('"version":4', '"version":2'))
    assert situation_of(tournament, NOON).apart == frozenset()
