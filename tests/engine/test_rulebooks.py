"""Rulebooks share what follows from edition, players and sets, few are kept, and nobody notices either."""

import gc
import pickle
import threading
import weakref
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

import engine
from engine.cards import Columns
from engine.core import Offers, Step
from engine.play import opening
from engine.rulebook import MOST_KEPT, Rulebook, parts_of, rulebook_for
from tests.builders import position, seat
from tests.engine.test_selections import COMPOSED, legal_selections
from tests.engine.walks import lively, random_deal

MOST_MOVES = 50
FIGURES = ("draws", "tokens", "token_of", "extra_of", "target", "start_rubles", "token_shift")
"""What a rulebook has beside its columns, moves and steps."""


def agreements(sets: tuple[str, ...]) -> Iterator[dict[str, object]]:
    """Everything that tables of these sets may agree on beside them."""
    hurdles: tuple[dict[str, object], ...] = ({},)
    if "hurdles" in sets:
        hurdles += (*({"real_hurdles": real} for real in range(6)), *COMPOSED)
    for stop, first, is_open, own in product((True, False), ("compulsory", "free"), (True, False), hurdles):
        yield {"play_on_empty_tableau": stop, "first_workers": first, "open_hands": is_open, **own}


def columns(rules: Rulebook) -> dict[str, object]:
    """Rows and figures, as far as they are values."""
    names = {name for name in Columns.__annotations__ if name != "known"} | set(FIGURES)
    return {name: getattr(rules, name) for name in names}


def moves(rules: Rulebook) -> list[tuple[object, ...]]:
    """Every move with what it says, in order."""
    return [(text, type(move), move.kind, move.card, move.over, move.source) for text, move in rules.moves.items()]


def lines(offers: Offers) -> list[tuple[object, ...]]:
    """What may be acquired from one source, row by row."""
    return [
        (line[:4], str(line[4]), {over: str(move) for over, move in line[5].items()}, str(line[6]))
        for line in offers.lines
    ]


def told(step: Step) -> tuple[object, ...]:
    """A step with its plain fields, and what kinds of questions it puts."""
    fields = vars(step)
    plain = {name: value for name, value in fields.items() if isinstance(value, (str, int))}
    asks = {name: [type(one) for one in value] for name, value in fields.items() if isinstance(value, tuple)}
    return type(step), plain, asks


def assert_alike(options: engine.Options, rng: Random) -> None:
    """The rulebook of these options and one composed for them alone have the same rows, moves and steps, and allow the
    same along a random game."""
    shared, alone = rulebook_for(options), Rulebook(options, parts_of(options))
    assert shared.options == options
    assert columns(shared) == columns(alone)
    assert moves(shared) == moves(alone)
    assert shared.dictionary.names == alone.dictionary.names
    for name, offers in alone.offers.items():
        assert lines(shared.offers[name]) == lines(offers)
    for round_number in (1, 2):
        assert [*map(told, shared.program(round_number))] == [*map(told, alone.program(round_number))]
    deal = random_deal(options, rng)
    ours, theirs = opening(shared, deal, None), opening(alone, deal, None)
    for _ in range(MOST_MOVES):
        waiting = engine.waiting_for(theirs)
        assert engine.waiting_for(ours) == waiting
        if not waiting:
            break
        asked = rng.choice(waiting)
        allowed = engine.legal_moves(theirs, asked)
        assert [*map(str, engine.legal_moves(ours, asked))] == [*map(str, allowed)]
        move = lively(rng, allowed)
        theirs = engine.apply(theirs, asked, move).state
        ours = engine.apply(ours, asked, engine.parse_move(str(move), ours)).state
    assert engine.view_for(ours, 0).to_json() == engine.view_for(theirs, 0).to_json()


def selections() -> list[engine.Options]:
    """All 471, with nothing else agreed."""
    return [
        engine.Options(edition=edition, players=players, sets=sets)
        for edition, players in product((1, 2), range(1, 6))
        for sets in legal_selections(edition, players)
    ]


def assert_alike_with_something_agreed(selection: engine.Options, rng: Random) -> None:
    more = rng.choice([*agreements(selection.sets)])
    assert_alike(replace(selection, **more), rng)  # type: ignore[arg-type]


