"""Views: places, prices with their terms, what is out of reach and why, piles, incomes; and who is woken by what."""

import pytest

import engine
from engine import Slot, View
from tests.builders import act, acted, pass_on, play, position, seat


def slot(view: View, card: str, row: str = "upper") -> Slot:
    places = {"upper": view.upper, "lower": view.lower, "hand": view.seats[view.viewer or 0].hand or ()}[row]
    return next(one for one in places if one is not None and one.card == card)


def terms(one: Slot, number: int = 0) -> list[tuple[str, int, str | None]]:
    return [(term.kind, term.amount, term.card) for term in one.offers[number].terms]


def test_places_count_from_the_left_and_stay_empty() -> None:
    """REFILL-7: a place that is emptied stays empty, and the view keeps it."""
    state = act(position(upper=["market", "library", "author"], seats=[seat(), seat()]), 0, "take library")
    view = engine.view_for(state, 1)
    assert [one and (one.card, one.place) for one in view.upper] == [("market", 1), None, ("author", 3)] + [None] * 5


def test_a_price_unfolds_into_its_terms() -> None:
    """UI-22, EX-20: Theater from the lower row, a Theater and the Carpenter Workshop in the display: 17."""
    state = position(lower=["theater"], seats=[seat(display=["theater", "carpenter-workshop"])])
    theater = slot(engine.view_for(state, 0), "theater", "lower")
    assert theater.offers[0].price == 17
    assert terms(theater) == [
        ("printed", 20, "theater"),
        ("same-name", -1, "theater"),
        ("lower-row", -1, None),
        ("reduction", -1, "carpenter-workshop"),
    ]


def test_an_exchange_card_shows_every_card_it_may_replace_the_cheapest_first() -> None:
    """EXCH-9, COST-8: all ways with their prices, the minimum as a term of its own."""
    state = position(upper=["senator"], seats=[seat(rubles=4, display=["author", "controller", "abbot"])])
    senator = slot(engine.view_for(state, 0), "senator")
    assert [(offer.over, offer.price, offer.short, offer.legal) for offer in senator.offers] == [
        ("controller", 1, 0, True),
        ("author", 8, 4, False),
    ]
    assert terms(senator) == [("printed", 12, "senator"), ("replaces", -14, "controller"), ("minimum", 3, None)]
    assert senator.blocked is None


def test_what_is_out_of_reach_says_why() -> None:
    """Too expensive, nothing to replace, hand full, not asked."""
    state = position(
        upper=["theater", "bank", "market"],
        seats=[seat(rubles=6, display=["author"], hand=["judge", "author", "market"]), seat(rubles=30)],
    )
    mine, other = engine.view_for(state, 0), engine.view_for(state, 1)
    assert (slot(mine, "theater").blocked, slot(mine, "theater").take_blocked) == ("too-expensive", "hand-full")
    assert (slot(mine, "bank").blocked, slot(mine, "bank").offers) == ("no-target", ())
    assert (slot(mine, "market").blocked, slot(mine, "market").take) == (None, None)
    assert slot(mine, "judge", "hand").blocked == "too-expensive"
    assert slot(mine, "author", "hand").offers[0].price == 3
    assert (slot(other, "theater").blocked, slot(other, "theater").take_blocked) == ("not-asked", "not-asked")
    assert slot(other, "theater").offers[0].price == 20
    assert other.moves == ()


def test_in_the_first_worker_phase_nothing_can_be_taken() -> None:
    """FIRST-2: the reason stands on every card."""
    state = position(phase="worker", round=1, upper=["lumberjack", "shepherd"], seats=[seat()], players=1)
    lumberjack = slot(engine.view_for(state, 0), "lumberjack")
    assert (lumberjack.offers[0].legal, lumberjack.take, lumberjack.take_blocked) == (True, None, "first-workers")
    assert engine.view_for(state, 0).question.kind == "first-worker"


def test_a_visitor_sees_cards_but_no_offers() -> None:
    """INFO-1: rows, displays and open hands are public; prices are a matter of who buys."""
    state = position(upper=["market"], seats=[seat(hand=["judge"])])
    view = engine.view_for(state, None)
    assert view.upper[0] == Slot("market", 1, "upper")
    assert view.seats[0].hand == (Slot("judge", 1, "hand"),)
    assert (view.viewer, view.moves, view.asked) == (None, (), (0,))
    assert view.question is not None
    assert view.question.kind == "turn"


def test_offers_are_for_the_own_hand_only() -> None:
    """The open hand of somebody else shows its cards without offers."""
    state = position(upper=["market"], seats=[seat(hand=["judge"]), seat(hand=["author"])])
    view = engine.view_for(state, 1)
    assert view.seats[0].hand == (Slot("judge", 1, "hand"),)
    assert view.seats[1].hand is not None
    assert view.seats[1].hand[0].offers[0].price == 4


