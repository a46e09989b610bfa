"""Tests of endpoints, and browsers that subscribe to pushes."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.allauth_internals import ratelimit
from accounts.limits import APP, hold_count
from accounts.models import User
from notifications.channels import failing
from notifications.channels.address import LONGEST, Refused, target_of
from notifications.channels.http import STEP, WHOLE
from notifications.channels.push import are_keys
from notifications.channels.said import Said
from notifications.channels.send import Gone, send
from notifications.mail.compose import absolute
from notifications.mail.transport import Hopeless, NotNow
from notifications.models import Channel, Endpoint
from notifications.registry import board_of

MOST_HOOKS, MOST_BROWSERS, MOST_OF_SUBJECT = 5, 20, 3

BETWEEN_TESTS = timedelta(seconds=WHOLE + STEP)
"""Longer than a test takes."""


def wait_to_try(endpoint: Endpoint, request: HttpRequest, now: datetime) -> int:
    """Claim a test of it: of all who ask at once one may, and then nobody until that test is over at the latest. So nobody uses
    tests to knock somewhere again and again, nor by deleting what he has tried and making it anew: his tests are counted, too.

    Returns 0 for who may, else the seconds after which he may at the latest.
    """
    long_ago = Q(tried_at=None) | Q(tried_at__lte=now - BETWEEN_TESTS)
    if not Endpoint.objects.filter(long_ago, pk=endpoint.pk).update(tried_at=now):
        return ceil(BETWEEN_TESTS.total_seconds())
    if ratelimit.consume(request, app=APP, action="hook_test", key=str(request.user.pk)) is None:
        return max(int(rate.duration) for rate in ratelimit.parse_rates(settings.ACCOUNT_RATE_LIMITS["hook_test"]))
    return 0


def test_of(endpoint: Endpoint, *, now: datetime) -> str:
    """Send a test there now, which `wait_to_try` has allowed. Returns what went wrong; empty if nothing did."""
    with translation.override(endpoint.user.language):
        said = Said(
            "test", "", _("This is a test. Notifications arrive here."), absolute(reverse("notifications:preferences"))
        )
    try:
        send(endpoint, said, id=secrets.token_urlsafe(16), now=now)
    except Gone as error:
        failing.forget(endpoint)
        return str(error)
    except (NotNow, Hopeless) as error:
        Endpoint.objects.filter(pk=endpoint.pk).update(failed_at=now, last_error=str(error)[:300])
        return str(error)
    failing.worked(endpoint, now)
    return ""


test_of.__test__ = False  # type: ignore[attr-defined]


@never_cache
@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """A browser that takes pushes from now on, as its script tells: `{"endpoint": …, "keys": {"p256dh": …, "auth": …}}`.

    Saying it twice is as good as once; a browser that somebody else used before is this person's now.
    """
    assert isinstance(request.user, User)
    try:
        told = json.loads(request.body)
        url, p256dh, auth = (str(one) for one in (told["endpoint"], told["keys"]["p256dh"], told["keys"]["auth"]))
        is_one = check_browser(url, p256dh, auth)
    except Refused as refused:
        return JsonResponse({"code": refused.code, "detail": str(refused.sentence)}, status=400)
    except (ValueError, KeyError, TypeError):
        return _wrong()
    if not is_one:
        return _wrong()
    keep_browser(request.user, url, p256dh, auth, str(told.get("label", ""))[:60], timezone.now())
    return JsonResponse({"code": "subscribed"})


def _wrong() -> HttpResponse:
    return JsonResponse({"code": "no_subscription", "detail": _("This is not a valid push subscription.")}, status=400)


def check_browser(url: str, p256dh: str, auth: str) -> bool:
    """Whether this is a subscription of a browser. Raises Refused for an address to which nothing is ever sent."""
    target_of(url)
    return len(p256dh) <= 100 and len(auth) <= 40 and len(url) <= LONGEST and are_keys(p256dh, auth)


@transaction.atomic
def keep_browser(user: User, url: str, p256dh: str, auth: str, label: str, now: datetime) -> Endpoint:
    """From now on it takes this person's pushes, whoever used it before; the newest `MOST_BROWSERS` of a person are kept."""
    hold_count(user.pk)
    Endpoint.objects.filter(channel=Channel.PUSH, url=url).delete()
    made = Endpoint.objects.create(
        user=user, channel=Channel.PUSH, url=url, p256dh=p256dh, auth=auth, label=label, created_at=now
    )
    mine = Endpoint.objects.filter(user=user, channel=Channel.PUSH).order_by("-pk")
    Endpoint.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST_BROWSERS:])).delete()
    return made


def has_room_for_hook(user: User, subject: str) -> bool:
    """Whether he may make one more, of his own or of a subject. In the transaction that makes it."""
    hold_count(f"hooks of {subject}" if subject else user.pk)
    there = Endpoint.objects.filter(channel=Channel.HOOK, subject=subject)
    return there.count() < MOST_OF_SUBJECT if subject else there.filter(user=user).count() < MOST_HOOKS


def check_target(url: str) -> None:
    """Raise ValidationError for an address to which nothing is ever sent."""
    try:
        target_of(url)
    except Refused as refused:
        raise ValidationError(str(refused.sentence), code=refused.code) from refused


def make_hook(user: User, subject: str, *, form: str, url: str, now: datetime) -> Endpoint:
    """A new webhook, his own or that of a subject; its secret is in this row alone."""
    return Endpoint.objects.create(user=user, channel=Channel.HOOK, subject=subject, form=form, url=url, created_at=now)


def own_hook(user: User, number: int) -> Endpoint | None:
    """An endpoint that he may change: his own, or that of a subject whose webhook he may set."""
    endpoint = Endpoint.objects.select_related("user").filter(pk=number).first()
    if endpoint is None or not endpoint.subject:
        return endpoint if endpoint is not None and endpoint.user_id == user.pk else None
    board = board_of(endpoint.subject)
    return endpoint if board is not None and board.may_set(user, endpoint.subject) else None


@never_cache
@login_required
@require_POST
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """The browser with this `endpoint` takes no more pushes. One that is not known, or somebody else's, changes nothing."""
    try:
        url = str(json.loads(request.body)["endpoint"])
    except (ValueError, KeyError, TypeError):
        return _wrong()
    Endpoint.objects.filter(user=request.user.pk, channel=Channel.PUSH, url=url).delete()
    return JsonResponse({"code": "unsubscribed"})
