"""An account is about to be deleted: it leaves all tournaments, and what it alone directs passes to those who run the site."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle import notifications
from tournaments.models import Director, EntryState, Tournament, TournamentState

from . import log
from .entering import IN, move_up, settled, take_out
from .locking import locked

GATHERS_OR_RUNS = (TournamentState.OPEN, TournamentState.RUNNING)


def leave_everything(user: User, *, now: datetime) -> None:
    """Withdraw from every tournament that is not over and direct none any more. May run twice. Games that run have been left."""
    entered = Tournament.objects.filter(state__in=GATHERS_OR_RUNS, entries__user=user, entries__state__in=IN)
    for tournament_id in list(entered.values_list("pk", flat=True)):
        _withdraw(tournament_id, user, now)
    for tournament_id in list(Director.objects.filter(user=user).values_list("tournament", flat=True)):
        _hand_over(tournament_id, user, now)


def heir(but_for: User) -> User | None:
    """Who takes over what nobody directs any more: of those who run the site, who has done so longest."""
    staff = User.objects.filter(is_staff=True, is_active=True, deleted_at=None).exclude(pk=but_for.pk)
    return staff.order_by("pk").first()


@transaction.atomic
def _withdraw(tournament_id: int, user: User, now: datetime) -> None:
    tournament = locked(tournament_id)
    entry = tournament.entries.filter(user=user, state__in=IN).first()
    if entry is None or tournament.is_over:
        return
    take_out(tournament, entry, EntryState.WITHDRAWN, now)
    log.write(tournament, "left", now=now, user=user.pk, player=entry.number, **settled(entry))
    move_up(tournament, now)


@transaction.atomic
def _hand_over(tournament_id: int, user: User, now: datetime) -> None:
    """A draft that nobody else has seen goes; else the tournament is directed by the others, or by an heir."""
    tournament = locked(tournament_id)
    if tournament.directors.count() == 1 and tournament.state == TournamentState.DRAFT:
        tournament.delete()
        return
    tournament.directors.filter(user=user).delete()
    log.write(tournament, "director left", now=now, user=user.pk)
    if tournament.directors.exists() or (found := heir(user)) is None:
        return
    Director.objects.create(tournament=tournament, user=found, since=now)
    act = log.write(tournament, "director follows", now=now, user=found.pk)
    notifications.decided(tournament, act, [found.pk], now=now)
