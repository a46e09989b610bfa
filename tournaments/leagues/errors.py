"""What leagues refuse to people, with a stable code and a sentence in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.events.errors import EventError


class NotLeagueDirector(EventError):
    code = "not_a_director"
    sentence = _("Only its directors may do that in this league.")
    status = 403


class MetInALeague(EventError):
    code = "met_in_a_league"
    sentence = _("Both accounts have signed up for the same season, or one directs the league of the other.")


class LastLeagueDirector(EventError):
    code = "last_director"
    sentence = _("A league has one director at least: add another one first.")


class NoOpenSeason(EventError):
    code = "no_open_season"
    sentence = _("No season of this league is open for entries.")


class TakenOff(EventError):
    code = "taken_off"
    sentence = _("A director took you off the list of this season; ask the directors.")
    status = 403
