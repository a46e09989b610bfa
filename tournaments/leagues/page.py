"""What the page of a league says."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from arbiter.errors import SeasonTooSmall
from arbiter.formats.leagues import group_sizes
from arbiter.schedules.catalogue import GROUP_SIZES
from statements import Columns, Prepared
from tournaments.leagues.ladder import history_of, ladder_of
from tournaments.leagues.words import quality_words, rules_of, short_of
from tournaments.models import League, LeagueDirector, Season, SeasonState, Signup
from tournaments.pages.people import Named, named

_SEASON = Columns(Season, without=("moves",))
_seasons = Prepared(
    lambda league: Season.objects.filter(league=league).order_by("number").values_list(*_SEASON.asked), 1
)
_ACCOUNT = ("user_id", "user__display_name", "user__deleted_at")
_directors = Prepared(
    lambda league: LeagueDirector.objects.filter(league=league).order_by("pk").values_list(*_ACCOUNT), 1
)
_signups = Prepared(
    lambda season: Signup.objects.filter(season=season).order_by("at", "pk").values_list("taken_off_at", *_ACCOUNT), 1
)
PLAYERS = 20
"""Players of the history that stand on the page of the league; all of them have a page of their own."""


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """One season of a league as a ladder, the season that takes entries, all its seasons, and the history of its players."""

    shown: Season | None
    ladder: list[list[dict[str, Any]]]
    entries: dict[str, Any] | None
    seasons: list[Season]
    history: dict[str, Any]
    short: list[str]
    rules: list[str]
    directors: list[Named]

    @classmethod
    def of(cls, league: League, number: int | None, reader: User | None, now: datetime) -> "LeaguePage":
        """Six statements at most."""
        seasons = [_SEASON.take(row) for row in _seasons(league.pk)]
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
            history_of(league, [season.number for season in begun], PLAYERS),
            short_of(league),
            rules_of(league),
            [named(*row) for row in _directors(league.pk)],
        )

    @property
    def is_narrow(self) -> bool:
        """Whether each level of the ladder is one group, so that something else has room beside it."""
        return bool(self.ladder) and all(len(rings) == 1 for rings in self.ladder)

    def directs(self, reader: User | None) -> bool:
        return reader is not None and any(one.pk == reader.pk for one in self.directors)


def _entries(season: Season, reader: User | None, now: datetime) -> dict[str, Any]:
    """The season that takes entries: who has signed up, into which groups so many would go, and how even those are.
    `was_taken_off`: the reader, by a director. `waits`: its start has come, and the season before is still played."""
    signups = _signups(season.pk)
    people = [named(*who) for taken_off_at, *who in signups if taken_off_at is None and who[-1] is None]
    reader_pk = reader.pk if reader is not None else None
    league = season.league
    try:
        sizes = group_sizes(len(people), league.group_size)
    except SeasonTooSmall:
        sizes = ()
    return {
        "season": season,
        "people": people,
        "is_in": any(one.pk == reader_pk for one in people),
        "was_taken_off": any(user == reader_pk and off is not None for off, user, *_name in signups),
        "sizes": sizes,
        "qualities": [quality_words(size, league.games, in_pairs=league.in_pairs) for size in sorted(set(sizes))],
        "missing": max(0, GROUP_SIZES[0] - len(people)),
        "waits": season.starts_at <= now,
    }
