"""What lies on the table before the first Worker is dealt."""

from random import Random

import pytest

import engine
from tests.builders import cards_in, displayed, in_hand, position, seat
from tests.engine.examples.stories import TOKENS, all_pass, asked, deal_of, lying, opened, to_the_end
from tests.engine.walks import random_deal

SELECTIONS = [(edition, players) for edition in (1, 2) for players in (1, 2, 3, 4)]


@pytest.mark.parametrize(("edition", "players"), SELECTIONS)
def test_everybody_starts_with_25_rubles_and_nothing_else(edition: int, players: int) -> None:
    """SETUP-3, SETUP-4: no points, empty hands, empty displays, an empty discard pile."""
    options = engine.Options(edition=edition, players=players)
    view = engine.view_for(engine.new_game(options, random_deal(options, Random(players))), None)
    assert [(one.rubles, one.points, one.hand, one.display) for one in view.seats] == [(25, 0, (), ())] * players
    assert view.discard == ()
    assert (view.round, view.phase, view.ending) == (1, "worker", False)
    assert not any(view.lower)


@pytest.mark.parametrize("edition", [1, 2])
def test_each_group_is_a_pile_of_its_own(edition: int) -> None:
    """SETUP-1, SETUP-2: 31, 28, 27 and 30 cards; 4 Workers of a two-player game lie in the tableau already."""
    options = engine.Options(edition=edition, players=2)
    state = engine.new_game(options, random_deal(options, Random(3)))
    phases = engine.view_for(state, 0).phases
    assert [(phase.name, phase.left) for phase in phases] == [
        ("worker", 27), ("building", 28), ("noble", 27), ("exchange", 30)
    ]  # fmt: skip
    for phase in phases:
        assert {engine.card(state.rules, card).pile for card, _ in phase.contents} == {phase.name}
    assert sum(cards_in(state).values()) == 31 + 28 + 27 + 30


def test_four_tokens_say_who_starts_which_phase() -> None:
    """SETUP-5, SETUP-7, TURN-2: Hammer, Cathedral, Bust and Hand; each holder has the first turn of his phase."""
    tokens = {"worker": 2, "building": 0, "noble": 3, "exchange": 1}
    state = opened(engine.Options(players=4), {}, tokens)
    assert state.rules.tokens == TOKENS
    starts = {}
    while state.round == 1:
        starts.setdefault(state.phase, asked(state))
        state = engine.apply(state, asked(state), engine.default_move(state, asked(state))).state
    assert starts == tokens


@pytest.mark.parametrize(("players", "counts"), [(1, [4]), (2, [2, 2]), (3, [2, 1, 1]), (4, [1, 1, 1, 1])])
def test_tokens_of_a_real_deal_are_shared_out_evenly(players: int, counts: list[int]) -> None:
    """SETUP-6, EX-18: in every deal, and with three players the fourth token does not always go to the same seat."""
    options = engine.Options(players=players)
    richest = set()
    for number in range(60):
        view = engine.view_for(engine.new_game(options, random_deal(options, Random(number))), None)
        held = [len(one.tokens) for one in view.seats]
        assert sorted(held, reverse=True) == counts
        richest.add(held.index(max(held)))
    assert len(richest) == (players if players == 3 else 1)


def test_nobody_is_asked_to_do_a_clerk_s_work() -> None:
    """SETUP-8: dealing, scoring, clearing the rows and passing on the tokens are never a question to anybody."""
    options = engine.Options(players=3)
    state = engine.new_game(options, random_deal(options, Random(8)))
    questions = set()
    entries: list[engine.Entry] = []
    while not state.is_over:
        questions.add(engine.question_for(state, asked(state)).kind)
        done = engine.apply(state, asked(state), engine.default_move(state, asked(state)))
        state = done.state
        entries += done.entries
    assert questions == {"first-worker", "turn"}
    assert {engine.Dealt, engine.Scored, engine.RoundEnded, engine.Final} <= {type(entry) for entry in entries}


def test_bank_rubles_and_score_have_no_limit() -> None:
    """SETUP-9: large numbers are paid, scored and exchanged like small ones."""
    rich = seat(rubles=1_000_000, points=100_000, display=["lumberjack"])
    state, _ = all_pass(
        position(phase="worker", round=4, upper=["market"], piles={"building": 7}, seats=[rich, seat()])
    )
    assert (state.rubles(0), state.points(0)) == (1_000_003, 100_000)
    state, _ = to_the_end(state)
    assert (state.points(0), state.rubles(0)) == (200_000, 3)


def test_the_whole_set_up_follows_from_the_deal() -> None:
    """SETUP-12: the same seed gives the same game, another seed another; the first Workers are the top of the pile
    when piles and tokens are ready."""
    options = engine.Options(players=3)
    one, same, other = (engine.new_game(options, engine.make_deal(options, seed * 32)) for seed in (b"a", b"a", b"b"))
    assert one == same
    assert one != other
    deal = deal_of(options, {"worker": ["shepherd", "lumberjack", "czar-and-carpenter"]})
    assert lying(engine.new_game(options, deal))[:3] == ["shepherd", "lumberjack", "czar-and-carpenter"]
    assert all(not displayed(one, who) and not in_hand(one, who) for who in range(3))
