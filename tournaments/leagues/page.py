"""What the page of a league says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from arbiter.errors import SeasonTooSmall
from arbiter.formats.leagues import group_sizes
from arbiter.schedules.catalogue import GROUP_SIZES
from tournaments.leagues.history import History, history_of
from tournaments.leagues.ladder import Ring, ladder_of
from tournaments.leagues.words import quality_words, rules_of, short_of
from tournaments.models import League, Season, SeasonState

PLAYERS = 20
"""Players of the history that stand on the page of the league; all of them have a page of their own."""


@dataclass(frozen=True, slots=True)
class Entries:
    """The season that takes entries: who has signed up, into which groups so many would go, and how even those are.
    `was_taken_off`: the reader, by a director. `waits`: its start has come, and the season before is still played."""

    season: Season
    people: list[User]
    is_in: bool
    was_taken_off: bool
    sizes: tuple[int, ...]
    qualities: list[str]
    missing: int
    waits: bool


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """One season of a league as a ladder, the season that takes entries, all its seasons, and the history of its players."""

    shown: Season | None
    ladder: list[list[Ring]]
    entries: Entries | None
    seasons: list[Season]
    history: History
    short: list[str]
    rules: list[str]
    directors: list[User]

    @classmethod
    def of(cls, league: League, number: int | None, reader: User | None, now: datetime) -> LeaguePage:
        """Eight statements at most."""
        seasons = list(league.seasons.order_by("number"))
        for season in seasons:
            season.league = league
        begun = [season for season in seasons if season.state != SeasonState.OPEN]
        shown = next((season for season in begun if season.number == number), begun[-1] if begun else None)
        taking = next((season for season in seasons if season.state == SeasonState.OPEN), None)
        return cls(
            shown,
            ladder_of(shown) if shown else [],
            _entries(taking, reader, now) if taking and number in (None, taking.number) else None,
            begun,
            history_of(league, [season.number for season in begun], slice(0, PLAYERS)),
            short_of(league),
            rules_of(league),
            [one.user for one in league.directors.select_related("user").order_by("pk")],
        )

    @property
    def is_narrow(self) -> bool:
        """Whether each level of the ladder is one group, so that something else has room beside it."""
        return bool(self.ladder) and all(len(rings) == 1 for rings in self.ladder)

    def directs(self, reader: User | None) -> bool:
        return reader in self.directors


def _entries(season: Season, reader: User | None, now: datetime) -> Entries:
    signups = list(season.signups.select_related("user").order_by("at", "pk"))
    people = [one.user for one in signups if one.taken_off_at is None and not one.user.is_pseudonym]
    league = season.league
    try:
        sizes = group_sizes(len(people), league.group_size)
    except SeasonTooSmall:
        sizes = ()
    return Entries(
        season,
        people,
        reader in people,
        any(one.user == reader and one.taken_off_at is not None for one in signups),
        sizes,
        [quality_words(size, league.games, in_pairs=league.in_pairs) for size in sorted(set(sizes))],
        max(0, GROUP_SIZES[0] - len(people)),
        season.starts_at <= now,
    )
