"""Orders (section 21), with every number of their worked examples."""

import json
from hashlib import sha256
from random import Random

import pytest

import engine
from engine.core import State
from engine.expansions.orders import NUMBERS, Dealt, in_game, points_of
from tests.builders import act, acted, cards_in, pass_on, position, seat, texts
from tests.engine.walks import eager

SETS = ("market", "orders")
A, B, C = range(3)


def options(players=2, **more):
    return engine.Options(edition=2, players=players, sets=SETS, **more)


def new(players, seed=b"orders", **more):
    chosen = options(players, **more)
    return engine.new_game(chosen, engine.make_deal(chosen, sha256(seed).digest()))


def held(*by_seat):
    """What is remembered of orders dealt so."""
    return {"orders": Dealt(tuple(by_seat), (None,) * len(by_seat))}


def with_orders(*seats, dealt, **wishes):
    """A position shortly before the end, with the orders dealt so by seat."""
    wishes = {"phase": "exchange", "upper": ["academy"], "ending": True, **wishes}
    return position(sets=SETS, seats=seats, remembered=held(*dealt), **wishes)


def choosing(*seats, dealt, **wishes):
    """The question of step 2."""
    return pass_on(with_orders(*seats, dealt=dealt, **wishes))


def worth(display, number, players=2, rubles=25):
    """What an order gives the owner of this display."""
    others = [seat(rubles=0) for _ in range(players - 1)]
    state = position(sets=SETS, upper=["academy"], seats=[seat(display=display, rubles=rubles), *others])
    return points_of(state, 0, number)


def mine(state, viewer=0):
    return engine.view_for(state, viewer).extras["orders"]["mine"]


def test_everybody_gets_three_of_the_orders_in_secret():
    """ORD-A, INFO-4, SETUP-11: three each, all different, the rest unused."""
    for players in range(1, 6):
        state = new(players)
        shown = [engine.view_for(state, one).extras["orders"] for one in range(players)]
        own = [tuple(entry["order"] for entry in one["mine"]) for one in shown]
        assert [len(orders) for orders in own] == [3] * players
        assert len({order for orders in own for order in orders}) == 3 * players
        for one in range(players):
            assert shown[one]["held"] == [list(own[other]) if other == one else None for other in range(players)]
        assert engine.view_for(state, None).extras["orders"]["held"] == [None] * players
        assert engine.view_for(state, None).extras["orders"]["mine"] == []


@pytest.mark.parametrize("players", [1, 2])
def test_with_one_or_two_players_three_orders_are_taken_out(players):
    """EX-88, ORD-A, SOLO-5: orders 2, 8 and 15 are never dealt."""
    assert in_game(players) == (1, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14)
    assert in_game(3) == tuple(NUMBERS)
    drawn = dict(engine.make_deal(options(players), sha256(b"two").digest()).draws)["order"]
    assert sorted(map(int, drawn)) == list(in_game(players))
    dealt = set()
    for number in range(30):
        for one in range(players):
            dealt |= {entry["order"] for entry in mine(new(players, bytes([number])), one)}
    assert dealt == set(in_game(players))
    with pytest.raises(engine.NotationError):
        engine.parse_move("order 8", new(players))


def test_the_orders_follow_from_the_deal():
    """SETUP-12: the drawn order goes round seat by seat, three at a time; another seed deals others."""
    deal = engine.make_deal(options(4), sha256(b"deal").digest())
    drawn = [int(number) for number in dict(deal.draws)["order"]]
    state = engine.new_game(options(4), deal)
    for one in range(4):
        assert [entry["order"] for entry in mine(state, one)] == drawn[3 * one : 3 * one + 3]
    assert new(4, b"one").extras != new(4, b"another").extras
    wrong = engine.Deal(deal.piles, deal.tokens, (("order", tuple(str(number) for number in range(2, 17))),))
    with pytest.raises(engine.DealError):
        engine.new_game(options(4), wrong)


def test_orders_of_names_and_copies():
    """EX-83, ORD-1, ORD-2, ORD-7, ORD-8, ORD-G: 3 Lumberjacks, 2 Authors, 1 Market: 6, 3, 13 and 4."""
    display = ["lumberjack"] * 3 + ["author"] * 2 + ["market-fish"]
    assert worth(display, 8, players=3) == 2 * 2 + 2 * 1 == 6
    assert worth(display, 7) == 3
    assert worth(display, 2, players=3) == 13
    assert worth(display, 1) == 4


