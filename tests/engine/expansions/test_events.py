"""The Events (section 20), with every number of their worked examples."""

import pickle
from random import Random

import pytest

import engine
from engine.errors import IllegalMove, NotationError
from engine.state import State
from tests.builders import act, acted, cards_in, discarded, displayed, in_hand, pass_on, play, position, seat, texts
from tests.engine.examples.stories import dealt, kinds, row
from tests.engine.test_secrets import exchanged, shown
from tests.engine.walks import Ply, random_deal

EVENTS = ("market", "events")
NAMES = ("twin", "sponsor", "ghost", "new-luck", "warehouse", "grabber")


def noble(**wishes: object) -> State:
    """A position of round 2 in the Noble phase, unless said otherwise, in which nobody has used an event."""
    return position(sets=EVENTS, **{"phase": "noble", "upper": ["judge"], **wishes})


def events(state: State, one: int = 0) -> list[str]:
    """The events this seat may use now."""
    return [text for text in texts(state, one) if text.startswith("event ")]


def refused(state: State, text: str, one: int = 0) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        acted(state, one, text)
    return error.value.code, error.value.rule


def told(state: State, text: str, one: int = 0) -> list[engine.Entry]:
    return list(acted(state, one, text).entries)


# --- which event, whose, and when


def test_all_six_lie_open_and_each_serves_once() -> None:
    """EVT-1, EX-76, SETUP-11, INFO-1: a second event by the same player is rejected, so is a used one by another."""
    state = noble(discard=["author"], lower=["author"])
    view = engine.view_for(state, None).extras["events"]
    assert [event["event"] for event in view["events"]] == list(NAMES)
    assert view["used"] == ["", ""]
    assert events(state) == [
        "event twin", "event sponsor", "event ghost judge", "event ghost author lower", "event new-luck",
        "event warehouse", "event grabber author",
    ]  # fmt: skip
    state = act(state, 0, "event sponsor")
    assert events(state) == []
    assert refused(state, "event warehouse") == ("event-spent", "EVT-1")
    assert refused(state, "event sponsor") == ("event-gone", "EVT-1")
    state = act(state, 0, "pass")
    assert "event sponsor" not in events(state, 1)
    assert refused(state, "event sponsor", 1) == ("event-gone", "EVT-1")
    state = act(state, 1, "event warehouse")
    view = engine.view_for(state, None).extras["events"]
    assert view["used"] == ["sponsor", "warehouse"]
    assert [event["used_by"] for event in view["events"]] == [None, 0, None, None, 1, None]


def test_a_used_event_stays_used_for_the_rest_of_the_game() -> None:
    """EVT-1: also in later rounds."""
    state = noble(phase="exchange", upper=["bank"])
    state = pass_on(act(state, 0, "event sponsor"))
    assert state.round == 3
    one = engine.waiting_for(state)[0]
    state = state if one == 0 else act(state, one, "pass")
    assert refused(state, "event warehouse") == ("event-spent", "EVT-1")


def test_no_event_in_the_first_round() -> None:
    """EVT-2, EX-76: rejected in round 1, in every phase; the first Worker phase has its own reason (FIRST-2)."""
    for phase in ("market", "building", "noble", "exchange"):
        state = noble(phase=phase, round=1)
        assert events(state) == []
        assert refused(state, "event sponsor") == ("event-round", "EVT-2")
        assert events(noble(phase=phase, round=2)) != []
    first = noble(phase="worker", round=1, upper=["lumberjack", "lumberjack", "shepherd", "shepherd"])
    assert refused(first, "event sponsor") == ("first-workers", "FIRST-2")


def test_an_event_comes_before_the_action_and_the_action_follows_in_full() -> None:
    """EVT-3, TURN-11, TURN-1, DEC-15: the same seat is asked for its action, a pass included; the next seat after it."""
    state = act(noble(upper=["judge", "bank"]), 0, "event sponsor")
    question = engine.question_for(state, 0)
    assert question is not None
    assert (question.kind, question.seats) == ("turn", (0,))
    assert {"buy judge", "take judge", "pass"} <= set(texts(state, 0))
    assert engine.waiting_for(act(state, 0, "take judge")) == (1,)
    assert engine.waiting_for(act(state, 0, "pass")) == (1,)


