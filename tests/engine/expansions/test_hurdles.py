"""Hurdles (section 22), with every number of their worked examples."""

from hashlib import sha256
from random import Random

import pytest

import engine
from engine.expansions.hurdles.course import Course
from engine.expansions.hurdles.kinds import BONUS, HURDLES, REAL, SPACES
from engine.expansions.hurdles.walk import Rest
from engine.expansions.orders import Dealt
from engine.play import proceed
from tests.builders import act, acted, cards_in, pass_on, play, position, seat, texts
from tests.engine.walks import eager

SETS = ("market", "hurdles")
FIVE_MARKERS = ["chick", "ear-of-wheat", "apple", "fish", "cabbage"]
SIX_NOBLES = ["author", "administrator", "warehouse-manager", "secretary", "controller", "judge"]
BLUE_EXCHANGE = ["bank", "peterhof", "st-isaacs-cathedral", "catherine-palace"]


def on(points, **by_space):
    """A course with these hurdles by space (`s20="real-nobles"`), elsewhere the bonus for Exchange cards; each seat has
    passed what lies behind its points."""
    names = tuple(by_space.get(f"s{space}", "bonus-exchange") for space in SPACES)
    return Course(names, tuple(((0, 0),) * sum(space <= score for space in SPACES) for score in points))


def at(*seats, sets=SETS, remembered=None, phase="noble", upper=("academy",), **wishes):
    """A position with hurdles; `s10` to `s70` name them."""
    hurdles = {name: wishes.pop(name) for name in [*wishes] if name in ("s10", "s20", "s35", "s50", "s70")}
    seats = seats if len(seats) > 1 or wishes.get("players") == 1 else (*seats, seat(points=0))
    course = on([one.points for one in seats], **hurdles)
    known = {"hurdles": course, **(remembered or {})}
    return position(sets=sets, phase=phase, upper=upper, seats=seats, remembered=known, **wishes)


def gains(state, points, one=0):
    """The position after this seat has gained so many points in its turn, and what there was to tell."""
    after, log = state.fork(), []
    after.rules.gain(after, one, points, log)
    return proceed(after, log), log


def told(entries):
    """Entries of hurdles in short."""
    found = []
    for entry in entries:
        said = entry.to_json()
        if said["kind"] in ("hurdle-passed", "hurdle-blocks"):
            found.append((said["kind"], said["hurdle"], said["space"]))
        elif said["kind"] == "hurdle-bonus":
            found.append(("hurdle-bonus", said["rubles"], said["points"]))
        elif said["kind"] == "points-lost":
            found.append(("points-lost", said["points"]))
    return found


def standing(state, space, one=0, viewer=None):
    """State and progress, or the bonus received, of a hurdle."""
    hurdles = engine.view_for(state, viewer).extras["hurdles"]["hurdles"]
    shown = next(hurdle for hurdle in hurdles if hurdle["space"] == space)["seats"][one]
    if shown["state"] == "+":
        assert shown["progress"] == []
        return "+", tuple(shown["bonus"])
    assert shown["bonus"] is None
    return shown["state"], ", ".join(f"{need['has']}/{need['needs']}" for need in shown["progress"])


def final(*seats, **wishes):
    """The game after the final scoring."""
    state = pass_on(at(*seats, phase="exchange", ending=True, **wishes))
    return state, engine.final_scores(state)


# --- setup


def drawn(number, players=2, seed=b""):
    options = engine.Options(edition=2, players=players, sets=SETS, real_hurdles=number)
    state = engine.new_game(options, engine.make_deal(options, sha256(seed).digest()))
    shown = engine.view_for(state, None).extras["hurdles"]["hurdles"]
    return {hurdle["space"]: hurdle["hurdle"] for hurdle in shown}, {h["space"] for h in shown if h["real"]}


def test_five_hurdles_stand_on_their_spaces():
    """HURD-1, HURD-3, SETUP-11: 2 real ones on 20 and 35, 3 bonus hurdles on 10, 50 and 70, all drawn."""
    assert (len(BONUS), len(REAL), SPACES) == (5, 5, (10, 20, 35, 50, 70))
    seen = set()
    for number in range(60):
        hurdles, real = drawn(None, seed=bytes([number]))
        assert tuple(hurdles) == (10, 20, 35, 50, 70)
        assert real == {20, 35}
        assert len(set(hurdles.values())) == 5
        seen |= set(hurdles.items())
    assert seen == {(space, h.name) for space in (20, 35) for h in REAL} | {
        (space, h.name) for space in (10, 50, 70) for h in BONUS
    }


@pytest.mark.parametrize("number", range(6))
def test_a_table_may_choose_the_number_of_real_hurdles(number):
    """HURD-4, DEC-1: n real and 5 - n bonus hurdles, on any of the five spaces."""
    seen = set()
    for seed in range(40):
        hurdles, real = drawn(number, seed=bytes([seed]))
        assert tuple(hurdles) == SPACES
        assert len(real) == number
        assert len(set(hurdles.values())) == 5
        seen |= real
    assert seen == (set(SPACES) if number else set())


def test_the_hurdles_follow_from_the_deal():
    """SETUP-12, HURD-4: the first drawn ones of each sort, on the spaces in drawn order."""
    options = engine.Options(edition=2, players=2, sets=SETS, real_hurdles=1)
    deal = engine.make_deal(options, sha256(b"course").digest())
    draws = dict(deal.draws)
    hurdles, real = drawn(1, seed=b"course")
    assert {int(draws["hurdle-space"][0])} == real
    assert [hurdles[int(space)] for space in draws["hurdle-space"]] == [
        draws["real-hurdle"][0],
        *draws["bonus-hurdle"][:4],
    ]
    standard = engine.Options(edition=2, players=2, sets=SETS)
    assert set(dict(engine.make_deal(standard, bytes(32)).draws)) == {"real-hurdle", "bonus-hurdle"}


