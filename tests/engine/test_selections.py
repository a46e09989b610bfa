"""What holds in every position of every game, tried on random whole games of random legal selections. No set is named
here: what a set adds is reached through the questions and entries it brings."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

import pytest

import engine
from engine.acquire import assemble
from engine.entries import Entry
from engine.errors import OptionsError
from engine.rulebook import rulebook_for
from engine.steps import Decision
from tests.builders import cards_in
from tests.engine.walks import Ply, lively, random_deal

SELECTIONS = range(36)
GAMES_EACH = 9
COMPOSED = (
    {"hurdles": ("any",) * 5},
    {"hurdles": ("real", "bonus-card", "any", "bonus", "real-exchange")},
    {"hurdles": ("bonus-market", "any", "real", "bonus-card", "real-market")},
)
"""Tables that chose their hurdles (HURD-24)."""
SLOW_BLOCKS = range(200)
SLOW_GAMES_EACH = 50


@dataclass(frozen=True)
class Game:
    """A whole random game: what it was dealt, the log before the first move, and every move."""

    options: engine.Options
    deal: engine.Deal
    opening: tuple[Entry, ...]
    plies: tuple[Ply, ...]

    @property
    def end(self) -> engine.State:
        """The position in which it was over."""
        return self.plies[-1].after

    @property
    def moves(self) -> list[tuple[int, str]]:
        """What a record keeps of it."""
        return [(ply.seat, str(ply.move)) for ply in self.plies]


@cache
def legal_selections(edition: int, players: int) -> tuple[tuple[str, ...], ...]:
    """Every choice of sets that section 2 allows."""
    names = engine.set_names()
    found = []
    for number in range(len(names) + 1):
        for sets in combinations(names, number):
            try:
                engine.Options(edition=edition, players=players, sets=sets)
            except OptionsError:
                continue
            found.append(sets)
    return tuple(found)


def drawn_options(rng: Random) -> engine.Options:
    """Any legal selection with any table options; edition 1, which has fewer, one time in six."""
    edition = 1 if rng.random() < 1 / 6 else 2
    players = rng.choice([number for number in range(1, 6) if legal_selections(edition, number)])
    sets = rng.choice(legal_selections(edition, players))
    hurdles = rng.choice(({}, *({"real_hurdles": real} for real in range(6)), *COMPOSED)) if "hurdles" in sets else {}
    return engine.Options(
        edition=edition,
        players=players,
        sets=sets,
        play_on_empty_tableau=rng.choice((True, False)),
        first_workers=rng.choice(("compulsory", "free")),
        open_hands=rng.choice((True, False)),
        **hurdles,
    )


def games_of(name: str, number: int) -> Iterator[Game]:
    """So many random games of one random selection; the same name gives the same games."""
    rng = Random(name)
    options = drawn_options(rng)
    for _ in range(number):
        deal = random_deal(options, rng)
        opening = next(iter(engine.walk(options, deal, ())))
        yield Game(options, deal, opening.entries, tuple(plies(opening.state, rng)))


def plies(state: engine.State, rng: Random) -> Iterator[Ply]:
    """Lively random moves from a state to the end of the game."""
    while not state.is_over:
        seat = rng.choice(engine.waiting_for(state))
        move = lively(rng, engine.legal_moves(state, seat))
        done = engine.apply(state, seat, move)
        yield Ply(state, seat, move, done.state, done.entries, done.reveals)
        state = done.state


@pytest.fixture(scope="module", params=SELECTIONS, ids=lambda number: f"selection {number}")
def games(request: pytest.FixtureRequest) -> list[Game]:
    return list(games_of(f"game {request.param}", GAMES_EACH))


def test_an_entry_is_read_back_from_what_it_says(games: list[Game]) -> None:
    """As every spectator may know it, and as the record has it."""
    for game in games:
        for entry in (*game.opening, *(one for ply in game.plies for one in ply.entries)):
            shown = entry.for_viewer(None, game.options, False)
            for said in [one.to_json() for one in (entry, shown) if one is not None]:
                assert engine.entry_from_json(json.loads(json.dumps(said))).to_json() == said


# --- what there was to see --------------------------------------------------------------------------------------------


def of_the_engine(base: type) -> Iterator[type]:
    """All classes of the engine below this one."""
    for cls in base.__subclasses__():
        yield from of_the_engine(cls)
        if cls.__module__.startswith("engine."):
            yield cls


@cache
def occurred() -> Counter[str]:
    """How often each question and each entry occurs in the games of this walk, and in how many games each set, edition
    and number of players."""
    found: Counter[str] = Counter()
    for number in SELECTIONS:
        for game in games_of(f"game {number}", GAMES_EACH):
            options = game.options
            found.update([f"edition {options.edition}", f"players {options.players}", *options.sets])
            found.update(type(entry).__name__ for entry in game.opening)
            for ply in game.plies:
                found.update(type(entry).__name__ for entry in ply.entries)
                asked = engine.question_for(ply.before, ply.seat)
                assert asked is not None
                found[f"question {asked.kind}"] += 1
    return found


def test_every_question_of_every_set_is_asked() -> None:
    """Section 26: no kind of question is left out of this walk."""
    found = occurred()
    kinds = {f"question {cls.kind}" for cls in of_the_engine(Decision) if cls.kind}  # type: ignore[attr-defined]
    assert len(kinds) >= 15
    assert kinds - found.keys() == set()


def test_every_entry_of_every_set_is_written() -> None:
    """No kind of entry is left out of this walk."""
    found = occurred()
    names = {cls.__name__ for cls in of_the_engine(Entry) if cls.kind}  # type: ignore[attr-defined]
    assert len(names) >= 30
    assert names - found.keys() == set()


def test_every_set_edition_and_number_of_players_is_walked() -> None:
    """COMBO-1 to COMBO-15: hundreds of games, among which everything that can be chosen."""
    assert len(SELECTIONS) * GAMES_EACH >= 300
    wanted = {*engine.set_names(), "edition 1", "edition 2", *(f"players {number}" for number in range(1, 6))}
    assert wanted - occurred().keys() == set()


# --- what holds -------------------------------------------------------------------------------------------------------


def test_no_card_is_lost_and_none_appears(games: list[Game]) -> None:
    """SETUP-1, BANQ-5: in every position each card lies in one place, the box and cards lying with questions included."""
    for game in games:
        cards = cards_in(game.plies[0].before)
        assert sum(cards.values()) == sum(len(order) for _, order in game.deal.piles)
        for ply in game.plies:
            assert cards_in(ply.after) == cards


def test_money_and_score_are_the_sum_of_the_log(games: list[Game]) -> None:
    """COST-1, SCORE-3, HURD-8, END-10: every change stands in the log, in whatever entry; where points still wait for an
    answer the score is compared when it has been given. Nobody ever owes anything (TURN-10)."""
    for game in games:
        start = game.plies[0].before
        rubles = [start.rubles(seat) for seat in range(game.options.players)]
        points = [0] * game.options.players
        for change in (change for entry in game.opening for change in entry.changes()):
            points[change.seat] += change.points
            assert not change.rubles
        assert points == [player.points for player in start.players]
        compared = 0
        for ply in game.plies:
            for change in (change for entry in ply.entries for change in entry.changes()):
                rubles[change.seat] += change.rubles
                points[change.seat] += change.points
            assert [player.rubles for player in ply.after.players] == rubles
            assert min(rubles) >= 0
            if len(ply.after.agenda) < 2:
                assert [player.points for player in ply.after.players] == points
                compared += 1
        assert compared > len(game.plies) / 2


def test_entries_that_account_begin_where_the_log_stands(games: list[Game]) -> None:
    """UI-11: A + B = C, for whoever may see A."""
    for game in games:
        points = [0] * game.options.players
        for entry in (*game.opening, *(entry for ply in game.plies for entry in ply.entries)):
            if isinstance(entry, engine.Scored | engine.Final):
                masked = entry.for_viewer(None, game.options, over=False)
                assert isinstance(masked, engine.Scored | engine.Final)
                assert (masked.rubles_before is None) == (not game.options.open_hands)
                assert entry.points_before <= points[entry.seat]
            for change in entry.changes():
                points[change.seat] += change.points
        assert points == [player.points for player in game.end.players]


def test_markers_stand_on_the_symbols_of_the_display(games: list[Game]) -> None:
    """MKT-6, MKT-15, MKT-16: the position of a marker is the number of symbols of its kind, kind tiles included."""
    kinds = ("chicken", "sack", "apple", "fish", "cabbage")
    for game in games:
        rules = game.end.rules
        if "at fish" not in rules.slots:
            continue
        for ply in game.plies:
            for player in ply.after.players:
                symbols = Counter(
                    symbol
                    for row in player.display
                    for symbol in (*rules.cards[rules.printed[row] - 1].market_symbols, *rules.marked[row])
                )
                assert [player.facts[rules.slots[f"at {kind}"]] for kind in kinds] == [symbols[kind] for kind in kinds]
            tiles = [mark for player in ply.after.players for row in player.display for mark in rules.marked[row]]
            assert all(tiles.count(kind) <= 1 for kind in kinds)


def test_facts_are_the_sum_of_effects(games: list[Game]) -> None:
    """The sums kept move by move equal those added up afresh from displays and from what parts add; so do the kinds that
    can be replaced."""
    for game in games:
        rules = game.end.rules
        for ply in game.plies:
            for seat, player in enumerate(ply.after.players):
                fresh = assemble(rules, 0, 0, (), player.display)
                for part in rules.parts:
                    for _, fact, amount in part.facts_of(ply.after, seat):
                        fresh.facts[rules.slots[fact]] += amount
                assert player.facts == fresh.facts
                assert player.kinds == fresh.kinds


def test_a_game_is_its_deal_and_its_moves(games: list[Game]) -> None:
    """Played again from their text, checked or trusted, the moves give the same positions and the same log."""
    for game in games:
        assert engine.replay(game.options, game.deal, game.moves) == game.end
        copy = game.plies[0].before.fork()
        for ply in game.plies:
            engine.advance(copy, ply.seat, ply.move)
            assert copy == ply.after
    game = games[0]
    for step, ply in zip(list(engine.walk(game.options, game.deal, game.moves))[1:], game.plies, strict=True):
        assert (step.state, step.entries) == (ply.after, ply.entries)


def test_a_guess_looks_like_what_was_seen(games: list[Game]) -> None:
    """INFO-1 to INFO-6: from the view of anybody, at any question, a whole state follows that looks the same to him."""
    for number, game in enumerate(games):
        rng = Random(number)
        last = ""
        for turn, ply in enumerate(game.plies):
            kind = engine.question_for(ply.before, ply.seat).kind  # type: ignore[union-attr]
            if turn % 32 == number or (kind not in (last, "turn", "first-worker")):
                viewer = rng.choice((None, *range(game.options.players)))
                view = engine.view_for(ply.before, viewer)
                assert engine.view_for(engine.guess(view, rng), viewer) == view
            last = kind


def respelled(text: str, rng: Random) -> str:
    """The same words as somebody might write them."""
    glue = {"-": ("-", " ", "_"), " ": (" ", "  ")}
    spelled = "".join(rng.choice(glue[sign]) if sign in glue else sign for sign in text)
    return rng.choice((spelled, spelled.upper(), spelled.title(), f" {spelled} "))


def test_notation_reads_back_in_any_spelling(games: list[Game]) -> None:
    """Whatever is legal has words of its own that mean exactly that move, however they are written."""
    for number, game in enumerate(games):
        rng = Random(number)
        for ply in game.plies:
            legal = engine.legal_moves(ply.before, ply.seat)
            assert len({str(move) for move in legal}) == len(legal) == len(set(legal))
            assert ply.move in legal
            move = rng.choice(legal)
            assert engine.parse_move(str(move), ply.before) is move
            assert engine.parse_move(respelled(str(move), rng), ply.before) is move


def test_asking_for_one_move_is_asking_for_all(games: list[Game]) -> None:
    """TURN-3 to TURN-8, TURN-13: a move is legal if and only if it is in the list, whatever question is asked."""
    for number, game in enumerate(games):
        rng = Random(number)
        every = list(game.end.rules.moves.values())
        answers: Counter[bool] = Counter()
        for ply in game.plies[number % 12 :: 12]:
            state = ply.before.fork()  # nothing is remembered of its list
            lying = {state.rules.ids[row] for row in (*state.upper, *state.lower, *state.players[ply.seat].hand)}
            near = [move for move in every if move.card in lying]
            legal = ply.before.agenda[-1].moves(ply.before, ply.seat)
            for move in (*legal, *rng.sample(near, min(20, len(near))), *rng.sample(every, 10)):
                answers[engine.is_legal(state, ply.seat, move)] += 1
                assert engine.is_legal(state, ply.seat, move) == (move in legal)
        assert min(answers[True], answers[False]) > len(game.plies) / 24


def test_the_clock_can_answer_every_question(games: list[Game]) -> None:
    """What the clock plays is always legal, and a pass where that is."""
    for game in games:
        for ply in game.plies:
            legal = engine.legal_moves(ply.before, ply.seat)
            default = engine.default_move(ply.before, ply.seat)
            assert default in legal
            assert default.is_pass or not any(move.is_pass for move in legal)


def test_the_explained_price_is_the_price_paid(games: list[Game]) -> None:
    """COST-12: the terms of a price add up to what the log says was paid for the card of the move."""
    paid = 0
    for game in games:
        for ply in game.plies:
            prices = [entry.price for entry in ply.entries if isinstance(entry, engine.Bought | engine.Played)]
            terms = engine.explain(ply.before, ply.seat, ply.move)
            assert sum(term.amount for term in terms) == sum(prices)
            assert all(price >= 1 for price in prices)
            paid += bool(prices)
    assert paid > len(games)


def test_every_game_ends_with_a_ranking(games: list[Game]) -> None:
    """END-1, END-5, END-10, END-16, END-17: the round of the trigger is the last; steps add up, somebody has won."""
    for game in games:
        triggered = [ply.after.round for ply in game.plies for e in ply.entries if isinstance(e, engine.EndTriggered)]
        assert triggered == [game.end.round]
        scores = engine.final_scores(game.end)
        for score, player in zip(scores, game.end.players, strict=True):
            order = score.order[1] if score.order else 0
            steps = score.points_before + score.nobles[1] + order + score.rubles[1] + score.hand[1]
            assert steps == score.total == player.points
            assert score.rank == 1 + sum((o.total, o.rubles[2]) > (score.total, score.rubles[2]) for o in scores)
            assert score.winner == (score.rank == 1)
        assert [entry.winners for entry in game.plies[-1].entries if isinstance(entry, engine.Over)] == [
            tuple(score.seat for score in scores if score.winner)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("block", SLOW_BLOCKS)
def test_ten_thousand_games_hold_together(block: int) -> None:
    """All of the above, over two hundred random selections."""
    games = list(games_of(f"slow {block}", SLOW_GAMES_EACH))
    test_no_card_is_lost_and_none_appears(games)
    test_money_and_score_are_the_sum_of_the_log(games)
    test_entries_that_account_begin_where_the_log_stands(games)
    test_markers_stand_on_the_symbols_of_the_display(games)
    test_facts_are_the_sum_of_effects(games)
    test_a_game_is_its_deal_and_its_moves(games)
    test_a_guess_looks_like_what_was_seen(games)
    test_notation_reads_back_in_any_spelling(games)
    test_asking_for_one_move_is_asking_for_all(games)
    test_the_clock_can_answer_every_question(games)
    test_the_explained_price_is_the_price_paid(games)
    test_every_game_ends_with_a_ranking(games)
    rulebook_for.cache_clear()  # two hundred rulebooks would need two gigabytes
