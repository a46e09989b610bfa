"""A word of the directors to everybody in a tournament."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.errors import Muted
from moderation.services import measures
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Act

from .checks import reasoned
from .errors import TooMany

A_DAY = 3


@transaction.atomic
def announce(*, tournament_id: int, director: User, text: str, now: datetime, private: str = "") -> Act:
    """A mail to all who are entered or wait; the words stand in the log as well. Raises TooMany after three in a day, and
    Muted."""
    tournament = directed(tournament_id, director)
    if measures.is_mute(director.pk, now):
        raise Muted
    words = reasoned(text)
    if tournament.acts.filter(kind="announced", at__gt=now - timedelta(days=1)).count() >= A_DAY:
        raise TooMany(
            _("A tournament can send up to %(most)s announcements a day. Try again tomorrow.") % {"most": A_DAY}
        )
    act = log.write(tournament, "announced", now=now, by=director, reason=words, private=private)
    notifications.announced(tournament, act.number, now=now)
    return act
