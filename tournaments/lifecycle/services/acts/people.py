"""Who plays in a tournament and who directs it: a director adds, withdraws and removes entrants, and other directors; never nobody
is left, and those who run the site can give it to somebody else."""

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
from tournaments.lifecycle.services.log import locked
from tournaments.models import Director, Entry, EntryState, Tournament, TournamentState

from .checks import Ruling, called, entry_of, in_tournament, reasoned
from .errors import LastDirector

LIVE = (TournamentState.OPEN, TournamentState.RUNNING)


@in_tournament(*LIVE)
def withdraw(ruling: Ruling[Tournament], *, entry_id: int) -> None:
    """An entrant is paired no more, and may come back; games that run go on. Raises NoSuchPlayer, WrongState."""
    _take(ruling, entry_id, EntryState.WITHDRAWN)


@in_tournament(*LIVE)
def remove(ruling: Ruling[Tournament], *, entry_id: int) -> None:
    """The same, and he may not come back by himself."""
    _take(ruling, entry_id, EntryState.REMOVED)


def _take(ruling: Ruling[Tournament], entry_id: int, state: EntryState) -> None:
    tournament, entry = ruling.of, entry_of(ruling.of, entry_id)
    if entry.user_id == ruling.by.pk:
        raise BadRequest(_("To withdraw yourself, use the tournament page."))
    allowed = {*IN, EntryState.WITHDRAWN} if state == EntryState.REMOVED else set(IN)
    if entry.state not in allowed:
        raise WrongState
    take_out(tournament, entry, state, ruling.now)
    about = {"user": entry.user_id, "player": entry.number, **settled(entry)}
    ruling.write(state.value, **about, concerned=[entry.user_id])
    move_up(tournament, ruling.now)


@in_tournament(*LIVE)
def add(ruling: Ruling[Tournament], *, name: str) -> Entry:
    """Enter somebody by name, whatever the conditions say, on the waiting list where all places are taken; also who was
    removed. While a Swiss runs, as a late entrant. Raises UnknownName, WrongState, EntriesClosed, and BadRequest where one of
    the two keeps away from the other.
    """
    tournament, user = ruling.of, called(name)
    known = tournament.entries.filter(user=user).first()
    if known is not None and known.state in IN:
        raise BadRequest(_("%(name)s is already registered.") % {"name": user.name})
    if separation.is_apart(ruling.by.pk, [user.pk]):
        words = _("You cannot register %(name)s. Players register themselves on the tournament page.")
        raise BadRequest(words % {"name": user.name})
    entry = admit(tournament, user, known, ruling.now)
    ruling.write("added", user=user.pk, player=entry.number, waits=entry.state == EntryState.WAITING)
    notifications.entered(tournament, user.pk, now=ruling.now)
    return entry


@in_tournament()
def add_director(ruling: Ruling[Tournament], *, name: str) -> Director:
    """Somebody else directs the tournament too. Raises UnknownName, BadRequest for who does already."""
    user = called(name)
    if ruling.of.directors.filter(user=user).exists():
        raise BadRequest(_("%(name)s already directs this tournament.") % {"name": user.name})
    added = Director.objects.create(tournament=ruling.of, user=user, since=ruling.now)
    ruling.write("director added", user=user.pk)
    return added


@in_tournament()
def remove_director(ruling: Ruling[Tournament], *, user_id: int) -> None:
    """Somebody directs it no more, oneself too. Raises LastDirector, BadRequest for who does not direct it."""
    directors = ruling.of.directors
    if not directors.filter(user_id=user_id).exists():
        raise BadRequest(_("This person is not a director."))
    if directors.count() == 1:
        raise LastDirector
    directors.filter(user_id=user_id).delete()
    ruling.write("director removed", user=user_id)


@transaction.atomic
def hand_over(*, tournament_id: int, to: User, staff: User, alone: bool, reason: str, now: datetime) -> list[int]:
    """`to` directs the tournament from now on, with `alone` instead of all who did. They and he are told, and the log
    says by whom and
    why. Returns who directed it before. Raises BadRequest where that changes nothing, ReasonMissing."""
    words = reasoned(reason)
    tournament = locked(tournament_id)
    before = sorted(tournament.directors.values_list("user_id", flat=True))
    if to.pk in before and (not alone or before == [to.pk]):
        raise BadRequest(_("%(name)s already directs this tournament.") % {"name": to.name})
    if to.pk not in before:
        Director.objects.create(tournament=tournament, user=to, since=now)
        act = log.write(tournament, "director added", now=now, by=staff, reason=words, user=to.pk)
        notifications.decided(tournament, act, {to.pk, *before}, now=now)
    for user_id in before if alone else ():
        if user_id == to.pk:
            continue
        tournament.directors.filter(user_id=user_id).delete()
        act = log.write(tournament, "director removed", now=now, by=staff, reason=words, user=user_id)
        notifications.decided(tournament, act, {to.pk, user_id}, now=now)
    return before
