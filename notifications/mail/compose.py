"""From a delivery and its notifications, or from a sample, to the mail that goes out."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from notifications.kinds import Email
from notifications.mail import message
from notifications.mail.readers import Reader, reader_at, reader_of
from notifications.mail.render import render
from notifications.mail.unsubscribe import Way
from notifications.models import Delivery, Notification
from notifications.summaries import spoken_by


def absolute(path: str) -> str:
    """A link that works from a mail."""
    return f"{settings.SITE_URL}{path}"


def compose(delivery: Delivery, notifications: Sequence[Notification], now: datetime) -> EmailMultiAlternatives:
    """The whole mail. `notifications` are those of this delivery that are still true, oldest first, at least one.

    Raises NoLongerTrue when that has changed since, and whatever else goes wrong: a mail that cannot be written is not
    sent half.
    """
    kind, subject = spoken_by(delivery, notifications)
    reader = reader_for(delivery, notifications)
    way = way_out(kind, reader, subject)
    with translation.override(reader.language), timezone.override(reader.zone):
        letter = kind.write(notifications, now)
        rendered = render(letter, reader, way)
    return message.build(kind=kind, token=delivery.token, reader=reader, about=letter.about, way=way, rendered=rendered)


def way_out(kind: Email, reader: Reader, subject: str) -> Way:
    if reader.user_id is not None:
        return Way(kind.category, user_id=reader.user_id)
    return Way(kind.category, subject=subject)


def reader_for(delivery: Delivery, notifications: Sequence[Notification]) -> Reader:
    """Whoever reads what this delivery brings."""
    if delivery.user is not None:
        return reader_of(delivery.user)
    return reader_at(delivery.endpoint, notifications[-1].language)
