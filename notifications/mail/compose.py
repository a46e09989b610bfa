"""From a delivery and its notifications, or from a sample, to the mail that goes out."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils import timezone, translation

from notifications.kinds import Draft, Kind
from notifications.mail import message, times
from notifications.mail.readers import Reader, reader_at, reader_of
from notifications.mail.render import Rendered, render
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
        draft = kind.draft(notifications, now)
        rendered = write(kind, draft, reader, way)
    return message.build(kind=kind, token=delivery.token, reader=reader, about=draft.about, way=way, rendered=rendered)


def write(kind: Kind, draft: Draft, reader: Reader, way: Way) -> Rendered:
    """Subject, text and HTML. Call it with the reader's language and zone active."""
    context: dict[str, object] = {
        "letter": draft.letter,
        "beside": draft.beside,
        "reader": reader,
        "category": way.category,
        "unsubscribe_url": way.url(),
        "preferences_url": absolute(reverse("notifications:preferences")) if reader.user_id is not None else "",
        "zone": times.zone_name(),
    }
    return render(kind, draft.about, context)


def way_out(kind: Kind, reader: Reader, subject: str) -> Way:
    if reader.user_id is not None:
        return Way(kind.category, user_id=reader.user_id)
    return Way(kind.category, subject=subject)


def reader_for(delivery: Delivery, notifications: Sequence[Notification]) -> Reader:
    """Whoever reads what this delivery brings."""
    if delivery.user is not None:
        return reader_of(delivery.user)
    return reader_at(delivery.endpoint, notifications[-1].language)
