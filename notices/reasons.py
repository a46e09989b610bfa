"""Why a notice became no mail, in words. Rows keep a short code (`Notice.dropped`, `Notice.held`); an app adds the words for
its own by a `REASONS` in a module of its `letters`."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from notices.kinds import Words

OPEN, MORE = "open", "more"
"""Codes of `Notice.held`."""

OWN: Mapping[str, Words] = {
    "not wanted": _("You do not want such mails."),
    "no account": _("The account was not open."),
    "nobody": _("There was no address."),
    "not verified": _("Your address was not proved."),
    "bounced": _("Mails to your address came back, so none is sent."),
    "gone": _("What it was about has been deleted."),
    "just told": _("Another mail had just said the same."),
    "overtaken": _("A later mail said all of it."),
    "too late": _("It was too late for it."),
}

HELD: Mapping[str, Words] = {
    OPEN: _("It lay open before you."),
    MORE: _("It waits a moment for what belongs with it."),
}