def test_an_event_is_never_used_in_another_players_turn() -> None:
    """EVT-4: nor by somebody who is not asked."""
    with pytest.raises(engine.NotYourTurn):
        acted(noble(), 1, "event sponsor")


def test_the_clock_uses_no_event() -> None:
    """DEC-15: the default is none."""
    state = noble()
    assert str(engine.default_move(state, 0)) == "pass"
    assert str(engine.default_move(act(state, 0, "event sponsor"), 0)) == "pass"


def test_an_event_that_cannot_be_carried_out_cannot_be_chosen() -> None:
    """EVT-5, EVT-TWIN-1, EVT-GHOST-1, EVT-LUCK-1, EVT-GRAB-1: each with its reason; Sponsor and Warehouse always can."""
    bare = noble(upper=[None, "judge"], piles={"noble": 0})
    assert events(bare) == ["event sponsor", "event warehouse"]
    assert refused(bare, "event twin") == ("event-place", "EVT-TWIN-1")
    assert refused(bare, "event ghost judge") == ("event-pile", "EVT-GHOST-1")
    assert refused(bare, "event new-luck") == ("event-pile", "EVT-LUCK-1")
    assert refused(bare, "event grabber author") == ("event-discard", "EVT-GRAB-1")
    assert refused(noble(piles={"noble": 0}), "event twin") == ("event-pile", "EVT-TWIN-1")
    assert refused(noble(), "event ghost author lower") == ("not-there", "EVT-GHOST-1")
    assert refused(noble(discard=["author"]), "event grabber judge") == ("not-there", "TURN-3")
    assert refused(noble(discard=["author"], seats=[seat(rubles=3)]), "event grabber author")[0] == "too-expensive"
    shown_ = engine.view_for(bare, 0).extras["events"]["events"]
    assert [event["blocked"] for event in shown_] == [
        "event-place", None, "event-pile", "event-pile", None, "event-discard"
    ]  # fmt: skip
    assert [event["moves"] for event in shown_] == [[], ["event sponsor"], [], [], ["event warehouse"], []]


def test_on_an_empty_tableau_a_ghost_finds_nobody() -> None:
    """EVT-GHOST-1, EVT-TWIN-1, PHASE-4: with play_on_empty_tableau the turn goes on without cards."""
    state = noble(upper=[], play_on_empty_tableau=True)
    assert refused(state, "event ghost judge") == ("event-tableau", "EVT-GHOST-1")
    assert refused(state, "event twin") == ("event-place", "EVT-TWIN-1")


def test_events_answer_to_all_their_names() -> None:
    """Section 1, EVT-1: English and German names, any spelling."""
    state = noble(discard=["author"], lower=["author"])
    for text, move in {
        "Event Zwilling": "event twin",
        "event NEUES GLÜCK": "event new-luck",
        "event neues glueck": "event new-luck",
        "event New Luck": "event new-luck",
        "event Lagerhaus": "event warehouse",
        "event Geist Schreiber lower": "event ghost author lower",
        "event Greifer Schreiber": "event grabber author",
    }.items():
        assert str(engine.parse_move(text, state)) == move


# --- Sponsor and Warehouse


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


# --- Ghost


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


# --- New Luck


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


# --- Twin


def twin(first: str, second: str, **wishes: object) -> State:
    """Place 1 holds the first card, the current pile has the second on top; seat 0 has used the Twin."""
    phase = str(wishes.get("phase", "noble"))
    last = {"worker": "shepherd", "noble": "author", "exchange": "bank"}[phase]
    return act(noble(upper=[first], piles={phase: [second, last]}, **wishes), 0, "event twin")


def full(rubles: int, **wishes: object) -> list[object]:
    """A seat whose hand is full."""
    return [seat(rubles=rubles, hand=["library", "library", "academy"], **wishes)]  # type: ignore[arg-type]


