"""Knockouts: the draw by seeds, matches for two, and tables of 3 to 5."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from arbiter.errors import FieldSizeError, ResultError, UndecidedError
from arbiter.matching import assignment

Slot = int | None
"""A player's number, or nobody: who stands against nobody has a bye."""


def fold(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a draw of `size` places, a power of two: 8 gives 1 8 4 5 2 7 3 6.

    In every round the sum of the seeds of a match is the same if no lower seed wins.
    """
    if size < 1 or size & (size - 1):
        raise FieldSizeError("A draw must have 1, 2, 4, 8, … places, not {size}.", size=size)
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for top in order for seed in (top, total - top))
    return order


def draw(
    seeds: Sequence[int], groups: Mapping[int, int] | None = None, apart: Collection[tuple[int, int]] = ()
) -> tuple[tuple[Slot, Slot], ...]:
    """The first round from top to bottom: pairs of players, the better seed first.

    `seeds` are the players from the best down; the places that are missing to a power of two are byes of the best.
    `groups` says who comes from which group: as few matches of the first round as can be are between two of a group,
    for which as few as can be of the lower seeds change places, and these go no farther than they must. In the same way,
    and before that, the pairs in `apart` do not meet in the first round. Raises FieldSizeError for fewer than two players
    or somebody twice.
    """
    if len(seeds) < 2 or len(set(seeds)) != len(seeds):
        raise FieldSizeError("A knockout needs at least two players, each listed once.")
    size = 1 << (len(seeds) - 1).bit_length()
    places: list[Slot] = [*seeds, *[None] * (size - len(seeds))]
    kept = {frozenset(pair) for pair in apart if set(pair) <= set(seeds)}
    if groups or kept:
        _part_groups(places, groups or {}, kept)
    order = fold(size)
    return tuple((places[order[i] - 1], places[order[i + 1] - 1]) for i in range(0, size, 2))


def _part_groups(places: list[Slot], groups: Mapping[int, int], apart: Collection[frozenset[Slot]]) -> None:
    """Rearrange the lower half against the upper half, which stays, so that people and groups are apart.

    Of all ways those with the fewest matches of people kept apart, of these those with the fewest inside a group, of these
    those in which the fewest players move, and of these one in which the moves together are the shortest.
    """
    size = len(places)
    uppers = [place for place in range(size // 2) if places[size - 1 - place] is not None]
    lowers = [size - 1 - place for place in uppers]

    def cost(upper: int, lower: int) -> int:
        """Two kept apart, clash, move and way in one number, each worth more than all of the next together."""
        one, other = places[upper], places[lower]
        clash = one is not None and other is not None and one in groups and groups[one] == groups.get(other)
        way = abs(lower - (size - 1 - upper))
        return ((({one, other} in apart) * size + clash) * size + bool(way)) * size * size + way

    if max(map(cost, uppers, lowers), default=0) == 0:
        return
    given = assignment([[cost(upper, lower) for lower in lowers] for upper in uppers])
    before = list(places)
    for number, column in enumerate(given):
        places[lowers[number]] = before[lowers[column]]


@dataclass(frozen=True, slots=True)
class Match:
    """Two players by number, the better seed first; `other` is None when the first has a bye."""

    one: int
    other: int | None

    @property
    def players(self) -> tuple[int, ...]:
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
    return tuple(Match(one, other) for one, other in draw(seeds, groups, apart) if one is not None)


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


Table = tuple[int, ...]


def seeded_tables(seeds: Sequence[int], tables: int) -> tuple[Table, ...]:
    """Players from the best seed down dealt to tables in a serpentine: 1 to k, then back, so that tables are even.

    Eight on two tables are 1 4 5 8 and 2 3 6 7. Sizes differ by at most one. Raises FieldSizeError when a table would
    have fewer than two players.
    """
    if tables < 1 or len(seeds) < 2 * tables or len(set(seeds)) != len(seeds):
        raise FieldSizeError(
            "{players} players do not fill {tables} tables of at least two, or a player is listed twice.",
            players=len(seeds),
            tables=tables,
        )
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for place, player in enumerate(seeds):
        lap, step = divmod(place, tables)
        dealt[step if lap % 2 == 0 else tables - 1 - step].append(player)
    return tuple(map(tuple, dealt))


def advance(
    outcomes: Sequence[Mapping[int, int]], *, per_table: int, total: int, better: Mapping[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """The `total` players who go on: the first `per_table` of each table, then the best others in the order in which they are
    chosen. `outcomes` are the final places of each table by player, from 1.

    A shared place takes all who share it: two winners of a table both go on and there is one wild card less. Others are
    compared by place, then by `better[player]`, the larger tuple first (share of the winner's points, rating, a lot drawn
    beforehand; it must tell all apart where it matters). Raises UndecidedError when shared places bring more than
    `total`, or two are equal for the last chair; ResultError for a player at two tables or for places no table can
    have, such as one without a first.
    """
    for outcome in outcomes:
        _check_places(outcome)
    everybody = [player for outcome in outcomes for player in outcome]
    if len(set(everybody)) != len(everybody):
        raise ResultError("A player is at two tables in the same round.")
    if total > len(everybody) or per_table * len(outcomes) > total:
        raise FieldSizeError(
            "{per_table} players from each of {tables} tables do not fit into {total} places for {players}.",
            per_table=per_table,
            tables=len(outcomes),
            total=total,
            players=len(everybody),
        )
    sure = tuple(p for outcome in outcomes for p, place in outcome.items() if place <= per_table)
    if len(sure) > total:
        raise UndecidedError(
            "{players} players are tied for {total} qualifying places. Let the tied players play it off.",
            players=len(sure),
            total=total,
        )
    place_of = {player: place for outcome in outcomes for player, place in outcome.items()}
    key = {player: (-place, better.get(player, ())) for player, place in place_of.items()}
    rest = sorted((p for p in everybody if p not in set(sure)), key=key.__getitem__, reverse=True)
    chairs = total - len(sure)
    if 0 < chairs < len(rest):
        last, next_one = rest[chairs - 1], rest[chairs]
        if key[last] == key[next_one]:
            raise UndecidedError(
                "Players {one} and {other} are tied for the last place. Draw lots beforehand.",
                one=last,
                other=next_one,
            )
    return (*sure, *rest[:chairs])


def _check_places(places: Mapping[int, int]) -> None:
    """A place is one more than how many are before it: 1 2 3, 1 1 3, 1 2 2, never 2 3 4 or 1 1 2."""
    if not places:
        raise ResultError("A table needs at least one place.")
    for player, place in places.items():
        right = 1 + sum(other < place for other in places.values())
        if place != right:
            raise ResultError(
                "Player {player} has place {place}, but {before} players finished ahead; it should be {right}.",
                player=player,
                place=place,
                before=right - 1,
                right=right,
            )
