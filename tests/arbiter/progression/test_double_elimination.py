"""Double elimination: two lost matches are the end, whoever drops out; and the match for third place of a single one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

import pytest

from arbiter.errors import PlanError
from arbiter.formats.double_elimination import DoubleBracket, Part
from arbiter.progression import knockouts
from arbiter.progression.plan import Knockout, Plan, RoundRobin
from arbiter.progression.prospects import prospects_of, standings_of
from arbiter.progression.situation import NextRound
from tests.arbiter.progression.simulated import Simulated, best_seed_wins
from tests.seldom import first_few

PAIRS = Plan(sizes=None, bye=Fraction(1))
SEEDS = first_few(range(12), 5)


def of(**stated: object) -> Plan:
    return replace(PAIRS, stages=(Knockout(**stated),))  # type: ignore[arg-type]


def by_chance(players: tuple[int, ...], chance: Random) -> list[int]:
    return [chance.randint(1, 3) for _ in players]  # drawn games too


def leavers(players: int, seed: int) -> dict[int, list[int]]:
    """Who leaves before which round, nobody in every third life, and never all."""
    chance, found = Random(f"{players}:{seed}"), dict[int, list[int]]()
    for player in range(1, players) if seed % 3 else ():
        if chance.random() < 0.3:
            found.setdefault(chance.randint(1, 6), []).append(player)
    return found


@pytest.mark.parametrize("players", range(3, 17))
@pytest.mark.parametrize("seed", SEEDS)
def test_everybody_but_the_champion_loses_twice_or_drops_out(players: int, seed: int) -> None:
    """And nobody waits for ever: while it is not over, each round has a game."""
    gone = leavers(players, seed)
    stated = {"best_of": 1 + 2 * (seed % 2), "reset": seed % 4 > 0}
    tournament = Simulated(of(double=True, **stated), players, by_chance, gone=gone, seed=seed)
    final = tournament.run()
    both = knockouts.double(tournament.situation)
    champion = both.champion
    assert champion
    assert (final.rows[0].entrant, final.rows[0].shared_by) == (champion, 1)
    lost = Counter(one.loser for one in both.bouts if one.loser)
    dropped = {player for leaving in gone.values() for player in leaving}
    assert lost[champion] <= 1
    for player in {*range(1, players + 1)} - {champion} - dropped:
        enough = 1 if player == both.finals[0].loser and not stated["reset"] else 2
        assert enough <= lost[player] <= 2, (player, lost)
    assert all(one.tables for one in tournament.rounds)
    assert not any(one.is_open for one in both.bouts)


@pytest.mark.parametrize("players", range(3, 17))
def test_it_takes_no_more_rounds_than_its_brackets_are_long(players: int) -> None:
    """The losers' bracket is played beside that of the winners: twice as many rounds as the winners' has, and the grand final."""
    tournament = Simulated(of(double=True), players, best_seed_wins)
    final = tournament.run()
    rounds = (players - 1).bit_length()
    assert len(tournament.rounds) <= 2 * rounds
    assert [row.entrant for row in final.rows[:3]] == [1, 2, 3]
    games = sum(len(one.tables) for one in tournament.rounds)
    assert games == 2 * (players - 1), "everybody else has lost two"


def test_the_grand_final_is_played_again_only_where_that_is_stated() -> None:
    def upset(players: tuple[int, ...], chance: Random) -> list[int]:
        """The better seed wins until the two meet again."""
        met[frozenset(players)] += 1
        return [-player if met[frozenset(players)] == 1 else player for player in players]

    for reset, games in ((True, 3), (False, 2)):
        met: Counter[frozenset[int]] = Counter()
        tournament = Simulated(of(double=True, reset=reset), 2, upset)
        final = tournament.run()
        assert final.rows[0].entrant == 2
        assert len(tournament.rounds) == games
        parts = [table.group for one in tournament.rounds for table in one.tables]
        assert parts == [Part.WINNERS, Part.FINAL, Part.AGAIN][:games]


@pytest.mark.parametrize("players", [3, 5, 8, 13])
@pytest.mark.parametrize("plan", [of(double=True), of(double=True, reset=False), of(third_place=True)])
def test_a_result_never_widens_the_places_that_can_be_reached(plan: Plan, players: int) -> None:
    for seed in range(6):
        tournament = Watched(plan, players, by_chance, seed=seed)
        final = {row.entrant: (row.place, row.place) for row in tournament.run().rows}
        for before, after in zip(tournament.said, [*tournament.said[1:], final], strict=True):
            for player, (best, worst) in before.items():
                assert best <= after[player][0] <= after[player][1] <= worst, (seed, player, before, after)


@pytest.mark.parametrize("players", [2, 3, 6, 8, 13])
def test_whoever_comes_into_the_grand_final_is_first_or_second_and_whoever_is_out_has_that_round_s_places(
    players: int,
) -> None:
    for seed in range(4):
        tournament = Watched(of(double=True), players, by_chance, seed=seed)
        tournament.run()
        for both, said in zip(tournament.brackets, tournament.said, strict=True):
            if unbeaten := both.winners[-1][0].winner:
                assert said[unbeaten] in {(1, 1), (1, 2), (2, 2)}
            left = players
            for row in both.losers:
                if any(one.is_open or not one.winner for one in row if None not in (one.one, one.other)):
                    break
                out = [one.loser for one in row if one.loser]
                assert all(left - len(out) < said[player][0] <= said[player][1] <= left for player in out)
                left -= len(out)


@dataclass
class Watched(Simulated):
    """With the places that everybody could reach after each round."""

    said: list[dict[int, tuple[int, int]]] = field(default_factory=list)
    brackets: list[DoubleBracket] = field(default_factory=list)

    def play(self, one: NextRound) -> None:
        super().play(one)
        found = prospects_of(self.situation, standings_of(self.situation), ())
        self.said.append({player: (each.best, each.worst) for player, each in found.items()})
        self.brackets.append(knockouts.double(self.situation))


@pytest.mark.parametrize("players", [4, 6, 7, 16])
def test_the_losers_of_the_semifinals_play_for_third_place(players: int) -> None:
    tournament = Simulated(of(third_place=True), players, best_seed_wins)
    final = tournament.run()
    assert [(row.entrant, row.place, row.shared_by) for row in final.rows[:4]] == [
        (1, 1, 1),
        (2, 2, 1),
        (3, 3, 1),
        (4, 4, 1),
    ]
    assert sorted(table.group for table in tournament.rounds[-1].tables) == [0, Part.THIRD]
    shared = Simulated(of(), players, best_seed_wins).run()
    assert [row.place for row in shared.rows[:4]] == [1, 2, 3, 3]


def test_nobody_plays_for_third_place_alone() -> None:
    assert len(Simulated(of(third_place=True), 3, best_seed_wins).run().rows) == 3
    left = Simulated(of(third_place=True), 4, best_seed_wins, gone={2: [4]})
    assert left.run().rows[2].entrant == 3
    assert len(left.rounds) == 2
    stages = (RoundRobin(groups=2), Knockout(from_each=2, third_place=True))
    assert [row.place for row in Simulated(replace(PAIRS, stages=stages), 8, best_seed_wins).run().rows[:4]] == [
        1,
        2,
        3,
        4,
    ]


def test_a_double_elimination_is_played_in_pairs_and_alone() -> None:
    with pytest.raises(PlanError):
        Plan(stages=(Knockout(double=True),))
    with pytest.raises(PlanError):
        replace(PAIRS, stages=(RoundRobin(groups=2), Knockout(from_each=2, double=True)))