def test_two_authors_must_both_be_bought() -> None:
    """EX-72, EVT-TWIN-2, EVT-TWIN-4: hand full, 7 rubles: both must be bought, 4 + 3."""
    state = twin("author", "author", seats=full(7))
    question = engine.question_for(state, 0)
    assert question is not None
    assert (question.kind, question.card) == ("twin", "author")
    assert texts(state, 0) == ["buy author"]
    assert refused(state, "pass") == ("twin-first", "EVT-TWIN-4")
    state = act(state, 0, "buy author")
    assert (state.rubles(0), texts(state, 0)) == (3, ["buy author twin"])
    state = act(state, 0, "buy author twin")
    assert (state.rubles(0), displayed(state, 0)) == (0, ["author", "author"])
    assert "pass" in texts(state, 0)
    assert row(state)[0] is None


def test_what_cannot_both_be_acquired_is_discarded_without_a_question() -> None:
    """EX-72, EVT-TWIN-3, EVT-6, ROUND-6: with 6 rubles no money is paid; the original first, the new card on top."""
    state = twin("author", "author", seats=full(6))
    assert (state.rubles(0), discarded(state)) == (6, ["author", "author"])
    assert "pass" in texts(state, 0)
    before = noble(upper=["judge"], piles={"noble": ["author", "controller"]}, seats=full(4), discard=["bank"])
    done = acted(before, 0, "event twin")
    assert discarded(done.state) == ["bank", "judge", "author"]
    assert kinds(done.entries) == ["event", "dealt", "discarded", "discarded"]
    assert row(done.state)[0] is None


def test_a_step_is_legal_only_if_the_other_card_can_follow() -> None:
    """EVT-TWIN-2, EVT-TWIN-4, DEC-16: one free place, 5 rubles: the Judge (17) goes into the hand, the Author is bought, in
    either order."""
    own = [seat(rubles=5, hand=["library", "library"])]
    state = twin("judge", "author", seats=own)
    assert texts(state, 0) == ["take judge", "buy author twin"]
    assert refused(state, "take author twin") == ("twin-first", "EVT-TWIN-4")
    one = play(state, "0 take judge", "0 buy author twin")
    other = play(state, "0 buy author twin", "0 take judge")
    assert in_hand(one, 0) == in_hand(other, 0) == ["library", "library", "judge"]
    assert (one.rubles(0), displayed(one, 0)) == (1, ["author"])
    assert one == other


def test_both_may_be_taken() -> None:
    """EVT-TWIN-2: with two free places and no money there is nothing else."""
    state = twin("judge", "author", seats=[seat(rubles=0)])
    assert texts(state, 0) == ["take judge", "take author twin"]
    assert in_hand(play(state, "0 take author twin", "0 take judge"), 0) == ["author", "judge"]


def test_the_second_card_is_judged_after_the_first() -> None:
    """EVT-TWIN-2: a Warehouse makes room, a Gold Smelter makes the Noble cheaper, an Author can be replaced."""
    assert texts(twin("warehouse", "judge", seats=full(2)), 0) == ["buy warehouse"]
    own = full(2 + 16, display=["gold-miner"])
    smelter = twin("gold-smelter", "judge", seats=own)
    assert texts(smelter, 0) == ["buy gold-smelter over gold-miner"]  # 6 - 4 = 2, then 17 - 1 = 16
    assert act(act(smelter, 0, "buy gold-smelter over gold-miner"), 0, "buy judge twin").rubles(0) == 0
    senator = twin("author", "senator", seats=full(4 + 8), phase="exchange")
    assert texts(senator, 0) == ["buy author"]
    senator = act(senator, 0, "buy author")
    assert texts(senator, 0) == ["buy senator twin over author"]
    assert displayed(act(senator, 0, "buy senator twin over author"), 0) == ["senator"]


