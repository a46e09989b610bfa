"""What acts, holds and the arithmetic are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from arbiter.kept import read
from arbiter.sentences import Sentence
from notifications.mail.times import moment
from tournaments.models import Halt, Step

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


def say(sentence: str, told: Callable[[int | str], str] = str) -> str:
    """A sentence of the arithmetic: its pattern is a string of the catalogue like those of the site.
    `told` writes what is filled in."""
    if not isinstance(sentence, Sentence):
        return gettext(sentence)
    given = {
        name: ", ".join(map(told, value)) if isinstance(value, tuple) else told(value)
        for name, value in sentence.values.items()
    }
    return gettext(sentence.pattern).format(**given)


WHAT: Mapping[str, Promise] = {
    Step.STARTS: gettext_lazy("The tournament could not start."),
    Step.COUNTS: gettext_lazy("The result of a game could not be counted."),
    Step.PAIRS: gettext_lazy("The next round could not be paired."),
    Step.BEGINS: gettext_lazy("The games of a round could not start."),
    Step.CLOSES: gettext_lazy("A round could not be closed."),
    Step.STANDS: gettext_lazy("The standings could not be updated."),
    Step.TELLS: gettext_lazy("A reminder or a moved deadline could not be written."),
    Step.PROMOTES: gettext_lazy("The season could not start or end."),
}


def what_words(step: str) -> str:
    """What could not be done."""
    return str(WHAT[step]) if step in WHAT else ""


def why_words(halt: Halt) -> str:
    """What could not be done, or what it waits for, and why."""
    if halt.until is not None:
        told = gettext("Too few players are available before %(time)s. The next round is paired then.")
        return told % {"time": moment(halt.until)}
    if halt.why is None:
        return f"{what_words(halt.step)} {gettext('The cause is an error of this site, and its operators have been alerted.')}"
    return f"{what_words(halt.step)} {say(read(halt.why, Sentence))}"


def help_words(halt: Halt) -> str:
    """What directors can do about it."""
    if halt.until is not None:
        return gettext("You can withdraw players, add others, or end the tournament now.")
    if halt.season_id is not None:
        return gettext("Games that are running go on. Change what is in the way, or try again.")
    return gettext("Games that are running go on. Change what is in the way, try again, or end the tournament.")
