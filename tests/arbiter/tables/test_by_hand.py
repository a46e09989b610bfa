"""Tables made by hand, people kept apart, and tables that stand while the others are paired anew."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from arbiter.errors import FieldError, TableSizeError
from arbiter.pairing.tables.field import Field, Player, Sizes
from arbiter.pairing.tables.rounds import pair_tables, violations
from arbiter.pairing.violations import Violation, Weight
from tests.arbiter.tables.tournaments import after


def said(found: tuple[Violation, ...]) -> list[tuple[str, tuple[int, ...]]]:
    return [(one.code, one.players) for one in found]


def test_a_first_round_by_the_rules_violates_nothing() -> None:
    for size, sizes in ((16, Sizes()), (13, Sizes(4, frozenset({4}))), (14, Sizes())):
        field = after(size, 0, seed=1, sizes=sizes).field()
        found = pair_tables(field)
        assert violations(field, found.tables, found.byes) == ()


def test_what_is_wrong_with_tables_is_named() -> None:
    field = Field(
        tuple(Player(number, byes=int(number == 9)) for number in range(1, 10)),
        past=((1, 2, 3, 4), (1, 5, 6, 7)),
        apart=frozenset({(8, 5)}),
    )
    found = violations(field, [(1, 2, 8, 5), (3, 6, 7)], [9, 4])
    assert said(found) == [
        ("needless_bye", (9, 4)),
        ("repeat", (1, 2)),
        ("repeat", (1, 5)),
        ("apart", (8, 5)),
        ("seat", (1,)),
        ("seat", (2,)),
        ("repeat", (6, 7)),
        ("bye_order", (9,)),
    ]
    assert {one.code: one.weight for one in found}["apart"] is Weight.FORBIDDEN
    assert found[1].sentence == "Players 1, 2 have met before (1×)."
    assert found[4].sentence == "Player 1 would have sat 3× in seat 1 and only 0× in another one."


def test_sizes_people_missing_and_strangers_are_named() -> None:
    field = Field(tuple(Player(number) for number in range(1, 13)))
    assert said(violations(field, [(1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12)])) == [("sizes", ())]
    assert said(violations(field, [(1, 2, 3, 4, 5), (6, 7, 8, 77), (9, 9, 11, 12)])) == [
        ("twice", (9,)),
        ("left_out", (10,)),
        ("stranger", (77,)),
        ("sizes", ()),
        ("table_size", (1, 2, 3, 4, 5)),
    ]


@pytest.mark.parametrize("size", [8, 17, 130])
def test_people_kept_apart_sit_apart_even_at_the_price_of_repeats(size: int) -> None:
    """Neighbours in points, who would sit together otherwise; in the smallest field their partners meet again."""
    field = after(size, 2, seed=4).field()
    before = pair_tables(field)
    kept = frozenset((table[0], table[1]) for table in before.tables)
    found = pair_tables(replace(field, apart=kept))
    assert before.report.together == found.report.together == 0
    together = {frozenset(pair) for table in found.tables for pair in combinations(table, 2)}
    assert not together & {frozenset(pair) for pair in kept}


def test_who_cannot_be_kept_apart_is_told() -> None:
    field = Field(tuple(Player(number) for number in range(1, 5)), apart=frozenset({(2, 1)}))
    assert pair_tables(field).report.together == 1
    with pytest.raises(FieldError, match=r"A player cannot be kept apart from themselves\."):
        replace(field, apart=frozenset({(1, 1)}))


def test_after_a_withdrawal_tables_that_stand_are_paired_around() -> None:
    tournament = after(16, 2, seed=3)
    first = pair_tables(tournament.field())
    gone = first.tables[1][0]
    standing = (first.tables[0], first.tables[3])
    field = replace(tournament.field(absent=frozenset({gone})), fixed=standing)
    found = pair_tables(field)
    assert set(standing) <= set(found.tables)
    assert sorted(n for table in found.tables for n in table) == sorted(p.number for p in field.players)
    means = [sum(tournament.points[n] for n in table) / len(table) for table in found.tables]
    assert means == sorted(means, reverse=True)
    now = [pair for table in found.tables for pair in combinations(table, 2)]
    assert found.report.spread == sum((tournament.points[a] - tournament.points[b]) ** 2 for a, b in now)


def test_all_tables_may_stand_and_too_few_beside_them_are_refused() -> None:
    field = after(8, 0, seed=3).field()
    found = pair_tables(field)
    assert set(pair_tables(replace(field, fixed=found.tables)).tables) == set(found.tables)
    left = replace(field, players=tuple(p for p in field.players if p.number not in found.tables[0][:2]))
    with pytest.raises(TableSizeError, match="2 players are too few"):
        pair_tables(replace(left, fixed=(found.tables[1],)))


def test_fixed_tables_that_contradict_the_field_are_refused() -> None:
    field = Field(tuple(Player(number) for number in range(1, 9)))
    for fixed, reason in (
        (((1, 2, 3, 9),), "Player 9 sits at a fixed table but is not in the field"),
        (((1, 2, 3), (1, 4, 5)), "Player 1 sits 2 times at fixed tables"),
        (((1, 2, 3, 4, 5),), "has none of the allowed sizes"),
    ):
        with pytest.raises((FieldError, TableSizeError), match=reason):
            replace(field, fixed=fixed)
