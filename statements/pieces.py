"""Deleting many rows without one long transaction."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

AT_ONCE = 1000


def delete_in_pieces(rows: QuerySet[Any]) -> int:
    """Delete these rows with what hangs on them, so many at once. Returns how many rows went, with those."""
    gone = 0
    while numbers := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        gone += rows.model._default_manager.filter(pk__in=numbers).delete()[0]
    return gone
