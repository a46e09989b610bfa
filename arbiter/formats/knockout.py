"""A knockout of matches for two: best of any number of games, byes, the bracket round by round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from arbiter.errors import ResultError, UndecidedError
from arbiter.formats.seeding import Slot, draw


@dataclass(frozen=True, slots=True)
class Match:
    """Two players by number, the better seed first; `other` is None when the first has a bye."""

    one: int
    other: int | None

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays, or has the bye."""
        return (self.one,) if self.other is None else (self.one, self.other)

    def starter(self, game: int) -> int:
        """Who has the earlier seat in game 1, 2, …: the better seed in the first, then in turn."""
        return self.one if self.other is None or game % 2 else self.other


@dataclass(frozen=True, slots=True)
class Score:
    """Games won by each side of a match, a drawn game counting for neither, and how many were played."""

    one: int
    other: int
    played: int


def score(match: Match, winners: Sequence[int | None]) -> Score:
    """The score after these games; None is a drawn game. Raises ResultError for a winner who does not play here."""
    for winner in winners:
        if winner is not None and winner not in (match.one, match.other):
            raise ResultError(
                "Player {player} is not in the match of players {players}.", player=winner, players=match.players
            )
    return Score(winners.count(match.one), winners.count(match.other) if match.other is not None else 0, len(winners))


def winner(match: Match, winners: Sequence[int | None], best_of: int) -> int | None:
    """Who wins the match, or None while it is open.

    A player wins with more wins than the other can still reach. When all `best_of` games are played and wins are
    equal, extra games follow until one is won, the starter alternating. A bye needs no game. Raises ResultError for
    games after the match was over and for an even `best_of`.
    """
    if best_of < 1 or best_of % 2 == 0:
        raise ResultError("A match must be best of an odd number of games, not {best_of}.", best_of=best_of)
    if match.other is None:
        return match.one
    for games in range(len(winners) + 1):
        now = score(match, winners[:games])
        left = max(0, best_of - games)
        if abs(now.one - now.other) > left:
            if games < len(winners):
                raise ResultError(
                    "The match between {one} and {other} was decided after {games} games.",
                    one=match.one,
                    other=match.other,
                    games=games,
                )
            return match.one if now.one > now.other else match.other
    return None


def first_round(
    seeds: Sequence[int], groups: Mapping[int, int] | None = None, apart: Collection[tuple[int, int]] = ()
) -> tuple[Match, ...]:
    """The matches of the first round by the folded draw, byes for the best seeds; see `seeding.draw`."""
    return tuple(_match(one, other) for one, other in draw(seeds, groups, apart))


def next_round(matches: Sequence[Match], winners: Sequence[int], seeds: Sequence[int]) -> tuple[Match, ...]:
    """The matches among the winners: neighbours of the draw meet, the better seed first.

    Raises UndecidedError unless there is one winner for each match, ResultError for one who did not play it or is not
    among the seeds. The winner of the only match has won the knockout; then there is no next round and the answer is
    empty.
    """
    _check_winners(matches, winners)
    rank = {player: place for place, player in enumerate(seeds)}
    for who in winners:
        if who not in rank:
            raise ResultError("Player {player} won a match but is not in the seed list.", player=who)
    pairs = [sorted(winners[i : i + 2], key=rank.__getitem__) for i in range(0, len(winners) - 1, 2)]
    return tuple(Match(one, other) for one, other in pairs)


def losers(matches: Sequence[Match], winners: Sequence[int]) -> tuple[int, ...]:
    """Who was knocked out; a bye knocks nobody out. The losers of the semifinals may play for third place.

    Raises UndecidedError unless there is one winner for each match, ResultError for one who did not play it.
    """
    _check_winners(matches, winners)
    return tuple(
        match.other if who == match.one else match.one
        for match, who in zip(matches, winners, strict=True)
        if match.other is not None
    )


def _check_winners(matches: Sequence[Match], winners: Sequence[int]) -> None:
    if len(winners) != len(matches):
        raise UndecidedError(
            "{matches} matches have {winners} winners; the round is not finished.",
            matches=len(matches),
            winners=len(winners),
        )
    for match, who in zip(matches, winners, strict=True):
        if who not in (match.one, match.other):
            raise ResultError(
                "Player {player} is not in the match of players {players}.", player=who, players=match.players
            )


def _match(one: Slot, other: Slot) -> Match:
    if one is None:
        raise ResultError("A draw cannot pair two byes.")
    return Match(one, other)
