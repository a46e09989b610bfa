"""Why a notification became no mail, in words. Rows keep a short code (`Notification.dropped`, `Notification.held`); an app
adds the words for its own by a `REASONS` in a module of its `emails`."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from notifications.kinds import Words

OPEN, MORE = "open", "more"
"""Codes of `Notification.held`."""

OWN: Mapping[str, Words] = {
    "not wanted": _("You have unsubscribed from these emails."),
    "no account": _("Your account was closed."),
    "nobody": _("There was no email address."),
    "not verified": _("Your email address was not confirmed."),
    "bounced": _("Emails to your address bounced, so we stopped sending them."),
    "gone": _("The subject of this notification was deleted."),
    "just told": _("Another email had just said the same."),
    "overtaken": _("A later email covered all of it."),
    "too late": _("It was too late to send it."),
    "on again": _("The webhook was on again."),
}

HELD: Mapping[str, Words] = {
    OPEN: _("You had the page open."),
    MORE: _("Waiting briefly for related notifications."),
}
