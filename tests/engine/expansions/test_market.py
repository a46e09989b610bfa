"""The Market (section 16), with every number of its worked examples."""

import random
from hashlib import sha256

import pytest

import engine
from engine.expansions.market import KINDS, places, positions, value_tile
from engine.set_up import price as paid
from tests.builders import act, acted, discarded, displayed, pass_on, play, position, price, seat, texts

MARKET = ("market",)
# Names of the table of EX-62 and EX-1.
KONRAD, CHIYE, PETER, HOLGER, GIULIANO = range(5)


def market(**wishes):
    """A position in the action part of the Market phase, round 3 unless said: tile 3/1."""
    return position(sets=MARKET, **{"phase": "market", "round": 3, "upper": ["chick"], **wishes})


def at(state, one, kind):
    return positions(state, kind)[one]


def shown(state, viewer=0):
    return engine.view_for(state, viewer).extras["market"]


def test_a_card_moves_the_marker_at_once_and_pays_only_in_the_market_scoring():
    """EX-61, MKT-4, MKT-14: Grain Sack 4 rubles and 2 symbols, Chick 5 rubles and 1 symbol; no VP yet."""
    state = market(upper=["grain-sack", "chick", "hen"], seats=[seat(rubles=9), seat()])
    assert (price(state, 0, "grain-sack"), price(state, 0, "chick")) == (4, 5)
    state = act(state, 0, "buy grain-sack")
    assert (at(state, 0, "sack"), state.points(0), state.rubles(0)) == (2, 0, 5)
    state = play(state, "1 pass", "0 buy chick")
    assert (at(state, 0, "chicken"), state.points(0), state.rubles(0)) == (1, 0, 0)


def test_taking_a_card_into_the_hand_moves_no_marker_and_other_phases_do_not_pay():
    """MKT-4, MKT-14."""
    state = act(market(), 0, "take chick")
    assert at(state, 0, "chicken") == 0
    state = position(sets=MARKET, phase="noble", round=3, upper=["author"], seats=[seat(display=["chick"]), seat()])
    assert pass_on(state).points(0) == 0


def test_the_square_pays_first_and_second_place_kind_by_kind():
    """EX-62, MKT-10, MKT-11, MKT-13: tile 3/1, Konrad 4, Chiye 4, Peter 4, Holger 3, Giuliano 3 VP."""
    displays = {
        KONRAD: ["chick", "grain-sack", "cabbage"],
        CHIYE: ["chick", "vegetable-garden"],
        PETER: ["fish", "vegetable-basket"],
        HOLGER: ["chicken-coop"],
        GIULIANO: ["apple"],
    }
    seats = [seat(display=displays[one]) for one in range(5)]
    state = market(players=5, seats=seats, start=KONRAD)
    assert positions(state, "chicken") == [1, 1, 0, 3, 0]
    assert positions(state, "cabbage") == [1, 3, 2, 0, 0]
    assert shown(state)["would_score"] == [4, 4, 4, 3, 3]
    after = pass_on(state)
    assert [after.points(one) for one in range(5)] == [4, 4, 4, 3, 3]


@pytest.mark.parametrize(
    ("markers", "paid"),
    [([5, 5, 3], [4, 4, 0]), ([5, 5, 5], [4, 4, 4]), ([6, 2, 2, 2], [4, 2, 2, 2]), ([3, 0, 0], [4, 0, 0])],
)
def test_ties_for_first_leave_no_second_place_and_who_is_not_there_gets_nothing(markers, paid):
    """EX-63, MKT-11, MKT-12, MKT-13: tile 4/2."""
    assert places(markers, (4, 2)) == paid


def upkeep(rubles, *cards, **wishes):
    return pass_on(market(seats=[seat(rubles=rubles, display=cards), seat()], **wishes))


