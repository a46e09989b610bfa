"""Guess the move: the decisions of one seat, one after the other, with a score at the end."""

from __future__ import annotations

import pytest
from django.test import Client

import engine
from accounts.models import User
from games.models import Game, Review, Visibility
from games.play.positions import Play, load
from games.practice.guess import GuessPage, Score, decisions
from games.review import services
from tests.games.boards import wander_on
from tests.games.page_reading import text_of
from tests.games.play_builders import begun

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(anna: User, boris: User) -> Play:
    return wander_on(begun(anna, boris, open_hands=False), seed=4)


def at(play: Play, seat: int, ply: int, score: Score | None = None) -> str:
    return f"/games/{play.game.pk}/guess/{seat}/{ply}/{score or Score()}/"


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
        address = at(finished, 0, ply, Score(seen=4, same=2))
        page = client.post(f"{address}answer/", {"text": said}, follow=True).content.decode()
        assert word in page
        assert "Points lost" not in page
        assert "Review this game to see the master's moves." in page
        assert f'href="{at(finished, 0, ply + 1, Score(seen=5, same=same))}"' in page


def test_a_guess_is_scored_against_the_master_with_what_each_choice_lost(client: Client, finished: Play) -> None:
    ply = next(ply for ply in decisions(finished, 0) if len(GuessPage(finished, 0, ply).view.moves) > 3)
    played = finished.moves[ply].text
    best, worse, unlikely, *_more = (one for one in GuessPage(finished, 0, ply).view.moves if one != played)
    kept = {"ply": ply, "seat": 0, "moves": [best, worse, played], "lost": [0.0, 1.2, 2.5]}
    Review.objects.update(version=services.VERSION, figures={"choices": [kept]}, due_at=None)
    so_far = Score(seen=4, same=2, best=1, their_best=3, lost=30, their_lost=8, judged=4)
    for said, lost, told in ((best, 0, "0.0"), (worse, 12, "1.2"), (played, 25, "2.5"), (unlikely, 25, "at least 2.5")):
        got = client.post(f"{at(finished, 0, ply, so_far)}answer/", {"text": said}, follow=True)
        page = got.context["page"]
        assert [one["lost"] for one in page.compared] == [told, "2.5", "0.0"]
        assert page.is_good == (said == best)
        assert " ".join(page.why.split()) in text_of(got)
        after = Score(5, 2 + (said == played), 1 + (said == best), 3, 30 + lost, 8 + 25, 5)
        assert f'href="{at(finished, 0, ply + 1, after)}"' in got.content.decode()
    end = text_of(client.get(at(finished, 0, 99999, after)))
    assert "5.5" in end
    assert "3.3" in end
    assert client.get(f"/games/{finished.game.pk}/guess/0/{ply}/5-3-1/")["Location"].startswith("/accounts/login/")


def test_the_way_leads_from_decision_to_decision_to_the_score(client: Client, finished: Play) -> None:
    plies = decisions(finished, 0)
    assert client.get(at(finished, 0, plies[0] + 1))["Location"] == at(finished, 0, plies[1])
    page = client.get(at(finished, 0, plies[-1] + 1, Score(seen=30, same=12))).content.decode()
    assert f"You guessed 12 of 30 moves by {finished.owner(0)}." in page
    whose = client.get(f"/games/{finished.game.pk}/guess/").content.decode()
    assert f"{len(plies)} decisions" in whose


def test_only_finished_games_that_the_reader_may_see_are_guessed(finished: Play, anna: User, boris: User) -> None:
    running = load(begun(anna, boris).pk)
    visitor = Client()
    assert visitor.get(at(running, 0, 0)).status_code == 302
    assert visitor.get(at(finished, 7, 0)).status_code == 302
    Game.objects.filter(pk=finished.game.pk).update(visibility=Visibility.LINK)
    assert visitor.get(at(finished, 0, 0))["Location"].startswith("/accounts/login/")
