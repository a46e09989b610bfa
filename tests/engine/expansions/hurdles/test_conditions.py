"""What real hurdles ask and bonus hurdles pay (HURD-6 to HURD-13)."""

import pytest

import engine
from engine.expansions.hurdle_course import SPACES
from tests.builders import act, acted, seat
from tests.engine.expansions.hurdles.stories import BLUE_EXCHANGE, FIVE_MARKERS, at, gains, standing, told

CONDITIONS = [
    ("real-workers", [3, 4, 5, 5, 6], ["lumberjack", "gold-miner", "shepherd", "fur-trapper", "fur-shop", "wharf"]),
    ("real-buildings", [1, 2, 3, 4, 5], ["market-fish", "market-apple", "pub", "library", "bank"]),
    ("real-nobles", [1, 2, 3, 4, 5], ["author", "author", "judge", "judge", "senator"]),
]


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize(("name", "needed", "cards"), CONDITIONS)
def test_a_condition_needs_so_many_cards_at_least(name, needed, cards, place):
    """HURD-R1, HURD-R3, HURD-R4, HURD-11: different green cards by name, blue and red cards with copies, Exchange cards
    included; more are enough too."""
    space, number = SPACES[place], needed[place]
    for have in range(len(cards) + 1):
        display = cards[:have] + ["lumberjack"] * (name == "real-workers" and have > 0)
        state = at(seat(points=0, display=display), **{f"s{space}": name})
        sign = ">" if have >= number else "K"
        assert standing(state, space) == (sign, f"{have}/{number}")


@pytest.mark.parametrize(
    ("space", "markers", "position", "fits", "fails"),
    [
        (10, 2, 3, ["caviar", "chick"], ["fish-basket", "hen"]),
        (20, 3, 4, ["special-fish-card", "chick", "apple"], ["special-fish-card", "chick"]),
        (35, 4, 5, ["special-fish-card", "fish", *FIVE_MARKERS[:3]], ["special-fish-card", *FIVE_MARKERS[:3]]),
        (50, 5, 6, ["special-fish-card", "fish", *FIVE_MARKERS], ["special-fish-card", *FIVE_MARKERS]),
        (70, 5, 7, ["special-fish-card", "fish-basket", *FIVE_MARKERS], ["special-fish-card", "fish", *FIVE_MARKERS]),
    ],
)
def test_the_market_hurdle_needs_markers_and_a_position(space, markers, position, fits, fails):
    """HURD-R2, MKT-7, MKT-26: so many markers, one of them so far."""
    shown = {}
    for display in (fits, fails):
        state = at(seat(display=display), **{f"s{space}": "real-market"})
        shown[standing(state, space)[0]] = standing(state, space)[1]
    assert set(shown) == {">", "K"}
    for progress in shown.values():
        assert [part.split("/")[1] for part in progress.split(", ")] == [str(markers), str(position)]


def test_three_markers_with_one_at_four():
    """EX-106, HURD-R2, UI-17: positions 4, 1, 1: bonus 3 VP and 4 rubles; 3, 3, 3 does not do: 3/3, 3/4."""
    state, log = gains(
        at(seat(rubles=0, points=18, display=["special-fish-card", "chick", "apple"]), s20="real-market"), 1
    )
    assert (state.points(0), state.rubles(0)) == (19 + 3, 4)
    assert told(log) == [("hurdle-passed", "real-market", 20), ("hurdle-bonus", 4, 3)]
    assert standing(state, 20) == ("+", (4, 3))
    display = ["caviar", "chicken-coop", "apple-orchard"]
    state, log = gains(at(seat(points=18, display=display), s20="real-market"), 1)
    assert state.points(0) == 19
    assert standing(state, 20) == ("∅", "3/3, 3/4")
    assert told(log) == [("hurdle-blocks", "real-market", 20)]


