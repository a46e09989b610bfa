"""Who directs an event: never one account alone is needed, and never nobody is left."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.events.errors import BadRequest
from tournaments.events.services import log
from tournaments.events.services.locking import directed
from tournaments.models import Director

from .checks import called, reasoned
from .errors import LastDirector


@transaction.atomic
def add_director(
    *, event_id: int, director: User, name: str, reason: str, now: datetime, private: str = ""
) -> Director:
    """Somebody else directs the event too. Raises UnknownName, BadRequest for who does already."""
    event = directed(event_id, director)
    words, user = reasoned(reason), called(name)
    if event.directors.filter(user=user).exists():
        raise BadRequest(_("%(name)s already directs this tournament.") % {"name": user.name})
    added = Director.objects.create(event=event, user=user, since=now)
    log.write(event, "director added", now=now, by=director, reason=words, private=private, user=user.pk)
    return added


@transaction.atomic
def remove_director(
    *, event_id: int, director: User, user_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """Somebody directs it no more, oneself too. Raises LastDirector, BadRequest for who does not direct it."""
    event = directed(event_id, director)
    words = reasoned(reason)
    if not event.directors.filter(user_id=user_id).exists():
        raise BadRequest(_("This person is not a director."))
    if event.directors.count() == 1:
        raise LastDirector
    event.directors.filter(user_id=user_id).delete()
    log.write(event, "director removed", now=now, by=director, reason=words, private=private, user=user_id)
