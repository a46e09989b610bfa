"""What each act of directors is called in the log of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BY_DIRECTORS: Mapping[str, str | Promise] = {
    "corrected": _("result corrected"),
    "annulled": _("table annulled"),
    "forfeited": _("game declared lost"),
    "withdrawn": _("player withdrawn"),
    "removed": _("player removed"),
    "added": _("player added"),
    "director added": _("director added"),
    "director removed": _("director removed"),
    "deadline": _("deadline moved"),
    "extra time": _("extra time given"),
    "substituted": _("substitute brought in"),
    "paused": _("event paused"),
    "resumed": _("pause ended"),
    "tried again": _("tried again"),
    "abandoned": _("event abandoned"),
    "announced": _("word to all players"),
    "swapped": _("pairing changed by hand"),
    "arranged": _("round paired by hand"),
    "held": _("next round held"),
    "let begin": _("held round begun"),
    "invited": _("people invited"),
    "answered": _("message of a player answered"),
    "adjudicated": _("game ended by the director"),
}

TERMS: Mapping[str, Promise] = {
    "title": _("name"),
    "options": _("edition, sets or size of tables"),
    "plan": _("form, rounds and times"),
    "about": _("about"),
    "clock": _("pace"),
    "misses_before_bot": _("what happens to who misses deadlines"),
    "is_rated": _("whether games are rated"),
    "has_chat": _("whether people chat at the tables"),
    "reach": _("who finds it"),
    "conditions": _("who may enter"),
    "most_entrants": _("how many may enter"),
    "starts_when_full": _("when it starts"),
    "closes_at": _("when entries close"),
    "starts_at": _("when it starts"),
}
"""What an event announces, by the names under which a change of it is kept."""


def terms_words(names: Iterable[str]) -> str:
    """Which terms were changed, each once; empty where that is not known."""
    return ", ".join(dict.fromkeys(str(TERMS[name]) for name in names if name in TERMS))
