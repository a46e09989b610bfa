"""Where places matter, equal cards of a row are told apart (TURN-13)."""

import pickle

import pytest

import engine
from engine.core import State
from engine.errors import NotationError
from tests.builders import act, discarded, displayed, pass_on, position, seat, texts
from tests.engine.examples.stories import row
from tests.engine.expansions.events.stories import events, noble, refused


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