def test_a_kind_is_chosen_between_the_two_cards() -> None:
    """EVT-TWIN-2, DEC-5, DEC-16, MKT-15: the ? symbol is settled before the second card is asked for."""
    state = twin("author", "ship-builder-any", phase="worker", seats=full(7 + 4))
    assert texts(state, 0) == ["buy author", "buy ship-builder-any twin"]
    state = act(state, 0, "buy ship-builder-any twin")
    question = engine.question_for(state, 0)
    assert question is not None
    assert question.kind == "kind"
    assert engine.view_for(engine.guess(engine.view_for(state, 1), Random(1)), 1) == engine.view_for(state, 1)
    state = act(state, 0, "kind fish")
    assert texts(state, 0) == ["buy author"]
    assert act(state, 0, "buy author").rubles(0) == 0


def test_the_twins_price_has_no_reduction_of_the_lower_row() -> None:
    """EVT-TWIN-5, COST-4: 17 for the Judge and 4 for the Author, whatever lies below; the page gets both offers."""
    state = twin("judge", "author", lower=["author", "judge"], seats=[seat(rubles=21)])
    view = engine.view_for(state, 0)
    assert [(slot.card, slot.offers[0].move, slot.offers[0].price, slot.take) for slot in view.spread] == [
        ("author", "buy author twin", 4, "take author twin")
    ]
    assert view.upper[0] is not None
    assert (view.upper[0].offers[0].move, view.upper[0].offers[0].price, view.upper[0].offers[0].legal) == (
        "buy judge", 17, True
    )  # fmt: skip
    for viewer in (None, 1):
        seen = engine.view_for(state, viewer)
        assert seen.extras["events"]["twin"] == "author"
        assert seen.question is not None
        assert (seen.question.kind, seen.question.card) == ("twin", "author")
    assert act(act(state, 0, "buy judge"), 0, "buy author twin").rubles(0) == 0


def test_a_guess_at_hidden_money_leaves_a_way_to_answer() -> None:
    """EVT-TWIN-3, INFO-2: who is asked can acquire both, so with a full hand he has 17 + 4 rubles at least."""
    state = twin("judge", "author", seats=full(60), open_hands=False)
    view = engine.view_for(state, 1)
    found = [engine.guess(view, Random(number)) for number in range(40)]
    assert all(engine.legal_moves(guessed, 0) for guessed in found)
    assert 21 <= min(guessed.rubles(0) for guessed in found) < max(guessed.rubles(0) for guessed in found)
    assert {texts(guessed, 0)[0] for guessed in found} == {"buy judge"}


def test_the_clock_plays_the_first_way_of_a_twin() -> None:
    """DEC-16: whatever comes first, until both are acquired."""
    state = twin("judge", "author", seats=[seat(rubles=5)])
    while engine.question_for(state, 0).kind == "twin":  # type: ignore[union-attr]
        assert str(engine.default_move(state, 0)) == texts(state, 0)[0]
        state = act(state, 0, str(engine.default_move(state, 0)))
    assert {"judge", "author"} == {*in_hand(state, 0), *displayed(state, 0)}


def test_a_twin_may_empty_the_tableau_and_the_action_still_follows() -> None:
    """EVT-3, PHASE-2: the tableau is looked at after the completed turn."""
    state = twin("judge", "author", seats=[seat(rubles=25, hand=["library"])])
    state = play(state, "0 take judge", "0 take author twin")
    assert not any(row(state))
    assert texts(state, 0) == ["play library", "play judge", "play author", "pass"]
    assert act(state, 0, "play author").phase == "exchange"


# --- Grabber


def test_the_grabber_buys_the_top_of_the_discard_pile_and_the_action_follows() -> None:
    """EX-75, EVT-GRAB-1, COST-1: one Market and the Carpenter Workshop: 5 - 1 - 1 = 3 rubles; his action follows."""
    own = seat(rubles=5, display=["market-apple", "carpenter-workshop"])
    state = noble(discard=["bank", "market-fish"], seats=[own])
    grabber = engine.view_for(state, 0).extras["events"]["grabber"]
    assert (grabber["card"], grabber["offers"][0]["price"]) == ("market-fish", 3)
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


# --- passes and the end


