"""Deletes guests with their games: the one exception to "log rows are never deleted" (docs/architecture.md).

Guests go `GUEST_DAYS` after the start of their last game, or at once when they ask. `doom` comes first, so that nobody gets an
account while being deleted.
"""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts import guests
from accounts.models import User
from games.models import Game
from games.models.notification import game_subject
from notifications.services import erase

logger = logging.getLogger("games")


def games_of(guest_id: int) -> list[int]:
    """The games of a guest, in which nobody but bots has ever sat beside him."""
    own = Game.objects.filter(Q(host=guest_id) | Q(participants__user=guest_id) | Q(seats__tenures__user=guest_id))
    return list(own.order_by("pk").values_list("pk", flat=True).distinct())


def forget_due(*, now: datetime) -> int:
    """Delete the guests whose time is over, one transaction each. How many went. Twice does no harm."""
    due = User.objects.filter(guest_until__lte=now).order_by("guest_until", "pk")
    gone = 0
    for guest_id in list(due.values_list("pk", flat=True)):
        try:
            gone += forget(guest_id, due=now)
        except Exception:
            logger.exception(
                "guest %s could not be deleted", guest_id
            )  # the others must not wait; the alarm counts him
    return gone


@transaction.atomic
def forget(guest_id: int, *, due: datetime | None = None) -> bool:
    """Delete a guest, his games with their logs, and what was to be told about them. False where an account has become of him
    meanwhile, or he has begun another game and is kept for longer than `due`."""
    if not guests.doom(guest_id, due=due):
        return False
    own = games_of(guest_id)
    locked = list(Game.objects.select_for_update().filter(pk__in=own).order_by("pk").values_list("pk", flat=True))
    erase(subjects=[game_subject(game_id) for game_id in locked])
    Game.objects.filter(pk__in=locked).delete()
    User.objects.filter(pk=guest_id).delete()
    logger.info("guest %s is deleted, with %s games", guest_id, len(locked))
    return True
