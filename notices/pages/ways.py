"""Tests of endpoints, and browsers that subscribe to pushes."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from notices.mail.compose import absolute
from notices.mail.transport import Hopeless, NotNow
from notices.models import Channel, Endpoint
from notices.posts import failing
from notices.posts.address import LONGEST, Refused, target_of
from notices.posts.http import STEP, WHOLE
from notices.posts.push import are_keys
from notices.posts.said import Said
from notices.posts.send import Gone, send

MOST_HOOKS, MOST_BROWSERS, MOST_OF_SUBJECT = 5, 20, 3

BETWEEN_TESTS = timedelta(seconds=WHOLE + STEP)
"""Longer than a test takes."""


def may_try(endpoint: Endpoint, now: datetime) -> bool:
    """Claim a test of it: of all who ask at once one may, and then nobody until that test is over at the latest. So nobody uses
    tests to knock somewhere again and again."""
    long_ago = Q(tried_at=None) | Q(tried_at__lte=now - BETWEEN_TESTS)
    return bool(Endpoint.objects.filter(long_ago, pk=endpoint.pk).update(tried_at=now))


def test_of(endpoint: Endpoint, *, now: datetime) -> str:
    """Send a test there now, which `may_try` has allowed. Returns what went wrong; empty if nothing did."""
    with translation.override(endpoint.user.language):
        said = Said("test", "", _("This is a test. Messages get through to here."), absolute(reverse("notices:wishes")))
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
        target_of(url)
    except Refused as refused:
        return JsonResponse({"code": refused.code, "detail": str(refused.sentence)}, status=400)
    except (ValueError, KeyError, TypeError):
        return _wrong()
    if len(p256dh) > 100 or len(auth) > 40 or len(url) > LONGEST or not are_keys(p256dh, auth):
        return _wrong()
    _keep(request.user, url, p256dh, auth, str(told.get("label", ""))[:60], timezone.now())
    return JsonResponse({"code": "subscribed"})


def _wrong() -> HttpResponse:
    return JsonResponse({"code": "no_subscription", "detail": _("This is no subscription of a browser.")}, status=400)


@transaction.atomic
def _keep(user: User, url: str, p256dh: str, auth: str, label: str, now: datetime) -> None:
    Endpoint.objects.filter(channel=Channel.PUSH, url=url).delete()
    Endpoint.objects.create(
        user=user, channel=Channel.PUSH, url=url, p256dh=p256dh, auth=auth, label=label, created_at=now
    )
    mine = Endpoint.objects.filter(user=user, channel=Channel.PUSH).order_by("-pk")
    Endpoint.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST_BROWSERS:])).delete()


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
