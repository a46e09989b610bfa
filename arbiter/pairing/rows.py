"""Fields from rows: entries, games and free rounds as a tournament keeps them, without a report file between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arbiter.errors import FieldError
from arbiter.pairing.colours import Colour
from arbiter.pairing.dutch import field as dutch
from arbiter.pairing.tables import field as tables
from arbiter.pairing.tables.points import match_points
from arbiter.pairing.tables.sizes import Sizes


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
    """The field before the round after `done` rounds. A round of which somebody has no row he was not there.

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
        dutch.Player(number, tuple(past.get((index, number), dutch.Past(0)) for index in range(1, done + 1)))
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
) -> tables.Field:
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
    players = tuple(tables.Player(n, points[n], byes[n]) for n in sorted(points) if n not in absent)
    past = tuple(table.players for table in sorted(sat, key=lambda table: (table.round_number, table.players)))
    found = tables.Field(players, past, seed=seed)
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
