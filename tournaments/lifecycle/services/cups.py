"""Open cups: a standing offer that starts by itself when enough are there, and is followed by the next one.

Who was not seen for some days is passed over and keeps his place in the line of the next cup, as does who came too late for
this one. Who follows a cup follows the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle.services import dues, log
from tournaments.lifecycle.services.creating import clone_of
from tournaments.lifecycle.services.locking import locked
from tournaments.lifecycle.services.starting import start
from tournaments.models import Director, Entry, EntryState, Follow, Tournament, TournamentState, What

SEEN_WITHIN = timedelta(days=3)
AGAIN_AFTER = timedelta(hours=6)


def start_or_wait(*, tournament_id: int, now: datetime) -> None:
    """Start a cup if enough of its entrants were seen of late, else look again later."""
    with transaction.atomic():
        tournament = locked(tournament_id, TournamentState.OPEN)
        line = list(tournament.entries.filter(state=EntryState.ENTERED).order_by("entered_at", "pk"))
        seen = seen_since([entry.user_id for entry in line], now - SEEN_WITHIN)
        playing = [entry for entry in line if entry.user_id in seen][: tournament.most_entrants]
        if tournament.most_entrants is None or len(playing) < tournament.most_entrants:
            dues.put(tournament, What.STARTS, now + AGAIN_AFTER)
            return
        _open_next(tournament, [entry for entry in line if entry not in playing], now)
        start(tournament_id=tournament.pk, now=now)


def _open_next(tournament: Tournament, waiting: Sequence[Entry], now: datetime) -> None:
    """The next cup, with those who wait in their order."""
    following = Tournament(
        created_by=tournament.created_by, created_at=now, follows=tournament, state=TournamentState.OPEN
    )
    clone_of(tournament).write_to(following)
    following.title = next_title(tournament.title)
    following.save()
    Director.objects.bulk_create(
        Director(tournament=following, user_id=user, since=now)
        for user in tournament.directors.values_list("user", flat=True)
    )
    Follow.objects.bulk_create(
        Follow(tournament=following, user_id=user, since=now)
        for user in Follow.objects.filter(tournament=tournament).values_list("user_id", flat=True)
    )
    log.write(following, "opened", now=now, follows=tournament.pk)
    Entry.objects.filter(pk__in=[entry.pk for entry in waiting]).update(tournament=following)
    if waiting:
        log.write(tournament, "passed over", now=now, users=[entry.user_id for entry in waiting], next=following.pk)
        dues.put(following, What.STARTS, now + AGAIN_AFTER)


def next_title(title: str) -> str:
    """The name of the next cup: with its number one higher."""
    name, _, number = title.rpartition(" ")
    if name and number.isdecimal():
        return f"{name} {int(number) + 1}"
    return f"{title[:75]} 2"


def seen_since(users: Sequence[int], since: datetime) -> set[int]:
    """Those of these people who were seen on the day of `since` or later."""
    return set(User.objects.filter(pk__in=users, active_on__gte=since.date()).values_list("pk", flat=True))