@pytest.mark.parametrize(
    ("event", "count"), [("ghost judge", 1), ("sponsor", 1), ("new-luck", 1), ("grabber author", 1), ("warehouse", 3)]
)
def test_a_pass_after_an_event_counts_one_but_after_a_warehouse_on(event: str, count: int) -> None:
    """EX-74, PASS-2: A and B have passed; C uses Ghost and passes: the count is 1, A and B have turns again. With the event
    Warehouse instead the count is 3 and the part ends."""
    state = noble(players=3, turn=2, passes=2, passed=[0, 1], discard=["author"])
    used = act(state, 2, f"event {event}")
    assert used.passes == (2 if event == "warehouse" else 0)
    after = act(used, 2, "pass")
    if count == 3:
        assert after.phase == "exchange"
        return
    assert (after.passes, engine.waiting_for(after), after.phase) == (1, (0,), "noble")
    after = play(after, "0 pass", "1 pass")
    assert after.phase == "exchange"


def test_a_twin_counts_as_an_event_for_the_passes() -> None:
    """PASS-2: the pass after it is the first."""
    state = noble(
        players=3, turn=2, passes=2, upper=["judge", "bank"], piles={"noble": ["author", "author"]},
        seats=[seat(), seat(), *full(0)],
    )  # fmt: skip
    state = act(act(state, 2, "event twin"), 2, "pass")
    assert (state.passes, engine.waiting_for(state)) == (1, (0,))


@pytest.mark.parametrize("event", ["twin", "ghost judge", "new-luck"])
def test_an_event_that_lays_the_last_card_triggers_the_end(event: str) -> None:
    """END-4, EVT-7, END-1: in the Exchange phase the game ends after that same phase."""
    state = noble(
        players=2, phase="exchange", piles={"exchange": ["bank", "senator"][: 2 if event == "new-luck" else 1]}
    )
    done = acted(state, 0, f"event {event}")
    assert done.state.ending
    assert "end-triggered" in kinds(done.entries)
    state = done.state
    while not state.is_over:
        one = engine.waiting_for(state)[0]
        state = engine.apply(state, one, engine.default_move(state, one)).state
    assert (state.round, state.phase) == (2, "exchange")


def test_an_earlier_event_ends_the_game_after_its_round() -> None:
    """END-4, END-5: the last Noble is laid by a Ghost; the Exchange phase is still played."""
    state = act(noble(piles={"noble": ["author"]}), 0, "event ghost judge")
    assert state.ending
    state = pass_on(state)
    assert (state.phase, state.is_over) == ("exchange", False)
    assert pass_on(state).is_over


def test_every_event_but_the_warehouse_wakes_who_passes_until_the_tableau_changes() -> None:
    """EX-109, UI-2: the event Warehouse lets C keep passing, Sponsor does not; own doings wake nobody."""
    a, b, c = range(3)
    state = noble(turn=b, players=3, discard=["author"], seats=[seat(), seat(), seat()])
    assert not engine.wakes(told(state, "event warehouse", b), c)
    for event in ("sponsor", "ghost judge", "new-luck", "grabber author", "twin"):
        entries = told(state, f"event {event}", b)
        assert engine.wakes(entries, c)
        assert engine.wakes(entries, a)
        assert not engine.wakes(entries, b)


# --- places (TURN-13)


def places(**wishes: object) -> State:
    return noble(
        upper=["library", "author", "judge", "author", "bank", "author"], lower=["author", None, "author", "author"],
        **wishes,
    )  # fmt: skip


def test_of_equal_cards_the_leftmost_is_meant_and_others_are_named_by_their_place() -> None:
    """TURN-13: plain moves for the leftmost, one more for each other copy, in both rows."""
    state = places()
    authors = [text for text in texts(state, 0) if text.startswith(("buy author", "take author"))]
    assert sorted(authors) == sorted(
        f"{verb} author{where}"
        for verb in ("buy", "take")
        for where in ("", " at 4", " at 6", " lower", " lower at 3", " lower at 4")
    )
    upper = row(act(state, 0, "buy author at 4"))
    assert upper[:6] == ["library", "author", "judge", None, "bank", "author"]
    lower = row(act(state, 0, "take author lower at 3"), "lower")
    assert lower[:4] == ["author", None, None, "author"]
    assert row(act(state, 0, "buy author"))[:4] == ["library", None, "judge", "author"]


