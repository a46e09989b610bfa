"""Hurdles wherever points come from: scorings, Pub, Trading House, cards and events."""

import engine
from tests.builders import act, acted, pass_on, play, seat, texts
from tests.engine.expansions.hurdles.stories import BLUE_EXCHANGE, FIVE_MARKERS, SIX_NOBLES, at, gains, standing, told


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
