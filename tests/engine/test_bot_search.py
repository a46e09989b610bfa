"""The searching bot: it answers every question of every set, is no wiser than its seat, and beats the plain one."""

from collections import Counter
from random import Random
from statistics import mean

import pytest

import engine
from engine.bots import BOTS, search, worth
from engine.bots.outlook import TUNED, Prospects
from engine.play import advance
from tests.engine.walks import random_deal, random_game
from tests.seldom import first_few

EVERYTHING = ("market", "module-2", "good-company", "banquet", "helpers", "events", "orders", "hurdles")
STRENGTHS = ("search-1", "search-3", "rung-1", "rung-5", "rung-6")
TABLES = {
    "edition 1": engine.Options(edition=1, players=3, open_hands=False),
    "edition 2, alone": engine.Options(edition=2, players=1),
    "sp-plus": engine.Options(edition=1, players=2, sets=("sp-plus",)),
    "good company, edition 1": engine.Options(edition=1, players=5, sets=("good-company",)),
    "everything": engine.Options(edition=2, players=4, sets=EVERYTHING),
    "everything, hidden": engine.Options(edition=2, players=2, sets=EVERYTHING, open_hands=False),
}


def answer(name: str, state: engine.State, seat: int, seed: int = 1) -> engine.Move:
    rng = Random(seed)
    view = engine.view_for(state, seat)
    return BOTS[name].choose(view, engine.guess(view, rng), rng)


def positions(options: engine.Options, seed: int, of_a_kind: int) -> list[tuple[str, engine.State, int]]:
    """Positions of random games with a choice, a few for each kind of question, whatever seat is asked."""
    found: list[tuple[str, engine.State, int]] = []
    for game in range(2):
        seen: dict[str, int] = {}
        rng = Random(f"{options} {seed} {game}")
        for ply in random_game(options, rng):
            question = engine.question_for(ply.before, ply.seat)
            assert question is not None
            if len(engine.legal_moves(ply.before, ply.seat)) < 2 or rng.random() < 0.5:
                continue
            seen[question.kind] = seen.get(question.kind, 0) + 1
            if seen[question.kind] <= of_a_kind:
                found.append((question.kind, ply.before, ply.seat))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_bots_answer_every_question_legally(name: str) -> None:
    """No bot knows the sets, yet each answers what a random game may ask it; the same guess and chance, the same answer.

    The strongest thinks longer than all others together: it is asked one question of each kind, once, where all sets are there,
    and one elsewhere.
    """
    *others, strongest = BOTS
    kinds: set[str] = set()
    for kind, state, seat in positions(TABLES[name], 1, 2):
        for bot in others:
            move = answer(bot, state, seat)
            assert move in engine.legal_moves(state, seat)
            assert answer(bot, state, seat) is move
        if kind not in kinds and (name == "everything" or not kinds):
            kinds.add(kind)
            assert answer(strongest, state, seat) in engine.legal_moves(state, seat)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_kept_from_earlier_play_outs_changes_no_answer(name: str) -> None:
    """Play-outs from a position, each after another first move, answer like one that remembers nothing."""
    rules, rng = engine.rulebook_for(TABLES[name]), Random(name)
    kept, fresh = (Prospects(rules, TUNED[TABLES[name].players]) for _ in range(2))
    met = again = 0
    for _kind, state, seat in positions(TABLES[name], 3, 1):
        for _playout in range(4):
            s = advance(state.fork(), seat, rng.choice(engine.legal_moves(state, seat)))
            for _move in range(20):
                if s.over:
                    break
                asked = engine.waiting_for(s)[0]
                met, before = met + 1, len(kept.answers)
                found = worth.answer(kept, s, asked)
                again += before == len(kept.answers)
                fresh.scales.clear()
                fresh.answers.clear()
                assert worth.answer(fresh, s, asked) is found
                advance(s, asked, found)
    assert met > 100
    assert again > met / 4


def test_the_questions_tried_are_many() -> None:
    """The test above would prove little if random games asked for nothing but turns."""
    asked = {kind for name in ("everything", "everything, hidden") for kind, *_ in positions(TABLES[name], 1, 2)}
    assert {"turn", "first-worker", "kind", "hurdle", "order", "impostor", "guild"} <= asked
    assert len(asked) >= 10


