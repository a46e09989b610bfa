"""The Money Collector and the chip that covers what it bought (section 18.3)."""

import engine
from tests.builders import act, acted, discarded, displayed, in_hand, pass_on, play, price, seat, texts
from tests.engine.examples.stories import scored, told
from tests.engine.expansions.banquet.stories import asked, banquet, refused


def collecting(*more, **wishes):
    """Seat 0 has played the Money Collector."""
    mine = {"hand": ["money-collector", *wishes.pop("hand", [])], **wishes.pop("mine", {})}
    return act(banquet("market", *more, seats=[seat(**mine), seat()], **wishes), 0, "play money-collector")


def test_the_money_collector_halves_what_is_left_after_all_reductions():
    """EX-40, COST-9, BANQ-MONEY-1, BANQ-MONEY-2: Theater of EX-20 floor(17 / 2) = 8, Market 2, Pub 1, Catherine's Palace
    over a Market 6."""
    theater = collecting(lower=["theater"], upper=["pub"], mine={"display": ["theater", "carpenter-workshop"]})
    assert price(theater, 0, "theater", "lower") == 8
    terms = engine.explain(theater, 0, engine.parse_move("buy theater lower half", theater))
    assert [(term.kind, term.amount) for term in terms] == [
        ("printed", 20),
        ("same-name", -1),
        ("lower-row", -1),
        ("reduction", -1),
        ("half", -9),
    ]
    done = acted(theater, 0, "buy theater lower half")
    assert (done.state.rubles(0), displayed(done.state, 0)[-1]) == (25 - 8, "theater chip")
    assert done.entries[0].to_json() == {
        "kind": "bought", "seat": 0, "card": "theater", "row": "lower", "price": 8, "over": None,
    }  # fmt: skip
    cheap = collecting(upper=["market-fish", "pub", "catherine-palace"], mine={"display": ["market-apple"]})
    assert [price(cheap, 0, card) for card in ("pub", "catherine-palace")] == [1, 6]
    assert price(cheap, 0, "market-fish") == 2  # 5 - 1 for the same name, halved
    assert price(collecting(upper=["market-fish"]), 0, "market-fish") == 2  # 5, halved and rounded down
    terms = engine.explain(cheap, 0, engine.parse_move("buy pub half", cheap))
    assert [(term.kind, term.amount, term.rule) for term in terms][1:] == [
        ("half", -1, "COST-9"),
        ("minimum", 1, "COST-9"),
    ]
    after = act(cheap, 0, "buy catherine-palace half over market-apple")
    assert (after.rubles(0), displayed(after, 0), discarded(after)) == (19, ["catherine-palace chip"], ["market-apple"])


def test_the_card_may_come_from_the_hand_and_whoever_cannot_pay_the_whole_price_can_pay_half():
    """BANQ-MONEY-1, DEC-9: Library 17 from the hand for 8; with 7 rubles it cannot be had, so nothing is left to do."""
    state = collecting(hand=["library"], upper=["academy"], mine={"rubles": 8})
    assert asked(state) == (0, "money-collector")
    assert texts(state, 0) == ["play library half"]
    done = acted(state, 0, "play library half")
    assert (done.state.rubles(0), displayed(done.state, 0), in_hand(done.state, 0)) == (0, ["library chip"], [])
    assert done.entries[0].to_json() == {"kind": "played", "seat": 0, "card": "library", "price": 8, "over": None}
    poor = banquet("market", upper=["academy"], seats=[seat(rubles=7, hand=["money-collector", "library"])])
    assert "play money-collector" not in texts(poor, 0)
    assert refused(poor, 0, "play money-collector") == ("no-use", "BANQ-4")
    none = banquet("market", upper=["pub"], seats=[seat(rubles=0, hand=["money-collector"])])
    assert refused(none, 0, "play money-collector") == ("no-use", "BANQ-4")
    assert refused(none, 0, "buy pub half") == ("not-there", "TURN-3")


def test_nothing_else_is_open_while_the_money_collector_asks():
    """DEC-9: no plain purchase, no pass; the tableau shows the half prices and the clock saves most rubles."""
    state = collecting(upper=["library", "pub"], lower=["hospital"])
    assert texts(state, 0) == ["buy library half", "buy pub half", "buy hospital lower half"]
    assert refused(state, 0, "buy library") == ("half-first", "BANQ-MONEY-1")
    assert refused(state, 0, "pass") == ("half-first", "BANQ-MONEY-1")
    assert refused(state, 0, "buy academy half") == ("not-there", "TURN-3")
    view = engine.view_for(state, 0)
    assert [(slot.offers[0].move, slot.offers[0].price) for slot in view.upper if slot] == [
        ("buy library half", 8),
        ("buy pub half", 1),
    ]
    assert str(engine.default_move(state, 0)) == "buy library half"
    assert engine.view_for(state, 1).upper[0].offers[0].price == 17


