"""Guess the move: the decisions of one seat, one after the other, with a score at the end."""

from __future__ import annotations

import pytest
from django.test import Client

import engine
from accounts.models import User
from games.models import Game, Visibility
from games.play.positions import Play, load
from games.practice.guess import GuessPage, decisions
from tests.games.boards import wander_on
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna: User, boris: User) -> Play:
    return wander_on(begun(anna, boris, open_hands=False), seed=4)


def at(play: Play, seat: int, ply: int, seen: int = 0, same: int = 0) -> str:
    return f"/games/{play.game.pk}/guess/{seat}/{ply}/{seen}/{same}/"


def test_each_real_decision_of_the_seat_is_asked_as_it_was_asked_in_the_game(finished: Play) -> None:
    plies = decisions(finished, 1)
    assert len(plies) > 20
    for ply in plies[:20]:
        page = GuessPage(finished, 1, ply)
        assert page.view == engine.view_for(finished.at(ply).step.state, 1)
        assert len(page.view.moves) > 1
        assert len(page.play.steps) == ply + 1
        assert not page.play.game.is_finished


def test_before_the_guess_the_page_does_not_tell_what_was_played(client: Client, finished: Play) -> None:
    ply = next(ply for ply in decisions(finished, 0) if finished.moves[ply].text.startswith("buy"))
    page = client.get(at(finished, 0, ply)).content.decode()
    assert "What did" in page
    assert finished.moves[ply].text not in page
    assert 'id="go-on"' not in page


def test_a_guess_is_compared_with_the_move_and_counted(client: Client, finished: Play) -> None:
    ply = decisions(finished, 0)[0]
    right = finished.moves[ply].text
    wrong = next(move for move in GuessPage(finished, 0, ply).view.moves if move != right)
    for said, word, same in ((right, "The same move", 3), (wrong, "Another move", 2)):
        page = client.post(f"{at(finished, 0, ply, 4, 2)}answer/", {"text": said}, follow=True).content.decode()
        assert word in page
        assert f'href="{at(finished, 0, ply + 1, 5, same)}"' in page


def test_the_way_leads_from_decision_to_decision_to_the_score(client: Client, finished: Play) -> None:
    plies = decisions(finished, 0)
    assert client.get(at(finished, 0, plies[0] + 1, 1, 1))["Location"] == at(finished, 0, plies[1], 1, 1)
    page = client.get(at(finished, 0, plies[-1] + 1, 30, 12)).content.decode()
    assert f"You chose as {finished.owner(0)} did in 12 of 30 decisions." in page
    whose = client.get(f"/games/{finished.game.pk}/guess/").content.decode()
    assert f"{len(plies)} decisions" in whose


def test_only_finished_games_that_the_reader_may_see_are_guessed(finished: Play, anna: User, boris: User) -> None:
    running = load(begun(anna, boris).pk)
    visitor = Client()
    assert visitor.get(at(running, 0, 0)).status_code == 302
    assert visitor.get(at(finished, 7, 0)).status_code == 302
    Game.objects.filter(pk=finished.game.pk).update(visibility=Visibility.LINK)
    assert visitor.get(at(finished, 0, 0))["Location"].startswith("/accounts/login/")
