"""A visitor has no account, and a bot's seat has no user: nobody is not nobody's seat."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.utils.timezone import now

from games.models import Game, Source, Visibility
from games.play.seats import resign
from tests.people import signed_in

from ..play_builders import begun
from ..table_builders import agreed_over

pytestmark = pytest.mark.django_db
PAGES = ("", "log/", "replay/")
"""Those that somebody signed out is asked to sign in for, whether there is such a game or not."""


def by_link(game: Game) -> str:
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    return f"/games/{game.pk}/"


@pytest.mark.parametrize("page", ["", "pulse/", "log/", "record.json", "replay/"])
def test_a_game_by_link_with_a_bot_is_not_there_for_a_visitor(anna, boris, page):
    running, over = begun(anna, boris, "plain", now=now()), agreed_over(begun(anna, "plain", now=now()))
    resign(game_id=running.pk, user=boris, source=Source.PAGE, now=now())
    for game in (running, over):
        answer, unknown = Client().get(by_link(game) + page), Client().get(f"/games/{2**40}/{page}")
        assert answer.status_code == unknown.status_code == (302 if page in PAGES else 404)
        if page in PAGES:
            assert answer["Location"] == f"/accounts/login/?next=/games/{game.pk}/{page}"


def test_who_follows_the_link_of_an_email_signed_out_signs_in_and_comes_to_the_game(anna, boris, dmitri):
    game = begun(anna, boris, now=now())
    address = by_link(game)
    for path in (address, f"{address}text/", f"{address}replay/?at=3", f"/tables/{game.pk}/"):
        answer = Client().get(path)
        assert answer.status_code == 302
        assert dict(parse_qsl(urlsplit(answer["Location"]).query)) == {"next": path}
    assert signed_in(anna).get(address).status_code == 200
    assert signed_in(dmitri).get(address).status_code == 404, "who is signed in is told nothing more"
    unknown = [Client().get(f"/{room}/{2**40}/") for room in ("games", "tables")]
    assert [answer.status_code for answer in unknown] == [302, 302]


def test_a_visitor_is_told_nothing_of_a_bots_turn(anna):
    game = begun(anna, "plain", now=now())
    for _ in range(2):
        answer = Client().get(f"/games/{game.pk}/pulse/")
        assert answer.json()["your_turn"] is False
        game.seats.update(waiting=True)


def test_a_visitor_is_offered_no_rematch_with_a_bot(anna):
    game = agreed_over(begun(anna, "plain", now=now()))
    assert f"/games/{game.pk}/rematch/" not in Client().get(f"/games/{game.pk}/").content.decode()
    assert f"/games/{game.pk}/rematch/" in signed_in(anna).get(f"/games/{game.pk}/").content.decode()


def test_a_game_that_its_players_agreed_to_end_asks_nobody(anna, boris):
    game = agreed_over(begun(anna, boris, now=now()))
    for client in (Client(), signed_in(anna), signed_in(boris)):
        state = client.get(f"/api/v1/games/{game.pk}/").json()
        assert state["status"] == "finished"
        assert (state["view"]["asked"], state["view"]["question"], state["view"]["moves"]) == ([], None, [])
        assert [seat["waiting"] for seat in state["seats"]] == [False, False]
