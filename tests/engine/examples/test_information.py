"""What everybody may know, and what the pages need from a view."""

import json

import engine
from tests.builders import position, seat, texts
from tests.engine.examples.stories import all_pass, asked, told


def hidden() -> engine.State:
    """A hidden table in the Building phase: each seat with money and a hand."""
    return position(
        upper=["market", None, "author"],
        lower=["theater"],
        discard=["judge", "library"],
        seats=[seat(rubles=17, hand=["senator", "pub"], display=["author"]), seat(rubles=5, hand=["judge"])],
        piles={"noble": 7},
        open_hands=False,
    )


def test_what_is_public_is_the_same_for_everybody() -> None:
    """INFO-1: displays, the discard pile in its order, rows, pile sizes, scores, tokens, numbers of hand cards."""
    views = [engine.view_for(hidden(), viewer) for viewer in (0, 1, None)]
    for view in views:
        assert view.discard == ("judge", "library")
        assert [slot and slot.card for slot in view.upper][:3] == ["market", None, "author"]
        assert [slot.card for slot in view.lower if slot] == ["theater"]
        assert view.phases[2].left == 7
        assert [one.hand_count for one in view.seats] == [2, 1]
        assert [[card.card for card in one.display] for one in view.seats] == [["author"], []]
        assert (view.phase, view.round, view.asked, view.passes) == ("building", 2, (0,), 0)
    assert len({tuple(one.tokens for one in view.seats) for view in views}) == 1


def test_hidden_money_and_hands_are_shown_to_their_owner() -> None:
    """INFO-2: others see neither, but the number of cards; on an open table all see all."""
    mine, other, visitor = (engine.view_for(hidden(), viewer) for viewer in (0, 1, None))
    assert (mine.seats[0].rubles, [slot.card for slot in mine.seats[0].hand]) == (17, ["senator", "pub"])
    assert (mine.seats[1].rubles, mine.seats[1].hand) == (None, None)
    assert (other.seats[0].rubles, other.seats[0].hand, other.seats[1].rubles) == (None, None, 5)
    assert [(one.rubles, one.hand) for one in visitor.seats] == [(None, None)] * 2
    shown = engine.view_for(position(upper=["market"], seats=[seat(rubles=17, hand=["pub"])]), None)
    assert (shown.seats[0].rubles, shown.seats[0].hand[0].card) == (17, "pub")


def test_a_pile_lists_what_is_in_it_and_in_hidden_hands() -> None:
    """INFO-3: the list tells nothing about hands; one's own hand is not in it."""
    for viewer, missing in ((0, {"pub": 1}), (None, {"pub": 2})):
        contents = dict(engine.view_for(hidden(), viewer).phases[1].contents)
        assert contents["pub"] == missing["pub"]


def test_no_view_and_no_entry_tells_the_order_of_a_pile() -> None:
    """INFO-6: turned round, the piles look the same, to everybody."""
    top = ["judge", "author", "secretary", "controller"]
    one, two = (position(upper=["market"], piles={"noble": pile}) for pile in (top, top[::-1]))
    for viewer in (0, 1, None):
        assert json.dumps(engine.view_for(one, viewer).to_json()) == json.dumps(engine.view_for(two, viewer).to_json())
    assert texts(one, 0) == texts(two, 0)


def test_standing_passes_know_the_action_part_and_what_wakes_them() -> None:
    """UI-1, UI-3, UI-4: a pass is an ordinary move of DEC-3; the token of the action part lasts until the part ends; in
    the compulsory first Worker phase there is no pass to be made."""
    state = position(upper=["market", "academy"], players=3, phase="building")
    key = engine.phase_key(state)
    state, _ = told(state, "0 pass", "1 take market", "2 pass")
    assert engine.phase_key(state) == key
    assert engine.phase_key(all_pass(state)[0]) != key
    first = position(phase="worker", round=1, upper=["lumberjack", "shepherd"], players=1)
    assert "pass" not in texts(first, 0)


def test_the_pub_s_question_has_its_maximum() -> None:
    """UI-7: nought up to the most that can be bought; nought is an answer."""
    state, _ = all_pass(position(upper=["academy"], seats=[seat(rubles=7, display=["pub"]), seat()]))
    question = engine.question_for(state, asked(state))
    assert question.to_json() | {"kind": "pub", "maximum": 3} == question.to_json()
    assert texts(state, 0)[0] == "pub 0"


def test_a_scoring_is_told_as_before_gained_and_after() -> None:
    """UI-11: 16 + 0 = 16 rubles, 0 + 1 = 1 point."""
    state, entries = all_pass(position(upper=["academy"], seats=[seat(rubles=16, display=["market"]), seat()]))
    told_ = next(entry for entry in entries if isinstance(entry, engine.Scored)).to_json()
    assert (told_["rubles_before"], told_["rubles_gain"], told_["points_before"], told_["points_gain"]) == (16, 0, 0, 1)
    assert (state.rubles(0), state.points(0)) == (16, 1)


def test_the_overview_is_that_of_the_position_after_the_move() -> None:
    """UI-12, UI-14: bought, a Controller is in the Noble income at once, and it is one Noble more for the end."""
    state = position(upper=["controller", "academy"], seats=[seat(display=["author"]), seat()])
    before = engine.view_for(state, 1).seats[0]
    after = engine.view_for(told(state, "0 buy controller")[0], 1).seats[0]
    red = [next(one for one in seen.income if one.group == "red") for seen in (before, after)]
    assert [(one.rubles, one.points) for one in red] == [(1, 0), (5, 1)]
    assert (before.nobles, after.nobles) == ((1, 1), (2, 3))