def test_the_number_of_real_hurdles_is_an_option_of_tables_with_hurdles():
    """HURD-4, COMBO-4, COMBO-5, COMBO-15: 0 to 5, with the Market, edition 2, alone too."""
    for wrong in (-1, 6, True, "2"):
        with pytest.raises(engine.OptionsError) as refused:
            engine.Options(edition=2, sets=SETS, real_hurdles=wrong)
        assert (refused.value.code, refused.value.rule) == ("real-hurdles", "HURD-4")
    with pytest.raises(engine.OptionsError) as refused:
        engine.Options(edition=2, sets=("market",), real_hurdles=2)
    assert refused.value.rule == "HURD-4"
    for edition, code, rule in ((2, "hurdles-market", "COMBO-5"), (1, "hurdles-edition", "COMBO-4")):
        with pytest.raises(engine.OptionsError) as refused:
            engine.Options(edition=edition, sets=("hurdles",))
        assert (refused.value.code, refused.value.rule) == (code, rule)
    options = engine.Options(edition=2, players=1, sets=SETS, real_hurdles=5)
    assert engine.Options.from_dict(options.to_dict()) == options


# --- conditions and bonuses


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
    from engine.state import leave

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


# --- choices


def asked_b3(*, rest=0, markers=4, **more):
    """Standing on 10, to choose rubles or points for markers."""
    state = at(seat(rubles=0, points=9, display=FIVE_MARKERS[:markers]), s10="bonus-market", **more)
    return gains(state, 1 + rest)


def test_one_choice_for_all_markers():
    """EX-94, HURD-B3, HURD-18: 4 markers: 4 rubles or 4 VP; 2 and 2 is rejected."""
    state, log = asked_b3(rest=2)
    assert told(log) == [("hurdle-passed", "bonus-market", 10)]
    assert (state.points(0), engine.waiting_for(state)) == (10, (0,))
    assert engine.question_for(state, 0).kind == "hurdle"
    assert texts(state, 0) == ["bonus rubles", "bonus points"]
    rubles, points = acted(state, 0, "bonus rubles"), acted(state, 0, "bonus points")
    assert (rubles.state.points(0), rubles.state.rubles(0)) == (12, 4)
    assert (points.state.points(0), points.state.rubles(0)) == (16, 0)
    assert standing(rubles.state, 10) == ("+", (4, 0))
    assert standing(points.state, 10) == ("+", (0, 4))
    for wrong in ("bonus 2 2", "bonus rubles points", "pass"):
        with pytest.raises(engine.EngineError):
            act(state, 0, wrong)
    with pytest.raises(engine.IllegalMove) as refused:
        act(state, 0, "pass")
    assert (refused.value.code, refused.value.rule) == ("bonus-first", "HURD-18")


def test_without_markers_nothing_is_asked():
    """HURD-B3, DEC-23."""
    state, log = asked_b3(markers=0, rest=1)
    assert (state.points(0), engine.question_for(state, 0).kind) == (11, "turn")
    assert told(log) == [("hurdle-passed", "bonus-market", 10)]


def test_one_card_gives_its_rubles_or_its_points():
    """EX-93, HURD-B5, M2-2: the Mistress of Ceremonies 6 rubles or 3 VP, not both."""
    display = ["mistress-of-ceremonies", "lumberjack", "theater", "pub", "fish", "observatory face down"]
    state, _ = gains(at(seat(rubles=0, points=9, display=display), s10="bonus-card"), 2)
    assert texts(state, 0) == [
        "bonus rubles mistress-of-ceremonies",
        "bonus rubles lumberjack",
        "bonus rubles fish",
        "bonus points mistress-of-ceremonies",
        "bonus points theater",
    ]
    done = acted(state, 0, "bonus rubles mistress-of-ceremonies")
    assert (done.state.rubles(0), done.state.points(0)) == (6, 11)
    assert done.entries[0].to_json() == {
        "kind": "hurdle-bonus", "seat": 0, "hurdle": "bonus-card", "space": 10, "rubles": 6, "points": 0,
        "card": "mistress-of-ceremonies",
    }  # fmt: skip
    done = acted(state, 0, "bonus points Hofmeisterin")
    assert (done.state.rubles(0), done.state.points(0)) == (0, 14)


def test_a_single_way_is_not_asked():
    """DEC-23: one card with rubles only, and none at all."""
    state, _ = gains(at(seat(rubles=0, points=9, display=["lumberjack", "pub"]), s10="bonus-card"), 2)
    assert (state.rubles(0), state.points(0), engine.question_for(state, 0).kind) == (3, 11, "turn")
    state, _ = gains(at(seat(rubles=0, points=9, display=["pub"]), s10="bonus-card"), 2)
    assert (state.rubles(0), state.points(0)) == (0, 11)


def test_of_copies_that_differ_the_best_is_meant():
    """HURD-B5: an Observatory face up pays the point."""
    display = ["observatory face down", "observatory", "lumberjack"]
    state, _ = gains(at(seat(points=9, display=display), s10="bonus-card"), 1)
    assert texts(state, 0) == ["bonus rubles lumberjack", "bonus points observatory"]
    assert act(state, 0, "bonus points observatory").points(0) == 11


