"""The Banquet (section 18): its cards, Czar Superstar, Potemkin Villages, and what all purple cards have in common."""

from collections import Counter

import pytest

import engine
from tests.builders import act, acted, discarded, in_hand, pass_on, play, position, price, seat, texts
from tests.engine.examples.stories import to_the_end

BANQUET = ("banquet",)
PURPLE = (
    "money-collector", "parasite", "black-market-yellow", "black-market-red", "double-move", "golden-donkey", "thief",
    "jester", "banquet", "away-with-it-blue", "away-with-it-red",
)  # fmt: skip
NORMAL = ("czar-superstar", "potemkin-village-1-4", "potemkin-village-3-8")


def banquet(*more, **wishes):
    """A position with the Banquet and perhaps more sets."""
    return position(sets=(*BANQUET, *more), **wishes)


def box(state, viewer=None):
    return engine.view_for(state, viewer).extras["banquet"]["box"]


def refused(state, one, text):
    """Code and rule of the refusal of a move."""
    with pytest.raises(engine.EngineError) as error:
        act(state, one, text)
    return error.value.code, error.value.rule


def options(players=2, *more, **wishes):
    return engine.Options(edition=2, players=players, sets=(*BANQUET, *more), **wishes)


# --- the cards


def copies(chosen, names):
    cards = {card.id: card.copies for card in engine.cards(chosen)}
    return sum(cards.get(name, 0) for name in names)


def test_without_the_market_three_cards_go_to_the_box():
    """EX-103, COMBO-7, BANQ-1: 12 of 15 cards, two Black Markets, no Money Collector, no Parasite; with the Market 15."""
    alone = options()
    assert copies(alone, PURPLE + NORMAL) == 12
    assert copies(alone, ["black-market-yellow", "black-market-red"]) == 2
    assert copies(alone, ["money-collector", "parasite"]) == 0
    assert copies(options(2, "market"), PURPLE + NORMAL) == 15
    piles = Counter()
    for card in engine.cards(alone):
        piles[card.pile] += card.copies
    assert piles == {"worker": 31, "building": 28 + 2 + 1, "noble": 27 + 2 + 1, "exchange": 30 + 1 + 5}
    rules = engine.rulebook_for(alone)
    assert {pile: len(numbers) for pile, numbers in rules.card_numbers.items()} == piles


def test_with_module_2_the_debtors_prison_is_out():
    """EX-104, COMBO-8: 15 + 11 module cards."""
    chosen = options(2, "module-2", "market")
    module2 = [card for card in engine.cards(chosen) if card.id not in NORMAL + PURPLE]
    base = engine.cards(engine.Options(edition=2, players=2, sets=("market",)))
    assert copies(chosen, PURPLE + NORMAL) == 15
    assert sum(card.copies for card in module2) - sum(card.copies for card in base) == 11
    assert "debtors-prison" not in {card.id for card in engine.cards(chosen)}


def test_it_belongs_to_edition_2_and_makes_no_fifth_seat():
    """COMBO-4, COMBO-6, COMBO-13."""
    with pytest.raises(engine.OptionsError) as refusal:
        engine.Options(edition=1, sets=BANQUET)
    assert (refusal.value.code, refusal.value.rule) == ("banquet-edition", "COMBO-4")
    with pytest.raises(engine.OptionsError) as refusal:
        options(5)
    assert refusal.value.rule == "COMBO-13"
    assert options(5, "market").players == 5


def test_the_first_deal_is_of_workers_only():
    """FIRST-7: no purple card has the back of a Worker, so nothing is ever set aside."""
    chosen = options(4, "market")
    assert {card.group for card in engine.cards(chosen) if card.pile == "worker"} == {"green"}
    for number in range(20):
        state = engine.new_game(chosen, engine.make_deal(chosen, bytes([number]) * 32))
        dealt = [slot.card for slot in engine.view_for(state, 0).upper if slot]
        assert len(dealt) == 8
        assert {engine.card(chosen, card).group for card in dealt} == {"green"}


# --- Czar Superstar and Potemkin Villages


def test_the_czar_superstar_replaces_only_the_czar_and_carpenter():
    """EX-111, BANQ-SUPER-1, EXCH-4, COST-2: 9 - 8 is 1; over the version of In Good Company, 9 - 3 = 6. 3 rubles."""
    mine = [seat(display=["lumberjack", "czar-and-carpenter"])]
    state = banquet(phase="worker", upper=["czar-superstar"], seats=mine)
    assert texts(state, 0) == ["buy czar-superstar over czar-and-carpenter", "take czar-superstar", "pass"]
    assert price(state, 0, "czar-superstar") == 1
    after = act(state, 0, "buy czar-superstar over czar-and-carpenter")
    assert engine.explain(after, 0, "green").rubles == 3 + 3
    company = banquet("module-2", "good-company", phase="worker", upper=["czar-superstar"], seats=mine)
    assert price(company, 0, "czar-superstar") == 6