def test_cards_of_one_name_with_different_symbols_are_the_same():
    """EX-112, ORD-7, ORD-8, GLOSS-2: two Ship Builders with different symbols count once, and as a second copy."""
    display = ["ship-builder-fish", "ship-builder-apple"]
    assert worth(display, 7) == 3
    assert worth(display, 8, players=3) == 2


def test_orders_of_markers():
    """EX-84, ORD-3, ORD-4, MKT-7, MKT-26: positions 7, 4, 2: 3 x 2 + 7 = 13 and 7 + 4 = 11."""
    display = ["special-fish-card", "caviar", "special-apple-card", "grain-sack"]
    state = position(sets=SETS, seats=[seat(display=display)], upper=["academy"])
    positions = engine.view_for(state, 0).extras["market"]["positions"]
    assert sorted((positions[kind][0] for kind in positions), reverse=True) == [7, 4, 2, 0, 0]
    assert worth(display, 3) == 3 * 2 + 7 == 13
    assert worth(display, 4) == 7 + 4 == 11
    assert (worth(["fish"], 3), worth(["fish"], 4)) == (2 + 1, 1)
    assert (worth([], 3), worth([], 4)) == (0, 0)
    assert worth(["special-fish-card", "caviar", "fish-basket", "fish-basket", "fish"], 4) == 12


@pytest.mark.parametrize(("players", "points"), [(1, 9), (2, 9), (3, 10), (4, 13), (5, 13)])
def test_the_order_of_all_cards(players, points):
    """EX-85, ORD-12, ORD-G: 17 cards in the display; a face-down one counts, one in the hand does not (ORD-D)."""
    display = ["lumberjack"] * 5 + ["gold-miner"] * 5 + ["author"] * 5 + ["observatory face down", "chick"]
    others = [seat() for _ in range(players - 1)]
    mine = seat(display=display, hand=["judge", "judge"])
    state = position(sets=SETS, players=players, upper=["academy"], seats=[mine, *others])
    assert points_of(state, 0, 12) == points


def test_orders_of_the_best_cards():
    """EX-86, ORD-5, ORD-10, ORD-11, ORD-15, ORD-E: 12, 18, 16 and 12."""
    display = ["judge", "mistress-of-ceremonies", "author"]
    assert worth(display, 10) == 4 * 3 == 12
    blue = ["theater", "firehouse", "st-isaacs-cathedral", "catherine-palace"]
    assert worth(blue, 11) == 3 * 6 == 18
    assert worth(blue, 15, players=3) == 2 * (3 + 5) == 16
    assert worth([*blue, "patriarch", "fur-shop"], 15, players=3) == 16, "neither red nor green Exchange cards"
    assert worth(["market-fish", "market-apple", "customs-house", "firehouse", "hospital"], 5) == 3 * 4 == 12
    assert (worth([], 10), worth([], 11)) == (0, 0)


def test_counting_cards_count_and_a_card_face_down_has_no_points():
    """ORD-D, M2-2, ORD-11: a Mariinski Theater pays a point for each Noble; a face-down Observatory nothing."""
    assert worth(["mariinski-theater", *["author"] * 4], 11) == 3 * 4
    assert worth(["observatory"], 11) == 3
    assert worth(["observatory face down"], 11) == 0


def test_orders_of_colours_and_exchange_cards():
    """ORD-9, ORD-13, ORD-14, ORD-G, MKT-19: orange cards are yellow, Exchange cards have their colour, copies count
    once where different ones are asked for."""
    display = ["fur-shop", "bank", "senator", "market-fish", "market-apple", "library", "fish", "fish"]
    assert worth([*display, "special-fish-card"], 9) == 2 * 3
    assert worth([*display, "special-fish-card"], 13) == 2 * 3
    assert worth(display, 14) == 2 * 3
    assert worth(display, 1) == 2 * 1
    assert worth(display, 2, players=3) == 10 + 1


