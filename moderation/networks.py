"""Who came from one network: noted at a sign-in, and with the first thing that somebody sends on a day. A hint for one role
of staff, never a reason by itself, and gone after `KEPT`.

The address itself is nowhere kept: a keyed hash of it, of an IPv6 address of its network of 64 bits.
"""

import hashlib
import hmac
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.db.models import Count, Max, Min, OuterRef, Subquery
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from api.rates import network_of
from moderation.models import NetworkSight

KEPT = timedelta(days=30)
MOST = 20


def key_of(address: str) -> str:
    """A keyed hash of the network of an address, which nobody can turn back without the site's key. Empty for what is none."""
    network = network_of(address)
    try:
        ip_address(network)
    except ValueError:
        return ""
    key = hashlib.sha256(f"moderation.networks:{settings.SECRET_KEY}".encode()).digest()
    return hmac.new(key, network.encode(), hashlib.sha256).hexdigest()[:32]


def note(*, user: User, address: str, now: datetime) -> None:
    """Note that this user came from this address today. Where nothing can be written, nothing is noted."""
    if user.is_guest or not (key := key_of(address)):
        return
    with suppress(OperationalError):
        NetworkSight.objects.bulk_create(
            [NetworkSight(user=user, key=key, at=now)],
            update_conflicts=True,
            unique_fields=["user", "key"],
            update_fields=["at"],
        )


def others(user: User) -> list[dict[str, Any]]:
    """Who else came from networks of this user while that is kept, those of the rarest network first: how many are shared, when
    each was `last` there, and how many accounts the smallest of them has, for half a school shares one. Two statements."""
    here = NetworkSight.objects.filter(key=OuterRef("key")).order_by()
    found = (
        NetworkSight.objects.filter(key__in=NetworkSight.objects.filter(user=user).values("key"), user__deleted_at=None)
        .exclude(user=user)
        .annotate(
            accounts=Subquery(here.values("key").annotate(count=Count("pk")).values("count")),
            own_at=Subquery(here.filter(user=user).values("at")),
        )
        .values("user")
        .annotate(shared=Count("pk"), last=Max("at"), own_last=Max("own_at"), smallest=Min("accounts"))
        .order_by("smallest", "-last")[:MOST]
    )
    people = User.objects.in_bulk([one["user"] for one in found])
    return [{**one, "user": people[one["user"]]} for one in found]


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest | None, user: User, **_signal: Any) -> None:
    if request is not None:
        note_sender(request, user)


def note_sender(request: HttpRequest, user: User) -> None:
    """Where nobody can say from where, such as behind a socket, nothing is noted."""
    with suppress(PermissionDenied):
        note(user=user, address=get_adapter(request).get_client_ip(request), now=timezone.now())
