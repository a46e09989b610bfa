"""Rounds whose deals are still played somewhere: until they are released nobody sees results of theirs."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Table, Tournament


def sealed_rounds(tournament: Tournament) -> frozenset[int]:
    """The numbers of rounds of which a deal is not released. One statement for a duplicate tournament, none for others."""
    if not tournament.plan.is_duplicate:
        return frozenset()
    waiting = Q(game=None) | Q(game__deal__isnull=False, game__deal__released_at=None)
    found = Table.objects.filter(waiting, round__tournament=tournament, deal__gt=0)
    return frozenset(found.order_by().values_list("round__number", flat=True).distinct())
