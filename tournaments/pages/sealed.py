"""Rounds whose deals are still played somewhere: until they are released nobody sees results of theirs."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Event, Table


def sealed_rounds(event: Event) -> frozenset[int]:
    """The numbers of rounds of which a deal is not released. One statement for a duplicate event, none for others."""
    if not event.plan.is_duplicate:
        return frozenset()
    waiting = Q(game=None) | Q(game__deal__isnull=False, game__deal__released_at=None)
    found = Table.objects.filter(waiting, round__event=event, deal__gt=0)
    return frozenset(found.order_by().values_list("round__number", flat=True).distinct())