def test_a_named_place_costs_what_the_leftmost_costs_and_the_page_gets_the_move() -> None:
    """TURN-13, COST-4: every card of a row brings its own moves."""
    view = engine.view_for(places(), 0)
    upper = {slot.place: slot for slot in view.upper if slot and slot.card == "author"}
    assert {place: (slot.offers[0].move, slot.offers[0].price, slot.take) for place, slot in upper.items()} == {
        2: ("buy author", 4, "take author"),
        4: ("buy author at 4", 4, "take author at 4"),
        6: ("buy author at 6", 4, "take author at 6"),
    }
    lower = {slot.place: slot for slot in view.lower if slot}
    assert {place: (slot.offers[0].move, slot.offers[0].price) for place, slot in lower.items()} == {
        1: ("buy author lower", 3), 3: ("buy author lower at 3", 3), 4: ("buy author lower at 4", 3),
    }  # fmt: skip
    assert all(offer.legal for slot in (*upper.values(), *lower.values()) for offer in slot.offers)


def test_the_first_workers_may_be_any_copies() -> None:
    """TURN-13, FIRST-2: no card of the first phase is out of reach of the page; the clock buys the leftmost."""
    state = noble(phase="worker", round=1, upper=["gold-miner", "lumberjack", "lumberjack", "lumberjack"])
    assert texts(state, 0) == ["buy gold-miner", "buy lumberjack", "buy lumberjack at 3", "buy lumberjack at 4"]
    assert all(slot.offers[0].legal for slot in engine.view_for(state, 0).upper if slot)
    assert str(engine.default_move(state, 0)) == "buy lumberjack"
    assert row(act(state, 0, "buy lumberjack at 3"))[:4] == ["gold-miner", "lumberjack", None, "lumberjack"]


def test_a_copy_elsewhere_is_no_card_of_the_twin() -> None:
    """TURN-13, EVT-TWIN-4: while the Twin is resolved only the cards on place 1 can be had."""
    state = act(noble(upper=["author", None, "author"], piles={"noble": ["judge", "author"]}), 0, "event twin")
    upper = engine.view_for(state, 0).upper
    assert [(slot.place, slot.offers[0].move, slot.offers[0].legal, slot.take) for slot in upper if slot] == [
        (1, "buy author", True, "take author"),
        (3, "buy author at 3", False, None),
    ]
    assert refused(state, "take author at 3") == ("twin-first", "EVT-TWIN-4")
    assert row(act(state, 0, "buy author"))[:3] == [None, None, "author"]


def test_the_place_of_the_leftmost_may_be_said_too() -> None:
    """TURN-13: it is understood as the plain move; a place where the card does not lie is refused."""
    state = places()
    assert str(engine.parse_move("Buy Author AT 2", state)) == "buy author"
    assert str(engine.parse_move("take author lower at 1", state)) == "take author lower"
    assert str(engine.parse_move("buy library at 1", state)) == "buy library"
    assert str(engine.parse_move("BUY_AUTHOR_AT_4", state)) == "buy author at 4"
    assert refused(state, "take library at 3") == ("not-there", "TURN-3")
    assert str(engine.parse_move("take bank at 5", state)) == "take bank"
    for text in ("take bank at 3", "pass at 1", "event sponsor at 1", "play author at 1"):
        with pytest.raises(NotationError) as error:
            engine.parse_move(text, state)
        assert (error.value.code, error.value.rule) == ("no-such-place", "TURN-13")
    assert refused(state, "buy author at 3") == ("not-there", "TURN-3")
    assert refused(state, "take author lower at 9") == ("not-there", "TURN-3")
    replayed = engine.parse_move("buy author at 2", state)
    assert engine.apply(state, 0, replayed).state == act(state, 0, "buy author")