def test_the_bonus_of_a_hurdle_may_trigger_another():
    """HURD-14, HURD-18: B3 on 10 brings the score past a real hurdle on 20 to B5 on 35; each asks in its turn, the rest of
    the gain comes last."""
    display = [*FIVE_MARKERS, *["theater"] * 2]
    state = at(seat(rubles=0, points=9, display=display), s10="bonus-market", s20="real-buildings", s35="bonus-card")
    state, _ = gains(state, 19)
    assert state.points(0) == 10
    done = acted(state, 0, "bonus points")
    assert told(done.entries) == [
        ("hurdle-bonus", 0, 5),
        ("hurdle-passed", "real-buildings", 20),
        ("hurdle-bonus", 2, 6),
        ("hurdle-passed", "bonus-card", 35),
    ]
    assert (done.state.points(0), engine.question_for(done.state, 0).kind) == (35, "hurdle")
    assert act(done.state, 0, "bonus points theater").points(0) == 28 + 5 + 6 + 6


def test_rubles_of_a_choice_leave_the_rest_of_the_gain():
    """HURD-14, HURD-15."""
    state, _ = asked_b3(rest=15, s20="real-nobles")
    done = acted(state, 0, "bonus rubles")
    assert (done.state.points(0), done.state.rubles(0)) == (19, 4)
    assert told(done.entries) == [("hurdle-bonus", 4, 0), ("hurdle-blocks", "real-nobles", 20), ("points-lost", 6)]


def test_the_points_of_a_bonus_can_be_lost_too():
    """HURD-16, HURD-8: bonuses are gains like any other."""
    state, log = gains(at(seat(points=9, display=SIX_NOBLES), s10="bonus-nobles", s20="real-workers"), 6)
    assert state.points(0) == 19
    assert told(log)[1:] == [("hurdle-bonus", 0, 6), ("hurdle-blocks", "real-workers", 20), ("points-lost", 2)]


def test_a_second_gain_waits_for_the_choice():
    """HURD-14, HURD-18: what is credited while a bonus is being chosen comes after it."""
    state, log = asked_b3(rest=2)
    after = state.fork()
    after.rules.gain(after, 0, 5, log)
    assert after.points(0) == 10
    assert act(after, 0, "bonus rubles").points(0) == 17
    assert act(after, 0, "bonus points").points(0) == 21


def test_the_clock_takes_points_unless_they_would_be_lost():
    """DEC-23: VP; where a real hurdle stops even the gain itself, rubles."""
    state, _ = asked_b3(rest=2)
    assert str(engine.default_move(state, 0)) == "bonus points"
    state, _ = asked_b3(rest=12, s20="real-nobles")
    assert str(engine.default_move(state, 0)) == "bonus rubles"
    display = ["mistress-of-ceremonies", "judge", "theater"]
    state, _ = gains(at(seat(points=9, display=display), s10="bonus-card"), 1)
    assert str(engine.default_move(state, 0)) == "bonus points theater"
    state, _ = gains(at(seat(points=9, display=["author", "lumberjack"]), s10="bonus-card"), 1)
    assert str(engine.default_move(state, 0)) == "bonus rubles lumberjack"


# --- wherever points come from


def test_the_game_waits_in_the_middle_of_a_scoring():
    """HURD-18, SCORE-4, SCORE-5: the income of one seat is one gain; the next is paid when the first has chosen."""
    first = seat(rubles=0, points=8, display=["theater", "market-fish", "chick"])
    state = pass_on(at(first, seat(rubles=0, points=0, display=["theater"]), phase="building", s10="bonus-market"))
    assert (state.points(0), state.points(1)) == (10, 0)
    assert engine.waiting_for(state) == (0,)
    assert texts(state, 0) == ["bonus rubles", "bonus points"]
    done = acted(state, 0, "bonus points")
    assert (done.state.points(0), done.state.points(1)) == (8 + 7 + 2, 6)


def test_points_of_one_scoring_are_one_gain():
    """SCORE-5, HURD-8: 1 + 6 points, one loss of 6."""
    state = at(seat(points=18, display=["market-fish", "theater"]), phase="building", s20="real-nobles")
    while state.phase == "building":
        done = engine.apply(state, engine.waiting_for(state)[0], engine.parse_move("pass", state))
        state = done.state
    assert told(done.entries) == [("hurdle-blocks", "real-nobles", 20), ("points-lost", 6)]
    assert state.points(0) == 19


def test_points_of_the_market_square_are_one_gain_and_it_waits():
    """SCORE-10, HURD-16, HURD-18: tile 3/1, five kinds: 15 points, B3 asked once; the other seat is paid after."""
    mine = seat(rubles=0, points=0, display=["hen", "grain-sack", "apple-crate", "fish-basket", "vegetable-basket"])
    state = pass_on(at(mine, seat(points=0, display=["fish"]), phase="market", round=3, s10="bonus-market"))
    assert (state.points(0), state.points(1)) == (10, 0)
    assert texts(state, 0) == ["bonus rubles", "bonus points"]
    done = acted(state, 0, "bonus rubles")
    assert (done.state.points(0), done.state.points(1)) == (15, 1)


def pub(points, rubles=20, *more, **hurdles):
    """After the Building scoring of the owner of a Pub."""
    return pass_on(at(seat(rubles=rubles, points=points, display=["pub", *more]), phase="building", **hurdles))


def test_a_pub_sells_only_what_will_be_credited():
    """EX-101, CARD-PUB-4: before an unfulfilled real hurdle on 20, at 18 one VP, at 19 none."""
    state = pub(18, s20="real-nobles")
    assert texts(state, 0) == ["pub 0", "pub 1"]
    assert engine.question_for(state, 0).maximum == 1
    assert act(state, 0, "pub 1").points(0) == 19
    assert engine.question_for(pub(19, s20="real-nobles"), 0).kind == "turn"
    assert texts(pub(18, s20="real-buildings"), 0) == ["pub 0", "pub 1"]
    assert len(texts(pub(18, 20, "theater", s35="real-nobles"), 0)) == 6


