"""Times as in emails, for pages."""

from django import template

from notifications.mail import times

register = template.Library()
register.filter("mail_moment", times.moment)
