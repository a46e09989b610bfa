"""Leagues in the reader's words: their rules, places and moves, and a sentence for each act of the log."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

import engine
from arbiter.formats.leagues import Move
from arbiter.schedules.catalogue import PAIR, Quality, group_tables, quality
from games.options.table_words import leave_words, option_words, pace_words, selection_words, span_words
from tournaments.lifecycle.words import times_words
from tournaments.models import League, LeagueAct
from tournaments.pages.acts import ActLine, Data, Names, lines_of, moment_words, names_in, plain

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
    if league.in_pairs:
        tables = _("Everyone plays everyone in their group, in two-player games, all at once.")
    else:
        tables = ngettext(
            "Tables of four, %(games)s game per player.",
            "Tables of four, %(games)s games per player, all at once.",
            league.games,
        ) % {"games": league.games}
    up = ngettext("The first of each group is promoted.", "The first %(count)s of each group are promoted.", league.up)
    down = ngettext(
        "The last of each group is relegated.", "The last %(count)s of each group are relegated.", league.down
    )
    up, down = (words % {"count": COUNTS.get(count, count)} for words, count in ((up, league.up), (down, league.down)))
    return [
        tables,
        _("A season lasts %(time)s.") % {"time": span_words(league.season_time)},
        *leave_words(league.clock),
        f"{up} {down}",
        _("As many players are promoted as relegated. If the numbers differ, the smaller one applies."),
        _("Players who skip a season return in the lowest division, where newcomers also start."),
    ]


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
"""Why a player plays in this division."""


def place_words(level: int, group: int, *, of_groups: int) -> str:
    """`level 2, group 1`, or `level 1` where it has one group."""
    if of_groups > 1:
        return _("division %(level)s, group %(group)s") % {"level": level, "group": group}
    return _("division %(level)s") % {"level": level}


def quality_words(size: int, games: int, *, in_pairs: bool) -> str:
    """How even a group of this size plays, measured on its schedule: how many games, and how often one meets whom."""
    found = _quality(size, games, in_pairs)
    least, most = found.games
    return _("In a group of %(size)s, everyone plays %(games)s games and meets each opponent %(meetings)s.") % {
        "size": size,
        "games": str(least) if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most},
        "meetings": _times(found.meetings),
    }


@lru_cache(maxsize=64)
def _quality(size: int, games: int, in_pairs: bool) -> Quality:
    tables = group_tables(size, PAIR) if in_pairs else group_tables(size, 4, games)
    return quality(size, tables)


def _times(least_and_most: tuple[int, int]) -> str:
    least, most = least_and_most
    if least != most:
        return _("%(least)s to %(most)s times") % {"least": least, "most": most}
    return times_words(least)


def act_lines(acts: Sequence[LeagueAct], *, for_directors: bool) -> list[ActLine]:
    """These acts in their order. One statement beside them; `acts` are loaded with `by`."""
    log = LeagueAct.objects.filter(league__in={act.league_id for act in acts})
    return lines_of(acts, names_in(acts, log, {}), SENTENCES, for_directors=for_directors)


CHANGED = {
    "title": gettext_lazy("name"),
    "about": gettext_lazy("description"),
    "season_time": gettext_lazy("season length"),
    "pause": gettext_lazy("break between seasons"),
}


SENTENCES: Mapping[str, Callable[[Data, Names], str]] = {
    "created": plain(gettext_lazy("The league was created.")),
    "signed up": plain(gettext_lazy("%(name)s registered for season %(season)s.")),
    "signed off": plain(gettext_lazy("%(name)s withdrew from season %(season)s.")),
    "season opened": plain(
        gettext_lazy("Season %(season)s opened for registration and starts on %(time)s."),
        time=lambda data: moment_words(data["starts"]),
    ),
    "season started": plain(
        ngettext_lazy(
            "Season %(season)s started with %(count)s player; groups by division: %(groups)s.",
            "Season %(season)s started with %(count)s players; groups by division: %(groups)s.",
            "count",
        ),
        count=lambda data: data["players"],
        groups=lambda data: "; ".join(" + ".join(map(str, level)) for level in data["groups"]),
    ),
    "too few": plain(
        ngettext_lazy(
            "Season %(season)s was postponed to %(time)s; only %(count)s player had registered.",
            "Season %(season)s was postponed to %(time)s; only %(count)s players had registered.",
            "count",
        ),
        time=lambda data: moment_words(data["until"]),
        count=lambda data: data["players"],
    ),
    "season over": plain(gettext_lazy("Season %(season)s has finished.")),
    "moved": plain(
        gettext_lazy("The start of season %(season)s was moved from %(before)s to %(time)s."),
        before=lambda data: moment_words(data["before"]),
        time=lambda data: moment_words(data["until"]),
    ),
    "changed": plain(  # all fields of the pace are one thing to people
        gettext_lazy("League settings changed: %(what)s."),
        what=lambda data: ", ".join(dict.fromkeys(str(CHANGED.get(name, _("pace"))) for name in data["changed"])),
    ),
    "entries closed": plain(gettext_lazy("Registration for season %(season)s was closed.")),
    "entries opened": plain(gettext_lazy("Registration for season %(season)s was reopened.")),
    "taken off": plain(gettext_lazy("%(name)s was removed from season %(season)s.")),
    "put on": plain(gettext_lazy("%(name)s was added to season %(season)s.")),
    "director added": plain(gettext_lazy("%(name)s is now a director of the league.")),
    "director removed": plain(gettext_lazy("%(name)s is no longer a director of the league.")),
    "director left": plain(gettext_lazy("%(name)s is no longer a director of the league.")),
    "director follows": plain(gettext_lazy("%(name)s now directs the league because no director was left.")),
    "merged": plain(gettext_lazy("%(name)s now takes part with one account instead of two.")),
    "ended": lambda data, names: (
        _("The league was ended; season %(season)s is cancelled.") % {"season": data["called_off"]}
        if data.get("called_off")
        else _("The league was ended; there are no more seasons.")
    ),
    "on hold": plain(gettext_lazy("Season %(season)s is on hold: it could not start or end.")),
    "tried again": plain(gettext_lazy("What failed was tried again.")),
    "taken up": plain(gettext_lazy("The league was reopened.")),
}