def test_the_bonus_on_the_way_to_a_block_counts():
    """CARD-PUB-4, HURD-14: 9 with B1 on 10 and six Nobles: 1 + 6 + 2 reach 18; three more would be lost but one."""
    state = pub(9, 20, *SIX_NOBLES, s10="bonus-nobles", s20="real-workers")
    assert texts(state, 0) == ["pub 0", "pub 1", "pub 2", "pub 3", "pub 4"]
    assert act(state, 0, "pub 4").points(0) == 19


def test_a_bonus_that_pays_rubles_lets_the_owner_be_asked_once_more():
    """CARD-PUB-5, HURD-15: 2 rubles, one VP, B2 pays 4 rubles: up to 2 of the 4 that are left; not without a bonus."""
    pub_and_three = pub(9, 2, "potemkin-village", "warehouse", "observatory face down", s10="bonus-buildings")
    assert texts(pub_and_three, 0) == ["pub 0", "pub 1"]
    state = act(pub_and_three, 0, "pub 1")
    assert (state.points(0), state.rubles(0), state.phase) == (10, 4, "building")
    assert texts(state, 0) == ["pub 0", "pub 1", "pub 2"]
    state = act(state, 0, "pub 2")
    assert (state.points(0), state.rubles(0), state.phase) == (12, 0, "noble")
    assert act(pub_and_three, 0, "pub 0").phase == "noble"
    plain = act(pub(3, 6, "potemkin-village", s10="bonus-buildings"), 0, "pub 1")
    assert (plain.points(0), plain.rubles(0), plain.phase) == (4, 4, "noble")
    limit = act(pub(5, 11, "potemkin-village", "warehouse", s10="bonus-buildings"), 0, "pub 5")
    assert (limit.points(0), limit.rubles(0), limit.phase) == (10, 1 + 3, "noble")


def test_rubles_that_were_chosen_can_be_spent_at_the_pub():
    """CARD-PUB-5, HURD-B3, HURD-18: asked by the Pub's points, then once more by the Pub; points chosen ask no more."""
    state = act(pub(9, 2, *FIVE_MARKERS, s10="bonus-market"), 0, "pub 1")
    assert texts(state, 0) == ["bonus rubles", "bonus points"]
    assert texts(act(state, 0, "bonus rubles"), 0) == ["pub 0", "pub 1", "pub 2"]
    assert act(state, 0, "bonus points").phase == "noble"


TRADE = ("market", "module-2", "hurdles")


def trading(points, *more, rubles=20, **hurdles):
    one = seat(rubles=rubles, points=points, display=["trading-house", *more])
    return pass_on(at(one, sets=TRADE, phase="building", **hurdles))


def test_a_trading_house_needs_both_points_credited():
    """M2-TRADE-4: at 17 both, at 18 and 19 before an unfulfilled hurdle it cannot be used."""
    assert texts(trading(17, s20="real-nobles"), 0) == ["pub 0", "pub 0 trade"]
    assert act(trading(17, s20="real-nobles"), 0, "pub 0 trade").points(0) == 19
    for points in (18, 19):
        assert engine.question_for(trading(points, s20="real-nobles"), 0).kind == "turn"


def test_the_trading_house_is_credited_before_the_pub():
    """CARD-PUB-5, M2-TRADE-2: 8 + 2 asks for B3; the points of the Pub come after the choice."""
    state = act(trading(8, "pub", *FIVE_MARKERS, rubles=7, s10="bonus-market"), 0, "pub 2 trade")
    assert (state.points(0), texts(state, 0)) == (10, ["bonus rubles", "bonus points"])
    assert act(state, 0, "bonus points").points(0) == 10 + 5 + 2
    again = act(state, 0, "bonus rubles")
    assert (again.points(0), texts(again, 0)) == (12, ["pub 0", "pub 1", "pub 2"])


def test_a_choice_in_the_own_turn_comes_before_the_next_seat():
    """HURD-9, HURD-18, TURN-1: on 49 before R5 the green Exchange card is missing; with it eleven pay 22 VP, which reach
    B3 on 70 in the middle of the turn. He chooses, then the next seat has its turn."""
    blue = [*BLUE_EXCHANGE, "mariinski-theater", "harbor"]
    red = ["weapon-master", "senator", "admiral", "builder"]
    mine = seat(rubles=30, points=49, display=["fur-trapper", "fish", *blue, *red])
    state = at(mine, upper=["fur-shop", "academy"], s50="real-exchange", s70="bonus-market")
    assert standing(state, 50) == ("∅", "0/1, 4/1, 6/1")
    done = acted(state, 0, "buy fur-shop over fur-trapper")
    assert told(done.entries) == [
        ("hurdle-passed", "real-exchange", 50),
        ("hurdle-bonus", 0, 22),
        ("hurdle-passed", "bonus-market", 70),
    ]
    assert (done.state.points(0), engine.waiting_for(done.state)) == (70, (0,))
    after = act(done.state, 0, "bonus points")
    markers = len([kind for kind in engine.view_for(after, 0).extras["market"]["positions"].values() if kind[0]])
    assert after.points(0) == 49 + 22 + markers
    assert engine.waiting_for(after) == (1,)


