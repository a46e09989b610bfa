"""A knockout in pairs: matches of the best of some games; as many games at once as are needed in any case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from arbiter.formats import knockout
from arbiter.formats.knockout import Match
from arbiter.kept import to_json
from arbiter.progression.courses.qualifying import seeds_of
from arbiter.progression.plan import Knockout
from arbiter.progression.situation import NextRound, Seated, Situation, Why
from arbiter.results.taken_up import winner
from arbiter.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of every round so far, and who has won each; None while it is open."""

    rounds: tuple[tuple[Match, ...], ...]
    winners: tuple[tuple[int | None, ...], ...]


def following(situation: Situation) -> tuple[NextRound, ...]:
    """The games that are to be played next: of all matches that are open; none when the knockout is won."""
    found = bracket(situation)
    open_matches = [
        (number, match)
        for number, (match, who) in enumerate(zip(found.rounds[-1], found.winners[-1], strict=True), start=1)
        if who is None
    ]
    tables = tuple(chain.from_iterable(_games(situation, number, match) for number, match in open_matches))
    if not tables:
        return ()
    seated = {player for table in tables for player in table.players}
    through = {who for who in found.winners[-1] if who is not None}
    rests = tuple((player, Why.FREE) for player in sorted(through - seated))
    why = (Sentence("Draw: the top seed meets the lowest seed, so the best two can only meet in the final."),)
    return (NextRound(tables, rests, why, to_json(situation)),)


def bracket(situation: Situation) -> Bracket:
    """The bracket as far as it has come."""
    seeds, home = seeds_of(situation)
    rounds = [knockout.first_round(seeds, home, situation.apart)]
    winners: list[tuple[int | None, ...]] = []
    while True:
        winners.append(tuple(_winner(situation, match) for match in rounds[-1]))
        won = [who for who in winners[-1] if who is not None]
        following_matches = knockout.next_round(rounds[-1], won, seeds) if len(won) == len(rounds[-1]) else ()
        if not following_matches:
            return Bracket(tuple(rounds), tuple(winners))
        rounds.append(following_matches)


def _winner(situation: Situation, match: Match) -> int | None:
    """Who won a match: by its games, or without a game because the other is not there any more."""
    decided = knockout.winner(match, played(situation, match), _form(situation).best_of)
    if decided is not None or match.other is None:
        return decided
    here = [player for player in (match.one, match.other) if player in situation.here]
    return None if len(here) == 2 else here[0] if here else match.one


def played(situation: Situation, match: Match) -> list[int | None]:
    """The winners of the games of a match so far, in their order, until it was decided: a correction may decide it before games
    that were played meanwhile, and these count for nothing."""
    both = {match.one, match.other}
    over = [
        winner(one.result)
        for one in sorted(situation.counted, key=lambda one: (one.round_number, one.leg))
        if one.round_number > situation.before and {outcome.entrant for outcome in one.result.outcomes} == both
    ]
    best_of = _form(situation).best_of
    counts = (over[:games] for games in range(len(over)) if knockout.winner(match, over[:games], best_of) is not None)
    return next(counts, over)


def _form(situation: Situation) -> Knockout:
    return situation.form if isinstance(situation.form, Knockout) else Knockout()


def _games(situation: Situation, number: int, match: Match) -> Iterator[Seated]:
    """As many games as the match needs in any case; the earlier seat goes in turn."""
    if match.other is None:
        return
    over = played(situation, match)
    now = knockout.score(match, over)
    left = max(0, _form(situation).best_of - len(over))
    needed = (left - abs(now.one - now.other)) // 2 + 1  # so many wins of the better one decide it, and fewer do not
    for game in range(len(over) + 1, len(over) + needed + 1):
        first = match.starter(game)
        yield Seated((first, match.other if first == match.one else match.one), leg=game)
