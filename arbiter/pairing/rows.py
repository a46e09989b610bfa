"""Fields from the rows of a tournament, and what to expect of a Swiss before it opens.

Several tournaments are played with results by lot, the lower numbers being the better players, more or less. At tables
rounds are found in a moment (`tables.quick`); the real ones are searched longer and mostly repeat as little or less.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from arbiter.errors import FieldError, SeedError
from arbiter.pairing.dutch import field as dutch
from arbiter.pairing.dutch.rounds import pair_or_fall_back
from arbiter.pairing.tables import field as at_tables
from arbiter.pairing.tables.field import Field, Player, Sizes, match_points
from arbiter.pairing.tables.rounds import quick_tables
from arbiter.pairing.violations import Colour


@dataclass(frozen=True, slots=True)
class Pair:
    """A finished game of two, the earlier seat (white) first; points in tenths. A forfeited one was not played."""

    round_number: int
    white: int
    black: int
    white_points: dutch.Points
    black_points: dutch.Points
    played: bool = True


@dataclass(frozen=True, slots=True)
class Free:
    """A round without a game: what it gave in tenths, and whether the pairing allocated it (a bye) or not."""

    round_number: int
    player: int
    points: dutch.Points = 0
    bye: bool = False


def field_of_pairs(
    entries: Sequence[int],
    done: int,
    games: Sequence[Pair],
    free: Sequence[Free] = (),
    *,
    rounds: int,
    initial: Colour = Colour.WHITE,
    absent: frozenset[int] = frozenset(),
    apart: frozenset[tuple[int, int]] = frozenset(),
) -> dutch.Field:
    """The field before the round after `done` rounds. A player without a row for a round was absent.

    `entries` are the numbers of the tournament. Raises FieldError for two rows of one player and round and for rows of
    rounds or players that are not there; what else contradicts itself is found when the field is paired.
    """
    past: dict[tuple[int, int], dutch.Past] = {}
    for game in games:
        white = dutch.Past(game.white_points, game.black, Colour.WHITE, played=game.played)
        black = dutch.Past(game.black_points, game.white, Colour.BLACK, played=game.played)
        _enter(past, game.round_number, game.white, white)
        _enter(past, game.round_number, game.black, black)
    for one in free:
        _enter(past, one.round_number, one.player, dutch.Past(one.points, bye=one.bye))
    for round_number, player in past:
        _check(round_number, player, done, entries)
    players = tuple(
        dutch.DutchPlayer(number, tuple(past.get((index, number), dutch.Past(0)) for index in range(1, done + 1)))
        for number in sorted(entries)
    )
    return dutch.Field(players, rounds, initial, absent, frozenset(apart))


@dataclass(frozen=True, slots=True)
class Sat:
    """A finished table: the players in the order of their seats, and their final places."""

    round_number: int
    players: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rest:
    """A round without a table: the share of a table's points that it gave, and whether it was a bye of the pairing."""

    round_number: int
    player: int
    points: Fraction = Fraction(0)
    bye: bool = False


def field_of_tables(
    entries: Sequence[int],
    done: int,
    sat: Sequence[Sat],
    rests: Sequence[Rest] = (),
    *,
    absent: frozenset[int] = frozenset(),
    sizes: Sizes | None = None,
    seed: int = 0,
) -> at_tables.Field:
    """The field before the round after `done` rounds, with the points that the tables gave. Errors as for pairs.

    What is a choice of the tournament beside (price of seats, people kept apart, fixed tables) is set on the field.
    """
    points = dict.fromkeys(entries, Fraction(0))
    byes = dict.fromkeys(entries, 0)
    seen: dict[tuple[int, int], dutch.Past] = {}
    for table in sat:
        if len(table.places) != len(table.players):
            raise FieldError(
                "A table in round {round} has {players} players but {places} places.",
                round=table.round_number,
                players=len(table.players),
                places=len(table.places),
            )
        for number, won in zip(table.players, match_points(table.places), strict=True):
            _enter(seen, table.round_number, number, dutch.Past(0))
            _check(table.round_number, number, done, entries)
            points[number] += won
    for rest in rests:
        _enter(seen, rest.round_number, rest.player, dutch.Past(0))
        _check(rest.round_number, rest.player, done, entries)
        points[rest.player] += rest.points
        byes[rest.player] += rest.bye
    players = tuple(at_tables.Player(n, points[n], byes[n]) for n in sorted(points) if n not in absent)
    past = tuple(table.players for table in sorted(sat, key=lambda table: (table.round_number, table.players)))
    found = at_tables.Field(players, past, seed=seed)
    return found if sizes is None else replace(found, sizes=sizes)


def _enter(past: dict[tuple[int, int], dutch.Past], round_number: int, player: int, one: dutch.Past) -> None:
    if (round_number, player) in past:
        raise FieldError("Player {player} has two records for round {round}.", player=player, round=round_number)
    past[round_number, player] = one


def _check(round_number: int, player: int, done: int, entries: Sequence[int]) -> None:
    if not 1 <= round_number <= done:
        raise FieldError(
            "Player {player} has a record for round {round}, but only rounds 1 to {done} are finished.",
            player=player,
            round=round_number,
            done=done,
        )
    if player not in entries:
        raise FieldError(
            "A record for round {round} names unregistered player {player}.", player=player, round=round_number
        )


WORK = 400
"""Players of all tournaments played together: smaller fields are played more often, so that all take as long."""

MOST_SAMPLES = 8
LUCK = 0.5
"""How far results stray from the order of strength: the spread of luck against the whole range of strengths."""

