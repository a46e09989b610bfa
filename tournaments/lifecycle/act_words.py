"""What each act of directors is called in the log of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BY_DIRECTORS: Mapping[str, str | Promise] = {
    "corrected": _("result corrected"),
    "annulled": _("table voided"),
    "forfeited": _("game forfeited"),
    "withdrawn": _("player withdrawn"),
    "removed": _("player removed"),
    "added": _("player added"),
    "director added": _("director added"),
    "director removed": _("director removed"),
    "deadline": _("deadline changed"),
    "extra time": _("time added"),
    "substituted": _("substitute added"),
    "paused": _("tournament paused"),
    "resumed": _("tournament resumed"),
    "tried again": _("tried again"),
    "abandoned": _("tournament cancelled"),
    "announced": _("message to all players"),
    "swapped": _("pairings changed manually"),
    "arranged": _("round paired manually"),
    "held": _("next round put on hold"),
    "let begin": _("round on hold started"),
    "invited": _("people invited"),
    "answered": _("message from a player answered"),
    "adjudicated": _("game adjudicated by a director"),
}

TERMS: Mapping[str, Promise] = {
    "title": _("name"),
    "options": _("edition, expansions or table size"),
    "plan": _("format, rounds and times"),
    "about": _("description"),
    "clock": _("pace"),
    "misses_before_bot": _("rule for missed deadlines"),
    "is_rated": _("rated or unrated games"),
    "has_chat": _("table chat"),
    "reach": _("visibility"),
    "conditions": _("registration requirements"),
    "most_entrants": _("maximum number of players"),
    "starts_when_full": _("start"),
    "closes_at": _("registration deadline"),
    "starts_at": _("start"),
}
"""What a tournament announces, by the names under which a change of it is kept."""


def terms_words(names: Iterable[str]) -> str:
    """Which terms were changed, each once; empty where that is not known."""
    return ", ".join(dict.fromkeys(str(TERMS[name]) for name in names if name in TERMS))
