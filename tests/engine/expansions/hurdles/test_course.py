"""Which hurdles stand on the track, and what everybody sees of them (sections 22 and 23)."""

from collections import Counter
from hashlib import sha256

import pytest

import engine
from engine.expansions.hurdle_course import BONUS, HURDLES, REAL, SPACES
from tests.builders import act, seat
from tests.engine.expansions.hurdles.stories import SETS, at, gains, standing


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


def composed(*chosen, players=2, seed=b""):
    """The hurdles by space of a game whose table has chosen them."""
    options = engine.Options(edition=2, players=players, sets=SETS, hurdles=chosen)
    state = engine.new_game(options, engine.make_deal(options, sha256(seed).digest()))
    return {h["space"]: h["hurdle"] for h in engine.view_for(state, None).extras["hurdles"]["hurdles"]}


REAL_NAMES, BONUS_NAMES = {hurdle.name for hurdle in REAL}, {hurdle.name for hurdle in BONUS}


def test_a_table_may_compose_its_hurdles():
    """HURD-24, CON-25, HURD-1: a named hurdle stands on its space; what is left open is drawn from those left, of the sort
    that is wanted; no hurdle stands twice; everything possible comes up."""
    seen = {space: set() for space in SPACES}
    for number in range(150):
        hurdles = composed("real-nobles", "bonus", "any", "real", "bonus-card", seed=bytes([number]))
        assert tuple(hurdles) == SPACES
        assert len(set(hurdles.values())) == 5
        for space, name in hurdles.items():
            seen[space].add(name)
    left_real, left_bonus = REAL_NAMES - {"real-nobles"}, BONUS_NAMES - {"bonus-card"}
    assert seen == {
        10: {"real-nobles"},
        20: left_bonus,
        35: left_real | left_bonus,
        50: left_real,
        70: {"bonus-card"},
    }


def test_what_only_some_hurdles_may_take_is_never_taken_by_others():
    """HURD-24: with four real ones named and a fifth wanted, `any` takes no real one, wherever it stands."""
    named = ("real-workers", "real-market", "real-buildings", "real-nobles")
    for number in range(40):
        assert composed(*named, "real", seed=bytes([number]))[70] == "real-exchange"
        assert composed("any", *named[:3], "real", seed=bytes([number]))[70] in {"real-nobles", "real-exchange"}
    assert tuple(composed(*named, "bonus-card").values()) == (*named, "bonus-card")
    assert set(composed(*["real"] * 5).values()) == REAL_NAMES
    assert set(composed(*["bonus"] * 5).values()) == BONUS_NAMES


def test_every_course_that_a_composition_allows_is_equally_likely():
    """HURD-24: one space `real`, one `any` beside three named ones: of the seven hurdles left three are real, so `any` is
    real in a third of the games (2 of 6) whatever comes first."""
    games = 1200
    met = Counter(
        composed("any", "real", "real-workers", "real-market", "bonus-card", seed=str(number).encode())[10][:4]
        for number in range(games)
    )
    assert abs(met["real"] - games / 3) < 4 * (games * 2 / 9) ** 0.5
    one_by_one = Counter(composed(*["any"] * 5, seed=str(number).encode())[35] for number in range(games))
    assert set(one_by_one) == REAL_NAMES | BONUS_NAMES
    assert all(abs(count - games / 10) < 4.5 * (games * 0.09) ** 0.5 for count in one_by_one.values())


def test_a_composition_follows_from_the_deal():
    """SETUP-12, HURD-24: real ones, then bonus hurdles, then any, each the next of its draw that is not used yet."""
    options = engine.Options(edition=2, players=2, sets=SETS, hurdles=("any", "bonus", "real", "any", "real-nobles"))
    draws = dict(engine.make_deal(options, sha256(b"composed").digest()).draws)
    assert set(draws) == {"real-hurdle", "bonus-hurdle", "any-hurdle"}
    assert set(draws["any-hurdle"]) == REAL_NAMES | BONUS_NAMES
    hurdles = composed("any", "bonus", "real", "any", "real-nobles", seed=b"composed")
    real = next(name for name in draws["real-hurdle"] if name != "real-nobles")
    bonus = draws["bonus-hurdle"][0]
    some = [name for name in draws["any-hurdle"] if name not in (real, bonus, "real-nobles")]
    assert tuple(hurdles.values()) == (some[0], bonus, real, some[1], "real-nobles")


@pytest.mark.parametrize(
    ("sets", "more"),
    [
        (("market",), {"hurdles": ("any",) * 5}),
        (SETS, {"hurdles": ("any",) * 4}),
        (SETS, {"hurdles": ("any",) * 6}),
        (SETS, {"hurdles": ("any", "any", "any", "any", "high")}),
        (SETS, {"hurdles": ("any", "real-nobles", "real-nobles", "any", "any")}),
        (SETS, {"hurdles": ("any",) * 5, "real_hurdles": 2}),
        (SETS, {"hurdles": ["any"] * 5}),
        (SETS, {"hurdles": (1, 2, 3, 4, 5)}),
        (SETS, {"hurdles": ()}),
    ],
)
def test_hurdles_that_cannot_stand_so_are_refused(sets, more):
    """HURD-24, HURD-4: five spaces, known words, none twice, and not beside the number of real ones."""
    with pytest.raises(engine.OptionsError) as refused:
        engine.Options(edition=2, sets=sets, **more)
    assert (refused.value.code, refused.value.rule) == ("hurdles", "HURD-24")


def test_composed_hurdles_survive_json_and_others_say_nothing_of_them():
    """HURD-24, DEC-1: a list in JSON; options without them are written as before."""
    options = engine.Options(edition=2, players=1, sets=SETS, hurdles=("any", "bonus", "real", "any", "real-nobles"))
    assert options.to_dict()["hurdles"] == ["any", "bonus", "real", "any", "real-nobles"]
    assert engine.Options.from_dict(options.to_dict()) == options
    assert "hurdles" not in engine.Options(edition=2, sets=SETS, real_hurdles=1).to_dict()


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
