"""Times in words, in the active language and time zone."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def moment(at: datetime) -> str:
    """`Sunday 22 November, 03:10`, in the active zone."""
    return date_format(timezone.localtime(at), pgettext("date format of mails", "l j F, H:i"))


def zone_name() -> str:
    return timezone.get_current_timezone_name()


def span(left: timedelta) -> str:
    """`1 day and 14 hours`, `3 hours and 20 minutes`, `40 minutes`: the two largest units of whole minutes."""
    minutes = max(round(left.total_seconds() / 60), 0)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    units = [
        ngettext("%(count)s day", "%(count)s days", days) % {"count": days} if days else "",
        ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours} if hours else "",
        ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes} if minutes and not days else "",
    ]
    said = [unit for unit in units if unit]
    if not said:
        return _("less than a minute")
    return _("%(first)s and %(last)s") % {"first": said[0], "last": said[1]} if len(said) > 1 else said[0]
