"""Brackets of knockouts: every round from the first to the final, and what it is called."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from arbiter.formats.knockout import Match
from arbiter.progression import knockouts
from arbiter.progression.plan import Knockout
from arbiter.progression.situation import Situation
from tournaments.lifecycle.services.standings import situation_of
from tournaments.models import Tournament
from tournaments.pages.people import Person, by_number


def round_name(matches: int) -> str:
    """What a round of so many matches is called."""
    known = {1: _("Final"), 2: _("Semifinals"), 4: _("Quarterfinals")}
    return known.get(matches) or _("Round of %(players)s") % {"players": 2 * matches}


class Side(NamedTuple):
    """One of two in a match; nobody yet, or nobody at all beside a bye. `wins` is None where no game was needed."""

    person: Person | None
    wins: int | None = None
    has_won: bool = False


class Duel(NamedTuple):
    """A match of two."""

    sides: tuple[Side, Side]
    is_bye: bool = False


class Column(NamedTuple):
    """One round of the bracket."""

    name: str
    duels: list[Duel]


def bracket_of(tournament: Tournament, reader: User | None, now: datetime) -> list[Column] | None:
    """The rounds of a tournament whose present stage is a knockout in pairs, else None. Six statements."""
    plan = tournament.plan
    if not plan.in_pairs or not isinstance(plan.stages[-1], Knockout) or tournament.started_at is None:
        return None
    situation = situation_of(tournament, now)
    if not isinstance(situation.form, Knockout) or not situation.in_stage:
        return None
    found, names = knockouts.bracket(situation), by_number(tournament, reader)
    columns = [
        [_duel(situation, match, who, names) for match, who in zip(matches, winners, strict=True)]
        for matches, winners in zip(found.rounds, found.winners, strict=True)
    ]
    while len(columns[-1]) > 1:
        columns.append(_to_come(columns[-1]))
    return [Column(round_name(len(duels)), duels) for duels in columns]


def _to_come(duels: list[Duel]) -> list[Duel]:
    """The next round: neighbours meet, each as soon as he is known."""
    through = [next((side.person for side in duel.sides if side.has_won), None) for duel in duels]
    return [Duel((Side(one), Side(other))) for one, other in zip(through[::2], through[1::2], strict=True)]


def _duel(situation: Situation, match: Match, who: int | None, names: dict[int, Person]) -> Duel:
    games = knockouts.played(situation, match)

    def side(player: int | None) -> Side:
        if player is None:
            return Side(None)
        return Side(names.get(player), games.count(player) if games else None, player == who)

    return Duel((side(match.one), side(match.other)), match.other is None)