def test_a_parasite_goes_through_the_hurdles_and_waits():
    """HURD-16, HURD-18, BANQ-PARA-1: 6 points of a Theater from 9: B3 asked in the turn, then the next seat's turn."""
    state = at(
        seat(rubles=0, points=9, display=["fish", "chick"], hand=["parasite"]),
        seat(points=0, display=["theater"]),
        sets=("market", "banquet", "hurdles"),
        s10="bonus-market",
    )
    state = play(state, "0 play parasite", "0 parasite seat-1 theater points")
    assert (state.points(0), engine.waiting_for(state)) == (10, (0,))
    done = act(state, 0, "bonus points")
    assert (done.points(0), engine.waiting_for(done)) == (9 + 6 + 2, (1,))


def test_an_event_may_pass_a_hurdle_before_the_action_of_the_turn():
    """HURD-9, HURD-18, EVT-GRAB-1: the Grabber brings the second Building; R3 pays, then the action follows."""
    state = at(
        seat(rubles=9, points=19, display=["firehouse"]),
        seat(points=0),
        sets=("market", "events", "hurdles"),
        s20="real-buildings",
        discard=["market-fish"],
    )
    move = next(text for text in texts(state, 0) if "grabber" in text)
    done = acted(state, 0, move)
    assert told(done.entries) == [("hurdle-passed", "real-buildings", 20), ("hurdle-bonus", 2, 3)]
    assert (done.state.points(0), done.state.rubles(0)) == (22, 9 - 5 + 2)
    assert engine.waiting_for(done.state) == (0,)


def test_the_thief_may_pass_a_hurdle_before_the_first_turn():
    """HURD-9, HURD-18, BANQ-THIEF-2: bought in the window of the Thief."""
    state = at(
        seat(rubles=20, points=19, display=["firehouse", "fish", "chick"], hand=["thief"]),
        seat(points=0),
        sets=("market", "banquet", "hurdles"),
        s20="real-buildings",
        phase="noble",
        upper=["market-fish", "academy"],
        start={"noble": 1, "exchange": 1},
    )
    state = pass_on(state)
    assert (state.phase, engine.waiting_for(state)) == ("exchange", (0,))
    move = next(text for text in texts(state, 0) if "market-fish" in text and ("buy" in text or "thief" in text))
    done = acted(state, 0, move)
    assert told(done.entries) == [("hurdle-passed", "real-buildings", 20), ("hurdle-bonus", 2, 3)]
    assert (done.state.points(0), engine.waiting_for(done.state)) == (22, (1,))


def test_lost_points_move_the_score_back_and_nothing_more():
    """HURD-17: back over a passed hurdle and over the next space again: nothing is triggered twice."""
    state = at(seat(rubles=0, points=12, display=["author"]), s10="bonus-nobles")
    lower, log = gains(state, -5)
    assert (lower.points(0), log) == (7, [])
    again, log = gains(lower, 5)
    assert (again.points(0), log) == (12, [])


# --- final scoring


def test_hurdles_stay_in_force_to_the_end():
    """EX-97, HURD-19, HURD-20, HURD-22, END-13, END-14: 15 to 19, nothing for the rubles, 14; 34 rubles stay."""
    mine = seat(rubles=34, points=15, display=SIX_NOBLES, hand=["library"])
    state, scores = final(mine, seat(points=0, rubles=5), s20="real-workers")
    assert (state.points(0), state.rubles(0)) == (14, 34)
    score = scores[0]
    assert (score.points_before, score.nobles, score.rubles, score.hand) == (15, (6, 4), (0, 0, 34), (1, -5))
    assert standing(state, 20)[0] == "∅"
    tied, scores = final(mine, seat(points=14, rubles=9), s20="real-workers")
    assert (tied.points(1), [one.winner for one in scores]) == (14, [True, False])


def test_only_the_tens_up_to_the_block_are_paid():
    """EX-98, HURD-20: 18, 30 rubles: one ten, 19, 20 rubles stay."""
    state, scores = final(seat(rubles=30, points=18), s20="real-workers")
    assert (state.points(0), state.rubles(0)) == (19, 20)
    assert scores[0].rubles == (1, 1, 20)


def test_in_the_final_scoring_the_engine_takes_what_is_best():
    """EX-99, HURD-21, HURD-23: both options of B3 end at 19, so it takes 5 rubles."""
    mine = seat(rubles=0, points=9, display=[*FIVE_MARKERS, *SIX_NOBLES[:5]])
    state, scores = final(mine, s10="bonus-market", s20="real-workers")
    assert (state.points(0), state.rubles(0)) == (19, 5)
    assert standing(state, 10) == ("+", (5, 0))
    assert scores[0].nobles == (5, 10)


def test_rubles_of_a_bonus_are_exchanged_too():
    """EX-100, HURD-20: 68, 34 rubles, B2 on 70 and 8 blue cards: three tens, 12 rubles, one more: 72, 2 left."""
    blue = ["market-fish", "market-apple", "pub", "warehouse", "library", "theater", "firehouse", "hospital"]
    state, scores = final(seat(rubles=34, points=68, display=blue), s70="bonus-buildings")
    assert (state.points(0), state.rubles(0)) == (72, 2)
    assert scores[0].rubles == (4, 4, 2)
    finals = [line for line in state.lines if line.step == "rubles" and line.seat == 0]
    assert [(line.count, line.points) for line in finals] == [(4, 4)]