def test_a_place_tells_cards_apart_that_share_a_name() -> None:
    """TURN-13: Ship Builders differ by their symbols; the place says which is meant."""
    state = noble(upper=["ship-builder-fish", "ship-builder-apple"], phase="worker")
    assert str(engine.parse_move("buy ship builder at 2", state)) == "buy ship-builder-apple"


def test_an_exchange_card_is_named_with_its_place_and_what_it_replaces() -> None:
    """TURN-13, EXCH-9, DEC-4."""
    state = noble(upper=["fur-shop", "judge", "fur-shop"], seats=[seat(display=["fur-trapper", "czar-and-carpenter"])])
    assert "buy fur-shop at 3 over fur-trapper" in texts(state, 0)
    after = act(state, 0, "buy fur-shop at 3 over czar-and-carpenter")
    assert row(after)[:3] == ["fur-shop", "judge", None]
    assert displayed(after, 0) == ["fur-trapper", "fur-shop"]
    move = engine.parse_move("buy fur-shop at 3 over fur-trapper", state)
    assert pickle.loads(pickle.dumps(move)) is move
    assert engine.parse_move("buy fur-shop at 1 over fur-trapper", state) is engine.parse_move(
        "buy fur-shop over fur-trapper", state
    )


def test_a_ghost_names_the_place_too() -> None:
    """TURN-13, DEC-17, EVT-GHOST-1: the place decides where the new card comes to lie."""
    state = places(piles={"noble": ["controller", "secretary"]})
    assert [text for text in events(state) if "ghost author" in text] == [
        f"event ghost author{where}" for where in ("", " at 4", " at 6", " lower", " lower at 3", " lower at 4")
    ]
    assert row(act(state, 0, "event ghost author at 4"))[:6] == [
        "library", "author", "judge", "controller", "bank", "author"
    ]  # fmt: skip
    after = act(state, 0, "event ghost author lower at 3")
    assert row(after, "lower")[:4] == ["author", None, None, "author"]
    assert row(after)[6] == "controller"
    assert str(engine.parse_move("event ghost author at 2", state)) == "event ghost author"
    assert refused(state, "event ghost author at 3") == ("not-there", "EVT-GHOST-1")


def test_the_place_decides_what_the_twin_finds_and_the_order_of_discards() -> None:
    """TURN-13, REFILL-7, ROUND-1: a copy left on place 1 can become a twin; the rightmost discarded card is on top."""
    state = noble(upper=["author", "author"], seats=[seat(), seat()])
    assert "event twin" in events(act(state, 0, "take author at 2"), 1)
    assert "event twin" not in events(act(state, 0, "take author"), 1)
    end = noble(phase="exchange", upper=["bank"], lower=["author", "judge", "author"])
    assert discarded(pass_on(act(end, 0, "take author lower")))[-1] == "author"
    assert discarded(pass_on(act(end, 0, "take author lower at 3")))[-1] == "judge"


def test_places_are_named_only_where_they_matter() -> None:
    """TURN-13: without events the leftmost is meant, and there are no words for places; nor in a first Worker phase that
    needs none."""
    state = position(sets=("market",), phase="noble", upper=["author", "author"])
    assert [text for text in texts(state, 0) if " at " in text] == []
    with pytest.raises(NotationError):
        engine.parse_move("buy author at 2", state)
    slots = engine.view_for(state, 0).upper
    assert [slot.offers[0].move for slot in slots if slot] == ["buy author", "buy author"]


# --- whole games