def test_the_hurdle_of_exchange_cards_wants_one_of_each_colour_on_50():
    """EX-96, HURD-R5: four blue ones do not fulfil it there, on 70 they do; the bonus is 2 VP each."""
    four = seat(points=48, display=BLUE_EXCHANGE)
    state, _ = gains(at(four, s50="real-exchange"), 5)
    assert state.points(0) == 49
    assert standing(state, 50) == ("∅", "0/1, 0/1, 4/1")
    mixed = seat(points=48, display=["fur-shop", "senator", "bank"])
    state, _ = gains(at(mixed, s50="real-exchange"), 5)
    assert state.points(0) == 48 + 5 + 6
    assert standing(state, 50) == ("+", (0, 6))
    state, _ = gains(at(seat(points=68, display=BLUE_EXCHANGE), s70="real-exchange"), 5)
    assert state.points(0) == 68 + 5 + 8
    for number, space in ((1, 10), (2, 20), (3, 35), (4, 70)):
        state = at(seat(display=BLUE_EXCHANGE[: number - 1]), **{f"s{space}": "real-exchange"})
        assert standing(state, space) == ("K", f"{number - 1}/{number}")


def test_a_real_hurdle_is_checked_on_the_space_before():
    """EX-89, HURD-6, HURD-7, HURD-12, HURD-14: 17 + 5 with Market and Firehouse: bonus 2 rubles and 3 VP: 25."""
    state = at(seat(rubles=0, points=17, display=["market-fish", "firehouse"]), s20="real-buildings")
    assert standing(state, 20) == (">", "2/2")
    state, log = gains(state, 5)
    assert (state.points(0), state.rubles(0)) == (25, 2)
    assert standing(state, 20) == ("+", (2, 3))
    assert told(log) == [("hurdle-passed", "real-buildings", 20), ("hurdle-bonus", 2, 3)]


def test_who_does_not_fulfil_it_stays_before_it_until_he_does():
    """EX-90, HURD-8, HURD-9, UI-16, UI-17: 19, 3 VP lost, 1/2; a Market bought later: 2 rubles and 3 VP, 22, +."""
    state = at(
        seat(rubles=10, points=17, display=["firehouse"]), s20="real-buildings", upper=["market-fish", "academy"]
    )
    assert standing(state, 20) == ("K", "1/2")
    state, log = gains(state, 5)
    assert state.points(0) == 19
    assert standing(state, 20) == ("∅", "1/2")
    assert told(log) == [("hurdle-blocks", "real-buildings", 20), ("points-lost", 3)]
    again, log = gains(state, 4)
    assert (again.points(0), told(log)) == (19, [("points-lost", 4)])
    done = acted(state, 0, "buy market-fish")
    assert (done.state.points(0), done.state.rubles(0)) == (22, 10 - 5 + 2)
    assert standing(done.state, 20) == ("+", (2, 3))
    assert told(done.entries) == [("hurdle-passed", "real-buildings", 20), ("hurdle-bonus", 2, 3)]


def test_reaching_the_space_before_is_enough():
    """EX-91, HURD-6, HURD-7: 16 + 3 = 19, the bonus is paid at once and moves the score on."""
    state, _ = gains(at(seat(rubles=0, points=16, display=["market-fish", "firehouse"]), s20="real-buildings"), 3)
    assert (state.points(0), state.rubles(0)) == (19 + 3, 2)


def test_the_hurdle_of_workers_pays_nothing():
    """HURD-R1, HURD-7: 17 + 5 = 22."""
    display = ["lumberjack", "gold-miner", "shepherd", "fur-trapper"]
    state, log = gains(at(seat(rubles=0, points=17, display=display), s20="real-workers"), 5)
    assert (state.points(0), state.rubles(0)) == (22, 0)
    assert told(log) == [("hurdle-passed", "real-workers", 20)]
    assert standing(state, 20) == ("+", (0, 0))


def test_a_bonus_hurdle_pays_when_it_is_reached_or_passed():
    """EX-92, HURD-5, HURD-B1, HURD-14: 8 + 4 with three red cards: 10, bonus 3, then 2 more: 15; HURD-2: only once."""
    state = at(seat(points=8, display=["author", "author", "judge"]), s10="bonus-nobles")
    assert standing(state, 10) == (">", "")
    state, log = gains(state, 4)
    assert state.points(0) == 15
    assert standing(state, 10) == ("+", (0, 3))
    assert told(log) == [("hurdle-passed", "bonus-nobles", 10), ("hurdle-bonus", 0, 3)]
    again, log = gains(state, 1)
    assert (again.points(0), told(log)) == (16, [])


