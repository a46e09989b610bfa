"""The mails that say that a tournament or a season stands still: to its directors, once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from notices.kinds import Draft, NoLongerTrue
from notices.models import Notice
from tournaments.events.halt_words import help_words, why_words
from tournaments.events.notices import number_in
from tournaments.models import Event, Halt, League

from .letter import Letter, about, about_league, url_of


def of_event(notices: Sequence[Notice], now: datetime) -> Draft:
    halt = _halt(notices[-1], event=number_in(notices[-1].subject))
    assert halt.event is not None
    return Draft(about(halt.event), letter(halt, halt.event))


def of_season(notices: Sequence[Notice], now: datetime) -> Draft:
    halt = _halt(notices[-1], season__league=number_in(notices[-1].subject))
    assert halt.season is not None
    return Draft(about_league(halt.season.league), letter(halt, halt.season.league))


def letter(halt: Halt, of: Event | League) -> Letter:
    if halt.until is not None:
        heading = _("The next round waits")
    elif halt.season is not None:
        heading = _("Season %(season)s is on hold") % {"season": halt.season.number}
    else:
        heading = _("The tournament is on hold")
    return Letter(heading, f"{why_words(halt)} {help_words(halt)}", f"{url_of(of)}desk/", _("Open the director's page"))


def why_untrue(notice: Notice, now: datetime) -> str:
    """It goes on, or stands still for another reason."""
    number = number_in(notice.subject)
    rows = Halt.objects.filter(at=notice.data["since"])
    is_so = rows.filter(season__league=number) if "season" in notice.data else rows.filter(event=number)
    return "" if is_so.exists() else "goes on"


def _halt(notice: Notice, **of: int) -> Halt:
    found = Halt.objects.select_related("event", "season__league").filter(at=notice.data["since"], **of).first()
    if found is None:
        raise NoLongerTrue("goes on")
    return found