def test_the_order_of_the_richest():
    """EX-87, ORD-6: 40, 40, 12: 20 for a tie, 10 for the third; the rubles are kept."""
    seats = [seat(rubles=40), seat(rubles=40), seat(rubles=12)]
    state = position(sets=SETS, upper=["academy"], seats=seats)
    assert [points_of(state, one, 6) for one in range(3)] == [20, 20, 10]
    state = choosing(*seats, dealt=[(6, 1, 2), (3, 4, 5), (7, 8, 9)])
    state = act(act(act(state, A, "order 6"), B, "order 3"), C, "order 9")
    score = engine.final_scores(state)[A]
    assert (score.order, score.rubles) == ((6, 20), (4, 4, 0))


def test_alone_the_player_is_always_the_richest():
    """SOLO-5, ORD-6: order 6 gives 20, with hidden money too."""
    for open_hands in (True, False):
        state = choosing(seat(rubles=0), dealt=[(6, 1, 3)], players=1, open_hands=open_hands)
        assert mine(state)[0] == {"order": 6, "points": 20, "at_most": 20}
        assert engine.final_scores(act(state, 0, "order 6"))[0].order == (6, 20)


def three():
    """Three seats asked for their orders; the Hammer lies with C."""
    seats = [
        seat(rubles=12, display=["author", "judge"]),
        seat(rubles=30, display=["lumberjack"] * 3),
        seat(rubles=12, display=["theater"], hand=["judge"]),
    ]
    return choosing(*seats, dealt=[(1, 3, 6), (2, 4, 8), (5, 6, 11)], start={"worker": C, "exchange": A})


def test_all_are_asked_at_the_same_time_and_each_for_one_of_his_own():
    """ORD-B, DEC-25: in any order, each once, and only his own three."""
    state = three()
    assert engine.waiting_for(state) == (A, B, C)
    assert [engine.question_for(state, one).kind for one in range(3)] == ["order"] * 3
    assert [texts(state, one) for one in range(3)] == [
        ["order 1", "order 3", "order 6"],
        ["order 2", "order 4", "order 8"],
        ["order 5", "order 6", "order 11"],
    ]
    with pytest.raises(engine.IllegalMove) as refused:
        act(state, A, "order 2")
    assert (refused.value.code, refused.value.rule) == ("order-first", "ORD-B")
    assert "order 2" not in refused.value.sentence.split(":", 1)[1]
    state = act(state, B, "order 8")
    assert engine.waiting_for(state) == (A, C)
    with pytest.raises(engine.NotYourTurn):
        act(state, B, "order 2")


def test_a_choice_is_told_to_nobody_before_the_last_is_made():
    """ORD-B, INFO-4: with open hands too, neither the view, nor the log, nor the points tell it."""
    done = acted(three(), B, "order 8")
    opts = done.state.rules.options
    assert [one.to_json() for one in done.entries] == [{"kind": "order-chosen", "seat": B, "order": 8}]
    for viewer in (None, A, C):
        (told,) = (entry.for_viewer(viewer, opts, False) for entry in done.entries)
        assert told.to_json() == {"kind": "order-chosen", "seat": B, "order": None}
        shown = engine.view_for(done.state, viewer).extras["orders"]
        assert shown["chosen"] == [None] * 3
        assert shown["decided"] == [False, True, False]
    assert engine.view_for(done.state, B).extras["orders"]["chosen"] == [None, 8, None]
    assert [done.state.points(one) for one in range(3)] == [three().points(one) for one in range(3)]


def test_only_the_last_choice_uncovers_something():
    """ORD-B, UI-15: whoever chooses last may not look at what comes after before he has chosen."""
    state = three()
    assert not any(
        engine.apply(state, one, move).reveals for one in range(3) for move in engine.legal_moves(state, one)
    )
    state = act(act(state, B, "order 2"), C, "order 6")
    assert all(engine.apply(state, A, move).reveals for move in engine.legal_moves(state, A))


