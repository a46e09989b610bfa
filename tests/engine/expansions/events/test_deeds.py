"""What Sponsor, Warehouse, Ghost, New Luck and Grabber do, with every number of their worked examples."""

import engine
from tests.builders import act, acted, discarded, displayed, in_hand, play, seat, texts
from tests.engine.examples.stories import dealt, kinds, row
from tests.engine.expansions.events.stories import events, noble, refused, told


def test_the_sponsor_pays_everybody() -> None:
    """EX-71, EVT-SPONSOR-1: four players at 3, 5, 0, 10 rubles, used by the first: 9, 7, 2, 12."""
    state = noble(seats=[seat(rubles=rubles) for rubles in (3, 5, 0, 10)])
    entries = told(state, "event sponsor")
    after = act(state, 0, "event sponsor")
    assert [after.rubles(one) for one in range(4)] == [9, 7, 2, 12]
    assert [entry.to_json() for entry in entries] == [
        {"kind": "event", "seat": 0, "event": "sponsor"},
        *({"kind": "sponsored", "seat": one, "rubles": 6 if one == 0 else 2} for one in range(4)),
    ]


def test_alone_the_sponsor_pays_six_and_new_luck_lays_one_card() -> None:
    """SOLO-5, COMBO-15: one player may use events; Sponsor 6 rubles, New Luck 1 card."""
    state = noble(players=1, seats=[seat(rubles=1)])
    assert act(state, 0, "event sponsor").rubles(0) == 7
    lucky = act(state, 0, "event new-luck")
    assert len([card for card in row(lucky) if card]) == 2


def test_both_warehouses_make_the_limit_five() -> None:
    """EX-52, HAND-2, EVT-WARE-1: a fifth hand card may be taken, a sixth not."""
    own = seat(display=["warehouse"], hand=["author", "author", "administrator", "administrator"])
    state = noble(seats=[own], upper=["judge", "controller"])
    assert "take judge" not in texts(state, 0)
    state = act(state, 0, "event warehouse")
    assert engine.view_for(state, 1).seats[0].hand_limit == 5
    state = act(state, 0, "take judge")
    assert len(in_hand(state, 0)) == 5
    state = act(state, 1, "pass")
    assert "take controller" not in texts(state, 0)
    assert refused(state, "take controller") == ("hand-full", "TURN-4")


def test_the_event_warehouse_is_no_card() -> None:
    """EVT-WARE-1, EXCH-6, COST-3: it cannot be replaced, makes no Warehouse cheaper and counts for nothing."""
    state = noble(upper=["warehouse", "bank", "mariinski-theater"], seats=[seat(display=["author"])])
    after = act(state, 0, "event warehouse")
    assert displayed(after, 0) == ["author"]
    slots = {slot.card: slot for slot in engine.view_for(after, 0).upper if slot}
    assert slots["warehouse"].offers[0].price == 2
    assert slots["bank"].blocked == "no-target"
    assert refused(after, "buy bank over warehouse") == ("no-target", "EXCH-1")
    income = [income for income in engine.view_for(after, 0).seats[0].income if income.group == "blue"]
    assert [(one.rubles, one.points) for one in income] == [(0, 0)]


def test_a_ghost_puts_the_new_card_on_the_same_place_of_the_upper_row() -> None:
    """EVT-GHOST-1, DEC-17, EVT-6: any card of the tableau may go; it lies on top of the discard pile."""
    state = noble(
        upper=["judge", None, "bank", "author"], lower=["library", "author"], discard=["market-fish"],
        piles={"noble": ["controller", "secretary"]},
    )  # fmt: skip
    ghosts = [text for text in events(state) if "ghost" in text]
    assert ghosts == [
        f"event ghost {card}" for card in ("judge", "bank", "author", "library lower", "author lower")
    ]  # fmt: skip
    done = acted(state, 0, "event ghost bank")
    assert row(done.state)[:4] == ["judge", None, "controller", "author"]
    assert discarded(done.state) == ["market-fish", "bank"]
    assert done.reveals
    assert kinds(done.entries) == ["event", "discarded", "dealt"]
    assert done.entries[-1].to_json() == {"kind": "dealt", "phase": "noble", "cards": ["controller"], "left": 1}


def test_a_ghost_of_the_lower_row_fills_the_leftmost_free_place_of_the_upper_row() -> None:
    """EVT-GHOST-1: the place in the lower row stays empty."""
    state = noble(upper=["judge", None, "bank"], lower=["library", "author"], piles={"noble": ["controller", "author"]})
    after = act(state, 0, "event ghost library lower")
    assert row(after)[:4] == ["judge", "controller", "bank", None]
    assert row(after, "lower")[:3] == [None, "author", None]