def test_piles_show_what_is_left_without_order() -> None:
    """INFO-3: the list is in printed order, whatever the order of the pile."""
    one = position(upper=["market"], piles={"noble": ["judge", "author", "judge", "secretary"]})
    two = position(upper=["market"], piles={"noble": ["secretary", "judge", "judge", "author"]})
    for state in (one, two):
        noble = engine.view_for(state, 0).phases[2]
        assert (noble.name, noble.left) == ("noble", 4)
        assert noble.contents == (("author", 1), ("secretary", 1), ("judge", 2))
    assert engine.view_for(one, 0) == engine.view_for(two, 0)


def test_phases_tell_where_the_round_stands_and_who_starts_them() -> None:
    """SEQ-1, SETUP-7, UI-20."""
    state = position(
        phase="noble", upper=["market"], players=4, start={"worker": 2, "building": 3, "noble": 0, "exchange": 1}
    )
    phases = engine.view_for(state, 3).phases
    assert [phase.name for phase in phases] == ["worker", "building", "noble", "exchange"]
    assert [phase.start_seat for phase in phases] == [2, 3, 0, 1]
    assert [phase.done for phase in phases] == [True, True, False, False]
    assert [phase.current for phase in phases] == [False, False, True, False]
    assert [one.tokens for one in engine.view_for(state, 3).seats] == [
        ("noble",),
        ("exchange",),
        ("worker",),
        ("building",),
    ]


def test_incomes_are_shown_group_by_group() -> None:
    """UI-12, EX-110 without the Market: what each group will pay, and what each card adds."""
    display = ["lumberjack", "lumberjack", "market", "controller", "tax-man"]
    view = engine.view_for(position(upper=["market"], seats=[seat(display=display)]), 1)
    incomes = {one.group: one for one in view.seats[0].income}
    assert {group: (one.rubles, one.points) for group, one in incomes.items()} == {
        "green": (6, 0),
        "blue": (0, 1),
        "red": (6, 1),
    }
    assert [(term.card, term.rubles, term.points, term.counted) for term in incomes["red"].terms] == [
        ("controller", 4, 1, None),
        ("tax-man", 2, 0, 2),
    ]
    assert view.seats[0].nobles == (2, 3)
    assert [card.pays for card in view.seats[0].display] == [(3, 0), (3, 0), (0, 1), (4, 1), (2, 0)]


def test_a_face_down_card_shows_that_it_pays_nothing() -> None:
    """CARD-OBS-5, M2-2: no points, not replaceable, and still a card of its name and colour."""
    state = position(upper=["observatory", "bank"], seats=[seat(rubles=30, display=["observatory face down"])])
    view = engine.view_for(state, 0)
    (card,) = view.seats[0].display
    assert (card.card, card.face_down, card.replaceable, card.pays, card.marks) == (
        "observatory",
        True,
        False,
        (0, 0),
        ("face down",),
    )
    assert slot(view, "bank").blocked == "no-target"
    assert slot(view, "observatory").offers[0].price == 6


def test_passes_are_shown_until_the_seat_does_something_else() -> None:
    """PASS-1, TURN-9: what the last action of each seat in this part was."""
    state = position(upper=["market", "library", "theater"], players=3)
    state = play(state, "0 pass", "1 take market", "2 pass")
    assert [one.passed for one in engine.view_for(state, 0).seats] == [True, False, True]
    assert engine.view_for(state, 0).passes == 1
    state = act(state, 0, "take library")
    assert [one.passed for one in engine.view_for(state, 0).seats] == [False, False, True]
    assert not any(one.passed for one in engine.view_for(pass_on(state), 0).seats)


@pytest.mark.parametrize(
    ("move", "woken"),
    [
        ("play author", False),
        ("pass", False),
        ("take market", True),
        ("buy market", True),
        ("buy library lower", True),
        ("draw noble", True),
    ],
)
def test_who_passes_until_the_tableau_changes_wakes_when_it_does(move: str, woken: bool) -> None:
    """UI-2, EX-109: a card of the tableau or an Observatory wakes the others; playing an ordinary card from the hand
    does not, and nobody wakes himself."""
    seats = [seat(rubles=40, hand=["author"], display=["observatory"]), seat(), seat()]
    state = position(upper=["market", "theater"], lower=["library"], seats=seats)
    entries = acted(state, 0, move).entries
    assert engine.wakes(entries, 1) is woken
    assert engine.wakes(entries, 2) is woken
    assert engine.wakes(entries, 0) is False


def test_the_key_of_an_action_part_changes_with_it() -> None:
    """UI-2, UI-3: standing passes end with the action part."""
    state = position(phase="building", upper=["market"], round=3)
    assert engine.phase_key(state) == "3:building"
    assert engine.phase_key(pass_on(state)) == "3:noble"