def test_the_czar_superstar_makes_blue_and_red_cards_cheaper():
    """EX-39, BANQ-SUPER-2, COST-5: Market 5 - 1 - 1 = 3; Author 4 - 1 = 3; Lumberjack 3; Exchange cards too."""
    mine = [seat(display=["czar-superstar", "carpenter-workshop", "hospital", "secretary"], rubles=60)]
    state = banquet(upper=["market", "author", "lumberjack", "catherine-palace", "senator"], seats=mine)
    assert [price(state, 0, card) for card in ("market", "author", "lumberjack")] == [3, 3, 3]
    assert price(state, 0, "catherine-palace", over="hospital") == max(1, 17 - 14 - 2)
    mine = [seat(display=["czar-superstar", "market", "author"])]
    state = banquet(upper=["catherine-palace", "senator"], seats=mine)
    assert price(state, 0, "catherine-palace") == 17 - 5 - 1
    assert price(state, 0, "senator") == 12 - 4 - 1


def test_the_czar_superstar_is_no_carpet():
    """BANQ-SUPER-3: the Textile Factory pays 2 VP for the Shepherd and nothing for the Superstar."""
    mine = [seat(display=["textile-factory", "shepherd", "czar-superstar"])]
    state = banquet("module-2", seats=mine)
    assert engine.explain(state, 0, "blue").points == 2


def test_potemkin_villages_are_worth_their_second_number():
    """EX-32, BANQ-POT-1, CARD-POT-1: St Isaac's (15) over 2/6, 1/4, 3/8: 9, 11, 7."""
    display = ["potemkin-village", "potemkin-village-1-4", "potemkin-village-3-8"]
    state = banquet(upper=["st-isaacs-cathedral"], seats=[seat(display=display)])
    assert [price(state, 0, "st-isaacs-cathedral", over=card) for card in display] == [9, 11, 7]


def test_potemkin_villages_have_one_name():
    """EX-33, BANQ-POT-2, COST-3, COST-8: 3/8 beside 2/6 costs 2; 1/4 beside two others 1; alone 1 and 3."""
    upper = ["potemkin-village-1-4", "potemkin-village-3-8"]
    assert [price(banquet(upper=upper), 0, card) for card in upper] == [1, 3]
    state = banquet(upper=["potemkin-village-3-8"], seats=[seat(display=["potemkin-village"])])
    assert price(state, 0, "potemkin-village-3-8") == 2
    both = [seat(display=["potemkin-village", "potemkin-village-3-8"])]
    assert price(banquet(upper=["potemkin-village-1-4"], seats=both), 0, "potemkin-village-1-4") == 1


# --- purple cards in general


@pytest.mark.parametrize("card", PURPLE)
def test_a_purple_card_can_only_be_taken_and_only_into_a_free_place(card):
    """COST-11, BANQ-2, HAND-4: whatever money there is; a purple card in the hand counts against the limit."""
    other = "jester" if card == "thief" else "thief"
    state = banquet("market", upper=[card, "library"], seats=[seat(rubles=99, hand=["judge", other])])
    found = [text for text in texts(state, 0) if card in text.split()[:2] and not text.startswith("play")]
    assert found == [f"take {card}"]
    with pytest.raises(engine.NotationError):
        engine.parse_move(f"buy {card}", state)
    slot = engine.view_for(state, 0).upper[0]
    assert (slot.offers, slot.blocked, slot.take) == ((), "not-for-sale", f"take {card}")
    full = play(state, f"0 take {card}", "1 pass")
    assert refused(full, 0, "take library") == ("hand-full", "TURN-4")


def test_a_purple_card_is_played_as_the_action_of_a_turn_and_then_lies_in_the_box():
    """TURN-5, TURN-6, BANQ-3, BANQ-5, BANQ-DONKEY-1, PASS-1: 5 rubles, the next seat's turn, nothing on the discard pile."""
    state = banquet(upper=["library"], seats=[seat(rubles=4, hand=["golden-donkey"]), seat()], passes=1, passed=[1])
    done = acted(state, 0, "play golden-donkey")
    after = done.state
    assert (after.rubles(0), in_hand(after, 0), discarded(after)) == (9, [], [])
    assert (box(after), engine.waiting_for(after), after.passes) == (["golden-donkey"], (1,), 0)
    (entry,) = done.entries
    assert entry.to_json() == {"kind": "purple", "seat": 0, "card": "golden-donkey", "on": None, "rubles": 5}
    assert engine.wakes(done.entries, 1)
    assert not engine.wakes(done.entries, 0)


