"""Those who run the site give a tournament to another director: whoever directed it has gone, or should not."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import BadRequest
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import locked
from tournaments.models import Director

from .checks import reasoned


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
