"""Conditional orders: their words in two languages, what they do in a position, and when they end."""

from dataclasses import replace

import pytest

import engine
from engine.standing import Condition, Deed, Order, decide, going_on, priced
from engine.standing_words import OrderError, read, say
from tests.engine.examples.stories import opened

RULES = engine.rulebook_for(engine.Options())


def order(text):
    return read(text, RULES)


def german(card):
    return RULES.cards[RULES.row_of[card] - 1].name_de


def at(*upper, lower=(), rubles=25, display=(), hand=(), phase="building", seat=0):
    """The building phase of two, seat 0 asked."""
    seats = [engine.SeatSetup(rubles=rubles, display=list(display), hand=list(hand)), engine.SeatSetup()]
    return engine.set_up(engine.Options(), upper=list(upper), lower=list(lower), seats=seats, phase=phase)


def view(state, seat=0):
    return engine.view_for(state, seat)


WORDS = [
    "buy hospital up to 13, else take hospital, else pass until change",
    "pass until somebody takes a card I could afford",
    "if ship-builder lies below, buy ship-builder; keep 6 rubles",
    "if hospital is gone and I have at least 7 rubles, take market",
    "if I can afford nothing, pass this round",
    "if I can afford market, ask me",
    "pub as many as possible; keep 4 rubles",
    "pub 3",
    "buy market, then take library below, then pass this phase",
    "buy mariinski-theater up to 9 over library",
    "if the price of market is at most 3, take market",
    "pass until somebody takes hospital",
    "draw worker, then ask me",
    "buy market this round",
    "buy any card up to 9, else take any card, else discard it",
]


@pytest.mark.parametrize("words", WORDS)
def test_orders_are_written_back_as_they_are_read_in_both_languages(words):
    orders = order(words)
    assert say(orders) == words
    assert order(say(orders, "de", german)) == orders


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("buy Hospital if its price is at most 13, else take it, else pass until the tableau changes", WORDS[0]),
        ("kaufe Krankenhaus bis 13, sonst nimm es, sonst passe bis zur Änderung", WORDS[0]),
        ("pass this phase until somebody takes a card that I could afford", WORDS[1]),
        ("passe, bis jemand eine Karte nimmt, die ich bezahlen könnte", WORDS[1]),
        ("if Ship Builder still lies below, buy it; keep at least 6 rubles", WORDS[2]),
        ("if Ship Builder is available below, buy it; keep 6 rubles", WORDS[2]),
        ("wenn der Schiffbauer noch unten liegt, kaufe ihn; behalte mindestens 6 Rubel", WORDS[2]),
        ("Pub: as many as possible, but keep 4", WORDS[6]),
        ("buy hospital up to 13 else pass until change", "buy hospital up to 13, else pass until change"),
        ("pass until the end of this phase", "pass this phase"),
    ],
)
def test_what_people_write(written, means):
    assert say(order(written)) == means


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("buy Hospitel", "hospitel"),
        ("buy hospital pass", "pass"),
        ("do not buy hospital", "do"),
        ("buy hospital, not market", "not"),
        ("pass until tomorrow", "tomorrow"),
        ("buy it", "it"),
        ("buy hospital up to", "13"),
        ("if hospital, buy it", "lies"),
        ("take hospital up to 3", "else"),
        ("", ""),
    ],
)
def test_what_is_no_order_names_the_word_and_what_is_possible(written, named):
    if not written:
        assert order(written) == ()
        return
    with pytest.raises(OrderError) as refused:
        order(written)
    assert named in str(refused.value.sentence)


def test_the_first_possible_deed_is_done():
    state = at("hospital", rubles=13)
    orders = order("buy hospital up to 13, else take it, else pass until change")
    assert decide(orders, view(state)).move == "take hospital"
    assert decide(orders, view(at("hospital", rubles=20))).move == "take hospital", "it costs 14"
    assert decide(orders, view(at("market", lower=["hospital"], rubles=13))).move == "buy hospital lower"
    decided = decide(orders, view(at("market")))
    assert decided.move == "pass"
    assert say(decided.left) == "pass until change"


