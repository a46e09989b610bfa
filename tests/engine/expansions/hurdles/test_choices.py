"""The bonuses that a player chooses, and what waits for his choice (HURD-18)."""

import pytest

import engine
from tests.builders import act, acted, seat, texts
from tests.engine.expansions.hurdles.stories import FIVE_MARKERS, SIX_NOBLES, at, gains, standing, told


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
