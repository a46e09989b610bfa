"""Two accounts are one person's: what one had in tournaments is the other's."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from tournaments.lifecycle.errors import MetInAEvent
from tournaments.models import Act, Director, Entry, Follow, Post, Report, Tournament, TournamentInvitation

from . import log


def tournaments_of(user_id: int) -> set[int]:
    """In which he plays or played, directs or made something, also as a substitute at a table."""
    had_a_part = (
        Q(entries__user=user_id),
        Q(directors__user=user_id),
        Q(created_by=user_id),
        Q(acts__by=user_id),
        Q(rounds__tables__game__seats__tenures__user=user_id),
    )
    return {
        tournament for part in had_a_part for tournament in Tournament.objects.filter(part).values_list("pk", flat=True)
    }


@transaction.atomic
def take_tournaments(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand what `gone` has in tournaments to `stays`: his places with all that was counted there, what he directs and
    wrote. Places hang
    on the numbers of entrants, so results, pairings and standings stay as they are; the log of each tournament says
    what has happened.

    Raises MetInAEvent where both have had a part in one tournament. Games are not locked before. Returns the tournaments.
    """
    tournaments = list(Tournament.objects.select_for_update().filter(pk__in=tournaments_of(gone.pk)).order_by("pk"))
    if {tournament.pk for tournament in tournaments} & tournaments_of(stays.pk):
        raise MetInAEvent
    for tournament in tournaments:
        entry = tournament.entries.filter(user=gone).first()
        if entry is None and not tournament.directors.filter(user=gone).exists():
            continue
        Entry.objects.filter(tournament=tournament, user=gone).update(user=stays)
        Director.objects.filter(tournament=tournament, user=gone).update(user=stays)
        player = entry.number if entry is not None else None
        log.write(tournament, "merged", now=now, user=stays.pk, before=gone.pk, player=player)
    Tournament.objects.filter(created_by=gone).update(created_by=stays)
    Act.objects.filter(by=gone).update(by=stays)  # the chain does not cover who it was
    Post.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(answered_by=gone).update(answered_by=stays)
    TournamentInvitation.objects.filter(inviter=gone).update(inviter=stays)
    asked = TournamentInvitation.objects.filter(user=stays).values("tournament")
    TournamentInvitation.objects.filter(user=gone).exclude(tournament__in=asked).update(user=stays)
    followed = Follow.objects.filter(user=stays)
    own = Follow.objects.filter(user=gone)
    own.filter(tournament__isnull=False).exclude(
        tournament__in=followed.filter(tournament__isnull=False).values("tournament")
    ).update(user=stays)
    own.filter(league__isnull=False).exclude(league__in=followed.filter(league__isnull=False).values("league")).update(
        user=stays
    )
    return [tournament.pk for tournament in tournaments]
