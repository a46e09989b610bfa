"""The cross table of a small field: what everybody did against everybody."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from arbiter.progression import standings
from arbiter.progression.plan import Knockout, RoundRobin
from arbiter.progression.situation import Counted
from tournaments.lifecycle.situations import counted
from tournaments.models import Tournament
from tournaments.pages.explanation import situation
from tournaments.pages.people import Person
from tournaments.pages.standings_lines import Line

MOST = 16
"""Entrants for whom a cross table is drawn; a larger one nobody reads."""
BEATEN, LEVEL, LOST = "1", "½", "0"


@dataclass(frozen=True, slots=True)
class CrossRow:
    """Somebody's results against each of the others in the order of the standings, None against himself."""

    person: Person
    place: int
    cells: tuple[str | None, ...]
    points: str


def crossed(tournament: Tournament, lines: Sequence[Line]) -> list[CrossRow] | None:
    """The table of a field that fits on a page, else None; a knockout has its bracket. 1: stood before the other in a game,
    ½: level, 0: behind."""
    if not 2 <= len(lines) <= MOST or isinstance(tournament.plan.stages[0], Knockout):
        return None
    met: dict[tuple[int, int], list[str]] = defaultdict(list)
    for one in _counting(tournament):
        for own, other in permutations(one.result.outcomes, 2):
            sign = LEVEL if own.place == other.place else BEATEN if own.place < other.place else LOST
            met[own.entrant, other.entrant].append(sign)
    numbers = [line.person.number or 0 for line in lines]
    return [
        CrossRow(
            line.person,
            line.place,
            tuple(None if other == number else " ".join(met[number, other]) for other in numbers),
            line.points,
        )
        for line, number in zip(lines, numbers, strict=True)
    ]


def _counting(tournament: Tournament) -> Sequence[Counted]:
    """The tables as they count: with forfeits and without results that are annulled, in a round-robin that somebody has left."""
    if isinstance(tournament.plan.stages[0], RoundRobin) and tournament.entries.exclude(gave_up="").exists():
        found = situation(tournament)
        later = [one for one in found.counted if one.round_number > standings.last_round(found)]
        return [*standings.counted(found), *later]
    return counted(tournament)
