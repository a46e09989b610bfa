"""A webhook kept failing and was switched off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from notifications.channels.failing import APP, MOST, OFF
from notifications.kinds import About, Category, NoLongerTrue
from notifications.mail.compose import absolute
from notifications.models import Endpoint, Notification
from notifications.registry import board_of
from notifications.templated import Draft, Kind, Sample

OWN_HOOKS = Category(
    "webhooks",
    label=_("emails when one of your webhooks is switched off"),
    wish=_("when one of my webhooks is switched off"),
)


@dataclass(frozen=True, slots=True)
class Off:
    """`what` is the table or tournament that it is for; empty for one's own."""

    host: str
    error: str
    attempts: int
    what: str = ""


def hook_off(notifications: Sequence[Notification], now: datetime) -> Draft:
    endpoint = _endpoint(notifications[-1])
    if endpoint is None:
        raise NoLongerTrue("on again")
    board = board_of(endpoint.subject)
    about = board.name(endpoint.subject, endpoint.user) if board is not None else None
    url = about.url if about is not None else absolute(reverse("notifications:preferences"))
    off = Off(endpoint.host, endpoint.last_error, MOST, about.name if about is not None else "")
    return Draft(About(thread="webhooks", url=url), off)


def why_untrue(notification: Notification, now: datetime) -> str:
    return "" if _endpoint(notification) is not None else "on again"


def _endpoint(notification: Notification) -> Endpoint | None:
    return (
        Endpoint.objects.select_related("user").filter(pk=notification.data["endpoint"], off_at__isnull=False).first()
    )


KINDS = (
    Kind(
        APP,
        OFF,
        label=_("webhook switched off"),
        category=OWN_HOOKS,
        draft=hook_off,
        why_untrue=why_untrue,
    ),
)


def _sample() -> Draft:
    return Draft(
        About(thread="webhooks", url=absolute(reverse("notifications:preferences"))),
        Off("hooks.example.org", "HTTP 500", MOST),
    )


SAMPLES = (Sample("hook-off", _("A webhook was switched off"), KINDS[0], _sample),)
