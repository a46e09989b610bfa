"""Accounts and the players of a tournament: what is known of an applicant, and whom a decision concerns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db.models import Q

from accounts.models import User
from arbiter.progression.plan import Applicant
from games.models import Game, Status
from games.play.deadlines import kept_deadlines
from tournaments.finished import NumberOf
from tournaments.lifecycle.ratings import is_established, ratings_of
from tournaments.models import Chair, Entry, EntryState, Round, Table, TableState, Tournament, TournamentInvitation


def seen_since(users: Sequence[int], since: datetime) -> set[int]:
    """Those of these people who were seen on the day of `since` or later."""
    return set(User.objects.filter(pk__in=users, active_on__gte=since.date()).values_list("pk", flat=True))


def number_of(tournament: Tournament) -> NumberOf:
    """From an account to its number in the tournament. Who is not entered, such as a substitute, has a number below 0 that is
    nobody else's."""
    numbers = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("user_id", "number"))
    return lambda user: numbers.get(user) or -user


OPEN = (TableState.WAITING, TableState.RUNNING)


def at_table(table: Table) -> Iterable[int]:
    """Who sits at a table, by the pairing."""
    return Chair.objects.filter(table=table).values_list("entry__user_id", flat=True)


def still_playing(of: Round) -> Iterable[int]:
    """Who has a game of a round that has not counted."""
    return Chair.objects.filter(round=of, table__state__in=OPEN).values_list("entry__user_id", flat=True)


def in_tournament(tournament: Tournament) -> Iterable[int]:
    """Who is entered or waits for a place."""
    entries = tournament.entries.filter(state__in=(EntryState.ENTERED, EntryState.WAITING))
    return entries.values_list("user_id", flat=True)


def applicant_of(user: User, tournament: Tournament, code_word: str) -> Applicant:
    """The figures that conditions are about."""
    games = Game.objects.filter(seats__tenures__user=user, seats__tenures__until=None)
    deadlines = kept_deadlines(user)
    return Applicant(
        rating=ratings_of([user.pk]).get(user.pk),
        is_established=is_established(user.pk),
        finished_games=games.filter(status=Status.FINISHED).count(),
        running_games=games.filter(status=Status.RUNNING).count(),
        kept=deadlines.met,
        missed=deadlines.missed,
        is_invited=_is_invited(user, tournament),
        code_word=code_word,
    )


def _is_invited(user: User, tournament: Tournament) -> bool:
    """Asked by name, with the token that an address got, or at the address that is his own and proved."""
    asked = TournamentInvitation.objects.filter(tournament=tournament)
    own = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return asked.filter(Q(user=user) | Q(user=None, email__in=[one.lower() for one in own])).exists()
