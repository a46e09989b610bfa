"""The final scoring."""

import pytest

import engine
from tests.builders import position, seat
from tests.engine.examples.stories import all_pass, kinds, told

NOBLES = ["author", "administrator", "warehouse-manager", "secretary", "controller", "judge", "mistress-of-ceremonies"]
RED_EXCHANGE = ["weapon-master", "builder", "senator", "patriarch", "admiral"]


def finished(*seats: object, edition: int = 2) -> tuple[engine.State, list[engine.Entry]]:
    """The game after the final scoring of these seats: the last Exchange phase is passed through."""
    state = position(edition=edition, phase="exchange", upper=["academy"], seats=seats, ending=True)  # type: ignore[arg-type]
    return all_pass(state)


def test_six_different_nobles() -> None:
    """EX-77, END-11: 2 Authors, Administrator, Builder, Senator, 2 Warehouse Managers, Controller: 6, 21 points."""
    display = [
        "author", "author", "administrator", "builder", "senator", "warehouse-manager", "warehouse-manager", "controller"
    ]  # fmt: skip
    state, _ = finished(seat(rubles=0, display=display), seat(rubles=0))
    score = engine.final_scores(state)[0]
    assert (score.nobles, score.total) == ((6, 21), 21)


def test_twenty_one_rubles() -> None:
    """EX-78, END-13: 2 points, 1 ruble left; with the Nobles of EX-77 together 23."""
    display = ["author", "author", "administrator", "builder", "senator", "warehouse-manager", "controller"]
    state, _ = finished(seat(rubles=21), seat(rubles=21, display=display))
    plain, noble = engine.final_scores(state)
    assert (plain.rubles, plain.total) == ((2, 2, 1), 2)
    assert (noble.nobles, noble.rubles, noble.total) == ((6, 21), (2, 2, 1), 23)
    assert [state.rubles(who) for who in (0, 1)] == [1, 1]


def test_the_sum_of_the_booklet() -> None:
    """EX-79, END-10, END-11, END-13, END-14: 52 + 21 + 1 = 74 with six different Nobles, one double and 17 rubles."""
    mine = seat(rubles=17, points=52, display=[*NOBLES[:6], "author"])
    state, _ = finished(mine, seat(rubles=0))
    score = engine.final_scores(state)[0]
    assert (score.points_before, score.nobles, score.rubles, score.hand) == (52, (6, 21), (1, 1, 7), (0, 0))
    assert score.total == state.points(0) == 74


def test_more_rubles_break_a_tie() -> None:
    """EX-82, END-16: both 80; 27 rubles leave 7 and win over 31 that leave 1; with 4 each both win."""
    state, entries = finished(seat(rubles=27, points=78), seat(rubles=31, points=77))
    first, second = engine.final_scores(state)
    assert (first.total, second.total) == (80, 80)
    assert (first.rubles[2], second.rubles[2]) == (7, 1)
    assert (first.winner, second.winner, first.rank, second.rank) == (True, False, 1, 2)
    assert entries[-1] == engine.Over((0,))
    state, entries = finished(seat(rubles=24, points=78), seat(rubles=34, points=77))
    assert [score.total for score in engine.final_scores(state)] == [80, 80]
    assert [score.winner for score in engine.final_scores(state)] == [True, True]
    assert entries[-1] == engine.Over((0, 1))


