"""The Impostor (IMPO), with every number of its worked examples."""

import pytest

import engine
from tests.builders import act, discarded, displayed, position, price, seat, texts
from tests.engine.examples.stories import all_pass, kinds, scored, told
from tests.engine.expansions.module2.stories import M2, blue, noble, refused


def test_as_many_impostors_as_must_are_discarded_by_themselves() -> None:
    """EX-55, IMPO-4: 0 rubles, Author, two Impostors, none marked: one is discarded, the other paid: 0 + 0 = 0."""
    state, _ = all_pass(noble("author", "impostor", "impostor", rubles=0))
    assert texts(state, 0) == ["pay impostor", "dismiss impostor"]
    move = engine.preset_move(state, 0, {})
    assert str(move) == "pay impostor"
    done = engine.apply(state, 0, move)
    assert done.entries[0].to_json() == {"kind": "dismissed", "seat": 0, "card": "impostor", "wished": False}
    assert scored(done.entries, "noble")[0] == (0, 0, 0, 0)
    assert (displayed(done.state, 0), discarded(done.state)) == (["author", "impostor"], ["impostor"])


def test_an_impostor_is_paid_from_the_money_or_discarded_by_its_mark() -> None:
    """EX-56, IMPO-2, IMPO-3: 3 rubles, the Impostor as the only Noble: 3 - 1 = 2 and it stays; marked: 3 rubles, discarded."""
    state, _ = all_pass(noble("impostor", rubles=3))
    paid, entries = told(state, f"0 {engine.preset_move(state, 0, {})}")
    assert (paid.rubles(0), displayed(paid, 0), discarded(paid)) == (2, ["impostor"], [])
    assert scored(entries, "noble")[0] == (3, -1, 0, 0)
    (preset,) = engine.presets_for(noble("impostor", rubles=3), 0)
    gone, entries = told(state, f"0 {engine.preset_move(state, 0, {preset.name: 'dismiss'})}")
    assert (gone.rubles(0), displayed(gone, 0), discarded(gone)) == (3, [], ["impostor"])
    assert entries[0].to_json() == {"kind": "dismissed", "seat": 0, "card": "impostor", "wished": True}
    assert scored(entries, "noble")[0] == (3, 0, 0, 0)


def test_the_ruble_may_come_from_the_income_of_the_same_scoring() -> None:
    """IMPO-2: 0 rubles and a Judge: 5 - 2 = 3, both Impostors stay."""
    state, _ = all_pass(noble("judge", "impostor", "impostor", rubles=0))
    state, entries = told(state, "0 pay impostor", "0 pay impostor")
    assert scored(entries, "noble")[0] == (0, 3, 0, 2)
    assert displayed(state, 0) == ["judge", "impostor", "impostor"]


@pytest.mark.parametrize("marked", [(), (1,), (2,), (1, 2)])
@pytest.mark.parametrize("rubles", [0, 1, 2])
def test_no_more_impostors_go_than_are_marked_or_must(marked: tuple[int, ...], rubles: int) -> None:
    """IMPO-3, IMPO-4: two Impostors, no other Noble: as many leave as are marked, or as cannot be paid."""
    state = noble("impostor", "impostor", rubles=rubles)
    names = [preset.name for preset in engine.presets_for(state, 0)]
    presets = {names[number - 1]: "dismiss" for number in marked}
    state, entries = all_pass(state)
    while not scored(entries, "noble"):
        move = engine.preset_move(state, 0, presets)
        done = engine.apply(state, 0, move)
        state, entries = done.state, [*entries, *done.entries]
    gone = max(len(marked), 2 - rubles)
    assert discarded(state) == ["impostor"] * gone
    assert state.rubles(0) == rubles - (2 - gone)


def test_impostors_without_a_ruble_leave_without_a_question() -> None:
    """IMPO-4, DEC-21: nothing is left to decide."""
    state, entries = all_pass(noble("impostor", "impostor", rubles=0))
    assert state.phase == "exchange"
    assert kinds(entries).count("dismissed") == 2
    assert scored(entries, "noble")[0] == (0, 0, 0, 0)


def test_marks_are_presets_of_one_noble_phase() -> None:
    """IMPO-3, UI-8, DEC-21: one for each Impostor, named for the round, so that no mark outlives it; marking is no action."""
    state = noble("impostor", "author", "impostor")
    first, second = engine.presets_for(state, 0)
    assert (first.values, first.default, first.card) == (("pay", "dismiss"), "pay", "impostor")
    assert (first.name, second.name) == ("impostor-2-1", "impostor-2-2")
    assert engine.presets_for(state, 1) == ()
    assert engine.presets_for(blue(["impostor"]), 0) == ()
    asked, _ = all_pass(state)
    assert str(engine.preset_move(asked, 0, {"impostor-1-1": "dismiss"})) == "pay impostor"
    assert str(engine.preset_move(asked, 0, {second.name: "dismiss"})) == "pay impostor"
    asked = act(asked, 0, "pay impostor")
    assert str(engine.preset_move(asked, 0, {second.name: "dismiss"})) == "dismiss impostor"
    assert str(engine.default_move(asked, 0)) == "pay impostor"


def test_an_impostor_must_be_paid_or_leave() -> None:
    """IMPO-1: it cannot be passed over; owners decide from the holder of the Bust (SCORE-4)."""
    seats = [seat(display=["impostor"]), seat(display=["impostor"]), seat()]
    state = position(sets=M2, phase="noble", upper=["academy"], seats=seats, start=1)
    state, _ = all_pass(state)
    assert engine.waiting_for(state) == (1,)
    assert refused(state, 1, "pass") == ("impostor-first", "IMPO-1")
    state = act(state, 1, "dismiss impostor")
    assert engine.waiting_for(state) == (0,)
    assert state.rubles(1) == 25


def test_an_impostor_that_goes_lies_on_top_of_the_discard_pile() -> None:
    """IMPO-1, IMPO-4: wished or not, above what lay there."""
    for rubles in (5, 0):
        own = seat(rubles=rubles, display=["impostor"])
        state = position(sets=M2, phase="noble", upper=["academy"], discard=["judge"], seats=[own, seat()])
        state, _ = all_pass(state)
        if rubles:
            assert discarded(state) == ["judge"]
            state = act(state, 0, "dismiss impostor")
        assert discarded(state) == ["judge", "impostor"]


def test_an_impostor_is_a_noble_in_all_else() -> None:
    """IMPO-5: the second costs 1 too (COST-8), both are one different Noble, Mariinski Theater and Coffeehouse count it,
    and a red Exchange card replaces it for its cost less 1."""
    mine = seat(rubles=30, display=["impostor", "author", "coffeehouse", "mariinski-theater"])
    state = position(sets=M2, upper=["impostor", "admiral", "academy"], seats=[mine, seat()])
    assert price(state, 0, "impostor") == 1
    assert price(state, 0, "admiral", over="impostor") == 18 - 1
    state = act(state, 0, "buy impostor")
    view = engine.view_for(state, 0).seats[0]
    assert view.nobles[0] == 2
    assert next(income for income in view.income if income.group == "blue").rubles == 3
    assert next(income for income in view.income if income.group == "blue").points == 3
    assert next(income for income in view.income if income.group == "red").rubles == 1 - 2
