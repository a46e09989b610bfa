"""Which games are rated and who stands where: every case that was decided, one test each."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from arbiter.errors import GameError
from arbiter.ratings.games import RatedGame, Unrated
from arbiter.ratings.games import judge as judge_game
from arbiter.results import Ending, Game, Left, Sat, Tenure


class Leaving(NamedTuple):
    ply: int
    rounds: int = 4
    resigned: bool = True
    substitute: int | None = None
    then: Any = None


left = Leaving


def seat(player: int | None, place: int | None = None, leaving: Leaving | None = None) -> Sat:
    """Who sat down at the start (None: a bot), the place, and how the seat was left, by whom in turn."""
    tenures: list[Tenure] = []
    while leaving is not None:
        tenures.append(Tenure(player, Left(leaving.ply, leaving.rounds, leaving.resigned)))
        player, leaving = leaving.substitute, leaving.then
    return Sat((*tenures, Tenure(player)), vp=0, place=place)


def with_seats(*seats: Sat, ending: Ending = Ending.SCORED, rounds: int = 6) -> Game:
    return Game(7, seats, rounds, ending)


GAME = with_seats(seat(11, 2), seat(12, 1), seat(13, 3), seat(14, 4))


def judge(game: Game, variant: str = "second+market") -> RatedGame | Unrated:
    return judge_game(game, at=1_000, variant=variant, speed="days")


def ranks(game: Game) -> dict[int, int]:
    """Ranks by player, of a game that is rated."""
    judged = judge(game)
    assert isinstance(judged, RatedGame), judged
    return dict(zip(judged.players, judged.ranks, strict=True))


def test_a_game_played_out_is_rated_by_its_places() -> None:
    assert ranks(GAME) == {11: 2, 12: 1, 13: 3, 14: 4}


def test_shared_places_are_ties() -> None:
    assert ranks(with_seats(seat(1, 1), seat(2, 1), seat(3, 3))) == {1: 1, 2: 1, 3: 3}


def test_a_game_counts_in_its_own_pool_and_overall() -> None:
    """Variant, duel or table (by seats), and speed make a pool."""
    judged = judge(GAME)
    assert isinstance(judged, RatedGame)
    assert judged.pools == ("second+market/table/days", "overall")
    duel = judge(with_seats(seat(1, 1), seat(2, 2)))
    assert isinstance(duel, RatedGame)
    assert duel.pools[0] == "second+market/duel/days"


@pytest.mark.parametrize("resigned", [True, False])
def test_a_leaver_is_last_however_well_the_bot_finished(*, resigned: bool) -> None:
    """Seat 11 was left and finished first by a bot. A timeout counts as leaving does."""
    game = with_seats(seat(11, 1, left(90, resigned=resigned)), seat(12, 2), seat(13, 3), seat(14, 4))
    assert ranks(game) == {12: 1, 13: 2, 14: 3, 11: 4}


def test_of_two_leavers_the_later_one_stands_before() -> None:
    game = with_seats(seat(11, 1, left(90)), seat(12, 2, left(50)), seat(13, 3), seat(14, 4))
    assert ranks(game) == {13: 1, 14: 2, 11: 3, 12: 4}


def test_who_leaves_in_the_same_ply_is_level() -> None:
    game = with_seats(seat(1, 1, left(9)), seat(2, 2, left(9)), seat(3, 3))
    assert ranks(game) == {3: 1, 1: 2, 2: 2}


def test_a_leaver_of_a_duel_loses() -> None:
    game = with_seats(seat(1, None, left(60, rounds=3)), seat(2), ending=Ending.BROKEN_OFF, rounds=3)
    assert ranks(game) == {2: 1, 1: 2}


def test_who_stayed_in_a_game_that_broke_off_draws() -> None:
    game = with_seats(seat(1, None, left(60, rounds=3)), seat(2), seat(3), ending=Ending.BROKEN_OFF, rounds=3)
    assert ranks(game) == {2: 1, 3: 1, 1: 3}


def test_everybody_leaving_is_rated_by_the_order_of_leaving() -> None:
    game = with_seats(
        seat(1, None, left(60, rounds=3)),
        seat(2, None, left(70, rounds=3)),
        ending=Ending.BROKEN_OFF,
        rounds=3,
    )
    assert ranks(game) == {2: 1, 1: 2}


def test_a_game_that_breaks_off_before_two_rounds_is_not_rated() -> None:
    seats = (seat(1, None, left(9, rounds=1)), seat(2))
    assert judge(with_seats(*seats, ending=Ending.BROKEN_OFF, rounds=1)) is Unrated.TOO_SHORT
    assert ranks(with_seats(*seats, ending=Ending.BROKEN_OFF, rounds=2)) == {2: 1, 1: 2}


def test_a_game_scored_after_a_single_round_is_rated() -> None:
    """Short by the rules is not broken off."""
    assert ranks(with_seats(seat(1, 1), seat(2, 2), rounds=1)) == {1: 1, 2: 2}


def test_a_game_stopped_by_agreement_is_not_rated() -> None:
    assert judge(with_seats(seat(1), seat(2), ending=Ending.BROKEN_OFF)) is Unrated.AGREED


def test_bots_are_left_out_and_one_person_alone_is_not_rated() -> None:
    """A bot has no rating; places among the people count."""
    assert ranks(with_seats(seat(None, 1), seat(2, 2), seat(3, 3))) == {2: 1, 3: 2}
    assert judge(with_seats(seat(None, 1), seat(2, 2))) is Unrated.TOO_FEW_PEOPLE


def test_a_late_substitute_is_not_rated_and_the_leaver_is_last() -> None:
    game = with_seats(seat(1, 1, left(90, rounds=4, substitute=9)), seat(2, 2), seat(3, 3))
    assert ranks(game) == {2: 1, 3: 2, 1: 3}


def test_an_early_substitute_plays_the_game_as_their_own() -> None:
    """Before two rounds were completed the leaver is not rated, the substitute has the seat's place."""
    game = with_seats(seat(1, 1, left(9, rounds=1, substitute=9)), seat(2, 2), seat(3, 3))
    assert ranks(game) == {9: 1, 2: 2, 3: 3}


