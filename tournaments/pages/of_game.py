"""What the page of a game and its mails say of the tournament that it belongs to."""

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

from .visibility import visible


@dataclass(frozen=True, slots=True)
class OfTournament:
    """The place of a game in its tournament. `until` is the deadline of its round, None once that is closed."""

    tournament: int
    title: str
    round_number: int
    table: int
    until: datetime | None

    @property
    def url(self) -> str:
        return reverse("tournaments:tournament", args=[self.tournament])

    @property
    def round_url(self) -> str:
        return reverse("tournaments:tournament-round", args=[self.tournament, self.round_number])


def of_tournament(game: Game, reader: User | None) -> OfTournament | None:
    """Where a game stands in its tournament, if it has one that the reader may see. One statement; none for a game with a host,
    which is nobody's tournament's."""
    return None if game.host_id else _place(game, reader, by_seat=False)


def line(game: Game, reader: User) -> str:
    """A sentence for the mail to somebody who sits there; empty for a game of no tournament. As many statements."""
    found = None if game.host_id else _place(game, reader, by_seat=True)
    if found is None:
        return ""
    words = {"round": found.round_number, "tournament": found.title, "table": found.table}
    if found.until is None:
        return _("Round %(round)s of %(tournament)s, table %(table)s.") % words
    until = date_format(localtime(found.until), "DATETIME_FORMAT")
    return _("Round %(round)s of %(tournament)s, table %(table)s, until %(time)s.") % {**words, "time": until}


def _place(game: Game, reader: User | None, *, by_seat: bool) -> OfTournament | None:
    tables = Table.objects.filter(game_id=game.pk)
    if not by_seat:
        tables = tables.filter(round__tournament__in=visible(reader))
    columns = (
        "round__tournament",
        "round__tournament__title",
        "round__number",
        "number",
        "round__deadline_at",
        "round__state",
    )
    row = tables.values_list(*columns).first()
    if row is None:
        return None
    tournament, title, number, table, until, state = row
    return OfTournament(tournament, title, number, table, None if state == RoundState.CLOSED else until)
