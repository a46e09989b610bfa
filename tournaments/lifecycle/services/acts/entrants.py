"""A director adds, withdraws and removes entrants."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import separation
from accounts.models import User
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.entering import IN, admit, move_up, settled, take_out
from tournaments.lifecycle.services.log import directed
from tournaments.models import Entry, EntryState, TournamentState

from .checks import called, entry_of, reasoned

LIVE = (TournamentState.OPEN, TournamentState.RUNNING)


@transaction.atomic
def withdraw(
    *, tournament_id: int, director: User, entry_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """An entrant is paired no more, and may come back; games that run go on. Raises NoSuchPlayer, WrongState."""
    _take(tournament_id, director, entry_id, EntryState.WITHDRAWN, reason, private, now)


@transaction.atomic
def remove(*, tournament_id: int, director: User, entry_id: int, reason: str, now: datetime, private: str = "") -> None:
    """The same, and he may not come back by himself."""
    _take(tournament_id, director, entry_id, EntryState.REMOVED, reason, private, now)


def _take(
    tournament_id: int, director: User, entry_id: int, state: EntryState, reason: str, private: str, now: datetime
) -> None:
    tournament = directed(tournament_id, director, *LIVE)
    words, entry = reasoned(reason), entry_of(tournament, entry_id)
    if entry.user_id == director.pk:
        raise BadRequest(_("To withdraw yourself, use the tournament page."))
    allowed = {*IN, EntryState.WITHDRAWN} if state == EntryState.REMOVED else set(IN)
    if entry.state not in allowed:
        raise WrongState
    take_out(tournament, entry, state, now)
    act = log.write(
        tournament,
        state.value,
        now=now,
        by=director,
        reason=words,
        private=private,
        user=entry.user_id,
        player=entry.number,
        **settled(entry),
    )
    notifications.decided(tournament, act, [entry.user_id], now=now)
    move_up(tournament, now)


@transaction.atomic
def add(*, tournament_id: int, director: User, name: str, reason: str, now: datetime, private: str = "") -> Entry:
    """Enter somebody by name, whatever the conditions say, on the waiting list where all places are taken; also who was
    removed. While a Swiss runs, as a late entrant. Raises UnknownName, WrongState, EntriesClosed, and BadRequest where one of
    the two keeps away from the other.
    """
    tournament = directed(tournament_id, director, *LIVE)
    words, user = reasoned(reason), called(name)
    known = tournament.entries.filter(user=user).first()
    if known is not None and known.state in IN:
        raise BadRequest(_("%(name)s is already registered.") % {"name": user.name})
    if separation.is_apart(director.pk, [user.pk]):
        words = _("You cannot register %(name)s. Players register themselves on the tournament page.")
        raise BadRequest(words % {"name": user.name})
    entry = admit(tournament, user, known, now)
    log.write(
        tournament,
        "added",
        now=now,
        by=director,
        reason=words,
        private=private,
        user=user.pk,
        player=entry.number,
        waits=entry.state == EntryState.WAITING,
    )
    notifications.entered(tournament, user.pk, now=now)
    return entry
