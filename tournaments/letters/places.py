"""What notices of events and leagues are about, as links for who was told, and why one became no mail."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notices.kinds import Place
from tournaments.events.notices import EVENT
from tournaments.leagues.notices import LEAGUE
from tournaments.models import League
from tournaments.pages.seen import visible


def events(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    """Those that he may see."""
    return {one.pk: Place(one.title, one.get_absolute_url()) for one in visible(reader).filter(pk__in=numbers)}


def leagues(numbers: Collection[int], reader: User) -> Mapping[int, Place]:
    return {one.pk: Place(str(one), one.get_absolute_url()) for one in League.objects.filter(pk__in=numbers)}


PLACES = {EVENT: events, LEAGUE: leagues}

REASONS = {
    "entries closed": _("The entries were closed."),
    "signed up": _("You had signed up already."),
    "not running": _("The season was not running."),
    "left": _("You had left."),
    "moved again": _("It had been put off again."),
    "signed off": _("You had signed off."),
    "no longer directs": _("You did not direct it any more."),
    "started": _("It had started."),
    "erased": _("What it told had been erased."),
    "changed since": _("It had changed since."),
    "not entered": _("You were not entered."),
    "not followed": _("You did not follow it any more."),
    "not so": _("It had changed since."),
    "round over": _("The round was over."),
    "round begun": _("The round had begun."),
    "game over": _("Your games were over."),
    "event over": _("The event was over."),
    "replied to": _("Somebody had answered."),
    "entered": _("You were entered already."),
}