def test_a_covered_card_gives_no_points_of_its_own_and_cannot_be_replaced():
    """BANQ-MONEY-3, BANQ-MONEY-4, EXCH-6: a Controller pays 4 rubles and 0 VP; an Author may be chosen too."""
    state = collecting(phase="noble", upper=["controller", "author", "senator"], start=0)
    assert "buy author half" in texts(state, 0)
    state = play(state, "0 buy controller half", "1 pass")
    assert not [text for text in texts(state, 0) if "over" in text]
    assert refused(state, 0, "buy senator over controller") == ("protected", "EXCH-6")
    assert not engine.view_for(state, 1).seats[0].display[0].replaceable
    assert engine.view_for(state, 1).seats[0].display[0].marks == ("chip",)
    after, entries = told(state, "0 pass")
    assert scored(entries, "noble")[0] == (25 - 7, 4, 0, 0)
    assert displayed(after, 0) == ["controller chip"]


def test_its_functions_work_but_it_sells_no_points():
    """BANQ-MONEY-3: a covered Warehouse raises the limit, a covered Carpenter Workshop makes cheaper, a covered Market has
    its symbol; a covered Pub asks nobody."""
    display = ["warehouse chip", "carpenter-workshop chip", "market-fish chip", "pub chip"]
    state = banquet("market", upper=["library"], seats=[seat(display=display), seat(display=["pub"])])
    view = engine.view_for(state, 0)
    assert view.seats[0].hand_limit == 4
    assert price(state, 0, "library") == 16
    assert view.extras["market"]["positions"]["fish"] == [1, 0]
    assert (
        price(banquet("market", upper=["market-apple"], seats=[seat(display=display)]), 0, "market-apple") == 5 - 1 - 1
    )
    assert asked(pass_on(state)) == (1, "pub")


def test_a_covered_trading_house_sells_nothing():
    """BANQ-MONEY-3, M2-TRADE-1: without the chip its owner is asked, with it the phase goes on."""
    open_house = banquet("market", "module-2", upper=["library"], seats=[seat(display=["trading-house"]), seat()])
    assert asked(pass_on(open_house))[1] == "pub"
    covered = banquet("market", "module-2", upper=["library"], seats=[seat(display=["trading-house chip"]), seat()])
    assert pass_on(covered).phase == "noble"


def test_a_covered_observatory_turns_down_and_up_and_keeps_its_chip():
    """BANQ-MONEY-3, CARD-OBS-5, CARD-OBS-6: it gives no VP either way."""
    mine = [seat(display=["observatory chip"]), seat()]
    state = banquet("market", upper=["library"], seats=mine)
    assert engine.explain(state, 0, "blue").points == 0
    state = play(state, "0 draw noble", "0 discard author drawn")
    assert displayed(state, 0) == ["observatory chip, face down"]
    assert engine.explain(state, 0, "blue").points == 0
    number = state.round
    while state.round == number and not state.is_over:
        one = engine.waiting_for(state)[0]
        state = engine.apply(state, one, engine.default_move(state, one)).state
    assert displayed(state, 0) == ["observatory chip"]


def test_of_two_observatories_the_covered_one_is_used_first():
    """CARD-OBS-5, CARD-OBS-7, BANQ-MONEY-3: it gives no VP anyhow, so its use costs nothing, whichever is older; the other
    is used next."""
    for display in (["observatory", "observatory chip"], ["observatory chip", "observatory"]):
        state = banquet("market", upper=["library"], seats=[seat(display=display), seat()])
        state = play(state, "0 draw noble", "0 discard author drawn")
        assert sorted(displayed(state, 0)) == ["observatory", "observatory chip, face down"]
        assert engine.explain(state, 0, "blue").points == 1
        state = play(state, "1 pass", "0 draw noble", "0 discard author drawn", "1 pass")
        assert sorted(displayed(state, 0)) == ["observatory chip, face down", "observatory face down"]
        assert not [text for text in texts(state, 0) if text.startswith("draw")]


