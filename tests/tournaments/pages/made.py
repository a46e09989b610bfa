"""Tournaments for tests of pages, played as far as a test asks."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from tests.tournaments.lifecycle.club import again, people, play_round, started
from tournaments.models import Tournament


def in_pairs(users: Sequence[User] | None = None, *, rounds: int = 3, played: int = 0, **terms: object) -> Tournament:
    """A Swiss in pairs of five, so that one has the bye, with so many rounds played."""
    return _played(started_with(users or people(5), Plan(stages=(Swiss(rounds),), sizes=None), **terms), played)


def at_tables(users: Sequence[User] | None = None, *, rounds: int = 2, played: int = 0, **terms: object) -> Tournament:
    """A Swiss at tables of eight, with so many rounds played."""
    return _played(started_with(users or people(8), Plan(stages=(Swiss(rounds),)), **terms), played)


def started_with(users: Sequence[User], plan: Plan, **terms: object) -> Tournament:
    """Directed by the first, who plays too."""
    return started(users[0], users, plan, **terms)


def _played(tournament: Tournament, rounds: int) -> Tournament:
    for _ in range(rounds):
        play_round(tournament)
    return again(tournament)
