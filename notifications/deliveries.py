"""Sends deliveries: claim one, send it outside any transaction, save the result.

The claim is one conditional UPDATE that moves `due_at` to the end of a lease, so of two processes only one sends. A process
that dies before the claim leaves the row due; one that dies after it leaves the row due again when the lease ends. Only if
it dies between the server's 250 and the result is an email sent twice, with the same Message-ID.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from django.db import InterfaceError, OperationalError
from django.db.models import F, Q
from redis.exceptions import RedisError

from notifications import endpoints, monitoring
from notifications.bounces import take_refusal
from notifications.channels.send import Gone, news_message, send, short_message
from notifications.kinds import NoLongerTrue
from notifications.mail import transport as outage
from notifications.mail.compose import compose
from notifications.mail.transport import Hopeless, NotNow, RecipientRefused, ServerAway, Transport
from notifications.models import Attempt, Channel, Delivery, DeliveryState, Endpoint, Notification, digest_of
from notifications.prefetch import CheckedDelivery, look_at, why_not
from notifications.registry import NEWS, NOTIFICATIONS, kind_of, known_kinds
from notifications.routes import reach_of
from notifications.services import GONE, notification_delay

logger = logging.getLogger("notifications")
alarm = logging.getLogger("notifications.alarm")

LEASE = timedelta(minutes=5)
"""Longer than sending can take: every step has a time limit of its own (EMAIL_TIMEOUT)."""

BUDGET = timedelta(seconds=60)
"""How long one batch may take; what is left over waits for the next sweep."""

TOGETHER = 25
"""So many of a batch are looked up together."""

FRESH = 2.0
"""Seconds for which that holds: what changes after it is seen by the next look."""

BACKOFF = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
)
"""How long to wait after each failed attempt. After one more it is given up."""

OURS = (OperationalError, InterfaceError, RedisError, ConnectionError, TimeoutError)
"""What a database or a cache of ours that is away raises."""

PAUSE = timedelta(minutes=1)
"""How long an email waits for them."""

TALLIES: Mapping[str, str] = {Channel.MAIL: "mails", Channel.HOOK: "hooks", Channel.PUSH: "pushes"}
TAKEN = "taken"
"""The answer of a server that has accepted the email."""

LONGEST_ANSWER = 300


class DeliveryOutcome(Enum):
    SENT = "sent"
    NOT_MINE = "not due, or somebody else is at it"
    NOTHING = "nothing left to tell, or not now"
    LATER = "will be tried again"
    AWAY = "will be tried again; the mail server is away"
    FAILED = "given up"


def deliver_due(now: datetime, limit: int = 200) -> int:
    """Send due emails, oldest first, for `BUDGET` at most. Returns how many were sent. Stops when the mail server is away;
    then nobody tries for a while (`notifications.mail.transport`)."""
    if not outage.may_try(now):
        return 0
    sent = _deliver_all([Channel.MAIL], now, limit)
    if sent:
        outage.note_back()
    return sent


def post_due(now: datetime, limit: int = 200) -> int:
    """Send the messages to webhooks and browsers that are due, like `deliver_due`. A server that is away is one person's server."""
    return _deliver_all([Channel.HOOK, Channel.PUSH], now, limit)


def _deliver_all(channels: Collection[str], now: datetime, limit: int) -> int:
    sent = Counter[str]()
    known = known_kinds() | Q(app=NOTIFICATIONS, kind=NEWS)
    pending = Delivery.objects.filter(known, channel__in=channels, state=DeliveryState.PENDING, due_at__lte=now)
    with closing(Transport()) as transport:
        for pk, seen, at in _looked_at(list(pending.order_by("due_at").values_list("pk", flat=True)[:limit]), now):
            outcome = deliver(pk, at, seen=seen, transport=transport)
            if outcome is DeliveryOutcome.AWAY:
                outage.note_away(at)
                break
            if outcome is DeliveryOutcome.SENT:
                sent[seen.delivery.channel if seen else next(iter(channels))] += 1
    for channel, count in sent.items():
        monitoring.add_to_tally(TALLIES[channel], "sent", by=count)
    return sent.total()


def _looked_at(numbers: Sequence[int], now: datetime) -> Iterator[tuple[int, CheckedDelivery | None, datetime]]:
    """Yield each delivery's number, what was read of it (None if reading failed) and the current time. Read in small batches
    shortly before sending, because a lease counts from its own claim. Stop when the time budget is used up."""
    began, until = time.monotonic(), 0.0
    seen: dict[int, CheckedDelivery] = {}
    for place, number in enumerate(numbers):
        passed = timedelta(seconds=time.monotonic() - began)
        if passed > BUDGET:
            return
        if number not in seen or time.monotonic() > until:
            until = time.monotonic() + FRESH
            try:
                seen = look_at(numbers[place : place + TOGETHER], now + passed)
            except Exception:
                logger.info("messages cannot be looked at together", exc_info=True)
                seen = {}
        yield number, seen.get(number), now + passed