def test_an_orange_card_costs_one_ruble_and_its_upkeep_is_paid_or_it_goes():
    """EX-64, MKT-19, MKT-20, MKT-22: tile 3/1."""
    state = market(upper=["special-grain-card"], seats=[seat(rubles=10), seat()])
    assert price(state, 0, "special-grain-card") == 1
    state = pass_on(act(state, 0, "buy special-grain-card"))
    assert at(state, 0, "sack") == 4
    assert engine.question_for(state, 0).kind == "upkeep"
    assert texts(state, 0) == ["keep special-grain-card", "give-up special-grain-card"]
    assert [paid(state, 0, move) for move in engine.legal_moves(state, 0)] == [3, 0]
    kept = act(state, 0, "keep special-grain-card")
    assert (kept.rubles(0), at(kept, 0, "sack"), kept.points(0)) == (9 - 3, 4, 3)
    gone = act(state, 0, "give-up special-grain-card")
    assert (gone.rubles(0), at(gone, 0, "sack"), gone.points(0)) == (9, 0, 0)
    assert discarded(gone)[-1] == "special-grain-card"
    assert displayed(gone, 0) == []


def test_an_orange_card_given_up_lies_on_top_of_the_discard_pile():
    """MKT-22: wished or not, above what lay there."""
    wished = market(upper=["author"], discard=["judge"], seats=[seat(rubles=9, display=["special-fish-card"]), seat()])
    wished = act(pass_on(wished), 0, "give-up special-fish-card")
    assert discarded(wished) == ["judge", "special-fish-card"]
    poor = market(upper=["author"], discard=["judge"], seats=[seat(rubles=0, display=["special-fish-card"]), seat()])
    assert discarded(pass_on(poor)) == ["judge", "special-fish-card"]


def test_with_money_for_one_card_the_player_chooses_which_to_keep():
    """EX-65, MKT-20, MKT-22: tile 3/1, 4 rubles, two orange cards."""
    cards = "special-fish-card", "special-apple-card"
    first = act(upkeep(4, *cards), 0, "keep special-fish-card")
    assert displayed(first, 0) == ["special-fish-card"]
    assert discarded(first)[-1] == "special-apple-card"
    second = play(upkeep(4, *cards), "0 give-up special-fish-card", "0 keep special-apple-card")
    assert displayed(second, 0) == ["special-apple-card"]
    assert (first.rubles(0), second.rubles(0)) == (1, 1)


def test_what_cannot_be_paid_is_given_up_without_a_question():
    """MKT-22: 2 rubles with tile 3/1."""
    state = upkeep(2, "special-fish-card")
    assert displayed(state, 0) == []
    assert (state.phase, state.rubles(0), state.points(0)) == ("building", 2, 0)


def test_a_position_has_no_upper_limit():
    """EX-66, MKT-6, MKT-7: 9 and 3 symbols are 12; losing 4 leaves 8."""
    nine = ["special-fish-card", "fish-basket", "fish-basket", "fish"]
    state = market(upper=["caviar"], seats=[seat(display=nine), seat()])
    assert at(state, 0, "fish") == 9
    state = act(state, 0, "buy caviar")
    assert at(state, 0, "fish") == 12
    state = act(pass_on(state), 0, "give-up special-fish-card")
    assert at(state, 0, "fish") == 8


def test_a_replaced_card_takes_its_symbols_along():
    """EX-67, EXCH-10, MKT-5: fish 3 becomes 2, 1 becomes 0; St Isaac's brings one apple."""
    fish = "market-fish"
    three = position(
        sets=MARKET, upper=["catherine-palace"], seats=[seat(display=[fish, "fish-basket"]), seat()], round=3
    )
    assert at(three, 0, "fish") == 3
    assert at(act(three, 0, f"buy catherine-palace over {fish}"), 0, "fish") == 2
    one = position(sets=MARKET, upper=["catherine-palace"], seats=[seat(display=[fish]), seat()], round=3)
    assert at(act(one, 0, f"buy catherine-palace over {fish}"), 0, "fish") == 0
    isaac = position(sets=MARKET, upper=["st-isaacs-cathedral"], seats=[seat(display=[fish]), seat()], round=3)
    after = act(isaac, 0, f"buy st-isaacs-cathedral over {fish}")
    assert (at(after, 0, "fish"), at(after, 0, "apple")) == (0, 1)


