"""One rule from a game to places, for everybody who reckons with it."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from arbiter.errors import FormatError, GameError
from arbiter.formats.duplicate import PlayedDeal
from arbiter.pairing.rows import Pair, field_of_pairs, field_of_tables
from arbiter.ratings.games import RatedGame, Unrated, judge
from arbiter.results import (
    ENDINGS,
    AtDeadline,
    Closing,
    DeadlineStep,
    Ending,
    Game,
    GameResult,
    Leavers,
    Left,
    OutcomeKind,
    Rule,
    Sat,
    Substitutes,
    Tenure,
    Unfinished,
    at_deadline,
    for_duplicate,
    for_pairing,
    for_pairs,
    for_standings,
    result_of,
    winner,
)
from arbiter.standings.tables import TableTournament, standings_of

BOT = None


def seat(*holders: int | None, vp: int = 50, place: int | None = None, left: tuple[int, ...] = (), tie: int = 0,
         late: bool = False) -> Sat:  # fmt: skip
    """A seat held by these in turn; `left` are the plies at which they left, in turn, after two rounds at ply 20."""
    leavings = [Left(ply, ply // 10) for ply in left] + [None] * (len(holders) - len(left))
    return Sat(tuple(map(Tenure, holders, leavings)), vp, tie, place, late)


def places(result: GameResult) -> dict[int, tuple[int, OutcomeKind]]:
    return {one.entrant: (one.place, one.part) for one in result.outcomes}


def broken(*seats: Sat, rounds: int = 5) -> Game:
    return Game(1, seats, rounds, Ending.BROKEN_OFF)


def test_a_game_played_to_its_end_keeps_its_places() -> None:
    game = Game(1, (seat(4, vp=40, place=3), seat(7, vp=60, place=1), seat(2, vp=60, place=2)), 8, Ending.SCORED)
    result = result_of(game)
    assert places(result) == {4: (3, OutcomeKind.PLAYED), 7: (1, OutcomeKind.PLAYED), 2: (2, OutcomeKind.PLAYED)}
    assert [result.share(player) for player in (4, 7, 2)] == [0, 1, Fraction(1, 2)]


SCORED = Game(
    9,
    (
        seat(1, BOT, vp=80, place=1, left=(33,)),
        seat(2, vp=50, place=3),
        seat(3, BOT, vp=60, place=2, left=(41,)),
        seat(4, vp=30, place=4),
        seat(BOT, vp=20, place=5),
    ),
    8,
    Ending.SCORED,
)


def test_leavers_are_last_in_turn_however_well_bots_went_on_and_bots_have_no_result() -> None:
    result = result_of(SCORED)
    assert places(result) == {
        1: (4, OutcomeKind.LEFT),
        2: (1, OutcomeKind.PLAYED),
        3: (3, OutcomeKind.LEFT),
        4: (2, OutcomeKind.PLAYED),
    }
    assert [one.vp for one in result.outcomes] == [None, 50, None, 30]
    same = Game(9, (seat(1, BOT, left=(33,)), seat(2), seat(3, BOT, left=(33,))), 5, Ending.BROKEN_OFF)
    assert places(result_of(same)) == {1: (2, OutcomeKind.LEFT), 2: (1, OutcomeKind.PLAYED), 3: (2, OutcomeKind.LEFT)}


def test_a_tournament_may_let_the_seat_count_as_it_was_played_on() -> None:
    played_on = places(result_of(SCORED, Rule(leavers=Leavers.AS_PLAYED_ON)))
    assert played_on == {
        1: (1, OutcomeKind.PLAYED_ON),
        2: (3, OutcomeKind.PLAYED),
        3: (2, OutcomeKind.PLAYED_ON),
        4: (4, OutcomeKind.PLAYED),
    }


def test_who_comes_back_has_not_left() -> None:
    game = broken(seat(1, BOT, 1, left=(10, 14)), seat(2), seat(3, BOT, left=(20,)))
    assert places(result_of(game)) == {1: (1, OutcomeKind.PLAYED), 2: (1, OutcomeKind.PLAYED), 3: (3, OutcomeKind.LEFT)}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (
            Substitutes.ENTRANT,
            {1: (1, OutcomeKind.SUBSTITUTED), 2: (2, OutcomeKind.PLAYED), 3: (3, OutcomeKind.PLAYED)},
        ),
        (
            Substitutes.SUBSTITUTE,
            {8: (1, OutcomeKind.SUBSTITUTED), 2: (2, OutcomeKind.PLAYED), 3: (3, OutcomeKind.PLAYED)},
        ),
        (Substitutes.NOBODY, {1: (3, OutcomeKind.LEFT), 2: (1, OutcomeKind.PLAYED), 3: (2, OutcomeKind.PLAYED)}),
    ],
)
def test_a_seat_with_a_substitute_counts_by_the_tournaments_rule(
    rule: Substitutes, expected: dict[int, tuple[int, OutcomeKind]]
) -> None:
    game = Game(
        1, (seat(1, BOT, 8, vp=70, place=1, left=(30, 31)), seat(2, place=2), seat(3, place=3)), 8, Ending.SCORED
    )
    if rule is Substitutes.SUBSTITUTE:
        expected = {8: (1, OutcomeKind.SUBSTITUTED), **expected}
        assert places(result_of(game, Rule(substitutes=rule)))[8][0] == 1
        assert {k: v[0] for k, v in places(result_of(game, Rule(substitutes=rule))).items()} == {8: 1, 2: 2, 3: 3}
        return
    assert places(result_of(game, Rule(substitutes=rule))) == expected


def test_a_substitute_who_leaves_in_turn_leaves_later_than_who_left_before() -> None:
    game = broken(seat(1, 8, BOT, left=(30, 50)), seat(2), seat(3, BOT, left=(40,)))
    assert places(result_of(game)) == {1: (2, OutcomeKind.LEFT), 2: (1, OutcomeKind.PLAYED), 3: (3, OutcomeKind.LEFT)}
    nobody = places(result_of(game, Rule(substitutes=Substitutes.NOBODY)))
    assert nobody == {1: (3, OutcomeKind.LEFT), 2: (1, OutcomeKind.PLAYED), 3: (2, OutcomeKind.LEFT)}


OPEN = (
    seat(1, vp=30, late=True),
    seat(2, vp=20, tie=3),
    seat(3, vp=20, tie=5),
    seat(4, BOT, vp=44, left=(12,)),
    seat(5, vp=99, late=True),
)


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        (Unfinished.POINTS, [2, 4, 3, 5, 1]),
        (Unfinished.ADJUDICATE, [2, 4, 3, 5, 1]),
        (Unfinished.FORFEIT, [3, 2, 1, 5, 3]),
    ],
)
def test_a_game_counts_by_the_rule_of_its_round_when_that_closes(then: Unfinished, expected: list[int]) -> None:
    game = Game(1, OPEN, 4, ENDINGS[then.value])
    result = result_of(game)
    assert [one.place for one in result.outcomes] == expected
    is_late = [one.part is OutcomeKind.LATE for one in result.outcomes]
    assert is_late == ([True, False, False, False, True] if then is Unfinished.FORFEIT else [False] * 5)
    assert judge(game, at=1, variant="second", speed="days") is Unrated.CASUAL


def test_a_round_is_extended_once_and_then_closed_by_its_rule() -> None:
    week = timedelta(days=7)
    rule = Closing(Unfinished.ADJUDICATE, week)
    assert at_deadline(rule, [], was_extended=False) == AtDeadline(DeadlineStep.CLOSE)
    assert at_deadline(rule, [7, 3], was_extended=False) == AtDeadline(DeadlineStep.EXTEND, (3, 7), week)
    assert at_deadline(rule, [7, 3], was_extended=True) == AtDeadline(DeadlineStep.PLAY_OUT, (3, 7))
    for then in (Unfinished.POINTS, Unfinished.FORFEIT):
        assert at_deadline(Closing(then), [3], was_extended=False) == AtDeadline(DeadlineStep.COUNT, (3,))
    with pytest.raises(FormatError, match=r"The extension of a round must be longer than zero, or left out\."):
        Closing(Unfinished.POINTS, timedelta(0))


def test_everybody_who_reckons_with_a_result_finds_the_same_places() -> None:
    result = result_of(SCORED)
    table = for_standings(result, 1)
    rows = {row.entrant: row for row in standings_of(TableTournament((1, 2, 3, 4), (table,)), ("WIN",)).rows}
    assert {number: row.place for number, row in rows.items()} == {1: 4, 2: 1, 3: 3, 4: 2}
    field = field_of_tables((1, 2, 3, 4), 1, [for_pairing(result, 1)])
    assert {player.number: player.points for player in field.players} == {n: result.share(n) for n in (1, 2, 3, 4)}
    assert {n: Fraction(rows[n].values[0].amount or 0) / 12 for n in rows} == {n: result.share(n) for n in rows}
    judged = judge(SCORED, at=1, variant="second", speed="days")
    assert isinstance(judged, RatedGame)
    assert dict(zip(judged.players, judged.ranks, strict=True)) == {1: 4, 2: 1, 3: 3, 4: 2}


def test_a_pair_is_a_meeting_when_something_was_played() -> None:
    game = Game(1, (seat(1, vp=40, place=2), seat(2, vp=50, place=1)), 8, Ending.SCORED)
    assert for_pairs(result_of(game), 3, played=True) == Pair(3, 1, 2, 0, 10)
    assert winner(result_of(game)) == 2
    drawn = broken(seat(1), seat(2))
    assert for_pairs(result_of(drawn), 3, played=True) == Pair(3, 1, 2, 5, 5)
    assert winner(result_of(drawn)) is None
    never = broken(seat(1), seat(2, BOT, left=(1,)), rounds=0)
    row = for_pairs(result_of(never), 1, played=False)
    assert row == Pair(1, 1, 2, 10, 0, played=False)
    assert field_of_pairs((1, 2), 1, [row], rounds=2).players[0].past[0].played is False
    with pytest.raises(GameError, match=r"is not a game between two people\."):
        winner(result_of(SCORED))


def test_a_duplicate_game_compares_all_seats() -> None:
    game = Game(1, (seat(1, vp=40, place=1), seat(2, BOT, vp=30, place=2, left=(9,))), 8, Ending.SCORED)
    assert for_duplicate(result_of(game), 5) == PlayedDeal(5, (1, 2), (40, 0))


@pytest.mark.parametrize(
    ("build", "reason"),
    [
        (lambda: broken(seat(1)), "has 1 seats"),
        (lambda: broken(seat(1), Sat((), 3)), "seat 1 was never taken"),
        (lambda: broken(seat(1, 2), seat(3)), "seat 0 changed players although nobody had left it"),
        (
            lambda: broken(seat(1, place=1), seat(3)),
            ": every seat of a scored game needs a place; other games have none.",
        ),
        (lambda: Game(1, (seat(1), seat(2)), 3, Ending.SCORED), "needs a place"),
        (lambda: broken(seat(1), seat(2, 1, left=(4,))), ": one player held two seats."),
        (lambda: result_of(broken(seat(1), seat(BOT))), "fewer than two human players"),
    ],
)
def test_games_that_contradict_themselves_are_refused(build: object, reason: str) -> None:
    assert callable(build)
    with pytest.raises(GameError, match=reason) as caught:
        build()
    assert caught.value.code == "game_error"
