"""Which selections there are (section 2): every edition, number of players and choice of sets, against the table of the
rules written out a second time."""

from collections import Counter
from itertools import combinations

import pytest

import engine
from engine.errors import OptionsError

MODULES = ("module-2", "banquet", "helpers", "events", "orders", "hurdles")
SETS = ("market", "good-company", "sp-plus", *MODULES)


def forbidden(edition: int, sets: frozenset[str], players: int) -> set[str]:
    """The rules that speak against a selection; none if it is allowed."""
    found = set()
    if edition == 1 and sets & {"market", *MODULES}:
        found.add("COMBO-4")
    if edition == 1 and {"sp-plus", "good-company"} <= sets:
        found.add("COMBO-11")
    if edition == 2 and "sp-plus" in sets:
        found.add("COMBO-11")
    if sets & {"helpers", "events", "orders", "hurdles"} and "market" not in sets:
        found.add("COMBO-5")
    if edition == 2 and "good-company" in sets and "module-2" not in sets:
        found.add("COMBO-9")
    if players == 5 and not sets & {"market", "good-company"}:
        found.add("COMBO-13")
    if players == 1 and "helpers" in sets:
        found.add("COMBO-15")
    return found


ALSO = {"COMBO-2": "COMBO-11", "COMBO-3": "COMBO-5", "SOLO-6": "COMBO-15"}
"""Rules that say the same."""


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("edition", [1, 2])
def test_a_selection_is_accepted_or_refused_by_its_rule(edition: int, players: int) -> None:
    """COMBO-1 to COMBO-6, COMBO-9, COMBO-10, COMBO-11, COMBO-13, COMBO-14, COMBO-15, FIVE-1, EX-102 (COMBO-2, COMBO-3,
    COMBO-4, COMBO-5): all 512 choices of sets."""
    accepted = 0
    for number in range(len(SETS) + 1):
        for chosen in combinations(SETS, number):
            rules = forbidden(edition, frozenset(chosen), players)
            if rules:
                with pytest.raises(OptionsError) as error:
                    engine.Options(edition=edition, players=players, sets=chosen)
                assert ALSO.get(error.value.rule, error.value.rule) in rules, (chosen, error.value.rule)
            else:
                assert set(engine.Options(edition=edition, players=players, sets=chosen).sets) == set(chosen)
                accepted += 1
    assert accepted == {
        (1, 1): 3, (1, 2): 3, (1, 3): 3, (1, 4): 3, (1, 5): 1,
        (2, 1): 6 + 6 * 8, (2, 2): 6 + 6 * 16, (2, 3): 6 + 6 * 16, (2, 4): 6 + 6 * 16, (2, 5): 2 + 6 * 16,
    }[edition, players]  # fmt: skip


@pytest.mark.parametrize(
    ("edition", "sets", "players"),
    [
        (1, (), 2),
        (1, ("sp-plus",), 4),
        (1, ("good-company",), 5),
        (2, ("market",), 5),
        (2, ("module-2", "banquet"), 3),
        (2, SETS[:2] + MODULES, 5),
    ],
)
def test_the_accepted_selections_of_the_example_can_be_played(
    edition: int, sets: tuple[str, ...], players: int
) -> None:
    """EX-102."""
    options = engine.Options(edition=edition, players=players, sets=sets)
    state = engine.new_game(options, engine.make_deal(options, bytes(32)))
    assert engine.question_for(state, engine.waiting_for(state)[0]).kind == "first-worker"


@pytest.mark.parametrize(
    ("edition", "sets", "players", "rule"),
    [
        (1, ("market",), 2, "COMBO-4"),
        (1, ("sp-plus", "good-company"), 2, "COMBO-11"),
        (2, ("helpers",), 2, "COMBO-5"),
        (2, ("good-company",), 2, "COMBO-9"),
        (2, (), 5, "COMBO-13"),
        (2, ("module-2", "banquet"), 5, "COMBO-13"),
        (2, ("market", "helpers"), 1, "COMBO-15"),
        (1, ("sp-plus",), 5, "COMBO-13"),
        (2, ("module-2",), 5, "COMBO-13"),
        (2, ("banquet",), 5, "COMBO-13"),
    ],
)
def test_the_rejected_selections_of_the_example_name_their_rule(
    edition: int, sets: tuple[str, ...], players: int, rule: str
) -> None:
    """EX-102, COMBO-9, COMBO-11, COMBO-13: with a sentence for the player."""
    with pytest.raises(OptionsError) as error:
        engine.Options(edition=edition, players=players, sets=sets)
    assert ALSO.get(error.value.rule, error.value.rule) == rule
    assert error.value.sentence.endswith(".")


def counted(*sets: str) -> Counter[str]:
    """Copies of each card of a game of edition 2 that the base game and the Market do not have."""
    copies = Counter({card.id: card.copies for card in engine.cards(engine.Options(edition=2, sets=sets))})
    others = tuple(name for name in sets if name == "market")
    return copies - Counter({card.id: card.copies for card in engine.cards(engine.Options(edition=2, sets=others))})


def test_banquet_and_module_2_leave_the_debtors_prison_in_the_box() -> None:
    """EX-104, COMBO-8, M2-1: 15 + 11 cards with the Market; every game of In Good Company with the Banquet too, where
    nothing searches for it."""
    assert counted("market", "banquet", "module-2").total() == 15 + 11
    assert "debtors-prison" in counted("module-2")
    for sets in (("banquet", "module-2"), ("market", "banquet", "module-2"), ("banquet", "module-2", "good-company")):
        assert "debtors-prison" not in counted(*sets)
        assert "search" not in engine.rulebook_for(engine.Options(edition=2, sets=sets)).moves
