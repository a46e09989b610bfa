"""A director gives a seat more time, or to somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.results.places import Substitutes
from games.models import Seat
from games.play.interventions import extra_time, replace_player
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services.log import locked
from tournaments.models import Chair, Entry, Table, TableState, Tournament, TournamentState

from .checks import Ruling, called, entry_of, in_tournament, reasoned, table_of
from .errors import NoSuchPlayer, NoSuchTable
from .results import place_of

MOST_TIME = timedelta(days=30)


@in_tournament(TournamentState.RUNNING)
def give_time(ruling: Ruling[Tournament], *, table_id: int, entry_id: int, by: timedelta) -> None:
    """A player has more time on the clock of a game that runs. The round's deadline stays.

    Raises BadRequest for no time or too much, NoSuchPlayer, WrongState, and the errors of `games`' `extra_time`.
    """
    table = table_of(ruling.of, table_id, ruling.by)
    if not timedelta(0) < by <= MOST_TIME:
        raise BadRequest(_("You can add up to %(days)s more days.") % {"days": MOST_TIME.days})
    entry = entry_of(ruling.of, entry_id)
    seat = seat_of(table, entry)
    extra_time(game_id=seat.game_id, seat=seat.index, by=by, now=ruling.now)
    more = {"player": entry.number, "seconds": int(by.total_seconds())}
    ruling.write("extra time", **place_of(table), **more, concerned=notifications.at_table(table))


@in_tournament(TournamentState.RUNNING)
def substitute(ruling: Ruling[Tournament], *, table_id: int, entry_id: int, name: str) -> None:
    """Somebody else takes a seat over for good. Where the tournament's rule gives substitutes the place in the tournament, he takes
    over all games of the player that run, and is paired instead of him from now on.

    Raises UnknownName, NoSuchPlayer, WrongState, BadRequest, and the errors of `games`' `replace_player`.
    """
    table = table_of(ruling.of, table_id, ruling.by)
    _substitute(ruling, table, entry_of(ruling.of, entry_id), called(name))


@transaction.atomic
def substitute_by_staff(*, game_id: int, seat: int, by: User, staff: User, reason: str, now: datetime) -> Tournament:
    """The same by those who run the site, for a seat of a game. The log of the tournament says by whom, and its
    directors are told; so
    are those at the table, by who calls this. Raises what `substitute` does, and NoSuchTable for a game of no tournament."""
    found = Table.objects.filter(game=game_id).values_list("pk", "round__tournament").first()
    if found is None:
        raise NoSuchTable
    tournament = locked(found[1], TournamentState.RUNNING)
    ruling, table = Ruling(tournament, staff, reasoned(reason), "", now), table_of(tournament, found[0], staff)
    chair = Chair.objects.select_related("entry").filter(table=table, seat=seat).first()
    if chair is None:
        raise NoSuchPlayer
    directors = tournament.directors.values_list("user_id", flat=True)
    _substitute(ruling, table, chair.entry, by, directors)
    return tournament


def _substitute(ruling: Ruling[Tournament], table: Table, entry: Entry, user: User, told: Iterable[int] = ()) -> None:
    tournament = ruling.of
    seat_of(table, entry)
    takes_place = tournament.plan.rule.substitutes is Substitutes.SUBSTITUTE
    if takes_place and tournament.entries.filter(user=user).exists():
        raise BadRequest(
            _("%(name)s already plays in this tournament. Choose another substitute.") % {"name": user.name}
        )
    for one in _running_with(tournament, entry) if takes_place else [table]:
        seat = seat_of(one, entry)
        replace_player(game_id=seat.game_id, seat=seat.index, by=user, now=ruling.now)
    before = entry.user_id
    if takes_place:
        entry.user, entry.is_idle = user, False
        entry.save(update_fields=["user", "is_idle"])
    about = {"player": entry.number, "before": before, "user": user.pk, "takes_place": takes_place}
    ruling.write("substituted", **place_of(table), **about, concerned=told)


def seat_of(table: Table, entry: Entry) -> Seat:
    """His seat in the game of a table that runs. Raises NoSuchPlayer, WrongState."""
    chair = Chair.objects.filter(table=table, entry=entry).first()
    if chair is None:
        raise NoSuchPlayer
    if table.state != TableState.RUNNING or table.game_id is None:
        raise WrongState
    found: Seat = Seat.objects.get(game_id=table.game_id, index=chair.seat)
    return found


def _running_with(tournament: Tournament, entry: Entry) -> list[Table]:
    """All tables of the tournament at which he plays now, in the order in which their games are locked."""
    tables = Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING, chairs__entry=entry)
    return list(tables.select_related("round").order_by("game_id"))
