"""What the page of a league says."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from accounts.models import User
from games.options.table_words import pace_words, selection_words, span_words
from tournaments.errors import SeasonTooSmall
from tournaments.formats.seasons import group_sizes
from tournaments.leagues.history import Played, seasons_of
from tournaments.leagues.ladder import Ring, ladder_of
from tournaments.models import League, Season, SeasonState, Signup


@dataclass(frozen=True, slots=True)
class Entries:
    """The season that takes entries: who has signed up, and into which groups so many would go."""

    season: Season
    people: list[User]
    is_in: bool
    sizes: tuple[int, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """One season of a league as a ladder, the season that takes entries, all its seasons, and the reader's own history."""

    shown: Season | None
    ladder: list[list[Ring]]
    entries: Entries | None
    seasons: list[Season]
    history: list[Played]
    short: list[str]
    rules: list[str]

    @classmethod
    def of(cls, league: League, number: int | None, reader: User | None) -> LeaguePage:
        seasons = list(league.seasons.order_by("number"))
        for season in seasons:
            season.league = league
        begun = [season for season in seasons if season.state != SeasonState.OPEN]
        shown = next((season for season in begun if season.number == number), begun[-1] if begun else None)
        taking = next((season for season in seasons if season.state == SeasonState.OPEN), None)
        return cls(
            shown,
            ladder_of(shown) if shown else [],
            _entries(taking, league, reader) if taking and not league.closed_at else None,
            seasons,
            seasons_of(league, reader) if reader else [],
            short_of(league),
            rules_of(league),
        )


def short_of(league: League) -> list[str]:
    """Edition and sets, pace, and the size of its groups, a word or two each."""
    return [
        selection_words(engine.Options.from_dict(league.options)),
        pace_words(league.clock),
        _("groups of about %(size)s players") % {"size": league.group_size},
    ]


def rules_of(league: League) -> list[str]:
    """How its seasons are played, a sentence each."""
    tables = (
        _("Everybody of a group plays everybody of it, two and two.")
        if league.in_pairs
        else _("Tables of four, %(games)s games for everybody, all at once.") % {"games": league.games}
    )
    return [
        tables,
        _("A season lasts %(time)s.") % {"time": span_words(league.season_time)},
        _("%(up)s of each group go up and %(down)s down, as far as that balances.")
        % {"up": league.up, "down": league.down},
    ]


def _entries(season: Season, league: League, reader: User | None) -> Entries:
    signups = Signup.objects.filter(season=season).select_related("user").order_by("at", "pk")
    people = [signup.user for signup in signups]
    try:
        sizes = group_sizes(len(people), league.group_size)
    except SeasonTooSmall:
        sizes = ()
    return Entries(season, people, reader in people, sizes, max(0, 5 - len(people)))
