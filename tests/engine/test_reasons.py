"""The reasons of a move are what the evaluation weighs, term by term, and tell nothing that the viewer cannot see."""

from random import Random

import pytest

import engine
from engine.acquire import Buy
from engine.bots import BOTS, ReasonTerm, reasons_for
from engine.bots.search import prospects_for
from engine.bots.worth import worth
from engine.core import State
from tests.builders import position, seat

BESIDE = ("denied", "resale")
"""Kinds that the worth of the own seat does not hold."""


def terms_of(state: State, text: str, guess: int = 0) -> dict[str, ReasonTerm]:
    """The terms of a move of the seat that is asked, by kind."""
    (viewer,) = engine.waiting_for(state)
    view = engine.view_for(state, viewer)
    found = reasons_for(view, engine.guess(view, Random(guess)), engine.parse_move(text, state))
    return {term.kind: term for term in found}


@pytest.mark.parametrize("edition", [1, 2])
def test_the_terms_of_a_purchase_add_up_to_what_the_evaluation_gains(edition: int) -> None:
    options, rng = engine.Options(edition=edition, players=3), Random(edition)
    state, compared = engine.new_game(options, engine.make_deal(options, bytes(32))), 0
    while not state.over:
        (viewer,) = engine.waiting_for(state)
        view = engine.view_for(state, viewer)
        outlook = prospects_for(options).outlook(state)
        for move in engine.legal_moves(state, viewer):
            after = engine.apply(state, viewer, move).state
            if (
                isinstance(move, Buy)
                and move.source != "hand"
                and after.step == state.step
                and not view.seats[viewer].hand
            ):
                gain = worth(outlook, after, viewer) - worth(outlook, state, viewer)
                terms = reasons_for(view, state, move)
                assert sum(term.worth for term in terms if term.kind not in BESIDE) == pytest.approx(gain, abs=1e-6)
                compared += 1
        state = engine.apply(state, viewer, BOTS["plain"].choose(view, state, rng)).state
    assert compared > 200


@pytest.mark.parametrize("sets", [(), ("market", "orders", "hurdles")])
def test_reasons_tell_nothing_that_the_viewer_cannot_see(sets: tuple[str, ...]) -> None:
    """With hidden hands, or open ones and hidden orders, every guess gives the same terms, whatever it deals to others and leaves
    in the piles."""
    options, rng = engine.Options(edition=2, players=3, sets=sets, open_hands=bool(sets)), Random(8)
    state, held = engine.new_game(options, engine.make_deal(options, bytes(32))), 0
    while not state.over and state.round < 6:
        viewer = engine.waiting_for(state)[0]
        view = engine.view_for(state, viewer)
        one, other = engine.guess(view, Random(1)), engine.guess(view, Random(2))
        held += any(player.hand for player in (*one.players[:viewer], *one.players[viewer + 1 :]))
        for move in engine.legal_moves(one, viewer):
            assert reasons_for(view, one, move) == reasons_for(view, other, move), str(move)
        moves = engine.legal_moves(state, viewer)
        takes = [move for move in moves if move.kind == "take"]
        state = engine.apply(state, viewer, rng.choice(takes or moves)).state
    assert held > 20


def test_cards_that_count_for_an_order_or_a_hurdle_say_so() -> None:
    """A hurdle that a purchase opens lacks nothing afterwards, by what the view says of it (HURD-11)."""
    options = engine.Options(edition=2, players=3, sets=("market", "orders", "hurdles"))
    state, kinds, opened = engine.new_game(options, engine.make_deal(options, bytes(32))), set[str](), 0
    while not state.over:
        viewer = engine.waiting_for(state)[0]
        view = engine.view_for(state, viewer)
        for move in engine.legal_moves(state, viewer):
            terms = {term.kind: term for term in reasons_for(view, state, move)}
            kinds |= terms.keys()
            if "hurdle" in terms and len(engine.apply(state, viewer, move).entries) == 1:
                after = engine.view_for(engine.apply(state, viewer, move).state, viewer)
                (met,) = (one for one in after.extras["hurdles"]["hurdles"] if one["space"] == terms["hurdle"].count)
                needs = met["seats"][viewer]["progress"]
                assert sum(max(0, need["needs"] - need["has"]) for need in needs) == terms["hurdle"].times
                opened += not terms["hurdle"].times
        state = engine.apply(state, viewer, BOTS["plain"].choose(view, state, Random(1))).state
    assert {"order", "hurdle", "stopped"} <= kinds
    assert opened


def test_a_worker_costs_now_pays_every_round_and_may_be_replaced() -> None:
    state = position(edition=1, phase="worker", round=1, upper=["lumberjack", "observatory"], seats=[seat(), seat()])
    terms = terms_of(state, "buy lumberjack")
    assert (terms["price"].rubles, terms["rubles"].rubles, terms["replaceable"].card) == (3, 3, "carpenter-workshop")
    assert terms["price"].worth < 0 < terms["rubles"].worth
    assert "replaceable" not in terms_of(state, "buy observatory")
    owner = seat(display=["lumberjack"])
    state = position(edition=1, phase="worker", round=1, upper=["lumberjack"], seats=[owner, seat()])
    assert "replaceable" not in terms_of(state, "buy lumberjack"), "the Carpenter Workshop has something to replace"


def test_another_equal_card_denies_nobody_anything() -> None:
    pair = position(phase="noble", upper=["judge", "judge"], seats=[seat(), seat()])
    assert "denied" not in terms_of(pair, "buy judge")
    alone = position(phase="noble", upper=["judge", "author"], seats=[seat(), seat()])
    assert terms_of(alone, "buy judge")["denied"].seat == 1
    poor = position(phase="noble", upper=["judge", "author"], seats=[seat(), seat(rubles=3)])
    assert "denied" not in terms_of(poor, "buy judge")


def test_the_next_noble_brings_what_the_table_says() -> None:
    nobles = ["author", "administrator", "secretary"]
    state = position(phase="noble", upper=["judge", "author"], seats=[seat(display=nobles), seat()])
    term = terms_of(state, "buy judge")["noble"]
    assert (term.count, term.points) == (4, 4)
    assert "noble" not in terms_of(state, "buy author")


def test_an_observatory_is_told_by_what_the_pile_may_hold() -> None:
    poor, rich = (position(upper=["market"], seats=[seat(display=["observatory"], rubles=n), seat()]) for n in (3, 30))
    term = terms_of(rich, "draw noble")["draw"]
    assert (term.times, term.what) == (27, "noble")
    assert 0 < terms_of(poor, "draw noble")["draw"].worth < term.worth
    assert terms_of(rich, "draw noble")["face-down"].points == -1


def test_points_of_a_pub_are_weighed_against_their_rubles() -> None:
    state = position(ending=True, round=7, upper=["academy"], seats=[seat(display=["pub"], rubles=12), seat()])
    state = engine.apply(state, 0, engine.parse_move("pass", state)).state
    state = engine.apply(state, 1, engine.parse_move("pass", state)).state
    terms = terms_of(state, "pub 5")
    assert (terms["otherwise"].rubles, terms["at-once"].points) == (10, 5)
    assert terms["at-once"].worth > -terms["otherwise"].worth
