"""The latest notifications of a user with what became of them, sending one again, and the test email."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from api.problems import Refusal
from notifications import registry
from notifications.deliveries import TAKEN
from notifications.emails import TEST
from notifications.kinds import SubjectLink
from notifications.models import Attempt, Channel, Delivery, DeliveryState, Endpoint, Notification
from notifications.prefetch import untrue_among, why_not
from notifications.registry import NOTIFICATIONS, kinds, links_of, reasons_of_all
from notifications.routes import reach_of
from notifications.services import KEEP_MESSAGES, queue

MOST = 100
TROUBLES = ("bounced", "not verified", "no endpoint")
"""Reasons that the reader has to do something about."""
A_PAGE = 15
"""Lines of a page: short enough for a phone."""


def history_page(user: User, number: str | int | None, now: datetime, *, a_page: int = A_PAGE) -> Page[dict[str, Any]]:
    """Page `number`, or the nearest one, of the last `MOST` notifications whose messages are kept, newest first. As many
    statements for one line as for all."""
    newest = (
        Notification.objects.filter(user=user, created_at__gte=now - KEEP_MESSAGES)
        .order_by("-pk")
        .values_list("pk", flat=True)
    )
    page: Page[Any] = Paginator(list(newest[:MOST]), a_page).get_page(number)
    notifications = list(
        Notification.objects.filter(pk__in=list(page))
        .order_by("-pk")
        .prefetch_related("deliveries__attempted", "deliveries__notifications")
    )
    where = links_of({notification.subject for notification in notifications if notification.subject}, user)
    endpoints = {str(one.pk): one for one in Endpoint.objects.filter(user=user)}
    # those that wait for their time and would be dropped by then, as it stands now
    needless = untrue_among(
        (one for one in notifications if one.due_at is not None and kinds().get((one.app, one.kind))), now
    )
    page.object_list = [
        _line(notification, where.get(notification.subject), endpoints, needless.get(notification.pk, ""))
        for notification in notifications
    ]
    return page


def _line(
    notification: Notification, place: SubjectLink | None, endpoints: Mapping[str, Endpoint], needless: str
) -> dict[str, Any]:
    """One notification: what it is, a link, what became of it on each channel, and whether it can be sent again."""
    kind = kinds().get((notification.app, notification.kind))
    sent = sorted(notification.deliveries.all(), key=lambda one: one.pk)
    ways = list(_ways(notification, sent, endpoints, needless))
    return {
        "number": notification.pk,
        "what": kind.label if kind is not None else notification.kind,
        "place": place,
        "at": notification.created_at,
        "ways": ways,
        "is_good": all(way["is_good"] for way in ways),
        "can_send": kind is not None
        and not kind.category.is_asked_for
        and notification.due_at is None
        and all(delivery.state != DeliveryState.PENDING for delivery in sent),
    }


def _ways(
    notification: Notification, sent: list[Delivery], endpoints: Mapping[str, Endpoint], needless: str
) -> Iterator[dict[str, Any]]:
    """The latest message by each way: `how` names the channel, empty where it came to none; `to` is the host of a webhook or the
    name of a browser. Before them what became of the notification as such, where that is to be said."""
    latest = {(one.channel, one.endpoint): one for one in sent}
    if notification.due_at is not None or notification.dropped or not latest:
        result, is_good = _as_such(notification, needless)
        yield {"how": "", "to": "", "result": result, "answer": "", "is_good": is_good}
    for delivery in latest.values():
        if notification.dropped and delivery.state == DeliveryState.DROPPED:
            continue  # for the reason that is said already
        result, is_good = _of_delivery(delivery)
        endpoint = endpoints.get(delivery.endpoint) if delivery.channel != Channel.MAIL else None
        to = (endpoint.label if endpoint.channel == Channel.PUSH else "") or endpoint.host if endpoint else ""
        yield {
            "how": str(delivery.get_channel_display()),
            "to": to,
            "result": result,
            "answer": _answers(list(delivery.attempted.all())),
            "is_good": is_good,
        }


def _as_such(notification: Notification, needless: str) -> tuple[str, bool]:
    """What became of it before it came to any way, in words, and whether that is as it should be."""
    if needless:
        return f"{_('No longer needed.')} {reasons_of_all().get(needless, needless)}", True
    if notification.due_at is not None:
        held = registry.HELD_REASONS.get(notification.held, "")
        said = _("Next check on %(at)s.") if notification.held else _("Scheduled for %(at)s.")
        return f"{held} {said % {'at': _moment(notification.due_at)}}".strip(), True
    if notification.dropped:
        words = str(reasons_of_all().get(notification.dropped, notification.dropped))
        held = registry.HELD_REASONS[registry.HELD_OPEN] if notification.held == registry.HELD_OPEN else ""
        return f"{_('Not sent.')} {held} {words}".replace("  ", " "), notification.dropped not in TROUBLES
    return _("Not sent."), True


def _of_delivery(delivery: Delivery) -> tuple[str, bool]:
    match delivery.state:
        case DeliveryState.SENT:
            said = _("Sent on %(at)s.") % {"at": _moment(delivery.sent_at or delivery.created_at)}
        case DeliveryState.FAILED:
            return _("Failed."), False
        case DeliveryState.RETURNED:
            return _("Bounced."), False
        case DeliveryState.DROPPED:
            why = reasons_of_all().get(delivery.dropped, delivery.dropped)
            return f"{_('Not sent.')} {why}".strip(), delivery.dropped not in TROUBLES
        case _:
            if delivery.due_at is None:
                return _("On its way."), True
            tried = delivery.attempts > 0
            said = _("Next try on %(at)s.") if tried else _("On its way since %(at)s.")
            return said % {"at": _moment(delivery.due_at if tried else delivery.created_at)}, not tried
    others = len(delivery.notifications.all()) - 1
    if others > 0:
        together = ngettext(
            "Together with %(count)s other notification.", "Together with %(count)s other notifications.", others
        )
        said = f"{said} {together % {'count': others}}"
    return said, True


def _answers(attempts: list[Attempt]) -> str:
    """What servers answered, each answer once; an accepted email is described in the reader's language."""
    said = (answer for answer, _same in groupby(one.answer for one in attempts) if answer)
    return "; ".join(_("accepted") if answer == TAKEN else answer for answer in said)


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")