@pytest.mark.parametrize(
    ("number", "points"),
    [
        (0, 0),
        (1, 1),
        (2, 3),
        (3, 6),
        (4, 10),
        (5, 15),
        (6, 21),
        (7, 28),
        (8, 36),
        (9, 45),
        (10, 55),
        (11, 55),
        (12, 55),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_the_table_of_different_nobles(edition: int, number: int, points: int) -> None:
    """END-11: from none to ten or more; the base games give no more for the eleventh. Exchange cards count, doubles do
    not, nor do Nobles in the hand."""
    display = [*NOBLES, *RED_EXCHANGE][:number]
    state, _ = finished(seat(rubles=0, display=[*display, *display[:1]]), seat(hand=["chamber-maid"]), edition=edition)
    assert engine.final_scores(state)[0].nobles == (number, points)
    assert engine.final_scores(state)[1].nobles == (0, 0)


@pytest.mark.parametrize(("rubles", "tens", "left"), [(0, 0, 0), (9, 0, 9), (10, 1, 0), (19, 1, 9), (100, 10, 0)])
def test_full_tens_of_rubles_are_exchanged(rubles: int, tens: int, left: int) -> None:
    """END-13: 1 point each; they are paid, 0 to 9 stay."""
    state, _ = finished(seat(rubles=rubles), seat(rubles=0))
    assert engine.final_scores(state)[0].rubles == (tens, tens, left)
    assert (state.rubles(0), state.points(0)) == (left, tens)


def test_each_card_left_in_the_hand_costs_five_points() -> None:
    """HAND-5, END-14, EX-80 without the Jester: Library and Judge: minus 10; the score may become negative."""
    state, _ = finished(seat(rubles=0, points=3, hand=["library", "judge"]), seat(rubles=0, points=30, hand=["author"]))
    first, second = engine.final_scores(state)
    assert (first.hand, first.total) == ((2, -10), -7)
    assert (second.hand, second.total) == ((1, -5), 25)
    assert state.points(0) == -7


def test_each_step_is_done_for_all_before_the_next() -> None:
    """END-10: different Nobles, then rubles, then hand cards."""
    _, entries = finished(seat(rubles=12, display=["author"], hand=["judge"]), seat(rubles=20), seat())
    finals = [entry for entry in entries if isinstance(entry, engine.Final)]
    assert [(entry.step, entry.seat) for entry in finals] == [
        (step, who) for step in ("nobles", "rubles", "hand") for who in range(3)
    ]
    mine = [(e.count, e.rubles_before, e.rubles_gain, e.points_before, e.points_gain) for e in finals if e.seat == 0]
    assert mine == [(1, 12, 0, 0, 1), (1, 12, -10, 1, 1), (1, 2, 0, 2, -5)]


def test_the_cards_are_not_scored_once_more() -> None:
    """END-15: after the last Exchange phase neither Workers, Buildings nor Nobles pay; a Pub is not asked."""
    display = ["lumberjack", "market", "pub", "judge"]
    state, entries = finished(seat(rubles=9, points=10, display=display), seat())
    assert (state.points(0), state.rubles(0)) == (11, 9)
    assert not {"scored", "pub"} & set(kinds(entries))


def test_places_are_shared_by_equal_players() -> None:
    """END-17: points, then rubles; two equal seconds are both second, the next is fourth."""
    state, _ = finished(
        seat(rubles=4, points=50), seat(rubles=5, points=60), seat(rubles=4, points=50), seat(rubles=3, points=50)
    )
    assert [(score.rank, score.winner) for score in engine.final_scores(state)] == [
        (2, False), (1, True), (2, False), (4, False)
    ]  # fmt: skip


def test_everything_is_revealed_in_the_end() -> None:
    """END-18: hidden hands and money, and the points step by step, for a visitor too; not a move earlier."""
    seats = [seat(rubles=27, points=5, display=["author"], hand=["judge"]), seat(rubles=8)]
    state = position(phase="exchange", upper=["academy"], seats=seats, ending=True, open_hands=False)
    before = engine.view_for(state, None)
    assert ([one.rubles for one in before.seats], before.seats[0].hand, before.scores) == ([None, None], None, None)
    assert engine.final_scores(state) == ()
    state, _ = told(state, "0 pass", "1 pass")
    view = engine.view_for(state, None)
    assert [one.rubles for one in view.seats] == [7, 8]
    assert [slot.card for slot in view.seats[0].hand] == ["judge"]
    assert view.scores == engine.final_scores(state)
    assert view.scores[0].to_json() == {
        "seat": 0, "points_before": 5, "nobles": [1, 1], "order": None, "rubles": [2, 2, 7], "hand": [1, -5], "total": 3,
        "rank": 1, "winner": True,
    }  # fmt: skip