def test_the_last_choice_reveals_and_scores_all():
    """ORD-B, ORD-C, END-10, END-18: order 6 first, then from the holder of the Hammer; between Nobles and rubles."""
    state = act(act(three(), B, "order 2"), C, "order 6")
    done = acted(state, A, "order 3")
    finals = [entry for entry in done.entries if isinstance(entry, engine.Final)]
    assert [(entry.step, entry.seat) for entry in finals] == [
        ("order", C), ("order", A), ("order", B),
        ("rubles", A), ("rubles", B), ("rubles", C), ("hand", A), ("hand", B), ("hand", C),
    ]  # fmt: skip
    assert [(entry.count, entry.points_gain) for entry in finals[:3]] == [(6, 10), (3, 0), (2, 13)]
    assert done.state.is_over
    for viewer in (None, A, B, C):
        shown = engine.view_for(done.state, viewer).extras["orders"]
        assert shown["held"] == [[1, 3, 6], [2, 4, 8], [5, 6, 11]]
        assert shown["chosen"] == [3, 2, 6]
    scores = engine.final_scores(done.state)
    assert [score.order for score in scores] == [(3, 0), (2, 13), (6, 10)]
    for score in scores:
        parts = score.nobles[1] + score.order[1] + score.rubles[1] + score.hand[1]
        assert score.points_before + parts == score.total
    assert scores[B].to_json()["order"] == [2, 13]
    assert [score.total for score in scores] == [0 + 3 + 0 + 1, 13 + 3, 10 + 1 - 5]


def test_a_guess_at_the_question_knows_the_step_before():
    """END-18: played to its end it has a breakdown of all steps, the Nobles as they were scored."""
    seats = [seat(points=40, display=["author", "judge"]), seat(points=30, display=["author"])]
    state = choosing(*seats, dealt=[(1, 3, 5), (7, 9, 10)], open_hands=False)
    for viewer in (None, 0, 1):
        guessed = engine.guess(engine.view_for(state, viewer), Random(7))
        for one in engine.waiting_for(guessed):
            guessed = act(guessed, one, texts(guessed, one)[0])
        scores = engine.view_for(guessed, viewer).scores
        assert [(score.points_before, score.nobles) for score in scores] == [(40, (2, 3)), (30, (1, 1))]
    assert "lines" not in engine.view_for(state, 0).to_json()


def test_the_money_for_order_6_is_counted_before_it_is_exchanged():
    """ORD-6, END-10: orders come before the rubles."""
    done = act(act(act(three(), B, "order 2"), A, "order 6"), C, "order 11")
    assert [score.order for score in engine.final_scores(done)] == [(6, 10), (2, 13), (11, 18)]


def test_the_owner_sees_what_each_order_would_give_now():
    """ORD-F, UI-9: during the game, and no other sees it."""
    dealt = [(1, 6, 7), (2, 3, 4), (5, 8, 9)]
    state = with_orders(
        seat(display=["lumberjack", "author"], rubles=9), seat(rubles=8), seat(rubles=7), dealt=dealt, ending=False,
        upper=["shepherd", "academy"],
    )  # fmt: skip
    assert mine(state) == [
        {"order": 1, "points": 2, "at_most": 2},
        {"order": 6, "points": 20, "at_most": 20},
        {"order": 7, "points": 3, "at_most": 3},
    ]
    after = act(state, 0, "buy shepherd")
    assert [entry["points"] for entry in mine(after)] == [2, 10, 6]
    assert [entry["order"] for entry in mine(after, 1)] == [2, 3, 4]


def test_with_hidden_money_order_6_does_not_tell_who_is_the_richest():
    """ORD-F, INFO-2: 10, or 20 at most."""
    for others in (8, 80):
        state = with_orders(seat(rubles=9), seat(rubles=others), dealt=[(1, 6, 7), (3, 4, 5)], open_hands=False)
        assert mine(state)[1] == {"order": 6, "points": 10, "at_most": 20}


def test_the_clock_chooses_the_best_order():
    """DEC-25: what gives most now, the first of equals."""
    state = three()
    assert [str(engine.default_move(state, one)) for one in range(3)] == ["order 6", "order 2", "order 11"]


def test_orders_need_the_market_and_edition_2():
    """COMBO-4, COMBO-5, COMBO-15, EX-102."""
    for selection, code, rule in (
        ({"sets": ("orders",)}, "orders-market", "COMBO-5"),
        ({"sets": ("orders",), "edition": 1}, "orders-edition", "COMBO-4"),
    ):
        with pytest.raises(engine.OptionsError) as refused:
            engine.Options(**{"edition": 2, "players": 2, **selection})
        assert (refused.value.code, refused.value.rule) == (code, rule)
    assert [options(players).players for players in (1, 5)] == [1, 5]


