"""Vacation by email: `vacation 3 Dec to 10 Dec` says what it affects and books nothing before a yes; `vacation end` ends it."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.errors import GameError
from games.play import vacation
from incoming_mail.handlers import Incoming

_NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTHS = {name: number for number, name in enumerate(_NAMES, 1)} | {"mär": 3, "mrz": 3, "mai": 5, "okt": 10, "dez": 12}
_MONTH = rf"({'|'.join(_MONTHS)})[a-zä]*\.?"
_DAY = re.compile(
    rf"(\d{{4}})-(\d\d)-(\d\d)|(\d{{1,2}})\b\.?(?:\s*(?:{_MONTH}|(\d{{1,2}})\.?(?!\d)))?(?:\s*(\d{{4}}))?"
    rf"|{_MONTH}\s*(\d{{1,2}})\b(?:,?\s*(\d{{4}}))?",
    re.IGNORECASE,
)
_END = ("end", "ende", "beenden")


class NoDays(GameError):
    code = "no_days"
    status = 400


def read_days(text: str, today: date) -> tuple[date, date]:
    """The first and the last day; without a year, the next that there are. Raises NoDays.

    >>> read_days("3 to 10 Dec", date(2026, 11, 27))
    (datetime.date(2026, 12, 3), datetime.date(2026, 12, 10))
    >>> read_days("29.12. bis 4. Januar", date(2026, 11, 27))
    (datetime.date(2026, 12, 29), datetime.date(2027, 1, 4))
    """
    found: list[tuple[int | None, int | None, int]] = []
    for year, number, day, first, name, ordinal, later, english, last, after in _DAY.findall(text):
        named = _MONTHS.get((name or english).lower()) or int(number or ordinal or 0) or None
        found.append((int(year or later or after or 0) or None, named, int(day or first or last)))
    if not 1 <= len(found) <= 2 or (found[-1][1] is None and found[0][1] is None):
        raise NoDays(_("Write the days, such as “vacation 3 Dec to 10 Dec”, or “vacation end”."))
    days: list[date] = []
    for year, month, day in found:
        month = month or found[-1][1] or found[0][1] or 0
        since = days[-1] if days else today
        try:
            day_of = date(year or since.year, month, day)
            days.append(day_of if year or day_of >= since else day_of.replace(year=since.year + 1))
        except ValueError:
            raise NoDays(_("This date does not exist. Try “vacation 3 Dec to 10 Dec”.")) from None
    return days[0], days[-1]


def _days(user: User, rest: str, now: datetime) -> tuple[date, date]:
    if not rest:
        left = vacation.days_left(user, now)
        said = ngettext(
            "You have %(left)s vacation day left. Write the days, such as “vacation 3 Dec to 10 Dec”.",
            "You have %(left)s vacation days left. Write the days, such as “vacation 3 Dec to 10 Dec”.",
            left,
        )
        raise NoDays(said % {"left": left})
    return read_days(rest, now.astimezone(user.zone).date())


def _is_end(rest: str) -> bool:
    return rest.lower().rstrip(".!") in _END


def pinned(mail: Incoming, rest: str) -> str:
    """The same with its dates in full, because a yes may come on a later day. Raises NoDays."""
    return rest if _is_end(rest) else " to ".join(map(str, _days(mail.user, rest, mail.now)))


def previewed(mail: Incoming, rest: str) -> list[str]:
    """What it would affect, a sentence each. Raises NoDays or BadVacation."""
    if _is_end(rest):
        return []
    preview = vacation.preview_of(mail.user, *_days(mail.user, rest, mail.now), mail.now)
    cost = ngettext("This costs %(days)s day", "This costs %(days)s days", preview.days) % {"days": preview.days}
    stand, run = ([game.title for game in games] for games in (preview.stand, preview.run))
    lists: Sequence[tuple[str, Sequence[str]]] = (
        (_("Your clocks are stopped in:"), stand),
        (_("These games allow no vacation. Your clocks keep running:"), run),
        (_("These rounds end during your vacation and are not extended:"), preview.rounds),
    )
    said = [f"{heading} {'; '.join(those)}." for heading, those in lists if those]
    return [f"{cost}.", *(said or [_("You have no running games.")])]


def in_words(mail: Incoming, rest: str) -> str:
    if _is_end(rest):
        return _("end your vacation")
    first, last = (date_format(day, "DATE_FORMAT") for day in _days(mail.user, rest, mail.now))
    return _("vacation from %(first)s to %(last)s") % {"first": first, "last": last}


def book(mail: Incoming, rest: str) -> str:
    """Book the days, or end the vacation; the sentence that says so. Raises NoDays or BadVacation."""
    if _is_end(rest):
        vacation.give_back(mail.user, mail.now)
        return _("Vacation ended. You can book the unused days again.")
    vacation.plan(mail.user, *_days(mail.user, rest, mail.now), mail.now)
    return _("Your vacation is booked.")