def test_the_chip_stops_no_points_that_other_cards_or_rules_give():
    """BANQ-MONEY-5: a Mariinski Theater counts a covered Noble, the table of Nobles too; a covered Mariinski pays 0."""
    state = banquet("market", seats=[seat(display=["mariinski-theater", "judge chip", "author"])])
    assert engine.explain(state, 0, "blue").points == 2
    assert engine.view_for(state, 0).seats[0].nobles == (2, 3)
    covered = banquet("market", seats=[seat(display=["mariinski-theater chip", "judge", "author"])])
    assert engine.explain(covered, 0, "blue").points == 0


def test_a_covered_trading_guild_pays_four_rubles_and_is_not_asked():
    """EX-117, BANQ-MONEY-2, BANQ-MONEY-6: floor((13 - 5) / 2) = 4; 4 rubles and 0 VP, whatever the preset."""
    state = collecting("module-2", upper=["trading-guild", "library"], mine={"display": ["market-fish"]})
    assert price(state, 0, "trading-guild", over="market-fish") == 4
    state = play(state, "0 buy trading-guild half over market-fish", "1 pass")
    assert state.rubles(0) == 21
    after, entries = told(state, "0 pass")
    assert scored(entries, "building")[0] == (21, 4, 0, 0)
    assert after.phase == "noble"
    assert not [preset for preset in engine.presets_for(state, 0) if preset.card == "trading-guild"]


def test_a_covered_orange_card_given_up_is_an_ordinary_card_again():
    """BANQ-MONEY-6, MKT-22: it lies on the discard pile without the chip, and can be bought from there."""
    mine = [seat(display=["special-fish-card chip"], hand=["black-market-red"]), seat()]
    state = pass_on(banquet("market", phase="market", round=3, upper=["chick"], seats=mine, start=0))
    assert asked(state) == (0, "upkeep")
    state = act(state, 0, "give-up special-fish-card")
    assert (discarded(state), displayed(state, 0)) == (["special-fish-card"], [])
    while engine.waiting_for(state) != (0,):
        state = act(state, engine.waiting_for(state)[0], "pass")
    state = play(state, "0 play black-market-red", "0 buy special-fish-card discard")
    assert displayed(state, 0) == ["special-fish-card"]
    assert engine.view_for(state, 0).extras["market"]["positions"]["fish"] == [4, 0]


def test_a_covered_impostor_leaves_without_its_chip():
    """BANQ-MONEY-6, IMPO-4: no ruble, so it goes to the discard pile."""
    mine = [seat(rubles=0, display=["impostor chip"]), seat()]
    state = pass_on(banquet("market", "module-2", phase="noble", upper=["library"], seats=mine, start=0))
    assert (discarded(state), displayed(state, 0)) == (["impostor"], [])


def test_the_kind_of_a_covered_card_is_chosen_after_it():
    """DEC-5, DEC-9, BANQ-MONEY-3: a ? Ship Builder for floor(7 / 2) = 3, then its kind; chip and tile lie on it."""
    state = collecting(phase="worker", round=3, upper=["ship-builder-any", "shepherd"], start=0)
    state = act(state, 0, "buy ship-builder-any half")
    assert asked(state) == (0, "kind")
    state = act(state, 0, "kind fish")
    assert (displayed(state, 0), state.rubles(0), asked(state)) == (["ship-builder-any chip, fish"], 22, (1, "turn"))
    assert engine.view_for(state, 0).extras["market"]["positions"]["fish"] == [1, 0]


def test_where_places_matter_a_half_price_and_a_theft_name_them_too():
    """TURN-13, DEC-9, BANQ-THIEF-2: with the Events the copy further right has a move of its own."""
    upper = ["hospital", None, "hospital"]
    state = collecting("events", upper=upper)
    assert texts(state, 0) == ["buy hospital half", "buy hospital half at 3"]
    slot = engine.view_for(state, 0).upper[2]
    assert [(offer.move, offer.price) for offer in slot.offers] == [("buy hospital half at 3", 7)]
    after = act(state, 0, "buy hospital half at 3")
    assert [shown and shown.card for shown in engine.view_for(after, 0).upper[:3]] == ["hospital", None, None]
    thief = [seat(hand=["thief"]), seat()]
    state = banquet("market", "events", upper=["hospital", "hospital"], seats=thief, piles={"noble": 0})
    state = pass_on(state)
    found = [text for text in texts(state, 0) if text.startswith("thief take")]
    assert found == ["thief take hospital", "thief take hospital at 10"]
    after = act(state, 0, "thief take hospital at 10")
    assert [shown and shown.card for shown in engine.view_for(after, 0).upper[8:]] == ["hospital", None]