def test_orders_are_tried_from_top_to_bottom_and_what_is_done_is_gone():
    orders = order("buy hospital up to 13\nbuy market; keep 6 rubles\npass this phase")
    decided = decide(orders, view(at("market", "hospital", rubles=11)))
    assert (decided.move, decided.place) == ("buy market", 1)
    assert say(decided.left) == "buy hospital up to 13\npass this phase"
    assert decide(orders, view(at("market", rubles=10))).move == "pass", "it would leave 5"


@pytest.mark.parametrize(
    ("words", "rubles", "why"),
    [
        ("buy hospital up to 13", 25, "hospital costs 14 rubles, more than 13."),
        ("buy market", 4, "You cannot buy market now."),
        ("buy library", 25, "library is not available."),
        ("ask me", 25, "Your order says “ask me”."),
        ("if I have at most 3 rubles, pass", 25, "You have more than 3 rubles."),
    ],
)
def test_orders_that_fit_nothing_stop_and_say_why(words, rubles, why):
    decided = decide(order(words), view(at("market", "hospital", rubles=rubles)))
    assert not decided.move
    assert decided.why == why


def test_a_price_that_was_not_said_is_none_that_was_meant():
    orders = priced(order("buy market"), view(at(lower=["market"])))
    assert say(orders) == "buy market up to 4"
    assert decide(orders, view(at("market"))).why == "market costs 5 rubles, more than 4."


def test_a_question_of_another_kind_stops_orders_for_turns_but_no_mere_pass():
    state = at("market", rubles=25, display=["pub"])
    while engine.question_for(state, 0).kind != "pub":
        (seat,) = engine.waiting_for(state)
        state = engine.apply(state, seat, engine.parse_move("pass", state)).state
    asked = view(state)
    assert decide(order("buy market, else pass this phase"), asked).why == "None of your orders covers this question."
    assert decide(order("pass this phase"), asked) == decide((), asked)
    assert decide(order("buy market\npub as many as possible; keep 20 rubles"), asked).move == "pub 2"
    assert decide(order("pub 9"), asked).move == "pub 5"


def test_a_card_that_an_observatory_draws_is_bought_if_it_is_not_too_dear():
    state = at("market", rubles=25, display=["observatory"])
    orders = order("draw worker, then buy any card up to 9, else discard it")
    decided = decide(orders, view(state))
    assert decided.move == "draw worker"
    state = engine.apply(state, 0, engine.parse_move(decided.move, state)).state
    assert view(state).question.kind == "drawn"
    assert decide(decided.left, view(state)).move.startswith("buy ")
    assert decide(order("buy any card up to 0, else discard"), view(state)).move.startswith("discard ")


def test_a_pass_ends_when_somebody_takes_what_it_waits_for():
    state = at("market", "academy", rubles=6)
    before = engine.apply(state, 0, engine.parse_move("pass", state)).state
    for move, left in (("buy market", False), ("buy academy", True)):
        after = engine.apply(before, 1, engine.parse_move(move, before))
        orders, why = going_on(
            order("pass until somebody takes a card I could afford"), view(before), view(after.state), after.entries
        )
        assert bool(orders) is left
        assert (why is None) is left


def test_a_new_card_that_no_order_names_stops_them():
    before, after = at("market"), at("market", "library")
    assert going_on(order("buy market"), view(before), view(after), ())[1] == "library is new and not in your orders."
    kept = order("buy market\nbuy library")
    assert going_on(kept, view(before), view(after), ()) == (kept, None)
    passes = order("pass this phase")
    assert going_on(passes, view(before), view(after), ()) == (passes, None)


def test_orders_end_with_their_phase_or_their_round():
    before, after = at("market"), at("market", phase="noble")
    orders = order("buy market\nbuy market this round\npass this round")
    left, why = going_on(orders, view(before), view(after), ())
    assert say(left) == "buy market this round\npass this round"
    assert why is None


def test_what_is_hidden_from_the_seat_decides_nothing():
    """Two positions that the seat cannot tell apart give the same decision."""
    hidden = engine.Options(open_hands=False)
    seats = [engine.SeatSetup(rubles=9), engine.SeatSetup(rubles=3)]
    other = [engine.SeatSetup(rubles=9), engine.SeatSetup(rubles=30)]
    states = [engine.set_up(hidden, upper=["market"], seats=one) for one in (seats, other)]
    assert view(states[0]) == view(states[1])
    assert {decide(order("buy market up to 5, else pass"), view(state)).move for state in states} == {"buy market"}