def everything(state: State, viewer: int | None) -> bytes:
    """All that leaves the server for this viewer."""
    moves = [str(move) for move in engine.legal_moves(state, viewer)] if viewer is not None else []
    question = engine.question_for(state, viewer)
    shown = engine.view_for(state, viewer).to_json()
    return json.dumps([shown, moves, question and question.to_json(), engine.waiting_for(state)]).encode()


def exchanged(state: State, viewer: int | None, rng: Random) -> State:
    """Another state that the viewer cannot tell from this one: the others' orders, and their choices, drawn anew."""
    place = next(place for place, value in enumerate(state.extras) if isinstance(value, Dealt))
    dealt = state.extras[place]
    own = dealt.held[viewer] if viewer is not None else ()
    pool = [number for number in in_game(len(state.players)) if number not in own]
    rng.shuffle(pool)
    others = tuple(
        orders if one == viewer else tuple(pool.pop() for _ in orders) for one, orders in enumerate(dealt.held)
    )
    chosen = tuple(
        number if number is None or one == viewer else rng.choice(others[one])
        for one, number in enumerate(dealt.chosen)
    )
    other = state.fork()
    other.extras = (*state.extras[:place], Dealt(others, chosen), *state.extras[place + 1 :])
    return other


@pytest.mark.parametrize("open_hands", [True, False], ids=["open", "hidden"])
def test_states_that_differ_in_the_orders_of_others_look_the_same(open_hands):
    """INFO-4, ORD-B: hundreds of positions, every viewer, a visitor too, and what a move tells him."""
    rng = Random(f"orders {open_hands}")
    compared = different = 0
    while compared < 300:
        state = new(rng.randint(2, 5), rng.randbytes(8), open_hands=open_hands)
        opts = state.rules.options
        while not state.is_over:
            asked = rng.choice(engine.waiting_for(state))
            move = eager(rng, engine.legal_moves(state, asked))
            done = engine.apply(state, asked, move)
            is_order = engine.question_for(state, asked).kind == "order"
            if rng.random() < 0.05 or is_order:
                for viewer in (None, *range(opts.players)):
                    other = exchanged(state, viewer, rng)
                    assert everything(other, viewer) == everything(state, viewer)
                    compared += 1
                    different += other != state
                    if is_order and viewer != asked and not done.state.is_over:
                        answer = rng.choice(engine.legal_moves(other, asked))
                        told = engine.apply(other, asked, answer)
                        seen = [[e.for_viewer(viewer, opts, False) for e in one.entries] for one in (done, told)]
                        assert seen[0] == seen[1]
                        assert everything(told.state, viewer) == everything(done.state, viewer)
            state = done.state
    assert different > 0.9 * compared


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("open_hands", [True, False])
def test_whole_games_hold_together(players, open_hands):
    """ORD-A, ORD-B: guesses agree at every kind of question, notation is read back, replay is play, nothing is lost."""
    opts = options(players, open_hands=open_hands)
    rng = Random(players)
    deal = engine.make_deal(opts, sha256(bytes([players, open_hands])).digest())
    state = engine.new_game(opts, deal)
    cards = cards_in(state)
    played = []
    while not state.is_over:
        asked = rng.choice(engine.waiting_for(state))
        move = eager(rng, engine.legal_moves(state, asked))
        assert engine.parse_move(str(move), state) is move
        if len(played) % 9 == 0 or move.kind == "order":
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                guess = engine.guess(view, rng)
                assert engine.view_for(guess, viewer) == view
                held = [
                    order for orders in guess.extras[guess.rules.extra_of[_part(guess).name]].held for order in orders
                ]
                assert len(set(held)) == 3 * players
        state = engine.apply(state, asked, move).state
        played.append((asked, str(move)))
        assert all(state.rubles(one) >= 0 for one in range(players))
        assert cards_in(state) == cards
    assert engine.replay(opts, deal, played) == state
    view = engine.view_for(state, None)
    assert engine.view_for(engine.guess(view, rng), None) == view


def _part(state):
    return next(part for part in state.rules.parts if part.name == "orders")
