"""What a judgement of moves promises: from the view alone, the same every time, and true where the truth is known."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.bots import BOTS, judge
from engine.bots.judge import Decision, compare, decisions, luck, moments

OPTIONS = engine.Options(edition=1, players=2, open_hands=False)


def game(until: int = 10_000, errs: float = 0.1) -> list[engine.Step]:
    deal, rng = engine.make_deal(OPTIONS, bytes(32)), Random(1)
    state, moves = engine.new_game(OPTIONS, deal), []
    while not state.over and len(moves) < until:
        seat = engine.waiting_for(state)[0]
        view = engine.view_for(state, seat)
        move = BOTS["plain"].choose(view, engine.guess(view, rng), rng)
        if rng.random() < errs:
            move = rng.choice(engine.legal_moves(state, seat))
        moves.append((seat, str(move)))
        state = engine.apply(state, seat, move).state
    return list(engine.walk(OPTIONS, deal, moves))


@pytest.fixture(scope="module")
def steps() -> list[engine.Step]:
    return game()


def test_forced_moves_are_no_decisions(steps) -> None:
    found = list(decisions(steps))
    assert found
    assert all(len(one.moves) > 1 and one.played in one.moves for one in found)
    forced = {step.number for step in steps[1:]} - {one.ply for one in found}
    assert all(len(engine.legal_moves(steps[ply - 1].state, steps[ply].seat)) == 1 for ply in forced)


def test_to_buy_what_wins_at_once_is_better_than_to_pass_and_the_interval_says_so() -> None:
    """In the last Building phase a Building, where no other card is left to be bought."""
    state = engine.set_up(
        OPTIONS,
        round=7,
        phase="building",
        upper=["academy"],
        piles={"building": 0, "worker": 3, "noble": 0, "exchange": 0},
        seats=[engine.SeatSetup(rubles=25), engine.SeatSetup(rubles=0)],
        ending=True,
    )
    moves = engine.legal_moves(state, 0)
    buy = next(move for move in moves if move.kind == "buy")
    passing = next(move for move in moves if move.is_pass)
    asked = Decision(1, 0, engine.view_for(state, 0), passing, moves)
    loss = compare(asked, buy, Random(1), 25)
    assert loss.points > 2
    assert loss.interval[0] > 0
    assert compare(asked, passing, Random(1), 25).points == 0


def test_what_is_hidden_from_the_seat_changes_no_judgement() -> None:
    """Two deals that differ only in what still lies in the piles: every guess, and so every play-out, is the same."""
    deal = engine.make_deal(OPTIONS, bytes(range(32)))
    other = engine.Deal(
        tuple((name, (*cards[:8], *reversed(cards[8:]))) for name, cards in deal.piles), deal.tokens, deal.draws
    )
    losses = []
    for one in (deal, other):
        state = engine.new_game(OPTIONS, one)
        seat = engine.waiting_for(state)[0]
        moves = engine.legal_moves(state, seat)
        asked = Decision(1, seat, engine.view_for(state, seat), moves[0], moves)
        losses.append(compare(asked, next(move for move in moves if move.card != moves[0].card), Random(1), 10))
    assert losses[0] == losses[1]


def test_the_same_game_is_judged_alike_and_only_what_cost_beyond_doubt_is_named(monkeypatch) -> None:
    monkeypatch.setattr(judge, "CANDIDATES", 4)
    monkeypatch.setattr(judge, "JUDGING_MOVES", 60_000)
    begun = game(40, errs=0.5)
    found = moments(begun, "a game")
    assert found == moments(begun, "a game")
    assert found, "of these moves many were made at random"
    for one in found:
        assert one.better != one.decision.played
        assert one.loss.interval[0] > 0
        assert one.loss.points >= judge.LEAST_LOSS
    lows = [one.loss.interval[0] for one in found]
    assert lows == sorted(lows, reverse=True)


def test_luck_is_what_one_seat_gains_and_the_other_loses(steps) -> None:
    found = luck(steps, "a game")
    assert found == luck(steps, "a game")
    assert {one.phase for one in found} == {"worker", "building", "noble", "exchange"}
    assert all(sum(one.points) == pytest.approx(0) for one in found)
    assert any(abs(one.points[0]) > 1 for one in found)


def test_where_orders_and_hurdles_are_valued_fewer_moves_are_tried(monkeypatch) -> None:
    """A move takes nine times as long there, and a review of the longest game has a minute."""
    monkeypatch.setattr(judge, "WEIGHING_MOVES", 1)
    options = engine.Options(edition=2, players=3, sets=("market", "orders", "hurdles"))
    deal = engine.make_deal(options, bytes(32))
    moves, state = list[tuple[int, str]](), engine.new_game(options, deal)
    for _ in range(6):
        seat = engine.waiting_for(state)[0]
        move = engine.legal_moves(state, seat)[0]
        moves.append((seat, str(move)))
        state = engine.advance(state, seat, move)
    assert (judge.slowness(options), judge.slowness(OPTIONS)) == (9, 1)
    tried = [len(found) for _, found in judge.weighed(list(engine.walk(options, deal, moves)), "a game")]
    assert 1 < max(tried) <= judge.CHEAP_CANDIDATES < judge.ADVISER.effort.candidates
