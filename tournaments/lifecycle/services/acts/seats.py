"""A director gives a seat more time, or to somebody else."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.results.places import Substitutes
from games.models import Seat
from games.play.services.pauses import extra_time
from games.play.services.substitutes import replace_player
from tournaments.lifecycle import applicants, notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed, locked
from tournaments.models import Act, Chair, Entry, Table, TableState, Tournament, TournamentState

from .checks import called, entry_of, reasoned, table_of
from .errors import NoSuchPlayer, NoSuchTable
from .results import place_of

MOST_TIME = timedelta(days=30)


@transaction.atomic
def give_time(
    *,
    tournament_id: int,
    director: User,
    table_id: int,
    entry_id: int,
    by: timedelta,
    reason: str,
    now: datetime,
    private: str = "",
) -> None:
    """A player has more time on the clock of a game that runs. The round's deadline stays.

    Raises BadRequest for no time or too much, NoSuchPlayer, WrongState, and the errors of `games`' `extra_time`.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, table = reasoned(reason), table_of(tournament, table_id, director)
    if not timedelta(0) < by <= MOST_TIME:
        raise BadRequest(_("You can add up to %(days)s more days.") % {"days": MOST_TIME.days})
    entry = entry_of(tournament, entry_id)
    seat = seat_of(table, entry)
    extra_time(game_id=seat.game_id, seat=seat.index, by=by, now=now)
    act = log.write(
        tournament,
        "extra time",
        now=now,
        by=director,
        reason=words,
        private=private,
        **place_of(table),
        player=entry.number,
        seconds=int(by.total_seconds()),
    )
    notifications.decided(tournament, act, applicants.at_table(table), now=now)


@transaction.atomic
def substitute(
    *,
    tournament_id: int,
    director: User,
    table_id: int,
    entry_id: int,
    name: str,
    reason: str,
    now: datetime,
    private: str = "",
) -> None:
    """Somebody else takes a seat over for good. Where the tournament's rule gives substitutes the place in the tournament, he takes
    over all games of the player that run, and is paired instead of him from now on.

    Raises UnknownName, NoSuchPlayer, WrongState, BadRequest, and the errors of `games`' `replace_player`.
    """
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, table = reasoned(reason), table_of(tournament, table_id, director)
    _substitute(tournament, table, entry_of(tournament, entry_id), called(name), director, words, now, private)


@transaction.atomic
def substitute_by_staff(*, game_id: int, seat: int, by: User, staff: User, reason: str, now: datetime) -> Tournament:
    """The same by those who run the site, for a seat of a game. The log of the tournament says by whom, and its
    directors are told; so
    are those at the table, by who calls this. Raises what `substitute` does, and NoSuchTable for a game of no tournament."""
    found = Table.objects.filter(game=game_id).values_list("pk", "round__tournament").first()
    if found is None:
        raise NoSuchTable
    tournament = locked(found[1], TournamentState.RUNNING)
    words, table = reasoned(reason), table_of(tournament, found[0], staff)
    chair = Chair.objects.select_related("entry").filter(table=table, seat=seat).first()
    if chair is None:
        raise NoSuchPlayer
    act = _substitute(tournament, table, chair.entry, by, staff, words, now)
    notifications.decided(tournament, act, tournament.directors.values_list("user_id", flat=True), now=now)
    return tournament


def _substitute(
    tournament: Tournament,
    table: Table,
    entry: Entry,
    user: User,
    by: User,
    words: str,
    now: datetime,
    private: str = "",
) -> Act:
    seat_of(table, entry)
    takes_place = tournament.plan.rule.substitutes is Substitutes.SUBSTITUTE
    if takes_place and tournament.entries.filter(user=user).exists():
        raise BadRequest(
            _("%(name)s already plays in this tournament. Choose another substitute.") % {"name": user.name}
        )
    for one in _running_with(tournament, entry) if takes_place else [table]:
        seat = seat_of(one, entry)
        replace_player(game_id=seat.game_id, seat=seat.index, by=user, now=now)
    before = entry.user_id
    if takes_place:
        entry.user, entry.is_idle = user, False
        entry.save(update_fields=["user", "is_idle"])
    return log.write(
        tournament,
        "substituted",
        now=now,
        by=by,
        reason=words,
        private=private,
        **place_of(table),
        player=entry.number,
        before=before,
        user=user.pk,
        takes_place=takes_place,
    )


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
