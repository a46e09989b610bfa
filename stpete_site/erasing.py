"""An account goes: running games are left before the person is wiped. It stands here, above all apps."""

from __future__ import annotations

import logging
from datetime import datetime

from accounts.models import User
from accounts.services import pseudonymise
from games.chat import services
from games.tables.tables import leave_everything
from incoming_mail import services as inbound
from moderation.services import closing
from notifications.services import forget_person
from tournaments.leagues.services import entering as leagues
from tournaments.lifecycle.services import accounts as tournaments
from tournaments.lifecycle.services.acts import inviting

logger = logging.getLogger(__name__)


def finish(*, now: datetime) -> int:
    """Erase what staff have closed and what was broken off before it was wiped. Returns how many accounts went."""
    gone = 0
    for user in closing.unfinished():
        try:
            erase(user, now=now)
        except Exception as error:  # the next account does not wait for this one, which the next night tries again
            logger.error("the account %s could not be erased: %s", user.pk, type(error).__name__)
        else:
            gone += 1
    return gone


def erase(user: User, *, now: datetime) -> None:
    """Leave all games and tournaments, then wipe the person; the row stays for the seats of old games. Many
    transactions, one after the
    other, so that no two games are locked at once: what was broken off is done by doing it again."""
    leave_everything(user=user, now=now)
    leagues.leave_everything(user, now=now)
    tournaments.leave_everything(user, now=now)
    services.forget_person(user, now=now)
    forget_person(user)
    inbound.forget_person(user)
    inviting.forget_person(user)
    tournaments.forget_person(user)
    closing.forget_person(user)
    pseudonymise(user, now=now)
