"""A tournament is over."""

from __future__ import annotations

from datetime import datetime

from tournaments.lifecycle import notifications
from tournaments.models import Due, Tournament, TournamentState

from . import log, standings


def finish(tournament: Tournament, found: standings.Found, now: datetime, *, early: bool = False) -> None:
    """Its last round is closed: these standings are final. `early`: too few are left for all that was to follow. Call it with the
    tournament's row locked."""
    tournament.state, tournament.finished_at = TournamentState.FINISHED, now
    tournament.save(update_fields=["state", "finished_at"])
    Due.objects.filter(tournament=tournament).delete()
    standings.keep(tournament, found)
    places = tournament.standings.order_by("order").values_list("entry__number", "place")
    log.write(tournament, "finished", now=now, seed=tournament.seed, places=[list(one) for one in places], early=early)
    notifications.over(tournament, now=now)
