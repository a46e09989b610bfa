"""How mails say times and numbers; the reader's language and zone are active while one is written."""

from datetime import datetime

from django import template

from notifications.mail import times

register = template.Library()


@register.filter
def mail_moment(at: datetime) -> str:
    """`Sunday 22 November, 03:10`."""
    return times.moment(at)


@register.filter
def mail_left(until: datetime, now: datetime) -> str:
    """`1 day and 14 hours` from `now` until then."""
    return times.span(until - now)


@register.filter
def numbered(count: int) -> str:
    """` 3. `, so that the moves stand below each other."""
    return f"{count:2}. "
