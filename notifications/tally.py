"""Counting what happened, in rows: processes end, their counters with them."""

from collections.abc import Mapping

from django.db.models import F

from notifications.models import Tally


def count(name: str, label: str = "", *, by: int = 1) -> None:
    """One more. Call it outside of transactions that take long: everybody who counts the same waits for the row."""
    same = Tally.objects.filter(name=name, label=label)
    more = F("count") + by
    if not same.update(count=more):
        Tally.objects.bulk_create([Tally(name=name, label=label)], ignore_conflicts=True)
        same.update(count=more)


def counted(name: str) -> Mapping[str, int]:
    """How often, by label."""
    return dict(Tally.objects.filter(name=name).values_list("label", "count"))