def walk(options: engine.Options, rng: Random) -> list[Ply]:
    """A random game in which events are liked."""
    state = engine.new_game(options, random_deal(options, rng))
    plies: list[Ply] = []
    while not state.is_over:
        one = rng.choice(engine.waiting_for(state))
        legal = engine.legal_moves(state, one)
        liked = [move for move in legal if move.kind == "event"]
        placed = [move for move in legal if " at " in str(move)]
        move = rng.choice(liked) if liked and rng.random() < 0.15 else rng.choice(placed or legal)
        move = move if rng.random() < 0.5 else rng.choice(legal)
        done = engine.apply(state, one, move)
        plies.append(Ply(state, one, move, done.state, done.entries, done.reveals))
        state = done.state
    return plies


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_whole_games_with_events_hold_together(players: int, open_hands: bool) -> None:
    """EVT-1, EVT-2, TURN-13, SETUP-12: cards are conserved, money is never negative, notation is read back, views can be
    guessed from, a game is its moves."""
    rng = Random(f"events {players} {open_hands}")
    sets = EVENTS if players == 1 else (*EVENTS, "helpers")
    options = engine.Options(players=players, sets=sets, open_hands=open_hands)
    plies = walk(options, rng)
    start = plies[0].before
    for number, ply in enumerate(plies):
        assert cards_in(ply.after) == cards_in(start)
        assert min(ply.after.rubles(one) for one in range(players)) >= 0
        assert engine.parse_move(str(ply.move), ply.before) is ply.move
        assert ply.reveals == (ply.after.left != ply.before.left)
        if number % 7 == 0 or ply.move.kind == "event":
            for viewer in (None, *range(players)):
                view = engine.view_for(ply.after, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
    used = [ply.seat for ply in plies if ply.move.kind == "event"]
    assert used
    assert len(set(used)) == len(used)
    assert all(ply.before.round >= 2 for ply in plies if ply.move.kind == "event")
    assert plies[-1].after.is_over


def test_a_game_with_events_is_its_moves() -> None:
    """EVT-3, SETUP-12: the record of a game with every event replays to the same end; money is the sum of its log."""
    seen: set[str] = set()
    rng = Random("events replay")
    options = engine.Options(players=3, sets=EVENTS)
    while seen != set(NAMES):
        deal = random_deal(options, rng)
        state = engine.new_game(options, deal)
        played: list[tuple[int, str]] = []
        money = [state.rubles(one) for one in range(3)]
        while not state.is_over:
            one = engine.waiting_for(state)[0]
            legal = engine.legal_moves(state, one)
            fresh = [move for move in legal if move.kind == "event" and str(move).split()[1] not in seen]
            plain = [move for move in legal if move.kind != "event"]
            move = rng.choice(fresh if fresh and rng.random() < 0.3 else plain)
            if move.kind == "event":
                seen.add(str(move).split()[1])
            done = engine.apply(state, one, move)
            for entry in done.entries:
                data = entry.to_json()
                paid = {"bought": "price", "played": "price", "pub": "rubles", "upkeep-paid": "rubles"}
                gained = {"scored": "rubles_gain", "final": "rubles_gain", "sponsored": "rubles"}
                if (kind := str(data["kind"])) in paid:
                    money[data["seat"]] -= data[paid[kind]]  # type: ignore[index, operator]
                elif kind in gained:
                    money[data["seat"]] += data[gained[kind]]  # type: ignore[index, operator]
            state = done.state
            played.append((one, str(move)))
            assert money == [state.rubles(one) for one in range(3)]
        assert engine.replay(options, deal, played) == state


def test_events_tell_nothing_hidden() -> None:
    """INFO-6, INFO-2: 500 positions with another order of the piles look the same to everybody."""
    rng = Random("events apart")
    compared = 0
    while compared < 500:
        options = engine.Options(players=3, sets=EVENTS, open_hands=rng.random() < 0.5)
        for ply in walk(options, rng)[::3]:
            if ply.after.is_over:
                continue
            for viewer in (None, 0, 1, 2):
                other = exchanged(ply.after, viewer, rng)
                assert shown(other, viewer) == shown(ply.after, viewer)
                compared += 1
    assert compared >= 500


@pytest.mark.parametrize(
    ("data", "code", "rule"),
    [
        ({"players": 3, "sets": ["events"]}, "events-market", "COMBO-5"),
        ({"players": 3, "edition": 1, "sets": ["events"]}, "events-edition", "COMBO-4"),
    ],
)
def test_events_need_the_market(data: dict[str, object], code: str, rule: str) -> None:
    """COMBO-4, COMBO-5, EX-102: edition 2 with the Market only."""
    with pytest.raises(engine.OptionsError) as refused_:
        engine.Options.from_dict(data)
    assert (refused_.value.code, refused_.value.rule) == (code, rule)
