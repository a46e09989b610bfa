"""What each purple card does when it is played in a turn (section 18.3)."""

import pytest

import engine
from tests.builders import act, acted, discarded, displayed, in_hand, pass_on, play, price, seat, texts
from tests.engine.examples.stories import scored, told
from tests.engine.expansions.test_banquet import banquet, box, refused


def asked(state):
    """The seat that is asked and the kind of the question."""
    (one,) = engine.waiting_for(state)
    return one, engine.question_for(state, one).kind


# --- Money Collector


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
    assert refused(state, 0, "buy senator over controller") == ("no-target", "EXCH-1")
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


# --- Black Market


def searching(**wishes):
    """Seat 0 has played a Black Market."""
    mine = {"hand": ["black-market-red", *wishes.pop("hand", [])], **wishes.pop("mine", {})}
    given = {"discard": ["market", "theater", "author"], "upper": ["library"], **wishes}
    return act(banquet(seats=[seat(**mine), seat()], **given), 0, "play black-market-red")


def test_a_black_market_buys_takes_or_puts_back_on_top():
    """BANQ-BLACK-1, DEC-8, HAND-4: any card of the pile; the card put back is on top."""
    state = searching()
    assert asked(state) == (0, "search")
    assert texts(state, 0)[:3] == ["buy author discard", "take author discard", "buy theater discard"]
    bought = act(state, 0, "buy market discard")
    assert (displayed(bought, 0), discarded(bought), bought.rubles(0)) == (["market"], ["theater", "author"], 20)
    assert asked(bought) == (1, "turn")
    taken = act(state, 0, "take theater discard")
    assert (in_hand(taken, 0), discarded(taken)) == (["theater"], ["market", "author"])
    back = act(state, 0, "put-back market")
    assert discarded(back) == ["theater", "author", "market"]
    assert box(back) == ["black-market-red"]
    assert str(engine.default_move(state, 0)) == "put-back author"
    full = searching(hand=["judge", "judge", "pub"])
    assert not [text for text in texts(full, 0) if text.startswith("take")]
    freed = searching(hand=["judge", "pub"])  # the Black Market itself was the third card
    assert "take author discard" in texts(freed, 0)


def test_a_black_market_needs_a_discard_pile():
    """BANQ-BLACK-1, BANQ-4."""
    state = banquet(upper=["library"], seats=[seat(hand=["black-market-red"])])
    assert "play black-market-red" not in texts(state, 0)
    assert refused(state, 0, "play black-market-red") == ("no-use", "BANQ-BLACK-1")


def test_a_card_from_the_black_market_has_no_reduction_of_the_lower_row():
    """BANQ-BLACK-2, COST-4: the usual price; an Exchange card needs a card to replace."""
    state = searching(discard=["market", "bank"], mine={"display": ["market"]})
    assert price(state, 0, "market", "discard") == 4
    assert "buy bank discard over market" in texts(state, 0)
    assert not [text for text in texts(searching(discard=["bank"]), 0) if text.startswith("buy")]


# --- Double Move


def test_a_double_move_is_two_actions_of_four_kinds():
    """BANQ-DOUBLE-1, DEC-10, HAND-6: buy, take, play from the hand, pass; then the next seat."""
    mine = [seat(hand=["double-move", "author"]), seat()]
    state = act(banquet(upper=["library"], lower=["market"], seats=mine), 0, "play double-move")
    assert asked(state) == (0, "double-move")
    assert engine.question_for(state, 0).maximum == 2
    four = ["buy library", "take library", "buy market lower", "take market lower", "play author", "pass"]
    assert texts(state, 0) == four
    state = act(state, 0, "take library")
    assert (asked(state), engine.question_for(state, 1).maximum) == ((0, "double-move"), 1)
    state = act(state, 0, "play library")
    assert (displayed(state, 0), state.rubles(0), asked(state)) == (["library"], 8, (1, "turn"))
    assert str(engine.default_move(act(banquet(upper=["library"], seats=mine), 0, "play double-move"), 0)) == "pass"


def test_another_purple_card_is_played_from_the_hand_and_an_observatory_is_not():
    """BANQ-DOUBLE-2, EVT-4: a Golden Donkey and a Jester count as play from hand; a draw and an event are not among the
    choices."""
    mine = [seat(hand=["double-move", "golden-donkey", "jester"], display=["observatory", "judge"]), seat()]
    state = act(banquet(upper=["library"], seats=mine), 0, "play double-move")
    assert refused(state, 0, "draw noble") == ("double-move", "BANQ-DOUBLE-2")
    eventful = [seat(hand=["double-move"]), seat()]
    eventful = act(banquet("market", "events", upper=["library"], seats=eventful), 0, "play double-move")
    assert refused(eventful, 0, "event sponsor") == ("double-move", "BANQ-DOUBLE-2")
    state = play(state, "0 play golden-donkey", "0 play jester on judge")
    assert (state.rubles(0), displayed(state, 0), asked(state)) == (30, ["observatory", "judge jester"], (1, "turn"))
    assert box(state) == ["double-move", "golden-donkey"]


