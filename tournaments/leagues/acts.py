"""The log of a league in words: a sentence for each kind of act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import LeagueAct
from tournaments.pages.acts import ActLine, Data, Names, lines_of, names_in


def act_lines(acts: Sequence[LeagueAct], *, for_directors: bool) -> list[ActLine]:
    """These acts in their order. One statement beside them; `acts` are loaded with `by`."""
    log = LeagueAct.objects.filter(league__in={act.league_id for act in acts})
    return lines_of(acts, names_in(acts, log, {}), sentence, for_directors=for_directors)


def sentence(kind: str, data: Data, names: Names) -> str:
    """What an act did; one of a kind that nobody has words for is told by its name."""
    said = SENTENCES.get(kind)
    return said(data, names) if said else kind


def _named(pattern: Callable[[], str], data: Data, names: Names) -> str:
    """A sentence with the player and the season that an act is about."""
    return pattern() % {"name": names.of(data), "season": data.get("season", "")}


def _when(text: str) -> str:
    at = parse_datetime(text)
    return date_format(localtime(at), "DATETIME_FORMAT") if at else text


def _too_few(data: Data, names: Names) -> str:
    players = data["players"]
    return ngettext(
        "Season %(season)s was postponed to %(time)s; only %(count)s player had registered.",
        "Season %(season)s was postponed to %(time)s; only %(count)s players had registered.",
        players,
    ) % {"season": data["season"], "time": _when(data["until"]), "count": players}


def _started(data: Data, names: Names) -> str:
    players, groups = data["players"], "; ".join(" + ".join(map(str, level)) for level in data["groups"])
    return ngettext(
        "Season %(season)s started with %(count)s player; groups by division: %(groups)s.",
        "Season %(season)s started with %(count)s players; groups by division: %(groups)s.",
        players,
    ) % {"season": data["season"], "count": players, "groups": groups}


CHANGED = {
    "title": gettext_lazy("name"),
    "about": gettext_lazy("description"),
    "season_time": gettext_lazy("season length"),
    "pause": gettext_lazy("break between seasons"),
}


def _changed(data: Data, names: Names) -> str:
    """All fields of the pace are one thing to people."""
    said = dict.fromkeys(str(CHANGED.get(name, _("pace"))) for name in data["changed"])
    return _("League settings changed: %(what)s.") % {"what": ", ".join(said)}


def _ended(data: Data, names: Names) -> str:
    if data.get("called_off"):
        return _("The league was ended; season %(season)s is cancelled.") % {"season": data["called_off"]}
    return _("The league was ended; there are no more seasons.")


SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "created": lambda data, names: _("The league was created."),
    "signed up": partial(_named, lambda: _("%(name)s registered for season %(season)s.")),
    "signed off": partial(_named, lambda: _("%(name)s withdrew from season %(season)s.")),
    "season opened": lambda data, names: (
        _("Season %(season)s opened for registration and starts on %(time)s.")
        % {"season": data["season"], "time": _when(data["starts"])}
    ),
    "season started": _started,
    "too few": _too_few,
    "season over": lambda data, names: _("Season %(season)s has finished.") % {"season": data["season"]},
    "moved": lambda data, names: (
        _("The start of season %(season)s was moved from %(before)s to %(time)s.")
        % {"season": data["season"], "before": _when(data["before"]), "time": _when(data["until"])}
    ),
    "changed": _changed,
    "entries closed": partial(_named, lambda: _("Registration for season %(season)s was closed.")),
    "entries opened": partial(_named, lambda: _("Registration for season %(season)s was reopened.")),
    "taken off": partial(_named, lambda: _("%(name)s was removed from season %(season)s.")),
    "put on": partial(_named, lambda: _("%(name)s was added to season %(season)s.")),
    "director added": partial(_named, lambda: _("%(name)s is now a director of the league.")),
    "director removed": partial(_named, lambda: _("%(name)s is no longer a director of the league.")),
    "director left": partial(_named, lambda: _("%(name)s is no longer a director of the league.")),
    "director follows": partial(_named, lambda: _("%(name)s now directs the league because no director was left.")),
    "merged": partial(_named, lambda: _("%(name)s now takes part with one account instead of two.")),
    "ended": _ended,
    "on hold": partial(_named, lambda: _("Season %(season)s is on hold: it could not start or end.")),
    "tried again": lambda data, names: _("What failed was tried again."),
    "taken up": lambda data, names: _("The league was reopened."),
}