@pytest.mark.parametrize("sixteenth", range(16))
def test_a_selection_has_the_rules_that_are_composed_for_it_alone(sixteenth: int) -> None:
    """Two of every sixteenth of them, whatever else their tables agreed on."""
    rng = Random(f"some {sixteenth}")
    for selection in rng.sample(selections()[sixteenth::16], 2):
        assert_alike_with_something_agreed(selection, rng)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("sixteenth", range(16))
def test_every_selection_has_the_rules_that_are_composed_for_it_alone(sixteenth: int) -> None:
    """Each of the 471 legal selections."""
    assert len(selections()) == 471
    rng = Random(f"all {sixteenth}")
    for selection in selections()[sixteenth::16]:
        assert_alike_with_something_agreed(selection, rng)


@pytest.mark.parametrize("sets", [("market", "hurdles"), ("banquet",), ("market", "orders")])
def test_every_agreement_has_the_rules_that_are_composed_for_it_alone(sets: tuple[str, ...]) -> None:
    """Every value of every option with every value of the others, in sets whose steps or draws depend on them."""
    for number, more in enumerate(agreements(sets)):
        assert_alike(engine.Options(players=2, sets=sets, **more), Random(number))  # type: ignore[arg-type]


def hidden(number: int) -> engine.Options:
    """Small selections, each with something agreed."""
    choices = product((1, 2), range(1, 5), ("compulsory", "free"), (True, False), (True, False))
    edition, players, first, stop, is_open = next(islice(choices, number, None))
    return engine.Options(
        edition=edition,
        players=players,
        first_workers=first,  # type: ignore[arg-type]
        play_on_empty_tableau=stop,
        open_hands=is_open,
    )


def test_tables_that_chose_their_hurdles_share_rows_and_moves() -> None:
    plain = rulebook_for(engine.Options(sets=("market", "hurdles")))
    own = rulebook_for(engine.Options(sets=("market", "hurdles"), hurdles=("any", "real", "bonus", "any", "real")))
    assert own is not plain
    assert own.moves is plain.moves
    assert own.upper is plain.upper
    assert own.effects is plain.effects
    assert own.draws != plain.draws


def test_only_so_many_rulebooks_are_kept() -> None:
    """The first of them goes, with all that only it needed. No position of another test has this selection."""
    sets = ("module-2", "good-company", "banquet")
    first = engine.Options(sets=sets, open_hands=False)
    handles = [weakref.ref(rulebook_for(one).handle) for one in (first, engine.Options(sets=sets))]
    guild = seat(display=["trading-guild"])
    assert engine.presets_for(position(sets=[*sets], phase="building", open_hands=False, seats=[guild]), 0)
    for number in range(MOST_KEPT + 1):
        rulebook_for(hidden(number))
    gc.collect()
    assert [handle() for handle in handles] == [None, None]
    assert rulebook_for.cache_info().currsize == MOST_KEPT


def test_a_position_keeps_its_rulebook_and_finds_it_again() -> None:
    """After it has been forgotten, states of the same options are equal, moves are legal in both, and pickles lead to
    the same objects."""
    options = engine.Options(players=3, sets=("market", "events"), open_hands=False)
    deal = random_deal(options, Random(2))
    before = engine.new_game(options, deal)
    written = pickle.dumps(engine.legal_moves(before, engine.waiting_for(before)[0]))
    rulebook_for.cache_clear()
    gc.collect()
    after = engine.new_game(options, deal)
    asked = engine.waiting_for(after)[0]
    assert after == before
    assert engine.legal_moves(after, asked) == engine.legal_moves(before, asked) == pickle.loads(written)
    for move in engine.legal_moves(before, asked):
        assert engine.apply(after, asked, move).state == engine.apply(before, asked, move).state
    assert pickle.loads(pickle.dumps(after.rules)) is before.rules


def test_threads_that_ask_at_once_get_the_same_rulebook() -> None:
    options = engine.Options(players=2, sets=("market", "banquet", "orders"), first_workers="free")
    rulebook_for.cache_clear()
    gc.collect()
    together, found = threading.Barrier(4), []

    def ask() -> None:
        together.wait()
        found.append(rulebook_for(options))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(map(id, found))) == 1