def test_a_question_inside_a_double_move_comes_before_the_second_action():
    """BANQ-DOUBLE-1, DEC-5, DEC-8: a Black Market as the first action, a ? symbol as the second."""
    mine = [seat(hand=["double-move", "black-market-red"]), seat()]
    state = banquet("market", upper=["ship-builder-any"], discard=["author"], seats=mine)
    state = play(state, "0 play double-move", "0 play black-market-red")
    assert asked(state) == (0, "search")
    state = act(state, 0, "take author discard")
    assert asked(state) == (0, "double-move")
    state = act(state, 0, "buy ship-builder-any")
    assert asked(state) == (0, "kind")
    done = act(state, 0, "kind fish")
    assert (done.phase, in_hand(done, 0)) == ("noble", ["author"])  # the tableau was empty after the turn


def test_two_passes_in_a_double_move_are_no_pass():
    """PASS-4, PASS-1, PHASE-1: the count starts again at 0."""
    state = banquet(upper=["library"], seats=[seat(hand=["double-move"]), seat()], passes=1, passed=[0, 1])
    state = play(state, "0 play double-move", "0 pass", "0 pass")
    assert (state.passes, asked(state), state.phase) == (0, (1, "turn"), "building")
    assert not engine.view_for(state, 1).seats[0].passed
    state = act(state, 1, "pass")
    assert (state.passes, asked(state)) == (1, (0, "turn"))


def test_the_second_action_happens_although_the_tableau_is_empty():
    """EX-14, PHASE-2, BANQ-DOUBLE-1: the last card is bought, a Lumberjack played from the hand; then the part ends."""
    mine = [seat(hand=["double-move", "lumberjack", "pub"]), seat()]
    state = banquet(phase="building", upper=["market"], seats=mine, play_on_empty_tableau=False)
    state = play(state, "0 play double-move", "0 buy market")
    assert (asked(state), state.phase) == ((0, "double-move"), "building")
    state = act(state, 0, "play lumberjack")
    assert displayed(state, 0) == ["market", "lumberjack"]
    assert state.phase == "noble"


# --- Parasite


def sponging(host, *more, **wishes):
    """Seat 0 has played the Parasite against the display of seat 1."""
    mine = seat(hand=["parasite"], **wishes.pop("mine", {}))
    return act(
        banquet("market", *more, upper=["library"], seats=[mine, seat(display=host)], **wishes), 0, "play parasite"
    )


def test_the_parasite_counts_the_cards_of_the_owner():
    """EX-58, BANQ-PARA-1, BANQ-PARA-2, M2-2: a Tax Man whose owner has 5 green cards: 5 rubles, whatever the own ones."""
    greens = ["lumberjack", "lumberjack", "fur-shop", "wharf", "czar-and-carpenter"]
    state = sponging(["tax-man", *greens], mine={"display": ["shepherd"], "rubles": 2})
    assert asked(state) == (0, "parasite")
    assert "parasite seat-1 tax-man rubles" in texts(state, 0)
    done = acted(state, 0, "parasite seat-1 tax-man rubles")
    assert (done.state.rubles(0), done.state.points(0), done.state.rubles(1)) == (7, 0, 25)
    assert done.entries[0].to_json() == {
        "kind": "parasite", "seat": 0, "host": 1, "card": "tax-man", "rubles": 5, "points": 0,
    }  # fmt: skip
    assert (box(done.state), asked(done.state)) == (["parasite"], (1, "turn"))


@pytest.mark.parametrize("marks", ["", " banquet", " jester", " banquet, jester"])
def test_the_parasite_ignores_what_lasts_to_the_next_scoring(marks):
    """EX-58, BANQ-PARA-3, DEC-11: a Mistress with a Banquet: 6 rubles or 3 VP, and the Banquet stays."""
    state = sponging([f"mistress-of-ceremonies{marks}"])
    moves = [f"parasite seat-1 mistress-of-ceremonies {currency}" for currency in ("rubles", "points")]
    assert texts(state, 0) == moves
    rubles, points = (act(state, 0, text) for text in moves)
    assert (rubles.rubles(0) - 25, rubles.points(0)) == (6, 0)
    assert (points.rubles(0) - 25, points.points(0)) == (0, 3)
    assert displayed(points, 1) == [f"mistress-of-ceremonies{marks}"]
    assert str(engine.default_move(state, 0)) == moves[1]


