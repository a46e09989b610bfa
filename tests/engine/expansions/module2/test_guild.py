"""The Trading Guild (GUILD), with every number of its worked examples."""

import engine
from engine.core import State
from tests.builders import act, displayed, pass_on, position, seat, texts
from tests.engine.examples.stories import all_pass, kinds, scored, told
from tests.engine.expansions.module2.stories import M2, blue, refused


def guild(*marks: str) -> State:
    return blue([" ".join(("trading-guild", *marks))])


def test_an_owner_splits_four_between_rubles_and_points() -> None:
    """EX-47, GUILD-1, GUILD-2: 3/1 is 3 rubles and 1 VP, 0/4 is 4 VP; never set is 0/4."""
    state, _ = all_pass(guild())
    assert engine.question_for(state, 0).kind == "guild"
    assert texts(state, 0) == ["guild 0 4", "guild 1 3", "guild 2 2", "guild 3 1", "guild 4 0"]
    for number, text in enumerate(texts(state, 0)):
        _, entries = told(state, f"0 {text}")
        assert scored(entries, "building")[0] == (25, number, 0, 4 - number)
    assert str(engine.default_move(state, 0)) == "guild 0 4"
    assert str(engine.preset_move(state, 0, {})) == "guild 0 4"
    assert engine.parse_move("Guild 3/1", state) is engine.parse_move("guild 3 1", state)


def test_the_last_split_holds_until_there_is_another() -> None:
    """GUILD-2, DEC-20, UI-5: it lies on the card, which says so, and what it pays."""
    state, _ = all_pass(guild())
    state, entries = told(state, "0 guild 3 1")
    assert kinds(entries)[:2] == ["guild", "scored"]
    assert displayed(state, 0) == ["trading-guild 3/1"]
    shown = engine.view_for(state, 1).seats[0]
    assert (shown.display[0].marks, shown.display[0].pays) == (("3/1",), (3, 1))
    assert next(income for income in shown.income if income.group == "blue").terms[0].rubles == 3
    while state.phase != "building":
        state = pass_on(state)
    asked, _ = all_pass(state)
    assert str(engine.default_move(asked, 0)) == "guild 3 1"
    assert str(engine.preset_move(asked, 0, {})) == "guild 3 1"
    assert str(engine.preset_move(asked, 0, {"trading-guild": "2/2"})) == "guild 2 2"
    assert displayed(act(asked, 0, "guild 0 4"), 0) == ["trading-guild"]
    assert displayed(act(asked, 0, "guild 4 0"), 0) == ["trading-guild 4/0"]


def test_the_split_is_a_preset_of_the_building_phase() -> None:
    """GUILD-2, UI-5: five splits, the one that lies on the card as the default; no preset in other phases, nor for
    others."""
    state = guild("2/2")
    (preset,) = engine.presets_for(state, 0)
    assert preset == engine.Preset("trading-guild", ("0/4", "1/3", "2/2", "3/1", "4/0"), "2/2", "trading-guild")
    assert engine.presets_for(state, 1) == ()
    noble = position(sets=M2, phase="noble", upper=["academy"], seats=[seat(display=["trading-guild"]), seat()])
    assert engine.presets_for(noble, 0) == ()


def test_the_split_is_asked_before_anything_else() -> None:
    """GUILD-1, SCORE-7: the Pub comes after the income, the split before; neither can be taken for the other."""
    state = all_pass(blue(["trading-guild", "pub"]))[0]
    assert refused(state, 0, "pub 1") == ("guild-first", "GUILD-1")
    assert refused(state, 0, "pass") == ("guild-first", "GUILD-1")
    assert refused(state, 1, "guild 0 4") == ("not-your-turn", "TURN-1")
    state = act(state, 0, "guild 4 0")
    assert texts(state, 0)[-1] == "pub 5"
    assert refused(state, 0, "guild 0 4") == ("pub-first", "CARD-PUB-1")
