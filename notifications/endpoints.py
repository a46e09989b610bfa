"""Endpoints, which are webhooks and browsers: creating and testing them, and switching off what keeps failing."""

import secrets
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.allauth_internals import ratelimit
from accounts.limits import APP, hold_count
from accounts.models import User
from notifications.channels.http import LONGEST, STEP, WHOLE, AddressRefused, target_of
from notifications.channels.push import are_keys
from notifications.channels.send import Gone, ShortMessage, send
from notifications.mail.compose import absolute
from notifications.mail.transport import Hopeless, NotNow
from notifications.models import Channel, Endpoint, Notification
from notifications.registry import NOTIFICATIONS, webhook_subject
from notifications.services import queue

MOST_FAILURES = 10
"""Failed attempts in a row after which an endpoint is switched off."""

HOOK_OFF = "hook_off"


def note_success(endpoint: Endpoint, now: datetime) -> None:
    Endpoint.objects.filter(pk=endpoint.pk).update(failures=0, worked_at=now, last_error="")


@transaction.atomic
def note_failure(endpoint: Endpoint, answer: str, now: datetime) -> None:
    """Count it. The one attempt that makes it too many switches the endpoint off; a browser is forgotten without a word."""
    mine = Endpoint.objects.filter(pk=endpoint.pk, off_at=None)
    mine.update(failures=F("failures") + 1, failed_at=now, last_error=answer[:300])
    if not mine.filter(failures__gte=MOST_FAILURES).update(off_at=now):
        return
    if endpoint.channel == Channel.PUSH:
        endpoint.delete()
        return
    key, data = (endpoint.pk, int(now.timestamp())), {"endpoint": endpoint.pk}
    queue(
        [
            Notification.to(
                endpoint.user_id, NOTIFICATIONS, HOOK_OFF, *key, subject=f"endpoint:{endpoint.pk}", at=now, data=data
            )
        ]
    )


MOST_HOOKS, MOST_BROWSERS, MOST_OF_SUBJECT = 5, 20, 3

BETWEEN_TESTS = timedelta(seconds=WHOLE + STEP)
"""Longer than a test takes."""


def wait_to_try(endpoint: Endpoint, request: HttpRequest, now: datetime) -> int:
    """Claim a test: of several requests one may run it, and the next one when it is over at the latest. Tests are also
    counted per user, so that nobody can use them to probe an address again and again, not even by creating it anew.
    Returns 0 if the caller may test, else the seconds to wait."""
    long_ago = Q(tried_at=None) | Q(tried_at__lte=now - BETWEEN_TESTS)
    if not Endpoint.objects.filter(long_ago, pk=endpoint.pk).update(tried_at=now):
        return ceil(BETWEEN_TESTS.total_seconds())
    if ratelimit.consume(request, app=APP, action="hook_test", key=str(request.user.pk)) is None:
        return max(int(rate.duration) for rate in ratelimit.parse_rates(settings.ACCOUNT_RATE_LIMITS["hook_test"]))
    return 0


def test_of(endpoint: Endpoint, *, now: datetime) -> str:
    """Send a test there now, which `wait_to_try` has allowed. Returns what went wrong; empty if nothing did."""
    with translation.override(endpoint.user.language):
        said = ShortMessage(
            "test", "", _("This is a test. Notifications arrive here."), absolute(reverse("notifications:preferences"))
        )
    try:
        send(endpoint, said, id=secrets.token_urlsafe(16), now=now)
    except Gone as error:
        endpoint.delete()
        return str(error)
    except (NotNow, Hopeless) as error:
        Endpoint.objects.filter(pk=endpoint.pk).update(failed_at=now, last_error=str(error)[:300])
        return str(error)
    note_success(endpoint, now)
    return ""


test_of.__test__ = False  # type: ignore[attr-defined]


def check_browser(url: str, p256dh: str, auth: str) -> bool:
    """Whether this is a subscription of a browser. Raises Refused for an address to which nothing is ever sent."""
    target_of(url)
    return len(p256dh) <= 100 and len(auth) <= 40 and len(url) <= LONGEST and are_keys(p256dh, auth)


@transaction.atomic
def keep_browser(user: User, url: str, p256dh: str, auth: str, label: str, now: datetime) -> Endpoint:
    """From now on the browser takes pushes of this user, whoever used it before. Keeps the newest `MOST_BROWSERS` of a user."""
    hold_count(user.pk)
    Endpoint.objects.filter(channel=Channel.PUSH, url=url).delete()
    made = Endpoint.objects.create(
        user=user, channel=Channel.PUSH, url=url, p256dh=p256dh, auth=auth, label=label, created_at=now
    )
    mine = Endpoint.objects.filter(user=user, channel=Channel.PUSH).order_by("-pk")
    Endpoint.objects.filter(pk__in=list(mine.values_list("pk", flat=True)[MOST_BROWSERS:])).delete()
    return made


def has_room_for_hook(user: User, subject: str) -> bool:
    """Whether this user may create one more, of their own or for a subject. Call it in the transaction that creates it."""
    hold_count(f"hooks of {subject}" if subject else user.pk)
    there = Endpoint.objects.filter(channel=Channel.HOOK, subject=subject)
    return there.count() < MOST_OF_SUBJECT if subject else there.filter(user=user).count() < MOST_HOOKS


def check_target(url: str) -> None:
    """Raise ValidationError for an address to which nothing is ever sent."""
    try:
        target_of(url)
    except AddressRefused as refused:
        raise ValidationError(str(refused.sentence), code=refused.code) from refused


def make_hook(user: User, subject: str, *, form: str, url: str, now: datetime) -> Endpoint:
    """A new webhook, of the user or of a subject. Only this row has its secret."""
    return Endpoint.objects.create(user=user, channel=Channel.HOOK, subject=subject, form=form, url=url, created_at=now)


def own_hook(user: User, number: int) -> Endpoint | None:
    """An endpoint that this user may change: their own, or one of a subject whose webhooks they may manage."""
    endpoint = Endpoint.objects.select_related("user").filter(pk=number).first()
    if endpoint is None or not endpoint.subject:
        return endpoint if endpoint is not None and endpoint.user_id == user.pk else None
    subject = webhook_subject(endpoint.subject)
    return endpoint if subject is not None and subject.may_set(user) else None
