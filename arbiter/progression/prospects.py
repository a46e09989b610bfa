"""The standings of a tournament, and which places can still be reached.

A result never widens what was said before, unless it is corrected, a player returns to a match they had left, or somebody
gives up in a round-robin.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import floor
from operator import sub

from arbiter.formats import knockout as matches
from arbiter.formats.double_elimination import Part, reached, still_in
from arbiter.progression import knockouts, swiss
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Situation
from arbiter.progression.standings import annulled, criteria
from arbiter.standings.prospects import Prospect, Running, between, pair_points, prospects
from arbiter.standings.ranking import (
    NOTHING,
    Basis,
    How,
    Measure,
    Standings,
    StandingsRow,
    Term,
    Value,
    standings,
    total,
)
from arbiter.standings.tables import TWELVE

Games = Sequence[tuple[int, ...]]
THIRD = Fraction(1, 2)
"""What the match for third place adds to the matches won."""
OUT = Fraction(-1)
"""Who does not play the later stage ends behind everybody who does."""


def prospects_of(situation: Situation, found: Standings, games: Games) -> Mapping[int, Prospect]:
    """The prospects of everybody; of nobody while others may still enter. `games` are paired and not over."""
    plan, form, gone = situation.plan, situation.form, annulled(situation)
    games = [left for game in games if len(left := tuple(one for one in game if one not in gone)) > 1]
    if isinstance(form, Swiss) and situation.done < plan.late.until:
        return {}
    if plan.is_duplicate or situation.stage + 1 < len(plan.stages):
        return {player: Prospect(1, len(situation.entrants), is_exact=False) for player in situation.entrants}
    if isinstance(form, Knockout) and form.double:
        return _in_double(situation, found)
    if isinstance(form, Knockout):
        return _fixed(found, *(_in_matches(situation, found) if plan.in_pairs else _at_tables(situation)))
    if isinstance(form, FinalTables):
        return _fixed(found, *_in_finals(found, games))
    points = {row.entrant: _amount(row) for row in found.rows}
    return prospects(_running(situation, form, points, games))


def _running(situation: Situation, form: Swiss | RoundRobin, points: Mapping[int, Fraction], games: Games) -> Running:
    """A stage in which points decide. In a round-robin in pairs the games of all rounds are known."""
    plan = situation.plan
    scheme = pair_points if plan.in_pairs else plan.scheme
    if isinstance(form, Swiss):
        left, known = form.rounds - situation.in_stage, tuple(games)
    elif form.at_once:
        left, known = 0, tuple(games)
    else:
        everybody = replace(situation, here=frozenset(situation.entrants) - annulled(situation))
        to_come = swiss.all_rounds(everybody)[situation.in_stage :]
        left, known = len(to_come), tuple(games)
        if plan.in_pairs:
            left, known = 0, (*games, *(table.players for one in to_come for table in one.tables))
    return Running(points, known, max(0, left), _most(plan), scheme)


def _most(plan: Plan) -> Fraction:
    """The most that a round can bring: a win, or what is given without a game."""
    if plan.sizes is None:
        return Fraction(1)
    at_a_table = (plan.scheme(size, 1, 1) for size in plan.sizes.allowed)
    return max(*at_a_table, plan.bye * TWELVE, plan.requested * TWELVE)


Bounds = tuple[dict[int, Fraction], dict[int, Fraction]]
"""How far everybody comes at least and at most, as the criterion KO counts it."""


def _in_matches(situation: Situation, found: Standings) -> Bounds:
    """A match that was won because the other is not there counts as open while its round is the last one."""
    form = situation.form
    assert isinstance(form, Knockout)
    bracket = knockouts.bracket(situation)
    low = {row.entrant: _amount(row) for row in found.rows}
    high, rounds = dict(low), Fraction(len(bracket.rounds[0]).bit_length())
    for match, who in zip(bracket.rounds[-1], bracket.winners[-1], strict=True):
        by_games = matches.winner(match, knockouts.played(situation, match), form.best_of)
        for player in match.players if by_games is None else (by_games,):
            high[player] = rounds
        if by_games is None and who is not None:
            low[who] -= 1
    third = bracket.third
    played = knockouts.played(situation, third, Part.THIRD) if third else []
    if form.third_place and (third is None or matches.winner(third, played, form.best_of) is None):
        for player in _semifinal_losers(bracket):
            low[player], high[player] = rounds - 2, max(high[player], rounds - 2 + THIRD)
    return low, high


def _semifinal_losers(bracket: knockouts.Bracket) -> list[int]:
    semifinals = len(bracket.rounds) - (3 - len(bracket.rounds[-1]))
    if len(bracket.rounds[-1]) > 2 or semifinals < 0 or any(one.other is None for one in bracket.rounds[semifinals]):
        return []
    decided = zip(bracket.rounds[semifinals], bracket.winners[semifinals], strict=True)
    return [player for match, who in decided if who is not None for player in match.players if player != who]


def _in_double(situation: Situation, found: Standings) -> Mapping[int, Prospect]:
    """Nobody comes less far than where they are; who is not out can still win. How many come how far is certain, since each match
    of the losers' bracket puts one out."""
    both = knockouts.double(situation)
    low = {player: Fraction(floor(far)) for player, far in reached(both).items()}
    high = {**low, **dict.fromkeys(still_in(both), Fraction(len(both.losers) + 2))}
    out = [sum(None not in (one.one, one.other) for one in row) for row in both.losers]
    # so many come into each round, into the grand final, and win it
    come = [*accumulate(out, sub, initial=len(low)), 1, 0]
    return {
        player: replace(
            one, best=max(one.best, 1 + come[int(high[player])]), worst=min(one.worst, come[int(low[player]) - 1])
        )
        for player, one in _fixed(found, low, high).items()
    }


