"""Days on which an entrant is away, once per tournament: the deadlines of his games there move, the end of a round does not."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Seat
from games.play.services.pauses import extra_time
from tournaments.lifecycle.errors import BadRequest, NotEntered
from tournaments.models import EntryState, TournamentState

from . import log
from .locking import locked

LONGEST = timedelta(days=10)


def span_of(first: date, last: date) -> tuple[datetime, datetime]:
    """From the beginning of the first day to the end of the last, in the reader's zone. Raises ValidationError at `until`, also for
    the last day of the calendar."""
    if not (first <= last < date.max and last - first < LONGEST):
        sentence = _("An absence must be in the future and last at most %(days)s days.")
        raise ValidationError({"until": ValidationError(sentence, "days_away", {"days": LONGEST.days})})
    days = (first, last + timedelta(days=1))
    since, until = (make_aware(datetime.combine(day, time())) for day in days)
    return since, until


@transaction.atomic
def be_away(*, tournament_id: int, user: User, since: datetime, until: datetime, now: datetime) -> None:
    """State the days, once. Raises NotEntered, or BadRequest for days that are over, too many, or stated before."""
    tournament = locked(tournament_id, TournamentState.OPEN, TournamentState.RUNNING)
    entry = tournament.entries.filter(user=user, state=EntryState.ENTERED).first()
    if entry is None:
        raise NotEntered
    if entry.away_until is not None:
        raise BadRequest(_("You have already announced an absence in this tournament."))
    if not now <= until or not since < until <= since + LONGEST:
        raise BadRequest(_("An absence must be in the future and last at most %(days)s days.") % {"days": LONGEST.days})
    entry.away_from, entry.away_until = since, until
    entry.save(update_fields=["away_from", "away_until"])
    log.write(tournament, "away", now=now, by=user, user=user.pk, since=since.isoformat(), until=until.isoformat())


def waiting(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, int, int, timedelta]]:
    """Tournament, game, seat and by how much its deadline is to move, of entrants who are away; but for some tournaments."""
    seats = Seat.objects.filter(
        game__tournament_table__chairs__seat=F("index"),
        game__tournament_table__chairs__entry__away_from__lte=now,
        game__tournament_table__chairs__entry__away_until__gt=F("due_at"),
        tenures__until=None,
        tenures__user=F("game__tournament_table__chairs__entry__user"),
    )
    names = ("game__tournament_table__chairs__entry__tournament", "game_id", "index", "due_at")
    rows = seats.exclude(game__tournament_table__round__tournament__in=without).order_by("due_at")
    found = rows.values_list(*names, "game__tournament_table__chairs__entry__away_until")[:most]
    return [(tournament, game, seat, until - due) for tournament, game, seat, due, until in found if due and until]


def move(*, game_id: int, seat: int, by: timedelta, now: datetime) -> None:
    """Move one deadline to the end of the days away."""
    extra_time(game_id=game_id, seat=seat, by=by, now=now)
