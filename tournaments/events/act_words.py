"""What each act of directors is called in the log of an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BY_DIRECTORS: Mapping[str, str | Promise] = {
    "corrected": _("result corrected"),
    "annulled": _("table annulled"),
    "forfeited": _("game declared lost"),
    "withdrawn": _("player withdrawn"),
    "removed": _("player removed"),
    "added": _("player added"),
    "director added": _("director added"),
    "director removed": _("director removed"),
    "deadline": _("deadline moved"),
    "extra time": _("extra time given"),
    "substituted": _("substitute brought in"),
    "paused": _("event paused"),
    "resumed": _("pause ended"),
    "abandoned": _("event abandoned"),
    "announced": _("word to all players"),
    "swapped": _("pairing changed by hand"),
    "invited": _("people invited"),
    "answered": _("message of a player answered"),
    "adjudicated": _("game ended by the director"),
}
