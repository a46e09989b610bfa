"""What the page of a game and its mails say of the event that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game
from tournaments.models import RoundState, Table

from .seen import visible


@dataclass(frozen=True, slots=True)
class OfEvent:
    """The place of a game in its event. `until` is the deadline of its round, None once that is closed."""

    event: int
    title: str
    round_number: int
    table: int
    until: datetime | None

    @property
    def url(self) -> str:
        return reverse("tournaments:event", args=[self.event])

    @property
    def round_url(self) -> str:
        return reverse("tournaments:event-round", args=[self.event, self.round_number])


def of_event(game: Game, reader: User | None) -> OfEvent | None:
    """Where a game stands in its event, if it has one that the reader may see. One statement; none for a game with a host,
    which is nobody's event's."""
    return None if game.host_id else _place(game, reader, by_seat=False)


def line(game: Game, reader: User) -> str:
    """A sentence for the mail to somebody who sits there; empty for a game of no event. As many statements."""
    found = None if game.host_id else _place(game, reader, by_seat=True)
    if found is None:
        return ""
    words = {"round": found.round_number, "event": found.title, "table": found.table}
    if found.until is None:
        return _("Round %(round)s of %(event)s, table %(table)s.") % words
    until = date_format(localtime(found.until), "DATETIME_FORMAT")
    return _("Round %(round)s of %(event)s, table %(table)s, until %(time)s.") % {**words, "time": until}


def _place(game: Game, reader: User | None, *, by_seat: bool) -> OfEvent | None:
    tables = Table.objects.filter(game_id=game.pk)
    if not by_seat:
        tables = tables.filter(round__event__in=visible(reader))
    columns = ("round__event", "round__event__title", "round__number", "number", "round__deadline_at", "round__state")
    row = tables.values_list(*columns).first()
    if row is None:
        return None
    event, title, number, table, until, state = row
    return OfEvent(event, title, number, table, None if state == RoundState.CLOSED else until)
