"""Looking back in a game that runs: each reader sees at every earlier place what he could see there, and nothing else."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.timezone import now

import engine
from accounts.models import User
from games.models import Game, Source
from games.play.positions import Play
from games.play.seats import resign
from tests.games.boards import Page, wander_on
from tests.games.play_builders import begun
from tests.people import signed_in

from .test_replay_page import cards_of

pytestmark = pytest.mark.django_db

EVERYTHING = ["market", "banquet", "orders", "helpers", "module-2"]


def back(client: Client, game: Game, at: int, more: str = "") -> Page:
    return Page.of(client.get(f"/games/{game.pk}/replay/?at={at}{more}"))


def board(page: Page) -> str:
    """The page without what counts how long the game is by now."""
    main = page.text.partition('<main id="main"')[2].partition('<div class="scrub"')[0]
    main = re.sub(r'<details class="panel o7" id="jump">.*?</details>', "", main, flags=re.DOTALL)
    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", main)


@pytest.fixture
def running(anna: User, boris: User, clara: User) -> Play:
    """Hidden hands and money."""
    game = begun(anna, boris, clara, open_hands=False)
    return wander_on(game, until=lambda state: state.round > 2, seed=4)


def test_everybody_looks_through_his_own_eyes_whatever_seat_he_names(running: Play, dmitri: User) -> None:
    players = [running.owner(seat.index) for seat in running.seats]
    for user, seat in [*((one, number) for number, one in enumerate(players)), (dmitri, None)]:
        client = signed_in(user)
        for ply in (0, 7, 20, len(running.steps) - 1):
            view = engine.view_for(running.at(ply).step.state, seat)
            page = back(client, running.game, ply)
            assert page.status == 200
            assert page.values("card") == cards_of(view)
            assert page.text.count("<i>hidden</i>") == sum(shown.rubles is None for shown in view.seats) > 0
            for other in ("&seat=0", "&seat=1", "&seat=2"):
                assert board(back(client, running.game, ply, other)) == board(page)
            assert "/record.json" not in page.text
            assert "View as" not in page.words
    assert board(back(Client(), running.game, 20)) == board(back(signed_in(dmitri), running.game, 20))


@pytest.mark.parametrize("sets", [[], EVERYTHING], ids=["base", "everything"])
def test_what_came_later_changes_no_earlier_place(anna: User, boris: User, clara: User, sets: list[str]) -> None:
    """Each place is looked at when it is the present or has just been, and again rounds later: nothing on it is another."""
    game = begun(anna, boris, clara, sets=sets, open_hands=False)
    clients = [signed_in(anna), signed_in(boris), Client()]
    then: dict[int, list[str]] = {}
    for least in (1, 2, 3):
        play = wander_on(game, until=lambda state, least=least: state.round > least, seed=least)
        last = len(play.steps) - 1
        then |= {ply: [board(back(client, game, ply)) for client in clients] for ply in range(last - 8, last + 1)}
    assert len(then) == 27
    for ply, pages in then.items():
        assert [board(back(client, game, ply)) for client in clients] == pages


def test_who_has_given_up_his_seat_sees_what_visitors_see(running: Play, anna: User) -> None:
    resign(game_id=running.game.pk, user=anna, source=Source.PAGE, now=now())
    assert board(back(signed_in(anna), running.game, 9)) == board(back(Client(), running.game, 9))


def test_the_steps_lead_on_and_back_to_the_game(running: Play, anna: User) -> None:
    page = back(signed_in(anna), running.game, 10)
    for ply in (0, 9, 11, len(running.steps) - 1):
        assert f'href="/games/{running.game.pk}/replay/?at={ply}"' in page.text
    assert "Back to the game" in page.words
    assert "Reviewing" in page.text
    assert page.moves == page.values("mode") == []
