"""Times as in emails, for pages."""

from datetime import datetime

from django import template

from notifications.mail import times

register = template.Library()


@register.filter
def mail_moment(at: datetime) -> str:
    """`Sunday 22 November, 03:10`."""
    return times.moment(at)
