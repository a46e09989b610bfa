"""The positions that no expert would discuss (benchmarks/positions.toml): legal, founded, and proved where they say so."""

import tomllib
from collections import Counter
from random import Random

import pytest

import engine
from benchmarks.positions import FILE, answers, is_found, position, positions
from engine.bots import BOTS
from tests.engine.solving import solved

EVERY = {one.id: one for one in positions()}
GIVEN = {given["id"]: given for given in tomllib.loads(FILE.read_text(encoding="utf-8"))["position"]}
TRIED = [name for name, one in EVERY.items() if one.source.endswith("all replies tried")]


def test_there_are_sixty_of_every_kind_of_table() -> None:
    assert len(EVERY) == len(GIVEN) == 60
    options = [one.state.rules.options for one in EVERY.values()]
    assert {chosen.edition for chosen in options} == {1, 2}
    assert {chosen.players for chosen in options} == {2, 3, 4, 5}
    assert len({one for chosen in options for one in chosen.sets}) >= 5
    assert Counter(one.proof for one in EVERY.values())["arithmetic"] >= 30


@pytest.mark.parametrize("name", EVERY)
def test_every_position_says_what_is_right_and_why(name: str) -> None:
    one = EVERY[name]
    assert bool(one.best) != bool(one.avoid)
    assert one.proof in ("arithmetic", "advice")
    assert all((one.title, one.source, one.reason.endswith(".")))
    assert 4 <= len(one.reason.split()) <= 20
    legal = set(engine.legal_moves(one.state, one.seat))
    assert one.best | one.avoid < legal


@pytest.mark.parametrize("name", EVERY)
def test_every_position_could_come_up_in_a_game(name: str) -> None:
    """No more cards than the rounds deal, nothing discarded before a lower row is cleared, an end where a pile is empty."""
    state = EVERY[name].state
    view = engine.view_for(state, EVERY[name].seat)
    target, at = state.rules.target, [phase.name for phase in view.phases].index(view.phase)
    sizes = Counter(card.pile for card in engine.cards(state.rules.options) for _ in range(card.copies))
    assert sum(slot is not None for slot in (*view.upper, *view.lower)) <= target
    for place, phase in enumerate(view.phases):
        times = view.round - (place > at)
        most = target * times if place else 2 * len(view.seats) + target * (times - 1)
        assert sizes[phase.name] - phase.left <= most
    assert view.ending == any(phase.left == 0 for phase in view.phases)
    assert bool(view.discard) == (view.round > 2)
    assert any(view.lower) <= (view.round > 1)
    for seat in view.seats:
        assert seat.rubles is not None
        assert 0 <= seat.rubles <= 45
        assert len(seat.hand or ()) <= seat.hand_limit


@pytest.mark.parametrize("name", EVERY)
def test_what_is_right_does_not_hang_on_hidden_cards(name: str) -> None:
    """Whatever lies in the piles, the seat is asked the same, and every move named here is there."""
    one = EVERY[name]
    view = engine.view_for(one.state, one.seat)
    for number in range(3):
        other = engine.guess(view, Random(number))
        assert engine.legal_moves(other, one.seat) == engine.legal_moves(one.state, one.seat)


@pytest.mark.parametrize("name", TRIED)
def test_the_last_phase_is_played_out_in_every_way(name: str) -> None:
    """Each best move wins whatever the others do; each other one does not if they answer well."""
    one = EVERY[name]
    assert (one.state.phase, one.state.ending) == ("exchange", True)
    values = solved(one.state, one.seat)
    right = {move: value for move, value in values.items() if one.is_right(move)}
    assert {share for share, _ in right.values()} == {1}
    assert max((values[move][0] for move in values if move not in right), default=0) < 1


def test_a_third_are_played_out() -> None:
    assert len(TRIED) >= 20


HIDDEN = ("lumberjack-first", "observatory-for-five", "hand-bridges-the-gap", "contested-first", "sponsor-first")


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_sees_only_what_its_seat_sees(bot: str, name: str) -> None:
    """With hands and rubles hidden too: another deal of all that is hidden, the same answer to the same chance."""
    given = GIVEN[name]
    state = position({**given, "options": {**given.get("options", {}), "open_hands": False}})
    seat = EVERY[name].seat
    view = engine.view_for(state, seat)
    for number in range(4):
        other = engine.guess(view, Random(number))
        assert other != state
        asked = [engine.view_for(one, seat) for one in (state, other)]
        moves = [BOTS[bot].choose(seen, engine.guess(seen, rng), rng) for seen in asked for rng in [Random(7)]]
        assert moves[0] is moves[1]


def test_found_is_what_most_answers_say() -> None:
    one = EVERY["lumberjack-first"]
    good, bad = engine.parse_move("buy lumberjack", one.state), engine.parse_move("buy ship-builder", one.state)
    assert is_found(one, Counter({good: 3, bad: 2}))
    assert not is_found(one, Counter({good: 2, bad: 3}))
    assert answers("plain", one, 2).total() == 2
