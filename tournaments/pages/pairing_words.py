"""Why a round is paired as it is, and what is wrong with one made by hand, as people say it: with names, and one or several.

The arithmetic keeps its sentences as patterns with values. Here stands for each pattern how a page says it, so that rounds that
were paired long ago read well too; one that has no words here is translated as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy
from django_stubs_ext import StrPromise

from arbiter.progression.swiss import FALLBACK
from arbiter.sentences import Said, Sentence
from games.names import words
from tournaments.lifecycle.words import say, times_words
from tournaments.pages.tie_breaks import figure, figure_in_sentence

Values = Mapping[str, Said]
People = Mapping[int, str]
"""Names by numbers in the tournament."""

REPEATS = "Repeated meetings: {repeats}; fewer than {least} are impossible."
FEWEST_REPEATS = "Repeated meetings: {repeats}; fewer are impossible."
SPREAD = "Squared differences of points at the tables: {spread} together; less than {least} is impossible."
UNEVEN = "Players whose seats are more than one game apart: {players}"
OF_A_FIRST_ROUND = frozenset(
    (
        "Nobody meets anybody again.",
        SPREAD,
        "Everybody has sat in each seat as often as in any other, or once more.",
    )
)
"""What is said of every first round at tables, and means nothing there."""


def told_of_round(sentences: Sequence[Sentence], people: People, *, is_first: bool) -> list[str]:
    patterns = {one.pattern for one in sentences}
    if not is_first or not patterns >= OF_A_FIRST_ROUND:
        return [phrase(one, people) for one in sentences]
    lots = _("Nobody had points or earlier opponents yet, so seating was drawn by lot.")
    return [lots, *(phrase(one, people) for one in sentences if one.pattern not in OF_A_FIRST_ROUND)]


def phrase(sentence: Sentence, people: People) -> str:
    if found := PLAIN.get(sentence.pattern):
        return found(sentence.values)
    if about := ABOUT_PEOPLE.get(sentence.pattern):
        named = [people.get(one) or _("player %(number)s") % {"number": one} for one in _numbers(sentence)]
        names = words.listed(named)
        return about(sentence.values, names, len(named)) if callable(about) else about % {"names": names}
    return say(sentence, figure_in_sentence)


def numbers_in(sentences: Iterable[Sentence]) -> set[int]:
    """Whom these sentences speak of, where a page calls them by their names."""
    return {number for one in sentences if one.pattern in ABOUT_PEOPLE for number in _numbers(one)}


def _numbers(sentence: Sentence) -> list[int]:
    found = sentence.values.get("players", sentence.values.get("player", ()))
    return [int(one) for one in (found if isinstance(found, tuple) else (found,))]


def _number(values: Values, name: str) -> int:
    return int(str(values[name]))


def _repeats(values: Values) -> str:
    """What is kept counts a second meeting once and a third three times, so from three on it is no number of pairs."""
    found = _number(values, "repeats")
    least = _number(values, "least") if "least" in values else found
    if found < 3:
        said = ngettext("%(count)s pair meets again", "%(count)s pairs meet again", found) % {"count": found}
    else:
        said = _("Repeated meetings: %(count)s, counting a third meeting as three") % {"count": found}
    return _fewest(said, found, least)


def _odd_tables(values: Values) -> str:
    found, least = _number(values, "times"), _number(values, "least")
    said = _("Players placed at tables of a different size again: %(times)s") % {"times": times_words(found)}
    return _fewest(said, found, least)


def _spread(values: Values) -> str:
    found, least = (Fraction(str(values[name])) for name in ("spread", "least"))
    if not found:
        return _("All players at each table have the same points.")
    if found == least:
        return _("Points at each table are as close as possible.")
    return _(
        "Points at each table are close: the squared differences total %(found)s, against a possible "
        "minimum of %(least)s."
    ) % {"found": figure(found), "least": figure(least)}


def _uneven(values: Values) -> str:
    found, least = _number(values, "players"), _number(values, "least") if "least" in values else 0
    said = ngettext(
        "%(count)s player has had one seat at least two more times than another",
        "%(count)s players have had one seat at least two more times than another",
        found,
    ) % {"count": found}
    return _fewest(said, found, least)


def _fewest(said: str, found: int, least: int) -> str:
    if found == least:
        return _("%(what)s; fewer was not possible.") % {"what": said}
    if not least:
        return f"{said}."
    return _("%(what)s; at least %(least)s were unavoidable.") % {"what": said, "least": least}


def _plural(said: StrPromise, name: str) -> Callable[[Values], str]:
    return lambda values: said % {"count": _number(values, name)}


def _beyond(said: StrPromise, name: str) -> Callable[[Values], str]:
    return lambda values: said % {"found": values[name], "needed": values["needed"]}


BYES = _beyond(gettext_lazy("More byes than needed: %(found)s instead of %(needed)s."), "byes")


PLAIN: Mapping[str, Callable[[Values], str]] = {
    "The top {number} of each table advance.": _plural(
        ngettext_lazy("The winner of each table advances.", "The top %(count)s of each table advance.", "count"),
        "number",
    ),
    "The top {number} of each group, with groups kept apart as far as possible.": _plural(
        ngettext_lazy(
            "The winner of each group; players from one group sit at different tables where possible.",
            "The top %(count)s of each group; players from one group sit at different tables where possible.",
            "count",
        ),
        "number",
    ),
    "The Berger tables, in the order of the lots.": lambda values: _(
        "Round-robin by the Berger tables; positions in them were drawn by lot."
    ),
    "The schedule for {players} players, in the order of the lots.": _plural(
        gettext_lazy("The schedule for %(count)s players; positions in it were drawn by lot."), "players"
    ),
    "{groups} groups of nearly equal strength, by a serpentine.": _plural(
        gettext_lazy("%(count)s groups of nearly equal strength, dealt in snake order by starting number."), "groups"
    ),
    "Tables by a serpentine over the seeds, so that they are equally strong.": lambda values: _(
        "Seeds are dealt to the tables in snake order, so all tables are equally strong."
    ),
    FALLBACK: lambda values: _(
        "The Dutch system has no pairing for this round that follows all its rules. This pairing breaks "
        "as few as possible:"
    ),
    "Tables of another size than the preferred one: {tables}": _plural(
        ngettext_lazy(
            "%(count)s table has a different size than planned because of the number of players.",
            "%(count)s tables have a different size than planned because of the number of players.",
            "count",
        ),
        "tables",
    ),
    REPEATS: _repeats,
    FEWEST_REPEATS: _repeats,
    "Players at tables of another size had been at such tables {times} times; fewer than {least} are impossible.": _odd_tables,
    SPREAD: _spread,
    UNEVEN: _uneven,
    "Players whose seats are more than one game apart: {players}; fewer than {least} are impossible.": _uneven,
    "{byes} have a bye; {needed} need one.": BYES,
    "{byes} byes are given; with {present} players there are {needed}.": BYES,
    "{tables} tables are not of the preferred size; {needed} need be.": _beyond(
        gettext_lazy("More tables of a different size than needed: %(found)s instead of %(needed)s."), "tables"
    ),
}
"""How sentences are said that name nobody."""


def _bye(values: Values, names: str, count: int) -> str:
    said = ngettext(
        "%(names)s has the bye: fewest byes so far, then fewest points.",
        "%(names)s have the bye: fewest byes so far, then fewest points.",
        count,
    )
    return said % {"names": names}


def _seat(values: Values, names: str, count: int) -> str:
    return _("%(names)s would have been in seat %(seat)s %(times)s, in another seat %(least)s.") % {
        "names": names,
        "seat": values["seat"],
        "times": times_words(_number(values, "times")),
        "least": times_words(_number(values, "least")),
    }


def _met(values: Values, names: str, count: int) -> str:
    times = times_words(_number(values, "times"))
    return _("%(names)s have met before (%(times)s).") % {"names": names, "times": times}


ABOUT_PEOPLE: Mapping[str, StrPromise | Callable[[Values, str, int], str]] = {
    "Bye: {players} (who had fewest byes, and of those the lowest in points)": _bye,
    "Players {players} have met before ({times}×).": _met,
    "Player {player} would have sat {times}× in seat {seat} and only {least}× in another one.": _seat,
    "Players {players} have met before.": gettext_lazy("%(names)s have met before."),
    "Players {players} are to be kept apart.": gettext_lazy("%(names)s should be kept apart."),
    "The table of {players} has a size that this tournament does not use: {size}.": gettext_lazy(
        "The table of %(names)s has a size that this tournament does not use."
    ),
    "Player {player} has the bye, though another had fewer byes, or as many and fewer points.": gettext_lazy(
        "%(names)s has the bye, although another player had fewer byes, or as many and fewer points."
    ),
    "Player {player} had a bye already, or a round won without playing.": gettext_lazy(
        "%(names)s already had a bye or a forfeit win."
    ),
    "Players {players} must both have the same colour.": gettext_lazy(
        "%(names)s would both need the same seat this time."
    ),
    "Player {player} would have the same colour three times running, or three times more than the other.": gettext_lazy(
        "%(names)s would have the same seat three times in a row, or three more times than the other."
    ),
    "Player {player} is not there for this round.": gettext_lazy("%(names)s is not available for this round."),
    "Player {player} has neither a game nor a bye.": gettext_lazy("%(names)s has no game and no bye."),
    "Player {player} is paired {times} times.": gettext_lazy("%(names)s is paired more than once."),
}
"""How sentences are said that speak of people."""
