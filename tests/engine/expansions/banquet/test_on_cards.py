"""Jester and Banquet, which lie on an own card (section 18.3)."""

import pytest

import engine
from tests.builders import act, acted, discarded, displayed, pass_on, play, price, seat, texts
from tests.engine.examples.stories import scored, told
from tests.engine.expansions.banquet.stories import banquet, box, refused


def noble_gain(display, **wishes):
    """Rubles and points of seat 0 in the Noble scoring, and the state after it."""
    state = banquet(
        "market", phase="noble", upper=["library"], seats=[seat(display=display), seat()], start=0, **wishes
    )
    after, entries = told(state, "0 pass", "1 pass")
    _, rubles, _, points = scored(entries, "noble")[0]
    return (rubles, points), after, entries


@pytest.mark.parametrize(
    ("marks", "gain"), [("", (6, 3)), (" jester", (3, 6)), (" banquet", (12, 6)), (" banquet, jester", (6, 12))]
)
def test_the_jester_swaps_and_the_banquet_doubles_once(marks, gain):
    """EX-57, BANQ-JEST-1, BANQ-BANQ-1, BANQ-BANQ-2: Mistress of Ceremonies; in the round after 6 rubles, 3 VP."""
    display = f"mistress-of-ceremonies{marks}"
    paid, after, entries = noble_gain([display])
    assert paid == gain
    assert displayed(after, 0) == ["mistress-of-ceremonies"]
    gone = [name for name in ("jester", "banquet") if name in marks]
    assert box(after) == gone
    assert [(entry.card, entry.on) for entry in entries if entry.kind == "boxed"] == [
        (name, "mistress-of-ceremonies") for name in gone
    ]
    again, _, _ = noble_gain(["mistress-of-ceremonies"])
    assert again == (6, 3)


def test_they_are_put_on_an_own_card_that_pays_both():
    """BANQ-JEST-1, BANQ-BANQ-1, BANQ-BANQ-2, DEC-12, M2-2: not on one with rubles or points only, nor under a chip, nor on
    the Trading Guild; on one that carries the other, too."""
    display = ["judge", "author", "market-fish", "controller chip", "trading-guild", "mayor"]
    mine = [seat(hand=["jester", "banquet"], display=display), seat(display=["mistress-of-ceremonies"])]
    state = banquet("market", "module-2", upper=["library"], seats=mine)
    assert [text for text in texts(state, 0) if text.startswith("play")] == [
        "play jester on judge",
        "play banquet on judge",
    ]
    done = acted(state, 0, "play jester on judge")
    assert done.entries[0].to_json() == {"kind": "purple", "seat": 0, "card": "jester", "on": "judge", "rubles": 0}
    assert (displayed(done.state, 0)[0], box(done.state)) == ("judge jester", [])
    state = act(done.state, 1, "pass")
    assert [text for text in texts(state, 0) if text.startswith("play")] == ["play banquet on judge-jester"]
    state = act(state, 0, "play banquet on judge-jester")
    assert engine.explain(state, 0, "red").points == 10  # 5 rubles and 2 VP, swapped and doubled
    assert displayed(state, 0)[0] == "judge banquet, jester"
    assert refused(state, 0, "pass")[0] == "not-your-turn"


def test_without_such_a_card_they_cannot_be_played():
    """BANQ-4, BANQ-JEST-1."""
    state = banquet(upper=["library"], seats=[seat(hand=["jester"], display=["author"]), seat(display=["judge"])])
    assert not [text for text in texts(state, 0) if text.startswith("play")]
    assert refused(state, 0, "play jester on judge") == ("no-target", "BANQ-JEST-1")


def test_playing_one_when_no_scoring_follows_is_legal():
    """BANQ-BANQ-3: in the last Exchange phase the effect is lost."""
    mine = [seat(rubles=0, hand=["banquet"], display=["judge"]), seat(rubles=0)]
    state = banquet(phase="exchange", ending=True, upper=["bank"], seats=mine, start=0)
    state = play(state, "0 play banquet on judge", "1 pass", "0 pass")
    assert state.is_over
    assert engine.final_scores(state)[0].total == 1


def test_it_goes_to_the_box_when_its_card_is_replaced():
    """EXCH-11, EXCH-7: the Judge lies on the discard pile, the Jester in the box; the move says which Judge."""
    mine = [seat(hand=[], display=["judge jester", "judge"]), seat()]
    state = banquet(upper=["senator", "library"], seats=mine)
    assert [text for text in texts(state, 0) if text.startswith("buy senator")] == [
        "buy senator over judge-jester",
        "buy senator over judge",
    ]
    assert [price(state, 0, "senator", over="judge")] == [1]
    gone = act(state, 0, "buy senator over judge-jester")
    assert (discarded(gone), box(gone), displayed(gone, 0)) == (["judge"], ["jester"], ["judge", "senator"])
    kept = act(state, 0, "buy senator over judge")
    assert (box(kept), displayed(kept, 0)) == ([], ["judge jester", "senator"])


def test_it_waits_for_the_scoring_of_its_card():
    """BANQ-JEST-1: on a Kolkhoz it stays through the Building and Noble scorings, until the Workers are scored."""
    mine = [seat(display=["kolkhoz jester"]), seat()]
    state = banquet("module-2", "good-company", "market", phase="building", upper=["library"], seats=mine, start=0)
    assert engine.explain(state, 0, "green").rubles == 2
    assert engine.explain(state, 0, "green").points == 3
    while state.round == 2:
        state = pass_on(state)
        assert displayed(state, 0) == ["kolkhoz jester"]
    before = state.rubles(0), state.points(0)
    state = pass_on(state)
    assert (state.rubles(0) - before[0], state.points(0) - before[1]) == (2, 3)
    assert (displayed(state, 0), box(state)) == (["kolkhoz"], ["jester"])