@pytest.mark.parametrize("bot", STRENGTHS)
def test_it_chooses_alike_whatever_is_hidden_from_it(bot: str) -> None:
    """INFO-1 to INFO-6: positions that the seat cannot tell apart get the same answer.

    The strongest thinks longer than all others together: it is asked a fifth as often. It is rung-5 with more time.
    """
    options, tried = engine.Options(edition=2, players=3, sets=("market", "orders"), open_hands=False), 0
    asked = positions(options, 2, 3)
    for number, (_, state, seat) in enumerate(asked[::5] if bot == "rung-6" else asked):
        other = engine.guess(engine.view_for(state, seat), Random(number))
        assert engine.view_for(other, seat) == engine.view_for(state, seat)
        assert answer(bot, other, seat) is answer(bot, state, seat)
        tried += other != state
    assert tried > (2 if bot == "rung-6" else 10)


def test_only_a_seat_that_is_asked_can_choose() -> None:
    state = engine.new_game(engine.Options(), random_deal(engine.Options(), Random(4)))
    (asked,) = engine.waiting_for(state)
    for viewer in (1 - asked, None):
        view = engine.view_for(state, viewer)
        with pytest.raises(ValueError, match="asked"):
            BOTS["search-1"].choose(view, engine.guess(view, Random(0)), Random(0))


def duel(bot: str, other: str, options: engine.Options, number: int, seat: int) -> tuple[bool, int]:
    """A game of two bots: whether the bot in this seat wins, and by how much."""
    rng = Random(number)
    state = engine.new_game(options, random_deal(options, Random(f"duel {number}")))
    while not state.is_over:
        asked = engine.waiting_for(state)[0]
        view = engine.view_for(state, asked)
        move = BOTS[bot if asked == seat else other].choose(view, engine.guess(view, rng), rng)
        state = engine.apply(state, asked, move).state
    scores = engine.final_scores(state)
    return scores[seat].winner, scores[seat].total - scores[1 - seat].total


@pytest.mark.parametrize(("edition", "sets"), first_few([(2, ()), (1, ()), (2, ("market",))], 1))
def test_it_beats_the_plain_bot(edition: int, sets: tuple[str, ...]) -> None:
    """Four deals from both seats; benchmarks/bots.py plays hundreds."""
    options = engine.Options(edition=edition, players=2, sets=sets)
    games = [duel("search-1", "plain", options, number, seat) for number in range(4) for seat in (0, 1)]
    assert sum(won for won, _ in games) >= 6
    assert mean(points for _, points in games) > 10


def test_two_rungs_differ_in_character() -> None:
    """Of the cards in front of it "easy" has more Buildings, "medium" more Nobles: it is said in their card."""
    cards = {"rung-2": Counter[str](), "rung-3": Counter[str]()}
    for number in range(4):
        bots, rng = [*cards][:: -1 if number % 2 else 1], Random(number)
        state = engine.new_game(engine.Options(), random_deal(engine.Options(), rng))
        while not state.is_over:
            (seat,) = engine.waiting_for(state)
            view = engine.view_for(state, seat)
            state = engine.advance(state.fork(), seat, BOTS[bots[seat]].choose(view, engine.guess(view, rng), rng))
        for bot, player in zip(bots, state.players, strict=True):
            cards[bot].update(state.rules.group[row] for row in player.display)
    builder, collector = ({group: count / of.total() for group, count in of.items()} for of in cards.values())
    assert builder["blue"] > 1.2 * collector["blue"]
    assert collector["red"] > 1.2 * builder["red"]


def test_the_strongest_plays_no_more_moves_for_an_answer_than_its_budget_and_one_future(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Moves rather than seconds, which a busy machine stretches; benchmarks/bots.py measures those."""
    played = [0]

    def counting(state: engine.State, seat: int, move: engine.Move) -> engine.State:
        played[-1] += 1
        return advance(state, seat, move)

    monkeypatch.setattr(search, "advance", counting)
    bot = BOTS["search-3"]
    assert isinstance(bot, search.SearchBot)
    budget = bot.budget.moves
    for _, state, seat in positions(engine.Options(edition=2, players=2, sets=("market",)), 3, 3):
        played.append(0)
        answer("search-3", state, seat)
    assert max(played) > budget / 2
    assert max(played) <= 1.5 * budget
