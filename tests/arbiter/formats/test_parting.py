"""The tables of one deal beside each other: what was played alike, where they parted, and what came of it."""

from __future__ import annotations

from random import Random

from arbiter.formats.duplicate import At, Course, SeatAnswer, of_seat, partings

PHASES = ("worker", "building")


def course(table: int, *moves: str, points: tuple[tuple[int, ...], ...] = ((1, 9), (2, 8))) -> Course:
    """Two seats in turn, two answers each in a phase, two phases in a round."""
    answers = tuple(
        SeatAnswer(index % 2, 1 + index // 8, PHASES[index // 4 % 2], move) for index, move in enumerate(moves)
    )
    return Course(table, answers, points)


def test_two_tables_part_once_and_it_is_said_what_each_made_of_it() -> None:
    one = course(1, "a", "b", "c", "pass", points=((3, 30), (4, 40)))
    other = course(2, "a", "b", "x", "pass", points=((5, 50), (6, 60)))
    (found,) = partings([one, other])
    assert (found.tables, found.moves) == ((1, 2), 2)
    assert found.then is not None
    assert (found.then.seat, found.then.round, found.then.phase, found.then.turn) == (0, 1, "worker", 2)
    assert [(way.move, way.tables) for way in found.then.ways] == [("c", (At(1, 3, 3),)), ("x", (At(2, 3, 5),))]


def test_tables_that_stay_together_part_later_or_never() -> None:
    courses = [course(1, "a", "b", "c"), course(2, "z", "b", "c"), course(3, "a", "b", "d"), course(4, "a", "b", "c")]
    found = partings(courses)
    assert [(one.tables, one.moves) for one in found] == [((1, 2, 3, 4), 0), ((1, 3, 4), 2)]
    assert [way.move for way in found[0].then.ways] == ["a", "z"]  # type: ignore[union-attr]
    assert [way.move for way in found[1].then.ways] == ["c", "d"]  # type: ignore[union-attr]
    (never,) = partings([course(1, "a", "b"), course(2, "a", "b")])
    assert (never.moves, never.then) == (2, None)
    assert partings([course(1, "a")]) == ()


def test_a_table_that_was_stopped_goes_no_way() -> None:
    (found,) = partings([course(1, "a", "b"), course(2, "a")])
    assert found.then is not None
    assert [(way.move, way.tables[0].ply) for way in found.then.ways] == [("b", 2), (None, None)]


def test_decisions_of_a_seat_stand_at_their_place_in_the_game_whatever_the_others_did() -> None:
    """Seat 1 plays the same in round 1, though seat 0 has parted before; the second round differs."""
    one = course(1, "a", "b", "c", "pass", "e", "f", "g", "h", "i", "j")
    other = course(2, "x", "b", "c", "pass", "e", "f", "g", "h", "i", "k")
    seat = of_seat([one, other], 1, PHASES)
    assert (seat.decisions, seat.alike) == (5, 4)
    (decision,) = seat.parted
    assert (decision.round, decision.phase, decision.turn, decision.is_level) == (2, "worker", 1, False)
    assert [(way.move, way.tables[0].ply) for way in decision.ways] == [("j", 10), ("k", 10)]
    assert decision.ways[0].tables[0].points == 8  # round 2 is the last: the points at the end
    first = of_seat([one, other], 0, PHASES)
    assert (first.alike, first.parted[0].is_level) == (0, True)


def test_whoever_answers_no_more_is_told_as_such() -> None:
    seat = of_seat([course(1, "a", "b", "c"), course(2, "a", "b")], 0, PHASES)
    assert [(way.move, [at.ply for at in way.tables]) for way in seat.parted[0].ways] == [("c", [3]), (None, [None])]


def test_of_many_tables_each_stands_in_exactly_one_way_and_companies_only_become_smaller() -> None:
    chance = Random(4)
    courses = [course(number, *(chance.choice("abc") for _ in range(16))) for number in range(1, 30)]
    found = partings(courses)
    assert 1 <= len(found) < len(courses)
    for one in found:
        assert one.then is not None
        assert sorted(at.table for way in one.then.ways for at in way.tables) == list(one.tables)
        prefix = {course.answers[: one.moves] for course in courses if course.table in one.tables}
        assert len(prefix) == 1
    for seat in (0, 1):
        for decision in of_seat(courses, seat, PHASES).parted:
            assert sorted(at.table for way in decision.ways for at in way.tables) == list(range(1, 30))
            assert len(decision.ways) > 1
