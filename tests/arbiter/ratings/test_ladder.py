"""Rebuilding: the same bits in any batches, in order of finishing, from an unrounded store."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import OutOfOrder, StoreError
from arbiter.ratings.elo import DEFAULT, Formula, Spread
from arbiter.ratings.games import OVERALL, Ladder, RatedGame, Rating, Store, rebuild


def games(count: int, seed: int = 5, people: int = 300) -> list[RatedGame]:
    """Games of two to five in order of finishing, some at the same moment, with ties."""
    chance = Random(seed)
    made = []
    for number in range(count):
        size = chance.randint(2, 5)
        players = tuple(sorted(chance.sample(range(people), size)))
        finish = [chance.randint(1, size) for _ in range(size)]
        ranks = tuple(1 + sum(other < own for other in finish) for own in finish)
        pool = f"{chance.choice(['first', 'second'])}/{'duel' if size == 2 else 'table'}/days"
        made.append(RatedGame(number // 3, number, (pool, OVERALL), players, ranks))
    return made


def bits(store: Store) -> dict[tuple[str, int], tuple[str, int]]:
    return {key: (rating.value.hex(), rating.games) for key, rating in store.ratings.items()}


def through_text(store: Store) -> Store:
    """The store as a database or a file would give it back."""
    text = json.dumps([[pool, player, one.value, one.games] for (pool, player), one in store.ratings.items()])
    ratings = {(pool, player): Rating(value, count) for pool, player, value, count in json.loads(text)}
    return Store(ratings, store.last)


@pytest.mark.parametrize("batch", [1_000, 7_777, 19_999])
def test_a_rebuild_in_batches_gives_the_same_bits(batch: int) -> None:
    """20,000 games; between batches nothing but the stored figures is kept."""
    everything = games(20_000)
    whole = rebuild(everything)
    store = Store({})
    rest = iter(everything)
    while block := list(islice(rest, batch)):
        ladder = Ladder(store=through_text(store))
        assert ladder.rate(block) == len(block)
        store = ladder.store()
    assert bits(store) == bits(whole)
    assert store.last == whole.last == (6666, 19_999)


def test_one_game_at_a_time_gives_the_same_bits() -> None:
    everything = games(300, people=25)
    store = Store({})
    for game in everything:
        ladder = Ladder(store=through_text(store))
        ladder.rate([game])
        store = ladder.store()
    assert bits(store) == bits(rebuild(everything))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), spread=st.sampled_from(list(Spread)), settling=st.sampled_from([0, 1, 30]))
def test_the_explanation_of_a_game_is_what_the_rebuild_stores(seed: int, spread: Spread, settling: int) -> None:
    """To the last bit, game by game, in both pools: the fast loop is the same formula."""
    formula = Formula(settling_games=settling, spread=spread)
    ladder = Ladder(formula)
    for game in games(60, seed, people=12):
        told = {pool: ladder.explain(game, pool) for pool in game.pools}
        ladder.rate([game])
        for pool, changes in told.items():
            for change in changes:
                assert ladder.rating(pool, change.player) == Rating(change.after, change.games_before + 1)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_with_one_k_the_mean_of_a_pool_stays_where_it_began(seed: int) -> None:
    formula = Formula(new_k=32, settled_k=32, settling_games=0, spread=Spread.OPPONENTS)
    store = rebuild(games(200, seed, people=20), formula)
    overall = [one.value for (pool, _), one in store.ratings.items() if pool == OVERALL]
    assert sum(overall) / len(overall) == pytest.approx(1500, abs=1e-9)


def test_pools_do_not_touch_each_other() -> None:
    everything = games(500, people=30)
    alone = rebuild([game._replace(pools=(OVERALL,)) for game in everything])
    both = rebuild(everything)
    assert all(both.ratings[key] == rating for key, rating in alone.ratings.items())


def test_games_are_rated_in_order_of_time_and_number() -> None:
    """The same moment twice is settled by the number; whatever came before the wrong game is rated."""
    one, two, three = games(3)
    ladder = Ladder()
    with pytest.raises(OutOfOrder) as caught:
        ladder.rate([one, three, two])
    assert caught.value.code == "out_of_order"
    assert ladder.last == (three.at, three.number)
    with pytest.raises(OutOfOrder):
        Ladder(store=ladder.store()).rate([three])


def test_who_has_not_played_in_a_pool_has_the_start() -> None:
    ladder = Ladder()
    assert ladder.rating("nowhere", 5) == Rating(1500.0, 0)
    assert not ladder.store().ratings


def test_figures_are_rounded_for_people_only() -> None:
    assert [Rating(value, 1).shown for value in (1499.5, 1499.4999, 1500.0)] == [1500, 1499, 1500]


def test_a_damaged_store_is_refused() -> None:
    for wrong in (Rating(float("nan"), 3), Rating(1500.0, -1)):
        with pytest.raises(StoreError):
            Ladder(DEFAULT, Store({(OVERALL, 1): wrong}))


def test_a_history_told_while_rating_is_what_each_game_changed() -> None:
    """Against a ladder that is asked before and after every single game; the figures are not touched by telling."""
    everything = games(400, people=30)
    told: list[tuple[int, str, tuple[int, ...], list[float], list[float], list[int]]] = []
    ladder = Ladder()
    assert ladder.rate(everything, lambda *row: told.append(row)) == 400
    assert bits(ladder.store()) == bits(rebuild(everything))
    step, rows = Ladder(), iter(told)
    for game in everything:
        before = {pool: [step.rating(pool, player) for player in game.players] for pool in game.pools}
        step.rate([game])
        for pool in game.pools:
            after = [step.rating(pool, player) for player in game.players]
            assert next(rows) == (
                game.number,
                pool,
                game.players,
                [one.value for one in before[pool]],
                [one.value for one in after],
                [one.games for one in after],
            )
    assert next(rows, None) is None
