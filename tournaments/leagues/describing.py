"""What a league has decided, in the reader's words."""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import engine
from arbiter.formats.leagues import Move
from arbiter.schedules.catalogue import PAIR, Quality, group_tables, quality
from games.options.table_words import option_words, pace_words, selection_words, span_words
from tournaments.lifecycle.describing import times_words
from tournaments.models import League

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
        tables = _("Everyone plays everyone in their group, in two-player games, all at once.")
    else:
        tables = ngettext(
            "Tables of four, %(games)s game per player.",
            "Tables of four, %(games)s games per player, all at once.",
            league.games,
        ) % {"games": league.games}
    return [
        tables,
        _("A season lasts %(time)s.") % {"time": span_words(league.season_time)},
        f"{_up(league.up)} {_down(league.down)}",
        _("As many players are promoted as relegated. If the numbers differ, the smaller one applies."),
        _("Players who skip a season return in the lowest division, where newcomers also start."),
    ]


def _up(count: int) -> str:
    return ngettext(
        "The first of each group is promoted.", "The first %(count)s of each group are promoted.", count
    ) % {"count": COUNTS.get(count, count)}


def _down(count: int) -> str:
    return ngettext(
        "The last of each group is relegated.", "The last %(count)s of each group are relegated.", count
    ) % {"count": COUNTS.get(count, count)}


MOVES = {
    Move.STAYS: gettext_lazy("You stay in your division."),
    Move.UP: gettext_lazy("You were promoted."),
    Move.DOWN: gettext_lazy("You were relegated."),
    Move.KEPT: gettext_lazy("You avoided relegation because a place in your division became free."),
    Move.FILLS: gettext_lazy("You move up to fill a free place."),
    Move.NEW: gettext_lazy("You start in the lowest division, like all new and returning players."),
    Move.JOINED: gettext_lazy("Your division was closed and its players joined the one above."),
    Move.OPENED: gettext_lazy("A new lowest division was opened, and you play there."),
}
"""Why somebody plays where he does."""


def place_words(level: int, group: int, *, of_groups: int) -> str:
    """`level 2, group 1`, or `level 1` where it has one group."""
    if of_groups > 1:
        return _("division %(level)s, group %(group)s") % {"level": level, "group": group}
    return _("division %(level)s") % {"level": level}


def quality_words(size: int, games: int, *, in_pairs: bool) -> str:
    """How even a group of this size plays, measured on its schedule: how many games, and how often one meets whom."""
    found = _quality(size, games, in_pairs)
    return _("In a group of %(size)s, everyone plays %(games)s games and meets each opponent %(meetings)s.") % {
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
