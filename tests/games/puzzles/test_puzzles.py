"""A puzzle a day: found in public games, shown as its seat saw it, answered once, and counted by days in a row."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now as this_moment

import engine
from accounts.models import User
from games.models import Game, Puzzle, PuzzleAnswer, Visibility
from games.play.begin import make_deal
from games.play.positions import Play
from games.puzzles import search
from games.puzzles.content import PuzzlePage, as_it_ran
from games.puzzles.proof import Choice, prove
from games.puzzles.search import LATELY, find_puzzle, is_puzzle, midnight
from games.puzzles.solvers import streak_after, streak_on
from games.tables.tables import leave_everything
from tests.games.boards import wander_on
from tests.games.guests.builders import play_now
from tests.games.play_builders import DAY, HOUR, NOON, begun
from tests.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def wandered(anna: User, clara: User) -> Play:
    """A finished public game in which both played at random."""
    return wander_on(begun(anna, clara))


def made(play: Play, day: datetime, *, least: int = 3) -> Puzzle:
    """A puzzle of a decision of this game, played out a little."""
    for ply, row in enumerate(play.moves):
        view = engine.view_for(play.at(ply).step.state, row.seat)
        if ply > 20 and len(view.moves) >= least:
            break
    moves = [engine.parse_move(text, play.at(ply).step.state) for text in view.moves[:least]]
    choices = [one.to_json() for one in prove(view, moves, 4, "test")]
    return Puzzle.objects.create(
        game=play.game, ply=ply, seat=row.seat, day=midnight(day), played=row.text, choices=choices, futures=4
    )


def page_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def best_and_worst(puzzle: Puzzle) -> tuple[str, str]:
    """Made plain for the test: the first is right, the last is not."""
    puzzle.choices = [[one[0], one[1], 9.0 * place, 0.5] for place, one in enumerate(puzzle.choices)]
    puzzle.save()
    return puzzle.choices[0][0], puzzle.choices[-1][0]


def test_the_puzzle_of_the_day_is_where_player_and_adviser_clearly_disagree(
    wandered: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "WEIGHED", 30)  # enough in a game that was played at random
    monkeypatch.setattr(search, "FUTURES", 60)
    puzzle = find_puzzle(now=NOON + HOUR)
    assert puzzle is not None
    assert (puzzle.game_id, puzzle.day) == (wandered.game.pk, midnight(NOON))
    view = engine.view_for(wandered.at(puzzle.ply).step.state, puzzle.seat)
    choices = [Choice(*one) for one in puzzle.choices]
    assert wandered.moves[puzzle.ply].text == puzzle.played
    assert {one.move for one in choices} <= set(view.moves)
    assert choices == sorted(choices, key=lambda one: one.behind)
    assert is_puzzle(choices, puzzle.played)
    assert find_puzzle(now=NOON + 2 * HOUR) is None, "one a day"
    assert find_puzzle(now=NOON + DAY) is None, "one of a game"
    assert Puzzle.objects.count() == 1


@pytest.mark.parametrize("what", ["by link", "deal in play", "voided", "long ago"])
def test_no_puzzle_comes_from_a_game_that_not_everybody_may_see(wandered: Play, what: str) -> None:
    game = Game.objects.get(pk=wandered.game.pk)
    if what == "by link":
        game.visibility = Visibility.LINK
    elif what == "deal in play":
        game.deal, game.seats_given = make_deal(deal_id="event-7", options=game.engine_options), True
    elif what == "voided":
        game.annulled_at = NOON
    else:
        game.finished_at = NOON - LATELY - DAY
    game.save()
    assert find_puzzle(now=NOON + HOUR) is None


def test_what_is_no_choice_is_no_puzzle() -> None:
    best, close, far = Choice("a", 9, 0, 0), Choice("b", 6, 3, 1), Choice("c", -20, 29, 2)
    assert is_puzzle([best, close, Choice("d", 4, 5, 1), far], "c")
    assert not is_puzzle([best, close, far], "c"), "one sensible alternative"
    assert not is_puzzle([best, close, Choice("d", 8, 1.5, 1)], "d"), "not clearly worse than the best one"
    assert not is_puzzle([best, close, Choice("d", 4, 5, 1)], "e"), "the played move was not weighed"


def test_a_proof_knows_what_the_seat_sees_and_nothing_else(anna: User) -> None:
    play = wander_on(begun(anna, "plain", "plain", open_hands=False), seed=4)
    state = play.at(40).step.state
    seat = engine.waiting_for(state)[0]
    view = engine.view_for(state, seat)
    moves = [engine.parse_move(text, state) for text in view.moves[:3]]
    other = engine.guess(view, Random(9))
    assert engine.view_for(other, seat) == view
    assert prove(engine.view_for(other, seat), moves, 5, "x") == prove(view, moves, 5, "x")
    assert prove(view, moves, 5, "y") != prove(view, moves, 5, "x")


def test_until_the_answer_the_page_tells_neither_names_nor_the_game_nor_the_proof(
    client: Client, wandered: Play, anna: User
) -> None:
    puzzle = made(wandered, NOON)
    best_and_worst(puzzle)
    page = page_of(client, f"/puzzles/{puzzle.pk}/")
    assert not {anna.name, "Clara"} & set(page.replace("<", " ").split())
    assert f"/{puzzle.game_id}/" not in page
    assert 'class="proof"' not in page
    assert page.count('name="move"') == len(puzzle.choices)
    offered = [one["move"] for one in PuzzlePage(puzzle, wandered, answered="").offered]
    legal = PuzzlePage(puzzle, wandered, answered="").view.moves
    assert offered == sorted(offered, key=legal.index)


def test_the_board_is_what_the_seat_saw_while_the_game_ran(anna: User) -> None:
    play = wander_on(begun(anna, "plain", "plain", open_hands=False), seed=4)
    puzzle = made(play, NOON)
    page = PuzzlePage(puzzle, play, answered="")
    assert page.view == engine.view_for(play.at(puzzle.ply).step.state, puzzle.seat)
    assert len(page.play.steps) == puzzle.ply + 1
    assert not as_it_ran(play, puzzle.ply).game.is_finished
    assert {str(person) for person in page.names} == {"Player 1", "Player 2", "Player 3"}


def test_the_answer_shows_the_proof_and_the_way_into_the_replay(client: Client, wandered: Play) -> None:
    puzzle = made(wandered, NOON)
    best, worst = best_and_worst(puzzle)
    response = client.post(f"/puzzles/{puzzle.pk}/answer/", {"move": worst}, follow=True)
    page = response.content.decode()
    assert "There was a better move." in page
    assert "±" in page
    assert "Second best:" in page
    assert str(wandered.owner(puzzle.seat)) in page
    assert f"/games/{puzzle.game_id}/replay/?at={puzzle.ply}&amp;seat={puzzle.seat}" in page
    other = Client()
    assert "Correct" in other.post(f"/puzzles/{puzzle.pk}/answer/", {"move": best}, follow=True).content.decode()
    assert other.post(f"/puzzles/{puzzle.pk}/answer/", {"move": "buy everything"}).status_code == 404


def test_the_first_answer_of_an_account_counts(wandered: Play, boris: User) -> None:
    puzzle = made(wandered, NOON)
    best, worst = best_and_worst(puzzle)
    client = signed_in(boris)
    client.post(f"/puzzles/{puzzle.pk}/answer/", {"move": worst})
    client.post(f"/puzzles/{puzzle.pk}/answer/", {"move": best})
    answer = PuzzleAnswer.objects.get(user=boris)
    assert (answer.move, answer.is_right, answer.streak) == (worst, False, 0)
    assert "There was a better move." in page_of(client, f"/puzzles/{puzzle.pk}/")


@pytest.mark.parametrize("who", ["account", "visitor", "guest"])
def test_a_streak_counts_days_in_a_row(wandered: Play, boris: User, anna: User, who: str) -> None:
    client = signed_in(boris) if who == "account" else Client()
    if who == "guest":
        play_now(client)
    puzzle = made(wandered, this_moment())
    best, _worst = best_and_worst(puzzle)
    assert "in a row" not in page_of(client, "/puzzles/")
    client.post(f"/puzzles/{puzzle.pk}/answer/", {"move": best})
    assert "You have solved a puzzle 1 day in a row." in page_of(client, "/puzzles/")
    assert PuzzleAnswer.objects.exists() == (who == "account")


def test_a_streak_goes_on_next_day_and_ends_after_a_day_without() -> None:
    today = NOON.date()
    assert streak_after(0, None, today) == 1
    assert streak_after(3, today, today) == 3
    assert streak_after(3, today - DAY, today) == 4
    assert streak_after(3, today - 2 * DAY, today) == 1
    assert [streak_on(3, today - days * DAY, today) for days in (0, 1, 2)] == [3, 3, 0]


def test_a_streak_of_rows_grows_from_day_to_day(wandered: Play, boris: User) -> None:
    puzzle = made(wandered, this_moment())
    best, _worst = best_and_worst(puzzle)
    earlier = made(wander_on(begun(boris, "plain", secret=bytes([1]) * 32)), this_moment() - DAY)
    yesterday = this_moment() - timedelta(days=1)
    PuzzleAnswer.objects.create(user=boris, puzzle=earlier, move="pass", is_right=True, streak=4, at=yesterday)
    signed_in(boris).post(f"/puzzles/{puzzle.pk}/answer/", {"move": best})
    assert PuzzleAnswer.objects.get(user=boris, puzzle=puzzle).streak == 5


def test_a_day_without_a_puzzle_shows_the_latest_that_is_not_solved(wandered: Play, boris: User) -> None:
    old = made(wandered, this_moment() - 3 * DAY)
    new = made(wander_on(begun(boris, "plain", secret=bytes([1]) * 32)), this_moment() - 2 * DAY)
    client = signed_in(boris)
    assert f"/puzzles/{new.pk}/answer/" in page_of(client, "/puzzles/")
    client.post(f"/puzzles/{new.pk}/answer/", {"move": new.choices[0][0]})
    assert f"/puzzles/{old.pk}/answer/" in page_of(client, "/puzzles/")
    assert f'href="/puzzles/{old.pk}/"' in page_of(client, f"/puzzles/{new.pk}/"), "the next one"
    client.post(f"/puzzles/{old.pk}/answer/", {"move": old.choices[0][0]})
    assert "Behind the best" in page_of(client, "/puzzles/")


def test_a_puzzle_goes_where_its_game_goes(client: Client, wandered: Play) -> None:
    puzzle = made(wandered, this_moment())
    Game.objects.filter(pk=puzzle.game_id).update(visibility=Visibility.LINK)
    assert client.get(f"/puzzles/{puzzle.pk}/").status_code == 404
    assert client.post(f"/puzzles/{puzzle.pk}/answer/", {"move": "pass"}).status_code == 404
    assert "There is no puzzle yet." in page_of(client, "/puzzles/")
    assert "There is no puzzle yet." in page_of(client, "/puzzles/all/")


def test_all_puzzles_are_a_list_of_few_statements(wandered: Play, boris: User, anna: User) -> None:
    puzzles = [made(wandered, NOON)]
    for number in range(27):
        game = begun(anna, boris, secret=bytes([number]) * 32)
        copy = {"ply": 3, "seat": 0, "played": "pass", "choices": puzzles[0].choices, "futures": 4}
        puzzles.append(Puzzle.objects.create(game=game, day=midnight(NOON - (number + 1) * DAY), **copy))
    client = signed_in(boris)
    client.post(f"/puzzles/{puzzles[0].pk}/answer/", {"move": puzzles[0].choices[0][0]})
    page_of(client, "/puzzles/all/")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page = page_of(client, "/puzzles/all/")
    assert len([one for one in asked if "puzzle" in one["sql"]]) <= 3
    assert page.count("not solved yet") == 24
    assert f'href="/puzzles/{puzzles[-1].pk}/"' not in page
    older = page.split('rel="next" href="?')[1].split('"')[0]
    assert f'href="/puzzles/{puzzles[-1].pk}/"' in page_of(client, f"/puzzles/all/?{older}")


def test_answers_go_with_the_account(wandered: Play, boris: User) -> None:
    puzzle = made(wandered, NOON)
    signed_in(boris).post(f"/puzzles/{puzzle.pk}/answer/", {"move": puzzle.choices[0][0]})
    assert PuzzleAnswer.objects.filter(user=boris).count() == 1
    leave_everything(user=boris, now=NOON)
    assert not PuzzleAnswer.objects.exists()
