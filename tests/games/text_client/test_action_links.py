"""Links of mails to single moves: a GET shows, a POST plays that one move once, without a session; much ends them."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import engine
from accounts.services import disown, pseudonymise
from games.models import LogRow, Source, Visibility
from games.play.interventions import replace_player
from games.play.notifications import GameNotification
from games.play.positions import load
from games.play.seats import resign
from games.text_client.views import read_link
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Notification
from tests.infrastructure.test_no_get_writes import WRITES
from tests.mails import html_of, text_of
from tests.people import signed_in

from .. import page_reading
from ..mail_builders import answer, asked, quiet_start
from ..play_builders import HOUR, NOON, first_phase_over, play_on

pytestmark = pytest.mark.django_db

LINK = re.compile(r"https?://[^\s\"<>]+")
ACT = re.compile(r"/act/[^/\s\"]+/")


@pytest.fixture
def game(anna, boris):
    found = quiet_start(anna, boris)
    play_on(found, until=first_phase_over)
    return found


@pytest.fixture
def mail(game, mailbox):
    Notification.objects.exclude(kind=GameNotification.YOUR_TURN).delete()
    bundle_due(NOON + HOUR)
    deliver_due(NOON + HOUR)
    (found,) = mailbox.messages
    return found


def links_of(mail):
    """Paths of the links to single moves, in the order of the list, without doubles."""
    return list(dict.fromkeys(ACT.findall(text_of(mail) + html_of(mail))))


def rows(game):
    return LogRow.objects.filter(game=game).count()


def a_buy(game, mail):
    play, user = asked(game)
    moves = play.view(play.seat_of(user).index).moves
    places = {int(path.split("-")[3]): path for path in links_of(mail)}
    place = next(place for place, move in enumerate(moves, start=1) if move.startswith("buy") and place in places)
    return places[place], moves[place - 1], user


def test_both_parts_of_a_turn_mail_have_the_same_links(mail):
    assert ACT.findall(text_of(mail)) == ACT.findall(html_of(mail))
    assert 3 <= len(links_of(mail)) <= 13


def test_a_link_shows_the_consequence_and_a_post_plays_it_without_a_session(game, mail):
    path, move, user = a_buy(game, mail)
    play = load(game.pk)
    seat = play.seat_of(user)
    slot = next(slot for slot in play.view(seat.index).upper if slot and any(one.move == move for one in slot.offers))
    price, own = slot.offers[0].price, play.view(seat.index).seats[seat.index].rubles
    stranger, before = Client(enforce_csrf_checks=True), rows(game)
    told = page_reading.text_of(stranger.get(path))
    assert engine.card(play.options, slot.card).name_en in told
    assert f"You pay {price}" in told
    assert f"Leaves you {own - price}" in told
    assert rows(game) == before
    answered = stranger.post(path)
    assert answered.status_code == 200
    row = LogRow.objects.filter(game=game).latest("number")
    assert (row.text, row.source, row.seat) == (move, Source.MAIL, seat.index)
    assert "sessionid" not in stranger.cookies
    assert not Session.objects.exists()
    assert stranger.get("/games/").status_code == 302, "nobody was signed in"


def test_a_link_counts_once_and_says_so_then(game, mail):
    path, _move, _user = a_buy(game, mail)
    client = Client()
    client.post(path)
    played = rows(game)
    for other in [path, *links_of(mail)]:
        for again in (client.get(other), client.post(other)):
            assert again.status_code == 409
            told = page_reading.text_of(again)
            assert "This question has already been answered, or the game has moved on. No move was made." in told
            assert "Waiting for" in told, "the game as it stands"
            assert "Your hand" not in told, "through the eyes of whoever opens it"
    assert rows(game) == played


def test_a_scanner_that_follows_every_link_of_a_mail_changes_nothing(game, mail):
    found = {link.rstrip(".,)") for link in LINK.findall(text_of(mail) + html_of(mail))}
    assert len([link for link in found if "/act/" in link]) >= 3
    for client in (Client(), Client(headers={"user-agent": "Scanner/1.0"})):
        for link in sorted(found):
            path = "/" + link.split("/", 3)[3].replace("&amp;", "&")
            with CaptureQueriesContext(connection) as captured:
                for method in (client.get, client.head, client.options):
                    assert method(path, follow=True).status_code < 500
            assert not [query["sql"] for query in captured if WRITES.match(query["sql"])], path
        assert "sessionid" not in client.cookies


def test_each_token_is_good_for_its_own_move_only(game, mail):
    path, *others = links_of(mail)
    said, _dot, signature = path.removeprefix("/act/").rstrip("/").rpartition(".")
    game_id, tenure, number, place, mark = said.split("-")
    for forged in (
        f"{game_id}-{tenure}-{number}-{int(place) + 1}-{mark}.{signature}",
        f"{game_id}-{tenure}-{int(number) + 1}-{place}-{mark}.{signature}",
        f"{game_id}-{int(tenure) + 1}-{number}-{place}-{mark}.{signature}",
        f"{said}.{'A' * 22}",
        f"{said}.",
        others[0].removeprefix("/act/").rstrip("/").rpartition(".")[0] + f".{signature}",
        "nothing",
        "-".join(["9" * 30] * 5) + ".x",
        f"{said}.{signature}" + "x" * 200,
    ):
        for response in (Client().get(f"/act/{forged}/"), Client().post(f"/act/{forged}/")):
            assert response.status_code == 404, forged
    assert read_link(path.removeprefix("/act/").rstrip("/")) is not None


def new_password(game, user, others):
    user.set_password("another one that is long")
    user.save()


def new_address(game, user, others):
    user.email = "elsewhere@example.org"
    user.save()


def blocked(game, user, others):
    user.is_active = False
    user.save()


def gone_by_resigning(game, user, others):
    resign(game_id=game.pk, user=user, source=Source.PAGE, now=NOON)


def replaced(game, user, others):
    replace_player(game_id=game.pk, seat=load(game.pk).seat_of(user).index, by=others, now=NOON)


def deleted(game, user, others):
    pseudonymise(user, now=NOON)


def signed_out_everywhere(game, user, others):
    disown(user, but_for=None)


@pytest.mark.parametrize(
    "ends", [new_password, new_address, blocked, gone_by_resigning, replaced, deleted, signed_out_everywhere]
)
def test_what_ends_a_link(game, mail, clara, ends):
    path, _move, user = a_buy(game, mail)
    assert Client().get(path).status_code == 200
    ends(game, user, clara)
    before = rows(game)
    for response in (Client().get(path), Client().post(path)):
        assert response.status_code == 404
        assert "This link has expired" in page_reading.text_of(response)
    assert rows(game) == before


def test_a_stale_link_of_a_game_by_link_shows_nothing_of_it_to_strangers(game, mail):
    type(game).objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    path, _move, user = a_buy(game, mail)
    answer(game)
    told = page_reading.text_of(Client().get(path))
    assert "This question has already been answered, or the game has moved on. No move was made." in told
    assert "Current standings" not in told
    assert "Your play area" in page_reading.text_of(signed_in(user).get(path)), "who is signed in sees his own"