def test_the_choice_looks_ahead_to_the_rubles_and_the_hand():
    """HURD-21, HURD-23, END-13: 5 rubles that make a second ten full beat nothing; 5 points beat half a ten."""
    mine = seat(rubles=5, points=9, display=[*FIVE_MARKERS, "author"])
    state, _ = final(mine, s10="bonus-market")
    assert (state.points(0), state.rubles(0)) == (15, 5)
    near = seat(rubles=15, points=17, display=[*FIVE_MARKERS, "author"])
    state, _ = final(near, s20="bonus-market", s35="real-workers")
    assert state.points(0) == 17 + 1 + 1
    best = seat(rubles=25, points=17, display=[*FIVE_MARKERS, "author"])
    state, _ = final(best, s20="bonus-market", s35="real-workers")
    assert (state.points(0), state.rubles(0)) == (20 + 5, 5)
    blocked = seat(rubles=14, points=9, display=[*FIVE_MARKERS, *SIX_NOBLES[:3]], hand=["library"])
    state, _ = final(blocked, s10="bonus-market", s20="real-workers")
    assert (state.points(0), state.rubles(0)) == (19 - 5, 10 + 4)


def test_equal_options_are_taken_in_their_order():
    """HURD-23: the oldest card of equals; here all rubles end alike because the score is stopped anyway."""
    display = ["judge", "mistress-of-ceremonies", "controller", "weapon-master", "admiral"]
    state = at(
        seat(rubles=0, points=9, display=display), s10="bonus-card", s20="real-workers", phase="exchange", ending=True
    )
    rest = pass_on(state)
    (bonus,) = [
        entry for entry in _last(state) if entry.to_json()["kind"] == "hurdle-bonus" and entry.to_json()["seat"] == 0
    ]
    assert (bonus.rubles, bonus.points) == (6, 0)
    assert rest.points(0) == 19
    assert bonus.card == "mistress-of-ceremonies"


def _last(state):
    """What the last pass of this action part tells."""
    while True:
        done = engine.apply(state, engine.waiting_for(state)[0], engine.parse_move("pass", state))
        if done.state.is_over:
            return done.entries
        state = done.state


def test_further_choices_are_looked_ahead_in_the_same_manner():
    """HURD-23: B3 on 10 and B5 on 20; points of B3 reach B5, whose best option is counted with it."""
    mine = seat(rubles=0, points=0, display=["theater", *FIVE_MARKERS, *SIX_NOBLES[:5]])
    state, scores = final(mine, s10="bonus-market", s20="bonus-card")
    assert state.points(0) == 15 + 5 + 6
    assert scores[0].nobles == (5, 26)


ALL = ("market", "orders", "hurdles")


def with_orders(mine, *held, others=((3, 4, 5),), rest=(), **hurdles):
    """Seats before the final scoring with orders."""
    dealt = Dealt((held, *others), (None,) * (1 + len(others)))
    seats = (mine, *(rest or (seat(points=0, rubles=0),)))
    return at(*seats, sets=ALL, remembered={"orders": dealt}, phase="exchange", ending=True, **hurdles)


def test_points_of_an_order_go_through_the_hurdles():
    """ORD-H, HURD-16, HURD-19: 15 + 20 stop at 19."""
    state = pass_on(with_orders(seat(rubles=8, points=15), 6, 1, 7, s20="real-workers"))
    done = acted(act(state, 1, "order 3"), 0, "order 6")
    assert done.state.points(0) == 19
    assert told(done.entries) == [("hurdle-blocks", "real-workers", 20), ("points-lost", 16)]
    assert engine.final_scores(done.state)[0].order == (6, 4)


def test_order_6_is_scored_before_bonuses_of_other_orders_pay_rubles():
    """ORD-C, ORD-6, HURD-15: the other's order would bring him more rubles, too late for order 6."""
    rich = seat(rubles=9, points=0)
    other = seat(rubles=8, points=9, display=["market-fish", "market-apple", "library"])
    state = pass_on(
        with_orders(rich, 6, 1, 7, others=((14, 4, 5),), rest=(other,), s10="bonus-buildings", start={"worker": 1})
    )
    state = act(act(state, 0, "order 6"), 1, "order 14")
    assert engine.final_scores(state)[0].order == (6, 20)
    assert engine.final_scores(state)[1].order == (14, 4)


def test_in_step_1_the_order_that_gives_most_is_foreseen():
    """HURD-23, HURD-21: the Nobles reach B3. With an order of 20 to come the block is reached anyway, so it takes rubles;
    with an order of nothing it takes points."""
    display = [*FIVE_MARKERS[:4], *SIX_NOBLES[:3]]
    for orders, bonus in (((6, 7, 9), (4, 0)), ((7, 9, 15), (0, 4))):
        mine = seat(rubles=3, points=6, display=display)
        others = ((3, 4, 5), (1, 2, 8))
        state = with_orders(
            mine, *orders, others=others, rest=(seat(rubles=0), seat(rubles=0)), s10="bonus-market", s20="real-workers"
        )
        state = pass_on(state)
        assert engine.question_for(state, 0).kind == "order"
        assert standing(state, 10) == ("+", bonus), orders


def test_an_order_that_is_chosen_counts_as_it_is():
    """HURD-23, ORD-B: in step 2 the choice is made, and the bonus looks ahead to rubles and hand only."""
    mine = seat(rubles=6, points=0, display=[*FIVE_MARKERS[:4], "author", "author"])
    state = pass_on(with_orders(mine, 3, 1, 7, others=((4, 5, 6),), s10="bonus-market"))
    state = act(act(state, 1, "order 4"), 0, "order 3")
    assert state.points(0) == 1 + 9 + 4
    assert standing(state, 10) == ("+", (0, 4))
    few = seat(rubles=6, points=0, display=[*FIVE_MARKERS[:4], "author"], hand=["judge"])
    state = pass_on(with_orders(few, 3, 1, 7, others=((4, 5, 6),), s10="bonus-market", s20="bonus-nobles"))
    state = act(act(state, 1, "order 4"), 0, "order 3")
    assert (state.points(0), state.rubles(0)) == (1 + 9 + 4 - 5, 6)


