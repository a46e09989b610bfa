"""Finished games of every set, every number of players and every way to end, kept as records: they are verified as
anybody would, and still end as they did."""

import json
from itertools import product

import pytest

import engine
from engine.__main__ import main
from engine.errors import OptionsError
from engine.record import Record, parse_record
from tests.engine.endings import ENDINGS, tableau_is_empty, told, totals, trigger
from tests.engine.recording import FOLDER, RECIPES

FIGURES: dict[str, list[tuple[int, int]]] = {
    "edition1-1p": [(219, 0)],
    "edition1-2p": [(159, 8), (193, 8)],
    "edition1-3p": [(89, 0), (86, 6), (90, 6)],
    "edition1-4p": [(68, 1), (73, 0), (81, 9), (82, 1)],
    "edition2-1p": [(184, 2)],
    "edition2-2p": [(194, 6), (224, 3)],
    "edition2-3p": [(143, 2), (138, 1), (130, 3)],
    "edition2-4p": [(100, 8), (109, 2), (87, 8), (101, 4)],
    "edition1-3p-free-hidden": [(114, 9), (129, 8), (114, 1)],
    "edition2-3p-free": [(165, 5), (147, 8), (205, 7)],
    "edition1-2p-stop": [(217, 7), (205, 4)],
    "edition2-2p-play-on-hidden": [(239, 1), (210, 2)],
    "edition2-4p-hidden": [(122, 6), (104, 7), (136, 0), (109, 1)],
    "edition1-4p-agreed": [(11, 0), (12, 1), (11, 5), (9, 9)],
    "sp-plus-1p": [(248, 2)],
    "sp-plus-2p": [(164, 3), (135, 6)],
    "sp-plus-3p": [(104, 6), (128, 2), (141, 0)],
    "sp-plus-4p": [(77, 0), (82, 1), (88, 2), (71, 0)],
    "company1-1p": [(491, 5)],
    "market-1p": [(361, 9)],
    "company1-2p": [(191, 2), (148, 4)],
    "market-2p": [(316, 8), (234, 4)],
    "company1-3p": [(177, 8), (187, 9), (213, 6)],
    "market-3p": [(247, 8), (249, 9), (184, 0)],
    "company1-4p": [(164, 8), (109, 1), (155, 2), (132, 2)],
    "market-4p": [(133, 7), (118, 9), (128, 1), (110, 2)],
    "company1-5p": [(103, 9), (65, 3), (86, 4), (99, 8), (113, 0)],
    "market-5p": [(53, 2), (78, 2), (49, 0), (66, 9), (68, 9)],
    "banquet-helpers-orders-1p": [(251, 3)],
    "banquet-helpers-orders-2p": [(119, 3), (119, 1)],
    "banquet-helpers-orders-3p": [(109, 0), (90, 0), (109, 0)],
    "banquet-helpers-orders-4p": [(15, 2), (25, 4), (14, 1), (30, 7)],
    "banquet-helpers-orders-5p": [(23, 0), (23, 6), (24, 4), (11, 5), (21, 4)],
    "company2-events-hurdles-1p": [(14, 36)],
    "company2-events-hurdles-2p": [(19, 11), (-1, 2)],
    "company2-events-hurdles-3p": [(41, 0), (43, 0), (17, 0)],
    "company2-events-hurdles-4p": [(33, 2), (46, 3), (52, 2), (63, 9)],
    "company2-events-hurdles-5p": [(4, 0), (18, 0), (4, 0), (32, 3), (22, 2)],
    "module2-banquet-3p": [(49, 3), (18, 9), (54, 3)],
    "module2-banquet-4p": [(21, 3), (11, 2), (23, 0), (19, 5)],
    "module2-2p": [(56, 8), (10, 5)],
    "hurdles-composed-2p": [(49, 78), (180, 6)],
    "company2-5p": [(109, 8), (113, 7), (119, 1), (79, 7), (97, 3)],
    "everything-5p": [(82, 3), (57, 1), (19, 65), (34, 89), (19, 57)],
    "everything-4p-agreed-hidden": [(19, 25), (12, 4), (12, 15), (19, 22)],
}
"""Final points and rubles of the seats, written a second time: a record that is played anew by chance shows here."""


def kept(name: str) -> Record:
    return parse_record((FOLDER / f"{name}.json").read_text("utf-8"))