def asked_kinds():
    """Seat 1 has put the fish tile on the ? Ship Builder; seat 0 buys Czar & Carpenter, whose ? is still open."""
    state = position(
        sets=MARKET, phase="worker", round=3, upper=["ship-builder-any", "czar-and-carpenter", "wharf", "chick"], turn=1
    )
    state = play(state, "1 buy ship-builder-any", "1 kind fish")
    return act(state, 0, "buy czar-and-carpenter")


def test_a_tile_on_an_opponents_card_cannot_be_chosen_and_comes_back_with_it():
    """EX-68, MKT-15, MKT-16, MKT-18: chicken, grain, apple or cabbage only."""
    state = asked_kinds()
    assert texts(state, 0) == ["kind chicken", "kind sack", "kind apple", "kind cabbage"]
    state = act(state, 0, "kind apple")
    assert (at(state, 0, "apple"), at(state, 1, "fish")) == (1, 1)
    assert shown(state)["supply"] == ["chicken", "sack", "cabbage"]
    state = act(state, 1, "buy wharf over ship-builder-any-fish")
    assert at(state, 1, "fish") == 0
    assert shown(state)["supply"] == ["chicken", "sack", "fish", "cabbage"]
    assert discarded(state)[-1] == "ship-builder-any"


def test_the_kind_is_chosen_in_the_first_worker_phase_too():
    """FIRST-9, MKT-15."""
    state = position(
        sets=MARKET, phase="worker", round=1, upper=["ship-builder-any", "shepherd", "shepherd", "shepherd"]
    )
    state = act(state, 0, "buy ship-builder-any")
    assert engine.question_for(state, 0).kind == "kind"
    assert at(act(state, 0, "kind sack"), 0, "sack") == 1


def test_the_value_tiles_grow_with_the_rounds_and_the_last_one_stays():
    """EX-69, MKT-9, ROUND-4."""
    assert [value_tile(number)[0] for number in range(1, 9)] == [1, 2, 3, 4, 5, 6, 6, 6]
    assert [value_tile(number)[1] for number in range(1, 9)] == [0, 1, 1, 2, 2, 3, 3, 3]


def test_owners_of_orange_cards_decide_from_the_holder_of_the_sack():
    """EX-70, MKT-21: order A, B, C; Sack with B; B, then A."""
    a, b, c = range(3)
    seats = [seat(display=["special-fish-card"]), seat(display=["special-apple-card"]), seat()]
    state = pass_on(market(seats=seats, start=b))
    assert engine.waiting_for(state) == (b,)
    state = act(state, b, "keep special-apple-card")
    assert engine.waiting_for(state) == (a,)
    state = act(state, a, "keep special-fish-card")
    assert c not in engine.waiting_for(state) or state.phase == "building"


def test_the_market_scoring_pays_rubles_then_upkeep_then_the_square():
    """SCORE-9, MKT-8, MKT-24: 2 rubles of the Fish pay the upkeep of 3; the square counts what is left after it."""
    state = upkeep(1, "fish", "special-apple-card")
    assert state.rubles(0) == 3
    transition = acted(state, 0, "keep special-apple-card")
    kinds = [entry.kind for entry in transition.entries]
    assert kinds.index("upkeep-paid") < kinds.index("scored")
    assert transition.state.points(0) == 3 + 3
    assert act(state, 0, "give-up special-apple-card").points(0) == 3


def test_orange_cards_are_yellow_and_can_neither_be_replaced_nor_given_up_elsewhere():
    """MKT-19, MKT-25."""
    state = position(sets=MARKET, upper=["wharf", "bank"], seats=[seat(display=["special-fish-card"]), seat()])
    assert not [text for text in texts(state, 0) if "special-fish-card" in text]
    card = engine.card(state.rules.options, "special-fish-card")
    assert (card.group, card.cost, card.rubles) == ("yellow", 1, 0)


def test_an_orange_card_cleared_from_the_lower_row_goes_to_the_discard_pile():
    """MKT-23, ROUND-1."""
    state = position(sets=MARKET, phase="exchange", round=3, upper=["bank"], lower=["special-fish-card"])
    assert discarded(pass_on(state))[-1] == "special-fish-card"


def test_cards_of_the_market_are_priced_like_others():
    """COST-10: the same name and the lower row."""
    state = market(upper=["fish"], lower=["fish"], seats=[seat(display=["fish"]), seat()])
    assert (price(state, 0, "fish"), price(state, 0, "fish", "lower")) == (4, 3)


