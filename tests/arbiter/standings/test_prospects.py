"""Where everybody can still finish: true for every ending, exact where few games are left, and never wider."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import RecordError
from arbiter.schedules.designs import berger
from arbiter.standings.prospects import Prospect, Running, outcomes, pair_points, prospects
from arbiter.standings.tables import league_points, twelfths

HALF = Fraction(1, 2)


def finished(tournament: Running, game: tuple[int, ...], chance: random.Random) -> Running:
    """The tournament after one of its games ended somehow."""
    way = chance.choice(outcomes(tournament.scheme, len(game)))
    points = dict(tournament.points)
    for player, won in zip(game, way, strict=True):
        points[player] += won
    return replace(tournament, points=points, games=tuple(one for one in tournament.games if one != game))


def paired(tournament: Running, chance: random.Random, size: int) -> Running:
    """The tournament after its next round was paired by lot; who is over has a bye of the most there is."""
    players = list(tournament.points)
    chance.shuffle(players)
    seated = len(players) - len(players) % size
    points = {
        player: won + (tournament.most if player in players[seated:] else 0)
        for player, won in tournament.points.items()
    }
    games = tuple(tuple(players[start : start + size]) for start in range(0, seated, size))
    return replace(tournament, points=points, games=tournament.games + games, rounds=tournament.rounds - 1)


def test_before_the_last_game_of_three_everything_is_exact() -> None:
    """1 has won twice; 2 and 3 still play for the second place."""
    tournament = Running({1: Fraction(2), 2: Fraction(0), 3: Fraction(0)}, games=((2, 3),))
    assert prospects(tournament) == {1: Prospect(1, 1, True), 2: Prospect(2, 3, True), 3: Prospect(2, 3, True)}


def test_two_who_meet_cannot_both_win() -> None:
    """Each of 2 and 3 alone could reach the leader; that both do is impossible, and only the exact search knows it."""
    points = {1: Fraction(3), 2: Fraction(9, 4), 3: Fraction(9, 4)}
    assert prospects(Running(points, games=((2, 3),)))[1] == Prospect(1, 2, True)
    assert prospects(Running(points, rounds=1))[1] == Prospect(1, 3, False)


def test_level_players_may_come_in_any_order() -> None:
    over = prospects(Running({1: HALF, 2: HALF, 3: Fraction(0)}))
    assert [over[player] for player in (1, 2, 3)] == [Prospect(1, 2, True), Prospect(1, 2, True), Prospect(3, 3, True)]


def test_outcomes_are_all_places_and_anybody_may_be_gone() -> None:
    assert set(outcomes(pair_points, 2)) == {(1, 0), (0, 1), (HALF, HALF), (0, 0), (HALF, 0), (0, HALF)}
    assert (10, 6, 3, 0) in outcomes(league_points, 4)
    assert (0, 0, 0, 0) in outcomes(twelfths, 4)
    assert (12, 8, 4, 0) in outcomes(twelfths, 4)


@settings(max_examples=40, deadline=None)
@given(players=st.integers(3, 6), gone=st.integers(0, 15), seed=st.integers(0, 10**6))
def test_no_result_of_a_round_robin_widens_a_prospect(players: int, gone: int, seed: int) -> None:
    chance = random.Random(seed)
    games = tuple(pair for pairs in berger(players) for pair in pairs if max(pair) <= players)
    tournament = Running(dict.fromkeys(range(1, players + 1), Fraction(0)), games)
    for game in chance.sample(games, min(gone, len(games) - 1)):
        tournament = finished(tournament, game, chance)
    narrows(tournament, chance, size=2)


@settings(max_examples=40, deadline=None)
@given(players=st.integers(4, 10), size=st.integers(2, 4), rounds=st.integers(1, 3), seed=st.integers(0, 10**6))
def test_no_result_of_a_swiss_widens_a_prospect(players: int, size: int, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    scheme, most = (pair_points, Fraction(1)) if size == 2 else (league_points, Fraction(10))
    start = dict.fromkeys(range(1, players + 1), Fraction(0))
    narrows(Running(start, rounds=rounds, most=most, scheme=scheme), chance, size)


def narrows(tournament: Running, chance: random.Random, size: int) -> None:
    """Play on to the end: each prospect lies within the one before, and the last ones are the places."""
    before = prospects(tournament)
    while tournament.games or tournament.rounds:
        tournament = (
            finished(tournament, chance.choice(tournament.games), chance)
            if tournament.games
            else paired(tournament, chance, size)
        )
        now = prospects(tournament)
        for player, prospect in now.items():
            assert before[player].best <= prospect.best <= prospect.worst <= before[player].worst
        before = now
    for player, points in tournament.points.items():
        ahead = sum(other > points for other in tournament.points.values())
        level = sum(other == points for other in tournament.points.values())
        assert before[player] == Prospect(ahead + 1, ahead + level, True)


def test_exact_bounds_are_reached_and_lie_within_the_others() -> None:
    chance = random.Random(5)
    for _ in range(30):
        points = {player: Fraction(chance.randrange(7), 2) for player in range(1, 6)}
        games = ((1, 2), (3, 4), (1, 5))
        tournament = Running(points, games)
        exact, loose = prospects(tournament), prospects(replace(tournament, games=games[:2], rounds=1))
        ends: dict[int, set[int]] = {player: set() for player in points}
        for _ in range(300):
            final = tournament
            for game in games:
                final = finished(final, game, chance)
            for player, mine in final.points.items():
                ends[player] |= {
                    1 + sum(other > mine for other in final.points.values()),
                    sum(other >= mine for other in final.points.values()),
                }
        for player in points:
            assert (min(ends[player]), max(ends[player])) == (exact[player].best, exact[player].worst)
            assert loose[player].best <= exact[player].best
            assert exact[player].worst <= loose[player].worst


@pytest.mark.parametrize("game", [(1, 1), (1, 9)])
def test_games_of_strangers_and_of_oneself_are_refused(game: tuple[int, ...]) -> None:
    with pytest.raises(RecordError, match=r"lists a player twice or a player without points\."):
        prospects(Running({1: HALF, 2: HALF}, (game,)))
