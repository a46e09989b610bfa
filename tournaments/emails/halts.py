"""The mails that say that a tournament or a season stands still: to its directors, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from notifications.kinds import Draft, NoLongerTrue
from notifications.models import Notification
from tournaments.lifecycle.notifications import number_in
from tournaments.lifecycle.words import help_words, why_words
from tournaments.models import Halt, League, Tournament

from .letter import Letter, about, about_league, url_of


def of_tournament(notifications: Sequence[Notification], now: datetime) -> Draft:
    halt = _halt(notifications[-1], tournament=number_in(notifications[-1].subject))
    assert halt.tournament is not None
    return Draft(about(halt.tournament), letter(halt, halt.tournament))


def of_season(notifications: Sequence[Notification], now: datetime) -> Draft:
    halt = _halt(notifications[-1], season__league=number_in(notifications[-1].subject))
    assert halt.season is not None
    return Draft(about_league(halt.season.league), letter(halt, halt.season.league))


def letter(halt: Halt, of: Tournament | League) -> Letter:
    if halt.until is not None:
        heading = _("The next round waits")
    elif halt.season is not None:
        heading = _("Season %(season)s is on hold") % {"season": halt.season.number}
    else:
        heading = _("The tournament is on hold")
    return Letter(
        heading, f"{why_words(halt)} {help_words(halt)}", f"{url_of(of)}manage/", _("Open the director's page")
    )


def why_untrue(notification: Notification, now: datetime) -> str:
    """It goes on, or stands still for another reason."""
    number = number_in(notification.subject)
    rows = Halt.objects.filter(at=notification.data["since"])
    is_so = rows.filter(season__league=number) if "season" in notification.data else rows.filter(tournament=number)
    return "" if is_so.exists() else "goes on"


def _halt(notification: Notification, **of: int) -> Halt:
    found = (
        Halt.objects.select_related("tournament", "season__league").filter(at=notification.data["since"], **of).first()
    )
    if found is None:
        raise NoLongerTrue("goes on")
    return found