def test_new_luck_needs_a_free_place_for_each_player() -> None:
    """EX-73, EVT-LUCK-1: four players, with 7 cards illegal (3 free), with 6 legal, and the tableau has 10."""
    upper = ["judge", None, "bank", "author", None, "library"]
    full = noble(players=4, upper=upper, lower=["market-fish", "warehouse", "academy"])
    assert refused(full, "event new-luck") == ("event-places", "EVT-LUCK-1")
    state = noble(
        players=4, upper=upper, lower=["market-fish", None, "academy"],
        piles={"noble": ["controller", "secretary", "author", "administrator", "author"]},
    )  # fmt: skip
    after = act(state, 0, "event new-luck")
    assert row(after)[:8] == [
        "judge", "controller", "bank", "author", "secretary", "library", "author", "administrator"
    ]  # fmt: skip
    assert len([card for card in (*row(after), *row(after, "lower")) if card]) == 10


def test_new_luck_needs_a_card_for_each_player() -> None:
    """EVT-LUCK-1: exactly as many as there are players; a pile with fewer is not enough."""
    state = noble(players=3, piles={"noble": ["controller", "secretary"]})
    assert refused(state, "event new-luck") == ("event-pile", "EVT-LUCK-1")
    assert "event new-luck" in events(noble(players=3, piles={"noble": ["controller", "secretary", "author"]}))


def test_nothing_is_dealt_again_after_events_in_the_same_phase() -> None:
    """EVT-8: the next refill is that of the next phase."""
    state = noble(players=2, upper=["judge"], phase="building")
    state = play(state, "0 event new-luck", "0 take judge")
    lying = [card for card in row(state) if card]
    assert len(lying) == 2
    done = acted(act(state, 1, "event ghost " + lying[0]), 1, "pass")
    assert "dealt" not in kinds(done.entries)
    assert len([card for card in row(done.state) if card]) == 2
    done = acted(done.state, 0, "pass")
    assert dealt(done.entries, "noble").to_json()["cards"] != []
    assert len(dealt(done.entries, "noble").cards) == 8


def test_the_grabber_buys_the_top_of_the_discard_pile_and_the_action_follows() -> None:
    """EX-75, EVT-GRAB-1, COST-1: one Market and the Carpenter Workshop: 5 - 1 - 1 = 3 rubles; his action follows."""
    own = seat(rubles=5, display=["market-apple", "carpenter-workshop"])
    state = noble(discard=["bank", "market-fish"], seats=[own])
    grabber = engine.view_for(state, 0).extras["events"]["grabber"]
    assert (grabber.card, grabber.offers[0].price) == ("market-fish", 3)
    done = acted(state, 0, "event grabber market-fish")
    assert done.state.rubles(0) == 2
    assert displayed(done.state, 0) == ["market-apple", "carpenter-workshop", "market-fish"]
    assert discarded(done.state) == ["bank"]
    assert [entry.to_json() for entry in done.entries] == [
        {"kind": "event", "seat": 0, "event": "grabber"},
        {"kind": "bought", "seat": 0, "card": "market-fish", "row": "discard", "price": 3, "over": None},
    ]
    assert engine.question_for(done.state, 0).kind == "turn"  # type: ignore[union-attr]
    assert (
        sum(term.amount for term in engine.explain(state, 0, engine.parse_move("event grabber market-fish", state)))
        == 3
    )


def test_the_grabber_replaces_a_card_with_an_exchange_card() -> None:
    """EVT-GRAB-1, EXCH-1, EXCH-7, DEC-4: only with a card to replace, which then lies on the discard pile."""
    state = noble(discard=["author", "bank"], seats=[seat(rubles=25, display=["market-fish", "market-apple"])])
    assert [text for text in events(state) if "grabber" in text] == [
        "event grabber bank over market-fish", "event grabber bank over market-apple"
    ]  # fmt: skip
    after = act(state, 0, "event grabber bank over market-apple")
    assert displayed(after, 0) == ["market-fish", "bank"]
    assert discarded(after) == ["author", "market-apple"]
    bare = noble(discard=["bank"], seats=[seat(rubles=25)])
    assert refused(bare, "event grabber bank over market-fish") == ("no-target", "EXCH-1")


def test_the_kind_of_a_grabbed_card_is_chosen_before_the_action() -> None:
    """EVT-GRAB-1, MKT-15: then the turn goes on."""
    state = act(noble(discard=["ship-builder-any"]), 0, "event grabber ship-builder-any")
    assert texts(state, 0) == ["kind chicken", "kind sack", "kind apple", "kind fish", "kind cabbage"]
    state = act(state, 0, "kind fish")
    assert "pass" in texts(state, 0)
    assert displayed(state, 0) == ["ship-builder-any fish"]