def test_every_recipe_is_kept_and_every_kept_game_has_one() -> None:
    """`python -m tests.engine.recording` writes what is missing."""
    assert {path.stem for path in FOLDER.glob("*.json")} == set(RECIPES) == set(FIGURES)
    assert all(kept(name).options == recipe.options for name, recipe in RECIPES.items())


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_a_kept_game_is_verified_and_ends_with_its_figures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """END-10 to END-17: by the command that everybody has; points and rubles to the last one."""
    assert main(["verify", str(FOLDER / f"{name}.json")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "verified"
    assert said[0].startswith("commitment: ")
    record = kept(name)
    assert record.result is not None
    assert [(seat.points, seat.rubles) for seat in record.result.seats] == FIGURES[name]
    state = engine.replay(record.options, record.deal, ((move.seat, move.text) for move in record.moves))
    assert [(state.points(seat), state.rubles(seat)) for seat in range(record.options.players)] == FIGURES[name]
    agreed = RECIPES[name].until_round is not None
    assert record.result.ended == ("agreement" if agreed else "played out")
    assert state.is_over != agreed


def test_a_game_is_kept_of_every_set_with_every_number_of_players() -> None:
    """COMBO-2, COMBO-3, COMBO-13, COMBO-15: in each edition that has it; and of everything at once with five players."""
    seen = {
        (record.options.edition, name, record.options.players)
        for record in map(kept, RECIPES)
        if record.result and record.result.ended == "played out"
        for name in (*record.options.sets, "")
    }
    wanted = set()
    for edition, name, players in product((1, 2), ("", *engine.set_names()), range(1, 6)):
        for others in ((), ("market",), ("market", "module-2")):
            try:
                engine.Options(edition=edition, players=players, sets=tuple({name, *others} - {""}))
            except OptionsError:
                continue
            wanted.add((edition, name, players))
    assert wanted - seen == set()
    assert set(kept("everything-5p").options.sets) == set(engine.set_names()) - {"sp-plus"}


@pytest.mark.parametrize("name", sorted(name for name, recipe in RECIPES.items() if recipe.ending))
def test_a_kept_game_still_ends_in_its_way(name: str) -> None:
    """END-1, END-4, END-14, END-16, PHASE-2, PHASE-4: what its recipe asked for."""
    assert ENDINGS[RECIPES[name].ending](told(kept(name)))


def test_every_way_to_end_is_kept() -> None:
    """END-1, END-4, END-14, END-16, PHASE-2, PHASE-4: piles at a refill, events, ties, agreement."""
    assert {recipe.ending for recipe in RECIPES.values() if recipe.ending} == set(ENDINGS)
    phases = engine.rulebook_for(RECIPES["everything-5p"].options).piles
    assert {ending.removesuffix(" pile") for ending in ENDINGS if ending.endswith(" pile")} == set(phases)
    assert [name for name, recipe in RECIPES.items() if recipe.until_round and recipe.options.sets]


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_the_round_of_the_trigger_is_the_last(name: str) -> None:
    """END-1, END-5, END-6, SEQ-5: one trigger, and no round after it."""
    steps = told(kept(name))
    told_of = [step.state.round for step in steps for e in step.entries if isinstance(e, engine.EndTriggered)]
    if RECIPES[name].until_round:
        assert told_of == []
        return
    assert told_of == [steps[-1].state.round]
    pile, what = trigger(steps)
    assert pile in steps[0].state.rules.piles
    assert what in ("refill", "twin", "ghost", "new-luck")


def test_ties_are_told_by_the_record() -> None:
    """END-16, END-17: equal points and more rubles: one winner; equal rubles too: two winners on a shared place."""
    by_rubles = next(name for name, recipe in RECIPES.items() if recipe.ending == "rubles decide")
    shared = next(name for name, recipe in RECIPES.items() if recipe.ending == "shared win")
    for name, winners in ((by_rubles, 1), (shared, 2)):
        record = kept(name)
        assert record.result is not None
        best = totals(told(record))[0]
        assert sum(seat.winner for seat in record.result.seats) == winners
        assert all((seat.points, seat.rubles) == best for seat in record.result.seats if seat.winner)
        assert sorted(seat.rank for seat in record.result.seats)[:2] == ([1, 2] if winners == 1 else [1, 1])


def test_the_empty_tableau_is_an_option_of_the_table() -> None:
    """PHASE-2, PHASE-4: no action is asked at an empty tableau where the part stops there."""
    stopping = next(name for name, recipe in RECIPES.items() if recipe.ending == "stops at an empty tableau")
    going_on = next(name for name, recipe in RECIPES.items() if recipe.ending == "plays on an empty tableau")
    asked = {
        name: [
            step.number
            for step in told(kept(name))
            if tableau_is_empty(step.state)
            and not step.state.is_over
            and any(question.kind == "turn" for question in [engine.question_for(step.state, None)] if question)
        ]
        for name in (stopping, going_on)
    }
    assert asked[stopping] == []
    assert asked[going_on]


def test_kept_games_are_small() -> None:
    """They are read by every run of the suite."""
    sizes = {name: (FOLDER / f"{name}.json").stat().st_size for name in RECIPES}
    assert max(sizes.values()) < 40_000
    assert all(len(json.dumps(move.text)) < 80 for name in RECIPES for move in kept(name).moves)
