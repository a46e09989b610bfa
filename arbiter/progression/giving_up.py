"""Who gives up in a round-robin: what becomes of his games (`formats.round_robin`), and how tables count from then on.

In a duplicate tournament all results stand, because every table is compared with the others of its deal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from arbiter.formats.round_robin import Withdrawal, Withdrawn, among_themselves, withdraw
from arbiter.progression.plan import RoundRobin
from arbiter.progression.situation import Counted, Resting, Situation, Why, scheduled
from arbiter.results.games import Ending
from arbiter.results.places import Outcome, Part, Result

Table = tuple[int, ...]


def if_given_up(situation: Situation, player: int) -> Withdrawn | None:
    """What becomes of the games of who gives up now; None where the form of the first stage knows no such rule."""
    if not isinstance(situation.plan.stages[0], RoundRobin) or situation.plan.is_duplicate:
        return None
    tables = [(number, table) for number, one in enumerate(scheduled(situation), start=1) for table in one]
    over = {one.round_number for one in situation.counted if player in _players(one)}
    finished = [index for index, (number, table) in enumerate(tables) if player in table and number in over]
    return withdraw([table for _, table in tables], player, finished)


def annulled(situation: Situation) -> frozenset[int]:
    """Whose results do not count."""
    return frozenset(player for player, rule in situation.gave_up.items() if rule is Withdrawal.ANNUL)


def without(results: Iterable[Counted], gone: Collection[int]) -> tuple[Counted, ...]:
    """The results as games of the others among themselves; nothing is left of one with fewer than two others."""
    found = (replace(one, result=_among(one.result, gone)) if _players(one) & set(gone) else one for one in results)
    return tuple(one for one in found if len(one.result.outcomes) > 1)


def _among(result: Result, gone: Collection[int]) -> Result:
    players = [one.entrant for one in result.outcomes]
    seats = [seat for seat, player in enumerate(players) if player in gone]
    places = among_themselves([one.place for one in result.outcomes], seats)
    left = zip(result.outcomes, places, strict=True)
    return replace(result, outcomes=tuple(replace(one, place=place) for one, place in left if place is not None))


def counting(situation: Situation) -> tuple[tuple[Counted, ...], tuple[Resting, ...]]:
    """The tables that count and who had no game: results that are annulled left out, games lost by forfeit put in."""
    if not situation.gave_up or not isinstance(situation.plan.stages[0], RoundRobin):
        return situation.counted, situation.rests
    gone = annulled(situation)
    counted = {(one.round_number, one.table): one for one in without(situation.counted, gone)}
    absent = {(one.round_number, one.player): one.why for one in situation.rests}
    lost: set[tuple[int, int]] = set()
    for number, tables in enumerate(scheduled(situation), start=1):
        for table in tables:
            losers = tuple(
                player
                for player in table
                if situation.gave_up.get(player) is Withdrawal.KEEP and (number, player) in absent
            )
            others = [player for player in table if player not in losers and player not in gone]
            found = _forfeited(number, losers, others, counted.values(), absent) if losers and others else None
            if found is not None:
                counted[number, found.table] = found
                lost.update((number, player) for player in _players(found))
    rests = tuple(one for one in situation.rests if (one.round_number, one.player) not in lost)
    return tuple(counted.values()), rests


def _forfeited(
    number: int,
    losers: Table,
    others: list[int],
    counted: Iterable[Counted],
    absent: Mapping[tuple[int, int], Why],
) -> Counted | None:
    """The table with those who lose it by forfeit in the last place; None while the others play, and where they did not."""
    if len(others) == 1 and absent.get((number, others[0])) is Why.FREE:
        won = Outcome(others[0], 0, 1, 0, Part.PLAYED)
        return Counted(number, -others[0], Result(0, Ending.FORFEITED, (won, *_last(losers, 2))), played=False)
    for one in counted:
        if one.round_number == number and _players(one) <= set(others):
            outcomes = (*one.result.outcomes, *_last(losers, 1 + len(one.result.outcomes)))
            return replace(one, result=replace(one.result, outcomes=outcomes))
    return None


def _last(losers: Table, place: int) -> tuple[Outcome, ...]:
    return tuple(Outcome(player, place - 1 + index, place, None, Part.LEFT) for index, player in enumerate(losers))


def _players(one: Counted) -> frozenset[int]:
    return frozenset(outcome.entrant for outcome in one.result.outcomes)
