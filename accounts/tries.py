"""When something was tried that must not be guessed or asked for too often: rows, because a cache may be away, or begin anew.

allauth counts by four questions to a cache (`allauth.core.internal.ratelimit`); `stpete_site.cache` leads those to here, whatever
becomes of Redis. What is counted is kept as a keyed fingerprint: it names networks and accounts.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils.crypto import salted_hmac

PREFIXES = ("allauth:rl:", "second:")
"""How the keys begin that are asked for here: limits of allauth and ours (`accounts.limits`), codes that were used."""
LONGEST = timedelta(days=1)
"""For which a try counts at most (`ACCOUNT_RATE_LIMITS`)."""


class Tries(models.Model):
    """What is known of the tries at one thing until `ends_at`; also who is counting them just now."""

    digest = models.CharField(max_length=64, unique=True)
    value = models.JSONField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tries"

    def __str__(self) -> str:
        return f"{self.digest[:12]} until {self.ends_at}"


def add(key: str, value: object, lasts: timedelta, *, now: datetime) -> bool:
    """Keep this, unless something is kept under the key already. Of all who ask at once exactly one gets True."""
    fresh = {"value": value, "ends_at": now + lasts}
    row, is_new = Tries.objects.get_or_create(digest=_digest(key), defaults=fresh)
    if is_new or row.ends_at > now:
        return bool(is_new)
    return bool(Tries.objects.filter(pk=row.pk, ends_at=row.ends_at).update(**fresh))


def kept(key: str, *, now: datetime) -> Any:
    """What is kept; None where nothing is."""
    return Tries.objects.filter(digest=_digest(key), ends_at__gt=now).values_list("value", flat=True).first()


def keep(key: str, value: object, lasts: timedelta, *, now: datetime) -> None:
    """Keep this instead of what there was."""
    Tries.objects.update_or_create(digest=_digest(key), defaults={"value": value, "ends_at": now + lasts})


def forget(key: str) -> bool:
    """Keep nothing any more. Whether there was something."""
    return bool(Tries.objects.filter(digest=_digest(key)).delete()[0])


def forget_old(*, now: datetime) -> int:
    """Throw away what counts no more. Returns how many rows went."""
    return Tries.objects.filter(ends_at__lte=now).delete()[0]


def _digest(key: str) -> str:
    return str(salted_hmac("accounts.tries", key, algorithm="sha256").hexdigest())