def _at_tables(situation: Situation) -> Bounds:
    """Players of the last round may go on, or not; all others have come as far as they will."""
    low = dict.fromkeys(situation.entrants, OUT)
    levels = knockouts.so_far(situation)[: situation.in_stage]
    last: set[int] = set()
    for number, level in enumerate(levels, start=1):
        last = {*level.byes, *(player for table in level.tables for player in table)}
        low.update(dict.fromkeys(last, Fraction(number)))
    return low, {player: Fraction(len(levels) + 1) if player in last else come for player, come in low.items()}


def _in_finals(found: Standings, games: Games) -> Bounds:
    """Between the first and the last place of the final table while it runs."""
    low = {row.entrant: _amount(row) for row in found.rows}
    high = dict(low)
    for table in games:
        low.update(dict.fromkeys(table, Fraction(1)))
        high.update(dict.fromkeys(table, 2 - Fraction(1, len(table))))
    return low, high


def _amount(row: StandingsRow) -> Fraction:
    return OUT if not row.values or row.values[0].amount is None else row.values[0].amount


def _fixed(found: Standings, low: dict[int, Fraction], high: dict[int, Fraction]) -> dict[int, Prospect]:
    """The bounds. Players who are out, with all who come as far as they do, have their places already, in the present order."""
    wide = between(low, high)
    still = {(low[player], high[player]) for player in low if low[player] != high[player]}
    values = sorted(low.values())
    placed: dict[int, Prospect] = {}
    level: dict[Fraction, list[StandingsRow]] = {}
    for row in found.rows:
        come = low[row.entrant]
        if come != high[row.entrant] or any(least <= come <= most for least, most in still):
            continue
        level.setdefault(come, []).append(row)
    for come, rows in level.items():
        ahead, first = len(values) - bisect_right(values, come), dict[int, int]()
        for index, row in enumerate(rows, start=1):
            place = ahead + first.setdefault(row.place, index)
            placed[row.entrant] = Prospect(place, place, is_exact=True)
    return wide | placed


def standings_of(situation: Situation) -> Standings:
    found = criteria(situation)
    if isinstance(situation.form, Knockout | FinalTables):
        found = [Measure("KO", lambda level: _further(situation, level)), *found]
    return standings(situation.entrants, found)


def kept_values(found: Standings) -> Mapping[int, list[str]]:
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


def _further(situation: Situation, level: Sequence[int]) -> Mapping[int, Value]:
    """KO: how far somebody came: in pairs matches won, a bye among them; at tables rounds reached, with a part of one for
    the place at the last table, and 0 before that is known. Who does not play this stage has no value."""
    found: Mapping[int, Fraction]
    if isinstance(situation.form, FinalTables):
        found = {**dict.fromkeys(situation.finalists, Fraction(0)), **_places(situation, 1)}
    else:
        found = _matches(situation) if situation.plan.in_pairs else _levels(situation)
    return {entrant: total([Term(found[entrant], Basis.RESULT)]) if entrant in found else NOTHING for entrant in level}


def _matches(situation: Situation) -> Mapping[int, Fraction]:
    if isinstance(situation.form, Knockout) and situation.form.double:
        return reached(knockouts.double(situation))
    bracket = knockouts.bracket(situation)
    found = {player: Fraction(0) for match in bracket.rounds[0] for player in (match.one, match.other) if player}
    for winners in bracket.winners:
        for who in winners:
            if who is not None:
                found[who] += 1
    if bracket.third_winner is not None:
        found[bracket.third_winner] += THIRD
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
    last = situation.before + base
    return {
        outcome.entrant: base + Fraction(len(one.result.outcomes) - outcome.place, len(one.result.outcomes))
        for one in situation.counted
        if one.round_number == last
        for outcome in one.result.outcomes
    }
