"""What everybody made of the same cards in the same seat: the comparison of a duplicate round."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.utils.timezone import now

from accounts.models import User
from tournaments.lifecycle.situations import situation_of
from tournaments.models import Tournament
from arbiter.progression.duplicate import compared

from .figures import figure
from .people import Person, by_number


@dataclass(frozen=True, slots=True)
class Compared:
    """One result: the points, the share of the others in that seat with fewer, and the margin to their mean."""

    person: Person
    points: int
    share: str
    margin: str


@dataclass(frozen=True, slots=True)
class Compares:
    """One seat of a deal, counted from 1, with everybody who held it, the best first. `number` is that of the deal in its round."""

    deal: int
    number: int
    seat: int
    lines: tuple[Compared, ...]


def comparison(tournament: Tournament, number: int, reader: User | None) -> list[Compares]:
    """The seats of the deals of a round that are released; nothing for tournaments in which every table has a deal of its own."""
    if not tournament.plan.is_duplicate:
        return []
    people = by_number(tournament, reader)
    seats = defaultdict(list)
    situation = situation_of(tournament, now())
    known: set[int] = set()
    for of, one in compared(situation):
        if of == number:
            known.add(one.deal)
            if one.rivals and one.player in people:
                seats[one.deal, one.seat].append(one)
    numbers = sorted({one.deal for one in situation.counted if one.round_number == number and one.deal})
    number_of = dict(zip(sorted(known), numbers, strict=True))
    deals = {deal: index for index, deal in enumerate(sorted({deal for deal, _seat in seats}), start=1)}
    return [
        Compares(
            deals[deal],
            number_of[deal],
            seat + 1,
            tuple(
                Compared(people[one.player], one.points, figure(one.share), figure(one.margin))
                for one in sorted(found, key=lambda one: (-one.points, one.player))
            ),
        )
        for (deal, seat), found in sorted(seats.items())
    ]
