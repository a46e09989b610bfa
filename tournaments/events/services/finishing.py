"""An event is over."""

from __future__ import annotations

from datetime import datetime

from tournaments.events import notices
from tournaments.models import Due, Event, EventState

from . import log, standings


def finish(event: Event, found: standings.Found, now: datetime, *, early: bool = False) -> None:
    """Its last round is closed: these standings are final. `early`: too few are left for all that was to follow. Call it with the
    event's row locked."""
    event.state, event.finished_at = EventState.FINISHED, now
    event.save(update_fields=["state", "finished_at"])
    Due.objects.filter(event=event).delete()
    standings.keep(event, found)
    places = event.standings.order_by("order").values_list("entry__number", "place")
    log.write(event, "finished", now=now, seed=event.seed, places=[list(one) for one in places], early=early)
    notices.over(event, now=now)