def test_ship_builders_with_different_symbols_have_one_name():
    """EX-112, GLOSS-2, COST-3: 7 - 1 = 6."""
    state = position(
        sets=MARKET,
        phase="worker",
        round=3,
        upper=["ship-builder-apple"],
        seats=[seat(display=["ship-builder-fish"]), seat()],
    )
    assert price(state, 0, "ship-builder-apple") == 6


def test_the_market_phase_follows_the_worker_phase_and_fills_to_ten():
    """MKT-1, MKT-2, SEQ-1, REFILL-2, EX-17: five players have 10 Workers first, then every phase fills up to 10."""
    options = engine.Options.from_dict({"edition": 2, "players": 5, "sets": ["market"]})
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    assert [phase.name for phase in engine.view_for(state, 0).phases] == [
        "worker",
        "market",
        "building",
        "noble",
        "exchange",
    ]
    assert len([slot for slot in engine.view_for(state, 0).upper if slot]) == 10
    assert [state.rubles(one) for one in range(5)] == [25] * 5
    while state.phase == "worker":
        one = engine.waiting_for(state)[0]
        state = engine.apply(state, one, engine.legal_moves(state, one)[0]).state
    assert state.phase == "market"
    assert len([slot for slot in engine.view_for(state, 0).upper if slot]) == 10


def test_the_piles_hold_35_market_cards_one_orange_of_each_kind():
    """SETUP-1, SETUP-10."""
    options = engine.Options.from_dict({"edition": 2, "players": 2, "sets": ["market"]})
    cards = [card for card in engine.cards(options) if card.pile == "market"]
    assert sum(card.copies for card in cards) == 35
    for kind in KINDS:
        of_kind = [card for card in cards if kind in card.market_symbols]
        assert sum(card.copies for card in of_kind) == 7
        assert [card.copies for card in of_kind if len(card.market_symbols) == 4] == [1]


def test_the_market_goes_with_edition_2_only_and_with_up_to_five():
    """COMBO-4, COMBO-13, EX-102."""
    with pytest.raises(engine.OptionsError) as refused:
        engine.Options.from_dict({"edition": 1, "players": 2, "sets": ["market"]})
    assert (refused.value.code, refused.value.rule) == ("market-edition", "COMBO-4")
    assert engine.Options.from_dict({"edition": 2, "players": 5, "sets": ["market"]}).players == 5
    with pytest.raises(engine.OptionsError):
        engine.Options.from_dict({"edition": 2, "players": 5})


def test_alone_the_player_is_first_in_every_kind_he_is_in():
    """SOLO-4, MKT-11: tile 3/1, three kinds, 9 VP."""
    state = market(players=1, seats=[seat(display=["fish", "apple", "chick"])])
    assert pass_on(state).points(0) == 9


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False])
def test_whole_games_hold_together(players, open_hands):
    """MKT-6 (marker positions equal symbols), MKT-26: facts are sums of symbols; guesses agree; notation is read back."""
    options = engine.Options.from_dict({"edition": 2, "players": players, "sets": ["market"], "open_hands": open_hands})
    rng = random.Random(players)
    state = engine.new_game(options, engine.make_deal(options, sha256(bytes([players, open_hands])).digest()))
    played = []
    while not state.is_over:
        one = engine.waiting_for(state)[0]
        move = rng.choice(engine.legal_moves(state, one))
        assert engine.parse_move(str(move), state) is move
        if len(played) % 7 == 0:
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
                for shown_seat in view.seats:
                    for kind in KINDS:
                        symbols = sum(
                            engine.card(options, card.card).market_symbols.count(kind) + (kind in card.marks)
                            for card in shown_seat.display
                        )
                        assert view.extras["market"]["positions"][kind][shown_seat.seat] == symbols
        state = engine.apply(state, one, move).state
        played.append((one, str(move)))
        assert all(state.rubles(seat) >= 0 for seat in range(players))
    assert (
        engine.replay(options, engine.make_deal(options, sha256(bytes([players, open_hands])).digest()), played)
        == state
    )
