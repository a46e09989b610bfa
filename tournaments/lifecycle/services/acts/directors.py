"""Who directs a tournament: never one account alone is needed, and never nobody is left."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.lifecycle.errors import BadRequest
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Director

from .checks import called, reasoned
from .errors import LastDirector


@transaction.atomic
def add_director(
    *, tournament_id: int, director: User, name: str, reason: str, now: datetime, private: str = ""
) -> Director:
    """Somebody else directs the tournament too. Raises UnknownName, BadRequest for who does already."""
    tournament = directed(tournament_id, director)
    words, user = reasoned(reason), called(name)
    if tournament.directors.filter(user=user).exists():
        raise BadRequest(_("%(name)s already directs this tournament.") % {"name": user.name})
    added = Director.objects.create(tournament=tournament, user=user, since=now)
    log.write(tournament, "director added", now=now, by=director, reason=words, private=private, user=user.pk)
    return added


@transaction.atomic
def remove_director(
    *, tournament_id: int, director: User, user_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """Somebody directs it no more, oneself too. Raises LastDirector, BadRequest for who does not direct it."""
    tournament = directed(tournament_id, director)
    words = reasoned(reason)
    if not tournament.directors.filter(user_id=user_id).exists():
        raise BadRequest(_("This person is not a director."))
    if tournament.directors.count() == 1:
        raise LastDirector
    tournament.directors.filter(user_id=user_id).delete()
    log.write(tournament, "director removed", now=now, by=director, reason=words, private=private, user=user_id)