def test_what_is_not_in_the_hand_cannot_be_played():
    """BANQ-2: neither from the tableau nor from the hand of another."""
    state = banquet(upper=["golden-donkey"], seats=[seat(), seat(hand=["double-move"])])
    assert refused(state, 0, "play golden-donkey") == ("not-there", "BANQ-2")
    assert refused(state, 0, "play double-move") == ("not-there", "BANQ-2")


def test_purple_cards_in_hand_cost_nothing_at_the_end():
    """EX-80, END-14, HAND-5, BANQ-6: Library, Judge and a Jester: minus 10 VP."""
    mine = seat(points=50, rubles=0, hand=["library", "judge", "jester"])
    state = banquet(phase="exchange", ending=True, upper=["bank"], seats=[mine, seat(rubles=0, hand=["banquet"])])
    over, _ = to_the_end(state)
    first, second = engine.final_scores(over)
    assert (first.hand, first.total) == ((2, -10), 40)
    assert (second.hand, second.total) == ((0, 0), 0)


def test_purple_cards_are_cleared_to_the_discard_pile_and_can_be_taken_from_there():
    """ROUND-7, BANQ-5, BANQ-8: cleared from the lower row it lies on the discard pile; a Black Market can take it."""
    state = banquet(
        phase="exchange",
        upper=["bank"],
        lower=["jester"],
        seats=[seat(hand=["black-market-red"])],
        start={"worker": 0, "exchange": 0},
        piles={"worker": 20},
        players=2,
    )
    state = pass_on(state)
    assert (discarded(state), state.phase) == (["jester"], "worker")
    while engine.waiting_for(state) != (0,):
        state = act(state, 1, "pass")
    state = act(state, 0, "play black-market-red")
    assert texts(state, 0) == ["take jester discard", "put-back jester"]
    assert in_hand(act(state, 0, "take jester discard"), 0) == ["jester"]


def test_a_purple_card_drawn_can_only_be_taken_or_discarded():
    """CARD-OBS-9, COST-11."""
    state = banquet(
        upper=["market"], piles={"noble": ["black-market-red", "author"]}, seats=[seat(display=["observatory"])]
    )
    state = act(state, 0, "draw noble")
    assert texts(state, 0) == ["take black-market-red drawn", "discard black-market-red drawn"]
    full = banquet(
        upper=["market"],
        piles={"noble": ["black-market-red", "author"]},
        seats=[seat(display=["observatory"], hand=["judge", "judge", "thief"])],
    )
    assert texts(act(full, 0, "draw noble"), 0) == ["discard black-market-red drawn"]


def test_purple_cards_count_for_no_name_and_no_colour():
    """BANQ-7: they never enter a display, so no sum of a display knows them; hands do not count anyway."""
    rules = engine.rulebook_for(options(2, "market"))
    for card in engine.cards(options(2, "market")):
        if card.group == "purple":
            assert rules.row_of[card.id] not in {row for targets in rules.targets for row in targets}
            assert not any(
                text.startswith("buy") and f" {card.id}" in text.partition(" over ")[0] for text in rules.moves
            )
    held = banquet(upper=["author"], seats=[seat(hand=["jester", "banquet"], display=["author"])])
    view = engine.view_for(held, 0).seats[0]
    assert view.nobles == (1, 1)
    assert [income.rubles for income in view.income] == [0, 0, 1]


def test_a_view_tells_what_the_own_purple_cards_could_do():
    """BANQ-4, INFO-2: each with its moves, or with the reason why it has none; of other hands nothing."""
    mine = seat(hand=["jester", "away-with-it-red", "thief", "judge"], display=["warehouse", "judge"])
    state = banquet(upper=["library"], seats=[mine, seat(hand=["banquet", "black-market-red"])], open_hands=False)

    def own(viewer):
        return {one["card"]: one for one in engine.view_for(state, viewer).extras["banquet"]["hand"]}

    assert {card: one["moves"] for card, one in own(0).items()} == {
        "jester": ["play jester on judge"],
        "away-with-it-red": ["play away-with-it-red discarding judge"],
        "thief": [],
    }
    assert {card: (one["blocked"], one["rule"]) for card, one in own(0).items()} == {
        "jester": (None, None),
        "away-with-it-red": (None, None),
        "thief": ("thief-later", "BANQ-THIEF-1"),
    }
    assert {card: one["rule"] for card, one in own(1).items()} == {
        "banquet": "BANQ-BANQ-1",
        "black-market-red": "BANQ-BLACK-1",
    }
    assert own(None) == {}
