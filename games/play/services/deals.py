"""Deals that several games play (docs/deals.md)."""

from datetime import datetime

from django.db import transaction

import engine
from games.models import Deal, Status
from games.models.deal import new_secret
from games.play.errors import DealInPlay


def make_deal(*, deal_id: str, options: engine.Options) -> Deal:
    """A fresh deal for games with these options. `deal_id` stands in the records of its games: a text that no other deal has,
    such as `event-7/round-2/4`; IntegrityError else."""
    secret = new_secret()
    deal: Deal = Deal.objects.create(
        deal_id=deal_id,
        size=options.players,
        options=options.to_dict(),
        secret=secret,
        commitment=engine.commitment(secret),
    )
    return deal


@transaction.atomic
def release_deal(*, deal: Deal, now: datetime) -> None:
    """Make the secret public and open the games of the deal to all eyes. Twice changes nothing.

    Raises DealInPlay while one of its games runs.
    """
    locked = Deal.objects.select_for_update().get(pk=deal.pk)
    if locked.games.filter(status__in=(Status.FULL, Status.RUNNING)).exists():
        raise DealInPlay
    if not locked.is_released:
        locked.released_at = now
        locked.save(update_fields=["released_at"])
    deal.released_at = locked.released_at