class NotAgain(Refusal):
    """It is not sent once more. `why` in the details is a stable code for the page."""

    code = "not_sent_again"


@transaction.atomic
def send_again(*, notification_id: int, user: User, now: datetime) -> list[Delivery]:
    """Send a notification of `user` once more, as it is now, on every channel that they want. Raises NotAgain, and
    Notification.DoesNotExist for one of another user."""
    notification = (
        Notification.objects.select_for_update(of=("self",)).select_related("user").get(pk=notification_id, user=user)
    )
    kind = kinds().get((notification.app, notification.kind))
    if kind is None or kind.category.is_asked_for:
        raise NotAgain(_("This cannot be sent again."), why="no_such_kind")
    if notification.due_at is not None or notification.deliveries.filter(state=DeliveryState.PENDING).exists():
        raise NotAgain(_("It is already on its way."), why="on_its_way")
    reach = reach_of(user)
    if reason := why_not(notification, now, reach, "", None):
        words = reasons_of_all().get(reason, reason)
        raise NotAgain(_("Not sent again. %(reason)s") % {"reason": words}, why="not_true")
    Notification.objects.filter(pk=notification.pk).update(dropped="", held="")
    again = []
    for route in reach.routes(kind, notification.subject):
        of = {"app": kind.app, "kind": kind.name, "subject": notification.subject, "user": user}
        delivery = Delivery.objects.create(**of, **route.place, due_at=now, created_at=now)
        delivery.notifications.add(notification)
        again.append(delivery)
    return again


def send_test(*, user: User, now: datetime) -> None:
    """Queue an email that shows whether emails arrive. It also goes to an address that gets nothing else."""
    queue([Notification.to(user.pk, NOTIFICATIONS, TEST, user.pk, now.isoformat(), at=now)])
