"""Why a tournament or a season stands still, in words for its directors and for everybody."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbiter.kept import read
from arbiter.sentences import Sentence
from notifications.mail.times import moment
from tournaments.lifecycle.words import say
from tournaments.models import Halt, Step

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
        told = _("Too few players are available before %(time)s. The next round is paired then.")
        return told % {"time": moment(halt.until)}
    if halt.why is None:
        return (
            f"{what_words(halt.step)} {_('The cause is an error of this site, and its operators have been alerted.')}"
        )
    return f"{what_words(halt.step)} {say(read(halt.why, Sentence))}"


def help_words(halt: Halt) -> str:
    """What directors can do about it."""
    if halt.until is not None:
        return _("You can withdraw players, add others, or end the tournament now.")
    if halt.season_id is not None:
        return _("Games that are running go on. Change what is in the way, or try again.")
    return _("Games that are running go on. Change what is in the way, try again, or end the tournament.")
