"""Events beside other sets: purple cards, hurdles, and all of them in one game."""

from random import Random

import pytest

import engine
from engine.core import State
from engine.errors import IllegalMove
from engine.expansions.hurdle_course import Course
from tests.builders import act, acted, cards_in, discarded, displayed, in_hand, pass_on, play, position, seat, texts
from tests.engine.examples.stories import row
from tests.engine.walks import random_deal

PURPLE = ("market", "banquet", "events")
HURDLES = ("market", "events", "hurdles")
ALL = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")


def refused(state: State, one: int, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        acted(state, one, text)
    return error.value.code, error.value.rule


def test_a_purple_twin_can_only_be_taken() -> None:
    """EVT-TWIN-5, BANQ-2: with a full hand both go to the discard pile (EVT-TWIN-3)."""
    pile = {"exchange": ["jester", "bank"]}
    state = position(sets=PURPLE, phase="exchange", upper=["author"], piles=pile, seats=[seat()])
    state = act(state, 0, "event twin")
    assert texts(state, 0) == ["buy author", "take author", "take jester twin"]
    assert in_hand(play(state, "0 take jester twin", "0 buy author"), 0) == ["jester"]
    full = [seat(hand=["library", "library", "academy"])]
    state = position(sets=PURPLE, phase="exchange", upper=["author"], piles=pile, seats=full)
    assert discarded(act(state, 0, "event twin")) == ["author", "jester"]


def test_a_purple_card_cannot_be_grabbed() -> None:
    """EVT-GRAB-1, BANQ-8, COST-11: it can be taken only, by other ways."""
    state = position(sets=PURPLE, phase="noble", upper=["author"], discard=["author", "jester"])
    assert not [text for text in texts(state, 0) if "grabber" in text]
    slot = engine.view_for(state, 0).extras["events"]["grabber"]
    assert (slot.card, slot.offers, slot.blocked) == ("jester", (), "not-for-sale")


def test_no_event_in_the_thief_window() -> None:
    """EVT-4, BANQ-THIEF-5: it is not a turn; after it the events are there again, and the Thief names places too."""
    seats = [seat(hand=["thief"]), seat()]
    piles = {"noble": ["author", "judge", "author", "author"]}
    state = position(sets=PURPLE, phase="building", upper=["library"], seats=seats, piles=piles, start={"noble": 1})
    state = pass_on(state)
    assert engine.question_for(state, 0).kind == "thief"  # type: ignore[union-attr]
    assert not [text for text in texts(state, 0) if "event" in text]
    assert refused(state, 0, "event sponsor") == ("thief-first", "BANQ-THIEF-2")
    assert "thief take author at 3" in texts(state, 0)
    state = act(state, 0, "thief take author at 3")
    assert row(state)[:4] == ["author", "judge", None, "author"]
    assert "event sponsor" in texts(state, 1)


def test_no_event_between_the_actions_of_a_double_move() -> None:
    """EVT-4, BANQ-DOUBLE-2: before it, as the event of the turn; places are named in both actions (TURN-13)."""
    seats = [seat(hand=["double-move"]), seat()]
    state = position(sets=PURPLE, phase="noble", upper=["author", "judge", "author", "author"], seats=seats)
    double = act(state, 0, "play double-move")
    assert not [text for text in texts(double, 0) if "event" in text]
    assert refused(double, 0, "event sponsor") == ("double-move", "BANQ-DOUBLE-2")
    double = act(double, 0, "take author at 4")
    assert not [text for text in texts(double, 0) if "event" in text]
    assert row(act(double, 0, "buy author at 3"))[:4] == ["author", "judge", None, None]
    before = play(state, "0 event sponsor", "0 play double-move", "0 pass", "0 pass")
    assert (before.rubles(0), engine.waiting_for(before)) == (25 + 6, (1,))


def test_the_bonus_of_a_hurdle_counts_for_the_second_card_of_a_twin() -> None:
    """EVT-TWIN-2, HURD-9: blocked before 20 with 1/2 Buildings, 7 rubles, full hand. The Market (5) fulfils the condition
    and pays 2 rubles, so that 4 are left for the Author; the other way round the money does not do."""
    names = ("bonus-exchange", "real-buildings", "bonus-exchange", "bonus-exchange", "bonus-exchange")
    own = seat(rubles=7, points=19, display=["firehouse"], hand=["library", "library", "academy"])
    state = position(
        sets=HURDLES, phase="noble", upper=["market-fish"], piles={"noble": ["author", "judge"]}, seats=[own, seat()],
        remembered={"hurdles": Course(names, (((0, 0),), ()))},
    )  # fmt: skip
    state = act(state, 0, "event twin")
    assert texts(state, 0) == ["buy market-fish"]
    state = play(state, "0 buy market-fish", "0 buy author twin")
    assert (state.rubles(0), state.points(0)) == (0, 22)
    assert displayed(state, 0) == ["firehouse", "market-fish", "author"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_with_everything_hold_together(players: int) -> None:
    """EVT-3, TURN-13, HELP-8, COMBO-10: all sets of edition 2 at once; cards are conserved but for those that went to the
    box, views can be guessed from, a game is its moves."""
    rng = Random(f"everything {players}")
    options = engine.Options(players=players, sets=ALL, open_hands=players % 2 == 0)
    deal = random_deal(options, rng)
    start = state = engine.new_game(options, deal)
    cards = cards_in(start)
    played: list[tuple[int, str]] = []
    placed = events = 0
    while not state.is_over:
        one = rng.choice(engine.waiting_for(state))
        legal = engine.legal_moves(state, one)
        move = rng.choice(legal)
        assert engine.parse_move(str(move), state) is move
        placed += " at " in str(move)
        events += move.kind == "event"
        if len(played) % 11 == 0:
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
        state = engine.apply(state, one, move).state
        played.append((one, str(move)))
        assert min(state.rubles(one) for one in range(players)) >= 0
        assert all(number <= cards[card] for card, number in cards_in(state).items())
    assert engine.replay(options, deal, played) == state
    assert placed
    assert events