def test_the_chosen_value_must_be_at_least_one():
    """BANQ-PARA-4, BANQ-4, M2-2: a face-down or covered card has 0 VP, a Pub, a Warehouse and a Potemkin Village 0, an
    Impostor less; the Trading Guild 4 rubles or 4 VP, under the chip 4 rubles."""
    nothing = [
        "observatory face down",
        "pub",
        "warehouse",
        "potemkin-village",
        "market-fish chip",
        "impostor",
        "trading-house",
    ]
    idle = banquet("market", "module-2", upper=["library"], seats=[seat(hand=["parasite"]), seat(display=nothing)])
    assert "play parasite" not in texts(idle, 0)
    assert refused(idle, 0, "play parasite") == ("no-use", "BANQ-PARA-4")
    state = sponging([*nothing, "trading-guild", "judge chip"], "module-2")
    assert texts(state, 0) == [
        "parasite seat-1 trading-guild rubles",
        "parasite seat-1 trading-guild points",
        "parasite seat-1 judge rubles",
    ]
    assert act(state, 0, "parasite seat-1 trading-guild points").points(0) == 4
    covered = sponging(["trading-guild chip"], "module-2")
    assert texts(covered, 0) == ["parasite seat-1 trading-guild rubles"]
    assert act(covered, 0, "parasite seat-1 trading-guild rubles").rubles(0) == 29
    assert refused(state, 0, "parasite seat-1 judge points") == ("no-value", "BANQ-PARA-4")
    assert refused(state, 0, "parasite seat-0 judge rubles") == ("own-card", "BANQ-PARA-1")
    assert refused(state, 0, "buy library") == ("parasite-first", "BANQ-PARA-1")


def test_alone_the_parasite_can_never_be_played():
    """SOLO-5."""
    state = banquet("market", players=1, upper=["library"], seats=[seat(hand=["parasite"], display=["judge"])])
    assert "play parasite" not in texts(state, 0)
    assert refused(state, 0, "play parasite") == ("no-use", "BANQ-PARA-4")


# --- Jester and Banquet


def noble_gain(display, **wishes):
    """Rubles and points of seat 0 in the Noble scoring, and the state after it."""
    state = banquet(
        "market", phase="noble", upper=["library"], seats=[seat(display=display), seat()], start=0, **wishes
    )
    after, entries = told(state, "0 pass", "1 pass")
    _, rubles, _, points = scored(entries, "noble")[0]
    return (rubles, points), after, entries


@pytest.mark.parametrize(
    ("marks", "gain"), [("", (6, 3)), (" jester", (3, 6)), (" banquet", (12, 6)), (" banquet, jester", (6, 12))]
)
def test_the_jester_swaps_and_the_banquet_doubles_once(marks, gain):
    """EX-57, BANQ-JEST-1, BANQ-BANQ-1, BANQ-BANQ-2: Mistress of Ceremonies; in the round after 6 rubles, 3 VP."""
    display = f"mistress-of-ceremonies{marks}"
    paid, after, entries = noble_gain([display])
    assert paid == gain
    assert displayed(after, 0) == ["mistress-of-ceremonies"]
    gone = [name for name in ("jester", "banquet") if name in marks]
    assert box(after) == gone
    assert [(entry.card, entry.on) for entry in entries if entry.kind == "boxed"] == [
        (name, "mistress-of-ceremonies") for name in gone
    ]
    again, _, _ = noble_gain(["mistress-of-ceremonies"])
    assert again == (6, 3)


def test_they_are_put_on_an_own_card_that_pays_both():
    """BANQ-JEST-1, BANQ-BANQ-1, BANQ-BANQ-2, DEC-12, M2-2: not on one with rubles or points only, nor under a chip, nor on
    the Trading Guild; on one that carries the other, too."""
    display = ["judge", "author", "market-fish", "controller chip", "trading-guild", "mayor"]
    mine = [seat(hand=["jester", "banquet"], display=display), seat(display=["mistress-of-ceremonies"])]
    state = banquet("market", "module-2", upper=["library"], seats=mine)
    assert [text for text in texts(state, 0) if text.startswith("play")] == [
        "play jester on judge",
        "play banquet on judge",
    ]
    done = acted(state, 0, "play jester on judge")
    assert done.entries[0].to_json() == {"kind": "purple", "seat": 0, "card": "jester", "on": "judge", "rubles": 0}
    assert (displayed(done.state, 0)[0], box(done.state)) == ("judge jester", [])
    state = act(done.state, 1, "pass")
    assert [text for text in texts(state, 0) if text.startswith("play")] == ["play banquet on judge-jester"]
    state = act(state, 0, "play banquet on judge-jester")
    assert engine.explain(state, 0, "red").points == 10  # 5 rubles and 2 VP, swapped and doubled
    assert displayed(state, 0)[0] == "judge banquet, jester"
    assert refused(state, 0, "pass")[0] == "not-your-turn"