# --- against the letter of the rules


class Naive:
    """A player and his points moved space by space, exactly as HURD-14 says; choices are given beforehand."""

    def __init__(self, state, choices):
        self.rules, self.player = state.rules, state.players[0]
        self.course = next(value for value in state.extras if isinstance(value, Course))
        self.score, self.rubles = self.player.points, self.player.rubles
        self.passed = len(self.course.received[0])
        self.choices, self.ways = list(choices), []
        self.blocked = False

    def gain(self, points):
        for _ in range(points):
            if self.blocked:
                return
            self.score += 1
            self.look()

    def look(self):
        """First a bonus hurdle on this space, then a real one on the next."""
        for real, space in ((False, self.score), (True, self.score + 1)):
            if space not in SPACES or SPACES.index(space) < self.passed:
                continue
            place = SPACES.index(space)
            hurdle = self.course.hurdle(place)
            if hurdle.is_real is not real:
                continue
            if not hurdle.is_open(self.rules, self.player, place):
                self.blocked = True
                return
            self.passed += 1
            if hurdle.options is not None:
                options = hurdle.options(self.rules, self.player)
                if not options:
                    continue
                self.ways.append(len(options))
                option = options[self.choices.pop(0) if self.choices else 0]
                rubles, points = (option.amount, 0) if option.currency == "rubles" else (0, option.amount)
            else:
                rubles, points = hurdle.bonus(self.rules, self.player) if hurdle.bonus else (0, 0)
            self.rubles += rubles
            self.gain(points)

    def final(self, nobles, hand):
        """All steps of the final scoring, a ten at a time."""
        self.gain(nobles)
        while self.rubles >= 10 and not self.blocked:
            self.rubles -= 10
            self.gain(1)
        self.score -= 5 * hand
        return self.score, self.rubles


def drawn_up(rng):
    """A position with a random course and a random display, its player where he may stand."""
    options = engine.Options(edition=2, players=1, sets=SETS)
    cards = [card for card in engine.cards(options) for _ in range(card.copies)]
    display = [card.id for card in rng.sample(cards, rng.randint(0, 14))]
    names = ["bonus-market", "bonus-card", *(hurdle.name for hurdle in rng.sample((BONUS[0], BONUS[3], *REAL), 3))]
    rng.shuffle(names)
    passed = rng.randint(0, 4)
    points = rng.randint(SPACES[passed] - 8, SPACES[passed] - 2)
    course = Course(tuple(names), (((0, 0),) * passed,))
    mine = seat(rubles=rng.randint(0, 60), points=points, display=display)
    remembered = {"hurdles": course}
    return position(sets=SETS, phase="exchange", players=1, seats=[mine], remembered=remembered, ending=True)


def test_points_go_where_they_would_go_space_by_space():
    """HURD-14, HURD-5, HURD-6, HURD-7, HURD-8: 1,000 gains at random, every choice answered at random."""
    rng, asked = Random("space by space"), 0
    for _ in range(1000):
        state = drawn_up(rng)
        points = rng.randint(1, 40)
        after, choices = gains(state, points)[0], []
        while engine.question_for(after, 0).kind == "hurdle":
            moves = engine.legal_moves(after, 0)
            choices.append(rng.randrange(len(moves)))
            after = act(after, 0, str(moves[choices[-1]]))
        naive = Naive(state, _all_ways(state, points, choices))
        naive.gain(points)
        asked += len(choices)
        assert (after.points(0), after.rubles(0)) == (naive.score, naive.rubles)
    assert asked > 100


def _all_ways(state, points, choices):
    """The choices with a 0 for each that had a single way, which nobody was asked."""
    full, rest = [], list(choices)
    while True:
        naive = Naive(state, full)
        naive.gain(points)
        if len(naive.ways) <= len(full):
            return full
        full.append(rest.pop(0) if naive.ways[len(full)] > 1 else 0)


def test_no_choice_of_the_engine_could_have_been_better():
    """HURD-20, HURD-21, HURD-23, END-13: in 300 final scorings every sequence of choices is tried by the naive player."""
    rng, chosen = Random("final"), 0
    for _ in range(300):
        state = drawn_up(rng)
        nobles = engine.view_for(state, 0).seats[0].nobles[1]
        best, open_ways = (-1, -1), [[]]
        while open_ways:
            choices = open_ways.pop()
            naive = Naive(state, choices)
            outcome = naive.final(nobles, 0)
            if len(naive.ways) > len(choices):
                open_ways += [[*choices, way] for way in range(naive.ways[len(choices)])]
                chosen += naive.ways[len(choices)] > 1
            else:
                best = max(best, outcome)
        done = pass_on(state)
        assert done.is_over
        assert (done.points(0), done.rubles(0)) == best
    assert chosen > 50


# --- what is seen, and whole games


def test_hurdles_are_public_and_concern_each_player_separately():
    """HURD-2, INFO-1, UI-16: everybody sees the same; what one has passed the other still has before him."""
    state = at(seat(points=25, display=["author"]), seat(points=9), s10="bonus-nobles", s20="real-nobles")
    shown = [engine.view_for(state, viewer).extras["hurdles"] for viewer in (None, 0, 1)]
    assert shown[0] == shown[1] == shown[2]
    assert [hurdle["real"] for hurdle in shown[0]["hurdles"]] == [False, True, False, False, False]
    assert (standing(state, 10, 0)[0], standing(state, 10, 1)[0]) == ("+", ">")
    assert (standing(state, 20, 0)[0], standing(state, 20, 1)[0]) == ("+", "K")
    assert {one.name for one in HURDLES.values()} == {*HURDLES}
    assert len(HURDLES) == 10