def test_an_early_substitute_who_leaves_in_turn_is_last_whatever_the_bot_reached() -> None:
    """However late they leave; the first player is still not rated."""
    for then in (left(30, rounds=1), left(90, rounds=5)):
        game = with_seats(seat(1, 1, left(9, rounds=0, substitute=9, then=then)), seat(2, 2), seat(3, 3))
        assert ranks(game) == {2: 1, 3: 2, 9: 3}


def test_a_seat_may_go_through_many_hands() -> None:
    """The last who came early owns the game; who came after two rounds, or left after them in turn, does not."""
    second = left(20, rounds=1, substitute=9)
    game = with_seats(seat(1, 2, left(9, rounds=0, substitute=8, then=second)), seat(2, 1), seat(3, 3))
    assert ranks(game) == {2: 1, 9: 2, 3: 3}
    late = left(60, rounds=3, substitute=9, then=left(90, rounds=5))
    game = with_seats(seat(1, 2, left(9, rounds=0, substitute=8, then=late)), seat(2, 1), seat(3, 3))
    assert ranks(game) == {2: 1, 3: 2, 8: 3}
    own = left(60, rounds=3, substitute=9, then=left(90, rounds=5))
    assert ranks(with_seats(seat(1, 2, own), seat(2, 1), seat(3, 3))) == {2: 1, 3: 2, 1: 3}


def test_leavers_stand_by_the_ply_at_which_the_answerable_one_left() -> None:
    """9 took over early and left at 70, after 2 had at 50; that 1 left at 9 does not matter."""
    in_turn = left(9, rounds=0, substitute=9, then=left(70))
    assert ranks(with_seats(seat(1, 1, in_turn), seat(2, 2, left(50)), seat(3, 3))) == {3: 1, 9: 2, 2: 3}


