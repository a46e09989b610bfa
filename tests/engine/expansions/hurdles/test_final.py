"""Hurdles in the final scoring, with orders and without (HURD-20 to HURD-23)."""

import engine
from engine.expansions.orders import Dealt
from tests.builders import act, acted, pass_on, seat
from tests.engine.expansions.hurdles.stories import FIVE_MARKERS, SIX_NOBLES, at, standing, told


def final(*seats, **wishes):
    """The game after the final scoring."""
    state = pass_on(at(*seats, phase="exchange", ending=True, **wishes))
    return state, engine.final_scores(state)


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


def test_an_order_on_the_way_is_foreseen_once():
    """HURD-23, HURD-21: B3 on 10 is reached in step 1, B5 on 20 with the order of 18 to come. With 5 rubles from B3 and 6
    points from B5 it is 34, the block, and 5 rubles are left; points from both would be the same 34 and nothing left."""
    chickens = ["special-chicken-card", "chicken-coop", "chick"]
    display = [*chickens, *FIVE_MARKERS[1:], "author", "theater", "weaving-mill"]
    mine = seat(rubles=0, points=9, display=display)
    hurdles = {"s10": "bonus-market", "s20": "bonus-card", "s35": "real-nobles"}
    state = pass_on(with_orders(mine, 3, 5, 14, others=((4, 1, 7),), **hurdles))
    assert standing(state, 10) == ("+", (5, 0))
    state = act(act(state, 1, "order 4"), 0, "order 3")
    assert (state.points(0), state.rubles(0)) == (34, 5)
    assert standing(state, 20) == ("+", (0, 6))


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
