"""What a league has decided, in the reader's words."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from games.options.table_words import option_words, pace_words, selection_words, span_words
from tournaments.events.describing import times_words
from tournaments.formats.leagues import Move
from tournaments.models import League
from tournaments.schedules.groups import PAIR, Quality, group_tables, quality

COUNTS = {2: gettext_lazy("two"), 3: gettext_lazy("three")}
"""How many of a group change their level, in words."""


def short_of(league: League) -> list[str]:
    """Edition and sets, what is unusual about them, pace, and the size of its groups, a word or two each."""
    options = engine.Options.from_dict(league.options)
    return [
        selection_words(options),
        *option_words(options),
        pace_words(league.clock),
        _("groups of about %(size)s players") % {"size": league.group_size},
    ]


def rules_of(league: League) -> list[str]:
    """How its seasons are played, a sentence each."""
    if league.in_pairs:
        tables = _("Everybody of a group plays everybody of it, two and two, all games at once.")
    else:
        tables = ngettext(
            "Tables of four, %(games)s game for everybody.",
            "Tables of four, %(games)s games for everybody, all at once.",
            league.games,
        ) % {"games": league.games}
    return [
        tables,
        _("A season lasts %(time)s.") % {"time": span_words(league.season_time)},
        f"{_up(league.up)} {_down(league.down)}",
        _("As many go up as go down: where the numbers differ, the smaller one counts."),
        _("Whoever leaves out a season comes back at the bottom, where newcomers begin too."),
    ]


def _up(count: int) -> str:
    return ngettext("The first of each group goes up.", "The first %(count)s of each group go up.", count) % {
        "count": COUNTS.get(count, count)
    }


def _down(count: int) -> str:
    return ngettext("The last of each group goes down.", "The last %(count)s of each group go down.", count) % {
        "count": COUNTS.get(count, count)
    }


MOVES = {
    Move.STAYS: gettext_lazy("You stay on your level."),
    Move.UP: gettext_lazy("You were promoted."),
    Move.DOWN: gettext_lazy("You were relegated."),
    Move.KEPT: gettext_lazy("You were to be relegated, but a place on your level became free."),
    Move.FILLS: gettext_lazy("You go up into a place that became free."),
    Move.NEW: gettext_lazy("You begin at the bottom, as all newcomers do and whoever comes back."),
    Move.JOINED: gettext_lazy("Your level was closed, and its players joined the one above."),
    Move.OPENED: gettext_lazy("A level was opened below, and you play there."),
}
"""Why somebody plays where he does."""


def place_words(level: int, group: int, *, of_groups: int) -> str:
    """`level 2, group 1`, or `level 1` where it has one group."""
    if of_groups > 1:
        return _("level %(level)s, group %(group)s") % {"level": level, "group": group}
    return _("level %(level)s") % {"level": level}


def quality_words(size: int, games: int, *, in_pairs: bool) -> str:
    """How even a group of this size plays, measured on its schedule: how many games, and how often one meets whom."""
    found = _quality(size, games, in_pairs)
    return _("In a group of %(size)s everybody plays %(games)s games and meets everybody else %(meetings)s.") % {
        "size": size,
        "games": _range(found.games),
        "meetings": _times(found.meetings),
    }


@lru_cache(maxsize=64)
def _quality(size: int, games: int, in_pairs: bool) -> Quality:
    tables = group_tables(size, PAIR) if in_pairs else group_tables(size, 4, games)
    return quality(size, tables)


def _range(least_and_most: tuple[int, int]) -> str:
    least, most = least_and_most
    return str(least) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}


def _times(least_and_most: tuple[int, int]) -> str:
    least, most = least_and_most
    if least != most:
        return _("%(least)s to %(most)s times") % {"least": least, "most": most}
    return times_words(least)