WIN, DRAW, DRAWN = 10, 5, 0.1
"""Points of a game of two in tenths, and how near each other both must be for a draw."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What one round brought in the tournaments played: `repeats` are pairs who met again, the fewest and the most; `unruly`
    in how many of them the Dutch system had no pairing."""

    tables: tuple[int, ...]  # their sizes
    byes: int
    other_sizes: int
    repeats: tuple[int, int]
    unruly: int = 0


@dataclass(frozen=True, slots=True)
class Forecast:
    players: int
    samples: int
    rounds: tuple[Expected, ...]

    @property
    def byes(self) -> int:
        return sum(one.byes for one in self.rounds)

    @property
    def other_sizes(self) -> int:
        return sum(one.other_sizes for one in self.rounds)

    @property
    def first_repeat(self) -> int | None:
        """The first round, from 1, in which somebody met somebody again in any of the tournaments; None: in no round."""
        return next((number for number, one in enumerate(self.rounds, start=1) if one.repeats[1]), None)

    @property
    def first_unruly(self) -> int | None:
        """The first round, from 1, for which the Dutch system had no pairing in any of the tournaments; None: it always had."""
        return next((number for number, one in enumerate(self.rounds, start=1) if one.unruly), None)


Round = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], bool]
"""Tables or pairs, byes, and whether the rules had no pairing."""


def forecast_tables(
    players: int, rounds: int, sizes: Sizes | None = None, seed: int = 0, most_samples: int = MOST_SAMPLES
) -> Forecast:
    """What to expect of a Swiss at tables. Raises TableSizeError for too few players, FieldError for no rounds."""
    sizes, lots = sizes or Sizes(), _lots(players, rounds, seed)[:most_samples]
    played = [list(_at_tables(players, rounds, sizes, random.Random(lot))) for lot in lots]
    return _summed(players, played, sizes.preferred)


def forecast_pairs(players: int, rounds: int, seed: int = 0, most_samples: int = MOST_SAMPLES) -> Forecast:
    """What to expect of a Swiss of pairs: a round for which the Dutch system has no pairing is paired by the fallback, so
    repeats tell where the rules come to their end. Raises FieldError for fewer than two players or no rounds."""
    if players < 2:
        raise FieldError("A two-player Swiss needs at least two players, not {players}.", players=players)
    lots = _lots(players, rounds, seed)[:most_samples]
    played = [list(_in_pairs(players, rounds, random.Random(lot))) for lot in lots]
    return _summed(players, played, 2)


def _lots(players: int, rounds: int, seed: int) -> range:
    if rounds < 1:
        raise FieldError("A Swiss needs at least one round, not {rounds}.", rounds=rounds)
    if seed < 0:
        raise SeedError("A random seed must be a whole number from 0, not {seed}.", seed=seed)
    samples = max(1, min(MOST_SAMPLES, WORK // max(1, players)))
    return range(seed * MOST_SAMPLES, seed * MOST_SAMPLES + samples)


def _at_tables(players: int, rounds: int, sizes: Sizes, chance: random.Random) -> Iterator[Round]:
    points = dict.fromkeys(range(1, players + 1), Fraction(0))
    byes, past = Counter[int](), list[Sat]()
    for number in range(1, rounds + 1):
        entered = tuple(Player(one, points[one], byes[one]) for one in points)
        field = Field(entered, tuple(table.players for table in past), sizes, chance.getrandbits(32))
        tables, free = quick_tables(field)
        for table in tables:
            shown = _shown(table, players, chance)
            places = tuple(1 + sum(other > mine for other in shown) for mine in shown)
            past.append(Sat(number, table, places))
            for one, won in zip(table, match_points(places), strict=True):
                points[one] += won
        for one in free:
            points[one] += Fraction(1, 2)
        byes.update(free)
        yield tables, free, False


def _in_pairs(players: int, rounds: int, chance: random.Random) -> Iterator[Round]:
    games, free = list[Pair](), list[Free]()
    for number in range(1, rounds + 1):
        field = field_of_pairs(range(1, players + 1), number - 1, games, free, rounds=rounds)
        found = pair_or_fall_back(field)
        for white, black in found.pairs:
            mine, theirs = _shown((white, black), players, chance)
            won = DRAW if abs(mine - theirs) < DRAWN else WIN if mine > theirs else 0
            games.append(Pair(number, white, black, won, WIN - won))
        byes = () if found.bye is None else (found.bye,)
        free += [Free(number, one, WIN, bye=True) for one in byes]
        yield found.pairs, byes, bool(found.broken)


def _shown(table: Iterable[int], players: int, chance: random.Random) -> list[float]:
    return [chance.gauss(-number / players, LUCK) for number in table]


def _summed(players: int, played: Sequence[Sequence[Round]], preferred: int) -> Forecast:
    """The tournaments side by side: sizes and byes are the same in all of them."""
    repeats = zip(*(list(_repeats(tables for tables, *_ in tournament)) for tournament in played), strict=True)
    rounds = []
    for same, again in zip(zip(*played, strict=True), repeats, strict=True):
        tables, byes, _ = same[0]
        sizes = tuple(map(len, tables))
        others, unruly = sum(size != preferred for size in sizes), sum(is_unruly for *_, is_unruly in same)
        rounds.append(Expected(sizes, len(byes), others, (min(again), max(again)), unruly))
    return Forecast(players, len(played), tuple(rounds))


def _repeats(rounds: Iterable[Sequence[Sequence[int]]]) -> Iterator[int]:
    met: set[frozenset[int]] = set()
    for tables in rounds:
        now = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
        yield len(now & met)
        met |= now