def test_bonuses_for_buildings_and_exchange_cards():
    """HURD-B2, HURD-B4, HURD-5: exactly reached; 1 ruble each, and 1 ruble and 1 VP each. EXCH-12: whatever the colour."""
    display = ["market-fish", "pub", "bank", "senator", "fur-shop"]
    state, _ = gains(at(seat(rubles=0, points=9, display=display), s10="bonus-buildings"), 1)
    assert (state.points(0), state.rubles(0)) == (10, 3)
    state, _ = gains(at(seat(rubles=0, points=9, display=display), s10="bonus-exchange"), 1)
    assert (state.points(0), state.rubles(0)) == (13, 3)


def test_the_hurdle_of_nobles_pays_the_rubles_of_the_best_noble():
    """HURD-R4, HURD-12, M2-2: 3 VP for three Nobles and the 6 rubles of the Mistress; a Tax Man counts green cards."""
    nobles = ["author", "mistress-of-ceremonies", "judge"]
    state, _ = gains(at(seat(rubles=0, points=18, display=nobles), s20="real-nobles"), 1)
    assert (state.points(0), state.rubles(0)) == (19 + 3, 6)
    taxed = ["tax-man", "mistress-of-ceremonies", *["lumberjack"] * 4, *["shepherd"] * 4]
    state, _ = gains(at(seat(rubles=0, points=18, display=taxed), s20="real-nobles"), 1)
    assert (state.points(0), state.rubles(0)) == (19 + 2, 8)


def test_an_impostor_alone_gives_no_ruble_and_takes_none():
    """EX-95, HURD-13: R4 on 10, score 7, 4 VP: 7 + 4 + 1 = 12."""
    state = at(
        seat(rubles=3, points=7, display=["impostor"]), sets=("market", "module-2", "hurdles"), s10="real-nobles"
    )
    state, log = gains(state, 4)
    assert (state.points(0), state.rubles(0)) == (12, 3)
    assert told(log)[-1] == ("hurdle-bonus", 0, 1)


def test_a_condition_that_holds_earlier_or_fails_later_does_nothing():
    """HURD-10: before the space is reached nothing is paid; a passed hurdle is never looked at again."""
    state = at(
        seat(rubles=20, points=5, display=["market-fish"]), upper=["pub", "bank", "academy"], s20="real-buildings"
    )
    after = act(state, 0, "buy pub")
    assert (after.points(0), after.rubles(0)) == (5, 19)
    assert standing(after, 20) == (">", "2/2")
    state, _ = gains(at(seat(points=17, display=["special-fish-card", "chick", "apple"]), s20="real-market"), 2)
    lost = position_without(state, "special-fish-card")
    assert standing(lost, 20) == ("+", (4, 3))
    further, log = gains(lost, 5)
    assert (further.points(0), told(log)) == (state.points(0) + 5, [])


def position_without(state, card):
    """The same after a card has left the display of seat 0."""
    from engine.acquire import leave

    after = state.fork()
    leave(after, 0, after.rules.row_of[card])
    return after


def test_only_who_stands_blocked_is_checked_after_a_change_of_markers():
    """HURD-9, MKT-15: a Ship Builder with ? is wholly there when its kind is chosen; then the hurdle is passed, and its
    bonus counts the new marker."""
    state = at(
        seat(rubles=20, points=19, display=["special-fish-card", "chick"]), s20="real-market",
        upper=["ship-builder-any", "academy"], phase="worker", round=3,
    )  # fmt: skip
    assert standing(state, 20) == ("∅", "2/3, 4/4")
    bought = acted(state, 0, "buy ship-builder-any")
    assert told(bought.entries) == []
    assert engine.question_for(bought.state, 0).kind == "kind"
    assert engine.parse_move("kind fish", bought.state) in engine.legal_moves(bought.state, 0)
    done = acted(bought.state, 0, "kind apple")
    assert told(done.entries) == [("hurdle-passed", "real-market", 20), ("hurdle-bonus", 4, 3)]
    assert done.state.points(0) == 22
    same = act(bought.state, 0, "kind fish")
    assert standing(same, 20) == ("∅", "2/3, 5/4")