def test_values_are_plain():
    assert order("pass this round") == (Order(((Deed("pass", until="round"),),), scope="round"),)
    assert order("if I can afford nothing, ask me")[0].steps[0][0].tests == (Condition("afford"),)


TESTS = [
    Condition("lies", "hospital"),
    Condition("lies", "hospital", "lower"),
    Condition("lies", "pub", "upper"),
    Condition("gone", "library"),
    Condition("price", "library", number=9),
    Condition("price", "pub", number=1),
    Condition("afford", "library"),
    Condition("afford", "pub"),
    Condition("afford"),
    Condition("least", number=6),
    Condition("most", number=0),
]
DEEDS = [
    *(Deed(verb, card, row) for verb in ("buy", "play", "take") for card in ("market", "pub", "any") for row in ("", "lower")),
    Deed("buy", "mariinski-theater", "upper", 9, "pub"),
    Deed("play", "mariinski-theater", most=0, over="library"),
    *(Deed("pass", until=until) for until in ("", "phase", "round", "change", "afford", "hospital", "pub")),
    Deed("ask"),
    Deed("discard"),
    Deed("pub"),
    Deed("pub", most=2),
    Deed("move", "draw worker"),
]  # fmt: skip


@pytest.mark.parametrize("deed", DEEDS, ids=str)
def test_every_deed_with_every_test_is_written_and_read_back(deed):
    for test in TESTS:
        if test.kind == "price" and test.card == deed.card:
            continue  # that is the deed's own highest price
        for tests in ((test,), (test, TESTS[1])):
            for scope in ("phase", "round"):
                tested = replace(deed, tests=tests)
                scope = "round" if deed.until == "round" else scope
                whole = (
                    Order(((tested,),), 4, scope),
                    Order(((tested, Deed("take", "library")), (Deed("ask"), tested)), 0, scope),
                )
                assert read(say(whole), RULES, stored=True) == whole, say(whole)
                assert read(say(whole, "de", german), RULES, stored=True) == whole, say(whole, "de", german)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("if Market lies, Pub as many as possible", "if market lies, pub as many as possible"),
        ("Pub 2 if I have at least 6 rubles", "if I have at least 6 rubles, pub 2"),
        ("wenn ich nichts bezahlen kann, Schenke 2", "if I can afford nothing, pub 2"),
        ("pass until somebody takes Pub", "pass until somebody takes pub"),
        ("buy market this round, else pass", "this round: buy market, else pass"),
    ],
)
def test_the_pub_ends_a_test_and_may_be_waited_for(written, means):
    assert say(order(written)) == means
    assert order(means) == order(written)


@pytest.mark.parametrize(
    "words", ["buy market over any card", "kaufe Markt statt irgendeine Karte", "buy any card over any"]
)
def test_what_is_replaced_has_a_name(words):
    with pytest.raises(OrderError):
        order(words)


def test_a_test_without_its_number_is_none():
    with pytest.raises(OrderError):
        order("if I have at least, buy market")


def test_every_card_of_the_game_can_be_named():
    for card in RULES.cards:
        for name in (card.name_en, card.name_de):
            assert order(f"take {name}")[0].steps[0][0].verb == "take"


def test_what_is_stored_may_have_grown_longer_than_what_was_sent():
    words = "buy market, else " * 17 + "pass"
    grown = say(priced(order(words), view(at("market"))))
    assert len(words) <= 300 < len(grown)
    with pytest.raises(OrderError):
        order(grown)
    assert say(read(grown, RULES, stored=True)) == grown


def test_a_mere_pass_waits_through_the_first_worker_phase():
    state = opened(engine.Options(edition=2), {"worker": ["shepherd", "fur-trapper", "gold-miner", "fur-trapper"]})
    assert view(state).question.kind == "first-worker"
    for words in ("pass this phase", "pass until change"):
        assert decide(order(words), view(state)) == decide((), view(state))
    assert decide(order("buy gold-miner\npass this phase"), view(state)).move == "buy gold-miner"