@pytest.mark.parametrize("ending", [Ending.SCORED, Ending.BROKEN_OFF])
def test_a_game_that_everybody_left_before_two_rounds_is_not_rated(ending: Ending) -> None:
    """Whether bots played it out or not; it is rated if one person, substitutes too, was there after two rounds."""
    place = (1, 2, 3) if ending is Ending.SCORED else (None, None, None)

    def game(one: Leaving | None, other: Leaving | None) -> Game:
        return with_seats(
            seat(1, place[0], one),
            seat(2, place[1], other),
            seat(None, place[2]),
            ending=ending,
            rounds=6,
        )

    assert judge(game(left(9, rounds=0), left(12, rounds=0))) is Unrated.TOO_SHORT
    in_turn = left(9, rounds=0, substitute=9, then=left(15, rounds=1))
    assert judge(game(in_turn, left(12, rounds=0))) is Unrated.TOO_SHORT
    assert ranks(game(left(9, rounds=0), left(40, rounds=2))) == {2: 1, 1: 2}
    assert ranks(game(left(9, rounds=0), None)) == {2: 1, 1: 2}
    assert ranks(game(left(9, rounds=0, substitute=9), left(12, rounds=0))) == {9: 1, 2: 2}


@pytest.mark.parametrize("ending", [Ending.ADJUDICATED, Ending.POINTS, Ending.FORFEITED])
def test_a_game_that_nobody_played_to_its_end_is_not_rated(ending: Ending) -> None:
    assert judge(with_seats(seat(1), seat(2), ending=ending)) is Unrated.CASUAL


def test_who_comes_back_to_the_own_seat_has_not_left_it() -> None:
    back = left(30, substitute=None, then=None)
    away = Sat((Tenure(1, Left(20, 1)), Tenure(None, Left(24, 1)), Tenure(1)), vp=0, place=1)
    assert ranks(with_seats(away, seat(2, 2), seat(3, 3, back))) == {1: 1, 2: 2, 3: 3}


def test_the_order_of_the_seats_does_not_matter() -> None:
    assert judge(with_seats(*GAME.seats[::-1])) == judge(GAME)


@pytest.mark.parametrize(
    ("seats", "how"),
    [
        ([seat(1, 1)], {}),
        ([seat(n, n) for n in range(1, 7)], {}),
        ([seat(1, 1), seat(1, 2)], {}),
        ([seat(1, 1, left(3, substitute=2)), seat(2, 2)], {}),
        ([seat(1, 1), seat(2, 3)], {}),
        ([seat(1, 2), seat(2, 2)], {}),
        ([seat(1, 1), seat(2)], {}),
        ([seat(1, 1), seat(2, 2)], {"ending": Ending.BROKEN_OFF}),
        ([seat(1, 1, left(-1)), seat(2, 2)], {}),
        ([seat(1, 1), seat(2, 2)], {"rounds": -3}),
        ([seat(1, 1, left(3, rounds=7)), seat(2, 2)], {}),
        ([seat(1, 1, left(3, rounds=-1)), seat(2, 2)], {}),
        ([seat(1, 1, left(9, rounds=3, substitute=3, then=left(20, rounds=2))), seat(2, 2)], {}),
        ([seat(1, 1, left(9, rounds=3, substitute=3, then=left(8, rounds=3))), seat(2, 2)], {}),
        ([seat(1, 1, left(9, rounds=3, substitute=3, then=left(20, substitute=2))), seat(2, 2)], {}),
    ],
    ids=[
        "one seat",
        "six",
        "twice",
        "substitute sits",
        "gap",
        "no first",
        "no place",
        "place",
        "ply",
        "negative rounds",
        "left after the end",
        "left before the start",
        "rounds fall",
        "plies fall",
        "second substitute sits",
    ],
)
def test_games_that_contradict_themselves_are_refused(seats: list[Sat], how: dict[str, Any]) -> None:
    with pytest.raises(GameError) as caught:
        judge(with_seats(*seats, **how))
    assert caught.value.code == "game_error"


def test_a_slash_separates_the_parts_of_pools_alone() -> None:
    with pytest.raises(GameError):
        judge(GAME, "a/b")
