"""What acts of directors say beside whom and which table they are about: names, places, times, rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from arbiter.formats.groups import Withdrawal
from arbiter.results import Closing, Unfinished
from games.names import words
from tournaments.lifecycle.words import closing_words, days_words
from tournaments.pages.people import Person

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Names:
    """Entrants by their numbers, others by their accounts."""

    entrants: Mapping[int, Person]
    accounts: Mapping[int, str]
    merged: Mapping[int, int] = field(default_factory=dict)
    """Accounts that are part of another now."""

    def of(self, data: Data) -> str:
        """Whom an act is about."""
        player, user = data.get("player"), data.get("user")
        if player is not None and player in self.entrants:
            return self.entrants[player].name
        return self.account(user)

    def entrant(self, number: int) -> str:
        """An entrant by his number."""
        found = self.entrants.get(number)
        return found.name if found else _("someone")

    def account(self, user: int | None) -> str:
        """An account by its key."""
        return self.accounts.get(self.merged.get(user, user), _("someone")) if user is not None else _("someone")

    def is_about(self, data: Data, user: User) -> bool:
        """Whether somebody did it himself, so that it need not be said by whom."""
        found = self.entrants.get(data.get("player", 0))
        account = data.get("user", 0)
        return self.merged.get(account, account) == user.pk or (found is not None and found.user == user.pk)


def numbers_in(data: Data) -> set[int]:
    """The entrants whom an act speaks of."""
    found = {data["player"]} if isinstance(data.get("player"), int) else set()
    return found | set(data.get("players", ())) | {line[0] for line in data.get("after", ())}


def users_in(data: Data) -> set[int]:
    """The accounts that an act speaks of."""
    return {user for key in ("user", "before") if isinstance(user := data.get(key), int)} | set(data.get("users", ()))


def detail(kind: str, data: Data, names: Names) -> str:
    """The part of the sentence that follows, empty where there is nothing to add."""
    found = DETAILS.get(kind)
    return found(data, names) if found else ""


def _corrected(data: Data, names: Names) -> str:
    lines = sorted(data.get("after", ()), key=lambda line: (line[1], line[0]))
    now = words.listed([f"{place}. {names.entrant(number)}" for number, place, _points in lines])
    if "pairings_from" not in data:
        return _("now %(places)s") % {"places": now}
    return _("now %(places)s; pairings use this from round %(round)s on") % {
        "places": now,
        "round": data["pairings_from"],
    }


def _deadline(data: Data, names: Names) -> str:
    until = parse_datetime(data.get("until", ""))
    return _("until %(time)s") % {"time": date_format(localtime(until), "DATETIME_FORMAT")} if until else ""


def _extra_time(data: Data, names: Names) -> str:
    return days_words(timedelta(seconds=data.get("seconds", 0)))


def _substituted(data: Data, names: Names) -> str:
    values = {"name": names.account(data.get("user")), "before": names.account(data.get("before"))}
    if data.get("takes_place"):
        return _("%(name)s replaces %(before)s in the tournament") % values
    return _("%(name)s plays for %(before)s from now on") % values


def _adjudicated(data: Data, names: Names) -> str:
    known = {one.value for one in Unfinished}
    return closing_words(Closing(Unfinished(data["counts"]))) if data.get("counts") in known else ""


def _swapped(data: Data, names: Names) -> str:
    who = words.listed([names.entrant(number) for number in data.get("players", ())])
    return _with_violations(_("%(names)s swap places") % {"names": who}, data)


def _arranged(data: Data, names: Names) -> str:
    changed = data.get("changed", 0)
    said = ngettext("%(count)s table changed", "%(count)s tables changed", changed) % {"count": changed}
    return _with_violations(said, data)


def _held(data: Data, names: Names) -> str:
    if not data.get("seconds"):
        return _("no longer on hold")
    time = days_words(timedelta(seconds=data["seconds"]))
    return _("starts automatically %(time)s after pairing") % {"time": time}


def _with_violations(said: str, data: Data) -> str:
    broken = len(data.get("violates", ()))
    if not broken:
        return said
    told = ngettext("breaks %(count)s pairing rule", "breaks %(count)s pairing rules", broken)
    return f"{said}; {told % {'count': broken}}"


def _abandoned(data: Data, names: Names) -> str:
    return _("results so far count") if data.get("with_results") else _("no results count")


def results_words(data: Data) -> str:
    """What became of the results of who left a round-robin; empty where they stand in any case."""
    words_of = {
        Withdrawal.ANNUL.value: _("results are voided"),
        Withdrawal.KEEP.value: _("results stand and remaining games are forfeited"),
    }
    return words_of.get(data.get("results", ""), "")


def _out(data: Data, names: Names) -> str:
    return results_words(data)


DETAILS: Mapping[str, Callable[[Data, Names], str]] = {
    "corrected": _corrected,
    "deadline": _deadline,
    "extra time": _extra_time,
    "substituted": _substituted,
    "adjudicated": _adjudicated,
    "swapped": _swapped,
    "arranged": _arranged,
    "held": _held,
    "abandoned": _abandoned,
    "withdrawn": _out,
    "removed": _out,
}