def deliver(
    delivery_id: int, now: datetime, *, seen: CheckedDelivery | None = None, transport: Transport | None = None
) -> DeliveryOutcome:
    """Send one message if it is due and no other process has it. `seen` is what was known of it a moment ago, `transport` a
    connection that the caller closes.

    Gives up only what cannot be written or is permanently refused, and tries everything else again. While our database or
    cache is away, no attempt is counted, however long that takes.
    """
    delivery = seen.delivery if seen else Delivery.objects.select_related("user").filter(pk=delivery_id).first()
    if delivery is None or not claim(delivery_id, now, attempts=delivery.attempts):
        return DeliveryOutcome.NOT_MINE
    delivery.attempts += 1
    if delivery.attempts > len(BACKOFF) + 1:  # every attempt before ended without a word: the process died of it
        return _give_up(delivery, now, delivery.last_answer or "the process died at every attempt")
    try:
        if seen is None:
            seen = replace(look_at([delivery_id], now)[delivery_id], delivery=delivery)
        notifications = [] if _is_news(delivery) else _still_to_tell(seen, now)
        if not notifications and not _is_news(delivery):
            return DeliveryOutcome.NOTHING
        send_it = _write(delivery, notifications, now, transport)
    except NoLongerTrue as change:
        for notification in _notifications_of(delivery):
            _mark_dropped(notification, delivery, change.reason)
        _settle(delivery, state=DeliveryState.DROPPED, due_at=None, dropped=change.reason)
        return DeliveryOutcome.NOTHING
    except CannotBeWritten as error:
        return _give_up(delivery, now, str(error))
    except OURS as error:
        logger.warning("mail %s waits, a service of ours is away: %s: %s", delivery.pk, type(error).__name__, error)
        return _wait(delivery, now + PAUSE, DeliveryOutcome.LATER)
    except Exception as error:
        logger.exception("whether mail %s is still true cannot be told", delivery.pk)
        return _try_later(delivery, now, f"{type(error).__name__}: {error}")
    return _send(delivery, send_it, now)


def claim(delivery_id: int, now: datetime, *, attempts: int | None = None) -> bool:
    """Take a due message for the length of a lease. Of several processes exactly one gets True. With `attempts`, only if nobody has
    claimed it since there were so many."""
    mine = Delivery.objects.filter(pk=delivery_id, state=DeliveryState.PENDING, due_at__lte=now)
    if attempts is not None:
        mine = mine.filter(attempts=attempts)
    return bool(mine.update(due_at=now + LEASE, attempts=F("attempts") + 1))


class CannotBeWritten(Exception):
    """The letter itself is at fault: another attempt would find it the same."""


Sending = Callable[[], str]
"""Hands a written message over and returns what the other side said. Raises NotNow, ServerAway or Hopeless."""


def _write(
    delivery: Delivery, notifications: list[Notification], now: datetime, transport: Transport | None
) -> Sending:
    """The message, ready to be sent. Raises CannotBeWritten, or NoLongerTrue where it fails because something has changed since
    the check."""
    try:
        if delivery.channel == Channel.MAIL:
            return _mail(delivery, notifications, now, transport)
        return _post(delivery, notifications, now)
    except (NoLongerTrue, *OURS):
        raise
    except Exception as error:
        reach = reach_of(delivery.user) if delivery.user is not None else None
        reasons = [
            why_not(notification, now, reach, delivery.channel, None) for notification in _notifications_of(delivery)
        ]
        if all(reasons) and not _is_news(delivery):
            raise NoLongerTrue(next(iter(reasons), GONE)) from error
        logger.exception("mail %s cannot be written", delivery.pk)
        raise CannotBeWritten(f"cannot be written: {type(error).__name__}: {error}") from error


def _mail(delivery: Delivery, notifications: list[Notification], now: datetime, transport: Transport | None) -> Sending:
    message = compose(delivery, notifications, now)

    def hand_over() -> str:
        with nullcontext(transport) if transport is not None else closing(Transport()) as line:
            line.send(message)
            # before the connection is closed: what goes wrong after the server's 250 must not send the mail again
            # and by the time it comes back he may have another address
            _mark_sent(delivery, now, TAKEN, sent_to=digest_of(message.to[0]))
        return TAKEN

    return hand_over


def _post(delivery: Delivery, notifications: list[Notification], now: datetime) -> Sending:
    endpoint = Endpoint.objects.select_related("user").filter(pk=int(delivery.endpoint), off_at=None).first()
    if endpoint is None:
        raise NoLongerTrue("no endpoint")
    message = news_message(endpoint, now) if _is_news(delivery) else short_message(delivery, notifications, now)
    if message is None:
        raise NoLongerTrue(GONE)

    def hand_over() -> str:
        try:
            answer = send(endpoint, message, id=delivery.token, now=now)
        except Gone:
            endpoint.delete()
            raise
        except (NotNow, Hopeless) as error:
            endpoints.note_failure(endpoint, str(error), now)
            raise
        except OURS:
            raise
        except (
            Exception
        ) as error:  # nobody foresaw it, and an endpoint that makes it always is switched off like any other
            endpoints.note_failure(endpoint, type(error).__name__, now)
            raise
        endpoints.note_success(endpoint, now)
        _mark_sent(delivery, now, answer)
        return answer

    return hand_over


