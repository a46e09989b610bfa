"""The standings of a tournament: who came further in the second stage or the knockout, then the first stage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbiter.progression import knockouts
from arbiter.progression.first_stage import criteria
from arbiter.progression.plan import FinalTables, Knockout
from arbiter.progression.situation import Situation
from arbiter.standings.arithmetic import NOTHING, Basis, How, Sense, Term, Value, total
from arbiter.standings.ranking import Standings, standings


def standings_of(situation: Situation) -> Standings:
    """Everybody in order; equals share a place."""
    later = isinstance(situation.form, Knockout | FinalTables)
    return standings(situation.entrants, [*([Further(situation)] if later else []), *criteria(situation)])


def told(found: Standings) -> Mapping[int, list[str]]:
    """The values of everybody as they are kept and shown, as exact texts: nothing where there is none, nor for a place among
    those who are level where it is the same for all of them, and so parts nobody."""
    level: dict[tuple[Fraction | None, ...], set[Fraction | None]] = {}
    for row in found.rows:
        amounts = tuple(value.amount for value in row.values)
        for index, amount in enumerate(amounts):
            level.setdefault(amounts[:index], set()).add(amount)
    return {row.entrant: [_text(row.values, index, level) for index in range(len(row.values))] for row in found.rows}


def _text(
    values: Sequence[Value], index: int, level: Mapping[tuple[Fraction | None, ...], set[Fraction | None]]
) -> str:
    amount = values[index].amount
    parts = values[index].how is not How.PLACE or len(level[tuple(one.amount for one in values[:index])]) > 1
    return str(amount) if amount is not None and parts else ""


@dataclass(frozen=True, slots=True)
class Further:
    """KO: how far somebody came: in pairs matches won, a bye among them; at tables rounds reached, with a part of one for
    the place at the last table."""

    situation: Situation
    code: str = "KO"
    sense: Sense = Sense.HIGH

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The values of entrants who are level so far; who does not play this stage has none."""
        form = self.situation.form
        if isinstance(form, FinalTables):
            found = _places(self.situation, 1)
        elif self.situation.plan.in_pairs:
            found = _matches(self.situation)
        else:
            found = _levels(self.situation)
        return {
            entrant: total([Term(found[entrant], Basis.RESULT)]) if entrant in found else NOTHING for entrant in level
        }


def _matches(situation: Situation) -> Mapping[int, Fraction]:
    bracket = knockouts.bracket(situation)
    found = {player: Fraction(0) for match in bracket.rounds[0] for player in (match.one, match.other) if player}
    for winners in bracket.winners:
        for who in winners:
            if who is not None:
                found[who] += 1
    return found


def _levels(situation: Situation) -> Mapping[int, Fraction]:
    found: dict[int, Fraction] = {}
    levels = knockouts.so_far(situation)
    for number, level in enumerate(levels, start=1):
        for player in (*level.byes, *(player for table in level.tables for player in table)):
            found[player] = Fraction(number)
    if levels and len(levels) == situation.in_stage and len(levels[-1].tables) == 1:
        found.update(_places(situation, len(levels)))
    return found


def _places(situation: Situation, base: int) -> Mapping[int, Fraction]:
    """The places at the tables of the last round, the first a whole above the last."""
    last = situation.before + base
    return {
        outcome.entrant: base + Fraction(len(one.result.outcomes) - outcome.place, len(one.result.outcomes))
        for one in situation.counted
        if one.round_number == last
        for outcome in one.result.outcomes
    }
