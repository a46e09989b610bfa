"""Random games with hurdles: points and rubles are what the log tells, and every seat stands where it may."""

from hashlib import sha256
from random import Random

import pytest

import engine
from engine.expansions.hurdle_course import SPACES, Course
from engine.expansions.hurdles import Rest
from tests.builders import cards_in, texts
from tests.engine.expansions.hurdles.stories import SETS
from tests.engine.walks import eager


def credited(entries, players):
    """Points and rubles by seat that entries tell of, beside prices."""
    points, rubles = [0] * players, [0] * players
    for entry in entries:
        said = entry.to_json()
        one = said.get("seat")
        points_of = {"scored": "points_gain", "final": "points_gain", "pub": "points", "hurdle-bonus": "points"}
        rubles_of = {"scored": "rubles_gain", "final": "rubles_gain", "hurdle-bonus": "rubles"}
        if said["kind"] in points_of:
            points[one] += said[points_of[said["kind"]]]
        if said["kind"] in rubles_of:
            rubles[one] += said[rubles_of[said["kind"]]]
        if said["kind"] == "points-lost":
            points[one] -= said["points"]
        if said["kind"] in ("pub", "upkeep-paid"):
            rubles[one] -= said["rubles"]
        if said["kind"] in ("bought", "played"):
            rubles[one] -= said["price"]
    return points, rubles


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("number", [None, 0, 3, 5, "composed"])
def test_whole_games_hold_together(players, number):
    """HURD-2, HURD-8, HURD-10, HURD-14, HURD-24: nobody stands beyond a hurdle that he has not passed, nor before one that he
    could pass; the log adds up to points and rubles; guesses agree, notation is read back, replay is play."""
    rng = Random(f"{players} {number}")
    sets = (*SETS, "orders") if number else SETS
    composed = ("any", "real-workers", "bonus", "real", "any")
    chosen = {"hurdles": composed} if number == "composed" else {"real_hurdles": number}
    options = engine.Options(edition=2, players=players, sets=sets, open_hands=rng.choice((True, False)), **chosen)
    deal = engine.make_deal(options, sha256(f"{players} {number}".encode()).digest())
    state = engine.new_game(options, deal)
    cards, played, kinds = cards_in(state), [], set()
    while not state.is_over:
        asked = rng.choice(engine.waiting_for(state))
        legal = engine.legal_moves(state, asked)
        kind = engine.question_for(state, asked).kind
        kinds.add(kind)
        assert engine.default_move(state, asked) in legal
        move = eager(rng, legal)
        assert engine.parse_move(str(move), state) is move
        if len(played) % 9 == 0 or kind == "hurdle":
            for viewer in (None, *range(players)):
                view = engine.view_for(state, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
        done = engine.apply(state, asked, move)
        points, rubles = credited(done.entries, players)
        for one in range(players):
            moved = done.state.points(one) + waiting(done.state, one) - state.points(one) - waiting(state, one)
            assert moved == points[one]
            assert done.state.rubles(one) - state.rubles(one) == rubles[one]
            assert done.state.rubles(one) >= 0
        state = done.state
        played.append((asked, str(move)))
        assert cards_in(state) == cards
        if not state.is_over and engine.question_for(state, None).kind not in ("hurdle", "kind"):
            for one in range(players):
                check_place(state, one)
    assert engine.replay(options, deal, played) == state
    for score in engine.final_scores(state):
        order = score.order[1] if score.order else 0
        total = score.points_before + score.nobles[1] + order + score.rubles[1] + score.hand[1]
        assert total == score.total == state.points(score.seat)


def waiting(state, one):
    """Points of this seat that are told already and wait for a choice."""
    return sum(item.points for item in state.agenda if isinstance(item, Rest) and item.seat == one)


def check_place(state, one):
    """This seat stands where it may."""
    course = next(value for value in state.extras if isinstance(value, Course))
    met = course.next(one)
    if met is not None:
        hurdle, place = met
        ahead = hurdle.stop(SPACES[place]) - state.points(one)
        assert ahead > 0 or (ahead == 0 and not hurdle.is_open(state.rules, state.players[one], place))


def test_choices_are_met_in_whole_games():
    """HURD-18, DEC-23: B3 and B5 are asked in ordinary games, and the clock can answer."""
    met = set()
    for seed in range(12):
        options = engine.Options(edition=2, players=3, sets=SETS, real_hurdles=0)
        state = engine.new_game(options, engine.make_deal(options, sha256(bytes([seed])).digest()))
        rng = Random(seed)
        while not state.is_over:
            asked = engine.waiting_for(state)[0]
            question = engine.question_for(state, asked)
            if question.kind == "hurdle":
                met.add("card" if len(texts(state, asked)[0].split()) == 3 else "market")
                state = engine.apply(state, asked, engine.default_move(state, asked)).state
            else:
                state = engine.apply(state, asked, eager(rng, engine.legal_moves(state, asked))).state
    assert met == {"card", "market"}