def _send(delivery: Delivery, send_it: Sending, now: datetime) -> DeliveryOutcome:
    try:
        answer = send_it()
    except NotNow as error:
        outcome = _try_later(delivery, now, str(error))
        return DeliveryOutcome.AWAY if isinstance(error, ServerAway) else outcome
    except RecipientRefused as error:
        outcome = _give_up(delivery, now, str(error))
        take_refusal(delivery, str(error), now)
        return outcome
    except Hopeless as error:
        return _give_up(delivery, now, str(error))
    except Exception as error:  # those behind it in the batch have done nothing
        logger.exception("%s %s cannot be sent", delivery.channel, delivery.pk)
        return _try_later(delivery, now, f"{type(error).__name__}: {error}")
    logger.info(
        "%s %s sent: %s, attempt %s: %s", delivery.channel, delivery.pk, delivery.kind, delivery.attempts, answer
    )
    return DeliveryOutcome.SENT


def _mark_sent(delivery: Delivery, now: datetime, answer: str, *, sent_to: str = "") -> None:
    _settle(delivery, state=DeliveryState.SENT, due_at=None, sent_at=now, sent_to=sent_to)
    _note(delivery, now, answer)


def _is_news(delivery: Delivery) -> bool:
    """Whether it goes to the webhook of a table or tournament, so to no user in particular."""
    return (delivery.app, delivery.kind) == (NOTIFICATIONS, NEWS)


def _still_to_tell(seen: CheckedDelivery, now: datetime) -> list[Notification]:
    """The notifications of this message that are still true. Settles the delivery when there is nothing to send now."""
    true, delivery, why = [], seen.delivery, ""
    for notification in seen.notifications:
        if reason := seen.untrue.get(notification.pk, ""):
            why = reason
            _mark_dropped(notification, delivery, reason)
        else:
            true.append(notification)
    if true and seen.is_overtaken:
        for notification in true:
            _mark_dropped(notification, delivery, "overtaken")
        true, why = [], "overtaken"
    if not true:
        _settle(delivery, state=DeliveryState.DROPPED, due_at=None, dropped=why)
        return []
    unseen = [notification for notification in true if not kind_of(notification).is_before_eyes(notification)]
    if not unseen:
        _wait(delivery, now + notification_delay(), DeliveryOutcome.NOTHING)
    return unseen


def _notifications_of(delivery: Delivery) -> list[Notification]:
    """Those that have not been dropped, the oldest first."""
    return list(delivery.notifications.filter(dropped="").select_related("user").order_by("pk"))


def _mark_dropped(notification: Notification, delivery: Delivery, reason: str) -> None:
    """Mark it as dropped, unless another channel has sent it or may still send it."""
    others = Delivery.objects.filter(notifications=notification, state__in=(DeliveryState.SENT, DeliveryState.PENDING))
    if not others.exclude(pk=delivery.pk).exists():
        Notification.objects.filter(pk=notification.pk).update(dropped=reason)


def _wait(delivery: Delivery, until: datetime, outcome: DeliveryOutcome) -> DeliveryOutcome:
    """An attempt that was not made does not count."""
    _settle(delivery, due_at=until, attempts=delivery.attempts - 1)
    return outcome


def _try_later(delivery: Delivery, now: datetime, answer: str) -> DeliveryOutcome:
    if delivery.attempts > len(BACKOFF):
        return _give_up(delivery, now, answer)
    wait = BACKOFF[delivery.attempts - 1]
    _settle(delivery, due_at=now + wait)
    _note(delivery, now, answer)
    told = (delivery.channel, delivery.pk, delivery.attempts, wait, answer)
    logger.warning("%s %s not sent, attempt %s, next in %s: %s", *told)
    return DeliveryOutcome.LATER


def _give_up(delivery: Delivery, now: datetime, answer: str) -> DeliveryOutcome:
    _settle(delivery, state=DeliveryState.FAILED, due_at=None)
    _note(delivery, now, answer)
    monitoring.add_to_tally(TALLIES[delivery.channel], "failed")
    told = (delivery.channel, delivery.pk, delivery.kind, delivery.attempts, answer)
    if delivery.channel == Channel.MAIL:
        alarm.error("%s %s (%s) given up after attempt %s: %s", *told)
    else:  # somebody's own server is his own matter, and he is told
        logger.warning("%s %s (%s) given up after attempt %s: %s", *told)
    return DeliveryOutcome.FAILED


def _settle(delivery: Delivery, **fields: object) -> None:
    """Save the result of a claimed message, unless its lease ran out and another process has claimed it."""
    Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.PENDING, attempts=delivery.attempts).update(**fields)


def _note(delivery: Delivery, now: datetime, answer: str) -> None:
    Attempt.objects.create(delivery=delivery, at=now, answer=answer[:LONGEST_ANSWER])
