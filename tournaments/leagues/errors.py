"""What leagues refuse to people, with a stable code and a sentence in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.lifecycle.errors import LifecycleError


class NotLeagueDirector(LifecycleError):
    code = "not_a_director"
    sentence = _("Only the league's directors can do this.")
    status = 403


class MetInALeague(LifecycleError):
    code = "met_in_a_league"
    sentence = _("Both accounts registered for the same season, or one directs the other's league.")


class LastLeagueDirector(LifecycleError):
    code = "last_director"
    sentence = _("A league needs at least one director. Add another one first.")


class NoOpenSeason(LifecycleError):
    code = "no_open_season"
    sentence = _("No season of this league is open for registration.")


class TakenOff(LifecycleError):
    code = "taken_off"
    sentence = _("A director removed you from this season. Contact the directors.")
    status = 403