def test_without_such_a_card_they_cannot_be_played():
    """BANQ-4, BANQ-JEST-1."""
    state = banquet(upper=["library"], seats=[seat(hand=["jester"], display=["author"]), seat(display=["judge"])])
    assert not [text for text in texts(state, 0) if text.startswith("play")]
    assert refused(state, 0, "play jester on judge") == ("no-target", "BANQ-JEST-1")


def test_playing_one_when_no_scoring_follows_is_legal():
    """BANQ-BANQ-3: in the last Exchange phase the effect is lost."""
    mine = [seat(rubles=0, hand=["banquet"], display=["judge"]), seat(rubles=0)]
    state = banquet(phase="exchange", ending=True, upper=["bank"], seats=mine, start=0)
    state = play(state, "0 play banquet on judge", "1 pass", "0 pass")
    assert state.is_over
    assert engine.final_scores(state)[0].total == 1


def test_it_goes_to_the_box_when_its_card_is_replaced():
    """EXCH-11, EXCH-7: the Judge lies on the discard pile, the Jester in the box; the move says which Judge."""
    mine = [seat(hand=[], display=["judge jester", "judge"]), seat()]
    state = banquet(upper=["senator", "library"], seats=mine)
    assert [text for text in texts(state, 0) if text.startswith("buy senator")] == [
        "buy senator over judge-jester",
        "buy senator over judge",
    ]
    assert [price(state, 0, "senator", over="judge")] == [1]
    gone = act(state, 0, "buy senator over judge-jester")
    assert (discarded(gone), box(gone), displayed(gone, 0)) == (["judge"], ["jester"], ["judge", "senator"])
    kept = act(state, 0, "buy senator over judge")
    assert (box(kept), displayed(kept, 0)) == ([], ["judge jester", "senator"])


def test_it_waits_for_the_scoring_of_its_card():
    """BANQ-JEST-1: on a Kolkhoz it stays through the Building and Noble scorings, until the Workers are scored."""
    mine = [seat(display=["kolkhoz jester"]), seat()]
    state = banquet("module-2", "good-company", "market", phase="building", upper=["library"], seats=mine, start=0)
    assert engine.explain(state, 0, "green").rubles == 2
    assert engine.explain(state, 0, "green").points == 3
    while state.round == 2:
        state = pass_on(state)
        assert displayed(state, 0) == ["kolkhoz jester"]
    before = state.rubles(0), state.points(0)
    state = pass_on(state)
    assert (state.rubles(0) - before[0], state.points(0) - before[1]) == (2, 3)
    assert (displayed(state, 0), box(state)) == (["kolkhoz"], ["jester"])


# --- Away With It!


def test_away_with_it_puts_another_card_of_the_hand_on_the_discard_pile():
    """BANQ-AWAY-1, DEC-13, TURN-10: the only way to discard from the hand."""
    mine = [seat(hand=["away-with-it-red", "library", "author"]), seat()]
    state = banquet(upper=["market"], discard=["judge"], seats=mine)
    plays = [text for text in texts(state, 0) if text.startswith("play away")]
    assert plays == ["play away-with-it-red discarding library", "play away-with-it-red discarding author"]
    done = acted(state, 0, plays[0])
    assert (discarded(done.state), in_hand(done.state, 0)) == (["judge", "library"], ["author"])
    assert [entry.kind for entry in done.entries] == ["purple", "discarded"]
    assert box(done.state) == ["away-with-it-red"]


def test_it_cannot_discard_a_purple_card():
    """EX-59, BANQ-AWAY-2: hand Away With It!, Golden Donkey, Jester."""
    state = banquet(upper=["market"], seats=[seat(hand=["away-with-it-blue", "golden-donkey", "jester"])])
    assert not [text for text in texts(state, 0) if text.startswith("play away")]
    assert refused(state, 0, "play away-with-it-blue discarding jester") == ("no-target", "BANQ-AWAY-2")
    assert refused(state, 0, "play away-with-it-blue discarding library") == ("no-target", "BANQ-AWAY-2")
    with pytest.raises(engine.NotationError):
        engine.parse_move("play away-with-it-blue", state)


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
