"""The walk over the hurdles against another one that goes space by space, and the choices of the engine against all others."""

from random import Random

import engine
from engine.expansions.hurdle_course import BONUS, REAL, SPACES, Course
from engine.expansions.orders import Dealt, in_game, points_of
from tests.builders import act, pass_on, position, seat
from tests.engine.expansions.hurdles.stories import SETS, gains


class Naive:
    """A player and his points moved space by space, exactly as HURD-14 says; choices are given beforehand."""

    def __init__(self, state, choices):
        self.rules, self.player = state.rules, state.players[0]
        self.course = next(value for value in state.extras if isinstance(value, Course))
        self.score, self.rubles = self.player.points, self.player.rubles
        self.passed = len(self.course.received[0])
        self.choices, self.ways = list(choices), []
        self.blocked = False

    def gain(self, points):
        for _ in range(points):
            if self.blocked:
                return
            self.score += 1
            self.look()

    def look(self):
        """First a bonus hurdle on this space, then a real one on the next."""
        for real, space in ((False, self.score), (True, self.score + 1)):
            if space not in SPACES or SPACES.index(space) < self.passed:
                continue
            place = SPACES.index(space)
            hurdle = self.course.hurdle(place)
            if hurdle.is_real is not real:
                continue
            if not hurdle.is_open(self.rules, self.player, place):
                self.blocked = True
                return
            self.passed += 1
            if hurdle.options is not None:
                options = hurdle.options(self.rules, self.player)
                if not options:
                    continue
                self.ways.append(len(options))
                option = options[self.choices.pop(0) if self.choices else 0]
                rubles, points = (option.amount, 0) if option.currency == "rubles" else (0, option.amount)
            else:
                rubles, points = hurdle.bonus(self.rules, self.player) if hurdle.bonus else (0, 0)
            self.rubles += rubles
            self.gain(points)

    def final(self, points, hand):
        """What is still gained before the rubles, then these, a ten at a time, and the hand."""
        self.gain(points)
        while self.rubles >= 10 and not self.blocked:
            self.rubles -= 10
            self.gain(1)
        self.score -= 5 * hand
        return self.score, self.rubles


def drawn_up(rng, sets=SETS, **remembered):
    """A position with a random course and a random display, its player where he may stand."""
    options = engine.Options(edition=2, players=1, sets=sets)
    cards = [card for card in engine.cards(options) for _ in range(card.copies)]
    display = [card.id for card in rng.sample(cards, rng.randint(0, 14))]
    names = ["bonus-market", "bonus-card", *(hurdle.name for hurdle in rng.sample((BONUS[0], BONUS[3], *REAL), 3))]
    rng.shuffle(names)
    passed = rng.randint(0, 4)
    points = rng.randint(SPACES[passed] - 8, SPACES[passed] - 2)
    course = Course(tuple(names), (((0, 0),) * passed,))
    mine = seat(rubles=rng.randint(0, 60), points=points, display=display)
    known = {"hurdles": course, **remembered}
    return position(sets=sets, phase="exchange", players=1, seats=[mine], remembered=known, ending=True)


def test_points_go_where_they_would_go_space_by_space():
    """HURD-14, HURD-5, HURD-6, HURD-7, HURD-8: 1,000 gains at random, every choice answered at random."""
    rng, asked = Random("space by space"), 0
    for _ in range(1000):
        state = drawn_up(rng)
        points = rng.randint(1, 40)
        after, choices = gains(state, points)[0], []
        while engine.question_for(after, 0).kind == "hurdle":
            moves = engine.legal_moves(after, 0)
            choices.append(rng.randrange(len(moves)))
            after = act(after, 0, str(moves[choices[-1]]))
        naive = Naive(state, _all_ways(state, points, choices))
        naive.gain(points)
        asked += len(choices)
        assert (after.points(0), after.rubles(0)) == (naive.score, naive.rubles)
    assert asked > 100


def _all_ways(state, points, choices):
    """The choices with a 0 for each that had a single way, which nobody was asked."""
    full, rest = [], list(choices)
    while True:
        naive = Naive(state, full)
        naive.gain(points)
        if len(naive.ways) <= len(full):
            return full
        full.append(rest.pop(0) if naive.ways[len(full)] > 1 else 0)


def test_no_choice_of_the_engine_could_have_been_better():
    """HURD-20, HURD-21, HURD-23, END-13: in 300 final scorings every sequence of choices is tried by the naive player."""
    rng, chosen = Random("final"), 0
    for _ in range(300):
        state = drawn_up(rng)
        outcome, ways = best_of_all(state)
        chosen += ways
        done = pass_on(state)
        assert done.is_over
        assert (done.points(0), done.rubles(0)) == outcome
    assert chosen > 50


def test_no_choice_could_have_been_better_with_an_order_to_come():
    """HURD-21, HURD-23, ORD-H: the same in 1,000 final scorings with orders, of which the one that gives most is chosen."""
    rng, chosen = Random("the order to come"), 0
    for _ in range(1000):
        held = tuple(rng.sample(in_game(1), 3))
        state = drawn_up(rng, (*SETS, "orders"), orders=Dealt((held,), (None,)))
        order, number = max((points_of(state, 0, one), one) for one in held)
        outcome, ways = best_of_all(state, order)
        chosen += ways
        done = act(pass_on(state), 0, f"order {number}")
        assert (done.points(0), done.rubles(0)) == outcome
    assert chosen > 200


def best_of_all(state, order=0):
    """The best end that any sequence of choices leads to, score before rubles, and how often there was something to choose."""
    nobles, chosen = engine.view_for(state, 0).seats[0].nobles[1], 0
    best, open_ways = (-1, -1), [[]]
    while open_ways:
        choices = open_ways.pop()
        naive = Naive(state, choices)
        naive.gain(nobles)
        outcome = naive.final(order, 0)
        if len(naive.ways) > len(choices):
            open_ways += [[*choices, way] for way in range(naive.ways[len(choices)])]
            chosen += naive.ways[len(choices)] > 1
        else:
            best = max(best, outcome)
    return best, chosen