def credited(entries, players):
    """Points and rubles by seat that entries tell of, beside prices."""
    points, rubles = [0] * players, [0] * players
    for entry in entries:
        said = entry.to_json()
        one = said.get("seat")
        points_of = {"scored": "points_gain", "final": "points_gain", "pub": "points", "hurdle-bonus": "points"}
        rubles_of = {"scored": "rubles_gain", "final": "rubles_gain", "hurdle-bonus": "rubles"}
        if said["kind"] in points_of:
            points[one] += said[points_of[said["kind"]]]
        if said["kind"] in rubles_of:
            rubles[one] += said[rubles_of[said["kind"]]]
        if said["kind"] == "points-lost":
            points[one] -= said["points"]
        if said["kind"] in ("pub", "upkeep-paid"):
            rubles[one] -= said["rubles"]
        if said["kind"] in ("bought", "played"):
            rubles[one] -= said["price"]
    return points, rubles


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("number", [None, 0, 3, 5])
def test_whole_games_hold_together(players, number):
    """HURD-2, HURD-8, HURD-10, HURD-14: nobody stands beyond a hurdle that he has not passed, nor before one that he
    could pass; the log adds up to points and rubles; guesses agree, notation is read back, replay is play."""
    rng = Random(f"{players} {number}")
    sets = (*SETS, "orders") if number else SETS
    options = engine.Options(
        edition=2, players=players, sets=sets, real_hurdles=number, open_hands=rng.choice((True, False))
    )
    deal = engine.make_deal(options, sha256(f"{players} {number}".encode()).digest())
    state = engine.new_game(options, deal)
    cards, played, kinds = cards_in(state), [], set()
    while not state.is_over:
        asked = rng.choice(engine.waiting_for(state))
        legal = engine.legal_moves(state, asked)
        kind = engine.question_for(state, asked).kind
        kinds.add(kind)
        assert engine.default_move(state, asked) in legal
        move = eager(rng, legal)
        assert engine.parse_move(str(move), state) is move
        if len(played) % 9 == 0 or kind == "hurdle":
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
        done = engine.apply(state, asked, move)
        points, rubles = credited(done.entries, players)
        for one in range(players):
            moved = done.state.points(one) + waiting(done.state, one) - state.points(one) - waiting(state, one)
            assert moved == points[one]
            assert done.state.rubles(one) - state.rubles(one) == rubles[one]
            assert done.state.rubles(one) >= 0
        state = done.state
        played.append((asked, str(move)))
        assert cards_in(state) == cards
        if not state.is_over and engine.question_for(state, None).kind not in ("hurdle", "kind"):
            for one in range(players):
                check_place(state, one)
    assert engine.replay(options, deal, played) == state
    for score in engine.final_scores(state):
        order = score.order[1] if score.order else 0
        total = score.points_before + score.nobles[1] + order + score.rubles[1] + score.hand[1]
        assert total == score.total == state.points(score.seat)


def waiting(state, one):
    """Points of this seat that are told already and wait for a choice."""
    return sum(item.points for item in state.agenda if isinstance(item, Rest) and item.seat == one)


def check_place(state, one):
    """This seat stands where it may."""
    course = next(value for value in state.extras if isinstance(value, Course))
    met = course.next(one)
    if met is not None:
        hurdle, place = met
        ahead = hurdle.stop(SPACES[place]) - state.points(one)
        assert ahead > 0 or (ahead == 0 and not hurdle.is_open(state.rules, state.players[one], place))


def test_choices_are_met_in_whole_games():
    """HURD-18, DEC-23: B3 and B5 are asked in ordinary games, and the clock can answer."""
    met = set()
    for seed in range(12):
        options = engine.Options(edition=2, players=3, sets=SETS, real_hurdles=0)
        state = engine.new_game(options, engine.make_deal(options, sha256(bytes([seed])).digest()))
        rng = Random(seed)
        while not state.is_over:
            asked = engine.waiting_for(state)[0]
            question = engine.question_for(state, asked)
            if question.kind == "hurdle":
                met.add("card" if len(texts(state, asked)[0].split()) == 3 else "market")
                state = engine.apply(state, asked, engine.default_move(state, asked)).state
            else:
                state = engine.apply(state, asked, eager(rng, engine.legal_moves(state, asked))).state
    assert met == {"card", "market"}


def test_everybody_sees_which_hurdle_asks_whom_and_what_each_answer_pays():
    """HURD-18, INFO-1: displays are public, so the choices are; a card stands with what lies on it."""
    chooser = seat(points=8, display=["lumberjack", "mistress-of-ceremonies"])
    state, _log = gains(at(chooser, s10="bonus-card"), 3)
    choices = [
        ("bonus rubles lumberjack", "rubles", 3, "lumberjack"),
        ("bonus rubles mistress-of-ceremonies", "rubles", 6, "mistress-of-ceremonies"),
        ("bonus points mistress-of-ceremonies", "points", 3, "mistress-of-ceremonies"),
    ]
    for viewer in (0, 1, None):
        asked = engine.view_for(state, viewer).extras["hurdles"]["asked"]
        assert (asked["space"], asked["seat"]) == (10, 0)
        shown = [(one["move"], one["currency"], one["amount"], one["card"]) for one in asked["choices"]]
        assert shown == choices
        assert {tuple(one["marks"]) for one in asked["choices"]} == {()}
    after = act(state, 0, "bonus rubles lumberjack")
    assert engine.view_for(after, 0).extras["hurdles"]["asked"] is None
