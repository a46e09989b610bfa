"""How often a password may be tried and a code asked for, and limits that are counted in rows.

Two requests at once would both count before either has added its row, and both pass. On PostgreSQL the count has a lock of its own,
which is no row: nobody else waits for it. On SQLite a transaction that may write is the only one anyway.

Order: rows of games, tournaments and leagues that exist are locked before, never after; nothing else is waited for with it.

allauth counts by four questions to a cache (`allauth.core.internal.ratelimit`); `stpete_site.cache` leads those to here, whatever
becomes of Redis. What is counted is kept as a keyed fingerprint: it names networks and accounts.

A limit for the account alone would let anybody lock out anybody: five wrong passwords, and nobody could sign in. So the
narrow limits count the tries of one network (an IPv4 address, or the IPv6 network of a household) at one account. The
wide ones, for the account, are more than one network may do; they only stop who guesses from many. A mailed code has
counters of its own: it is the way in while a password is locked. The rates are in the settings, ACCOUNT_RATE_LIMITS.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, connection, models
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.allauth_internals import ratelimit


def hold_count(whose: object) -> None:
    """Lock the count of `whose` until the end of this transaction: the number of a person for what they do, another word for what
    belongs to nobody. Locking twice does no harm. One statement on PostgreSQL."""
    assert connection.in_atomic_block, "a count is held in the transaction that adds what is counted"
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        number = int.from_bytes(hashlib.sha256(f"counted:{whose}".encode()).digest()[:8], "big", signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])


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
    try:
        row, is_new = Tries.objects.get_or_create(digest=_digest(key), defaults=fresh)
    except IntegrityError:  # another one kept it at the same time and has forgotten it since
        return False
    if is_new or row.ends_at > now:
        return bool(is_new)
    return bool(Tries.objects.filter(pk=row.pk, ends_at=row.ends_at).update(**fresh))


def kept(key: str, *, now: datetime) -> Any:
    return Tries.objects.filter(digest=_digest(key), ends_at__gt=now).values_list("value", flat=True).first()


def keep(key: str, value: object, lasts: timedelta, *, now: datetime) -> None:
    row = Tries(digest=_digest(key), value=value, ends_at=now + lasts)
    Tries.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["digest"], update_fields=["value", "ends_at"]
    )


def forget_tries(key: str) -> bool:
    """Keep nothing any more. Whether there was something."""
    return bool(Tries.objects.filter(digest=_digest(key)).delete()[0])


def _digest(key: str) -> str:
    return str(salted_hmac("accounts.limits", key, algorithm="sha256").hexdigest())


APP = "allauth.account"
PASSWORD = ("password_from_here", "password_from_anywhere")
CODE = ("code_from_here", "code_from_anywhere")
MAILED = ("mailed_from_here", "mailed_from_anywhere")
"""Other mails that somebody can have sent to an address: of a sign-up, a forgotten password, a change of address."""
SECOND = ("second_from_here", "second_from_anywhere")
"""Codes of a second factor. Somebody who tries them has the first factor, so the wide limit is low: a code has six digits."""


def count(request: HttpRequest, limits: tuple[str, str], address: str) -> ratelimit.RateLimitUsage | None:
    """Count one try at the account with this mail address; None when there were too many.

    What the narrow limit refuses does not count for the wide one.
    """
    counted = ratelimit.RateLimitUsage(usage=[])
    for action, key in zip(limits, _keys(request, address), strict=True):
        usage = ratelimit.consume(request, app=APP, action=action, key=key)
        if usage is None:
            return None
        counted.usage += usage.usage
    return counted


def forget(request: HttpRequest, limits: tuple[str, str], address: str) -> None:
    """Reset the counters, because the right person has signed in."""
    for action, key in zip(limits, _keys(request, address), strict=True):
        ratelimit.clear(request, app=APP, action=action, key=key)


def _keys(request: HttpRequest, address: str) -> tuple[str, str]:
    account = address.strip().lower()
    return f"{ratelimit.get_ip(request)} {account}", account
