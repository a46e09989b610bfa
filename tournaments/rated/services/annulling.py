"""A game that shall not count for the ratings after all."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from tournaments.models import RatedGame
from tournaments.rated.services.taking import lock_queue

logger = logging.getLogger("tournaments")


@transaction.atomic
def annul_rating(*, game_id: int, because: str, now: datetime) -> bool:
    """Leave a game out of the ratings, for a reason that its page says: at once if it was not taken yet, else from the next
    rebuild on. True when it was annulled now; a second time changes nothing. Raises RatedGame.DoesNotExist for a game that
    never asked to be rated.
    """
    lock_queue()
    row = RatedGame.objects.get(game=game_id)
    if row.is_annulled:
        return False
    row.annulled_at, row.annulled_because = now, because
    row.save(update_fields=["annulled_at", "annulled_because"])
    logger.info("the rating of game %s was annulled: %s", game_id, because)
    return True
