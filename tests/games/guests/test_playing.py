"""Somebody without an account plays: one click, one guest a device, a few games, for his eyes only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.guests.services import first_card
from games.models import Game, Status, Visibility
from games.options.strengths import STRENGTHS
from games.play.automatic import answer_for_bot
from games.play.positions import load
from games.selectors import queries
from games.selectors.front import live_game
from notifications.bundling import bundle_due
from notifications.deliveries import deliver_due
from notifications.models import Delivery, Notification
from tests.games.boards import wander_on
from tests.games.play_builders import begun, play_on
from tests.people import signed_in

from .builders import guest_at, play_now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    cache.clear()


def test_one_click_deals_a_game_for_two_against_the_easiest_bot() -> None:
    client, guest, game = guest_at()
    assert (game.players, game.status, game.visibility, game.rated) == (2, Status.RUNNING, Visibility.LINK, False)
    assert [one.bot for one in game.participants.exclude(bot="")] == [next(iter(STRENGTHS))]
    assert (guest.email, guest.name, guest.is_guest) == (None, "Guest", True)
    assert not guest.has_usable_password()
    assert client.get(f"/games/{game.pk}/").status_code == 200
    assert "Guest" in client.get("/games/").content.decode()


def test_nothing_but_a_post_makes_a_guest() -> None:
    client = Client()
    for method in (client.get, client.head):
        assert method("/play-now/").status_code == 302
    assert client.put("/play-now/").status_code == 405
    assert not User.objects.exists()


def test_a_device_has_one_guest() -> None:
    client, guest, _game = guest_at()
    play_now(client, edition="2+market", strength="rung-2", bots="2")
    assert User.objects.get() == guest
    assert Game.objects.filter(host=guest).count() == 2


def test_two_clicks_at_once_make_one_guest_and_one_game() -> None:
    """Neither request knows a session yet; the cookie that protects the form tells the device."""
    secret = _get_new_csrf_string()
    games = set()
    for client in (Client(), Client()):
        client.cookies["csrftoken"] = secret
        games.add(play_now(client).pk)
    assert len(games) == User.objects.count() == 1


def test_another_device_is_another_guest() -> None:
    (_one, first, game), (other, second, _other_game) = guest_at(), guest_at()
    assert first != second
    for path in ("", "log/", "pulse/", "replay/"):
        assert other.get(f"/games/{game.pk}/{path}").status_code == 404, path
    assert other.post(f"/games/{game.pk}/move/", {"text": "pass", "version": "99"}).status_code in (403, 404)
    assert load(game.pk).game.version == 0


def test_what_a_guest_holds_in_his_hand_is_for_his_eyes_only(anna: User) -> None:
    """Neither another guest, nor somebody with an account, nor the other seat gets a page, an answer or a view of it."""
    client, guest, _game = guest_at()
    game = begun(guest, "plain", now=now(), open_hands=False)
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.LINK)
    seat = load(game.pk).eyes_of(guest)
    assert seat is not None
    play = play_on(game, until=lambda play: bool(play.view(seat).seats[seat].hand), choose=_take, now=now())
    card = play.view(seat).seats[seat].hand[0].card
    held = f'value="hand.1.{card}"'
    assert held in client.get(f"/games/{game.pk}/").content.decode()
    for viewer in (None, 1 - seat):
        assert play.view(viewer).seats[seat].hand is None
    stranger, _guest, _other_game = guest_at()
    for reader in (Client(), signed_in(anna), stranger):
        for path in ("", "log/", "pulse/", "replay/", "record.json"):
            assert reader.get(f"/games/{game.pk}/{path}").status_code in (302, 404), path
        assert reader.get(f"/api/v1/games/{game.pk}/").status_code in (401, 403, 404)
        for path in ("/", "/games/", "/lobby/"):
            assert f"/games/{game.pk}/" not in reader.get(path).content.decode(), path
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PUBLIC)
    for reader in (Client(), signed_in(anna), stranger):  # even if it could be watched
        page = reader.get(f"/games/{game.pk}/")
        assert page.status_code == 200
        assert held not in page.content.decode()
        assert "hand.1." not in page.content.decode()


def _take(play, seat):  # type: ignore[no-untyped-def]
    moves = list(play.view(seat).moves)
    return next((move for move in moves if str(move).startswith("take")), moves[0])


def test_games_of_guests_are_in_no_list_of_others_nor_is_the_guest(anna: User) -> None:
    client, guest, game = guest_at()
    play_on(game, until=lambda play: len(play.moves) == 3, now=now())
    cache.clear()
    assert live_game() is None
    wander_on(game, now=now())
    assert Game.objects.get(pk=game.pk).is_finished
    assert not queries.finished_games().exists()
    assert guest not in User.objects.players()
    for reader in (Client(), signed_in(anna)):
        for path in ("/", "/lobby/", "/archive/", "/ratings/", "/solo/"):
            assert f"/games/{game.pk}/" not in reader.get(path).content.decode(), path
        for path in (
            f"/players/{guest.pk}/",
            f"/players/{guest.pk}/ratings/",
            f"/players/{anna.pk}/against/{guest.pk}/",
        ):
            assert reader.get(path).status_code == 404, path
        assert reader.get(f"/games/{game.pk}/replay/").status_code in (302, 404)
    assert client.get(f"/games/{game.pk}/replay/").status_code == 200


def test_a_guest_never_gets_a_mail() -> None:
    _client, guest, game = guest_at()
    play_on(game, until=lambda play: len(play.moves) == 4, now=now())
    User.objects.filter(pk=guest.pk).update(email="somebody@example.org")  # typed, and not proved
    later = now() + timedelta(days=8)
    bundle_due(later)
    deliver_due(later)
    assert not Delivery.objects.exists()
    assert set(Notification.objects.exclude(dropped="").values_list("dropped", flat=True)) == {"no account"}
    assert not Notification.objects.filter(due_at__lte=later).exists()


def test_a_guest_has_three_games_at_a_time() -> None:
    client, _guest, _game = guest_at()
    play_now(client, edition="1")
    play_now(client, bots="2")
    refused = client.post("/play-now/", {"bots": "3"})
    assert refused.status_code == 429
    assert 'data-code="too_many"' in refused.content.decode()
    assert "Guests can play 3 games at a time" in refused.content.decode()


def test_nor_does_he_deal_games_for_ever(settings) -> None:  # type: ignore[no-untyped-def]
    settings.MOST_GAMES_OF_A_GUEST_EVER = 1
    client, _guest, game = guest_at()
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    refused = client.post("/play-now/", {})
    assert (refused.status_code, Game.objects.count()) == (429, 1)


def test_a_network_makes_as_many_guests_as_a_class_has_pupils() -> None:
    codes = [Client().post("/play-now/", {}).status_code for _one in range(21)]
    assert codes == [302] * 20 + [429]
    refused = Client().post("/play-now/", {}).content.decode()
    assert 'data-code="too_many_guests"' in refused
    assert "/accounts/signup/" in refused
    assert User.objects.count() == 20
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert other.post("/play-now/", {}).status_code == 302, "another network is not to blame"


def test_the_site_keeps_as_many_as_it_may(settings) -> None:  # type: ignore[no-untyped-def]
    settings.MOST_GUESTS = 1
    client, _guest, _game = guest_at()
    refused = Client().post("/play-now/", {})
    assert refused.status_code == 503
    assert 'data-code="no_room_for_guests"' in refused.content.decode()
    assert client.post("/play-now/", {"edition": "1"}).status_code == 302, "who is here already plays on"


def test_a_guest_does_not_play_alone_where_results_are_public() -> None:
    client, _guest, _game = guest_at()
    refused = client.post("/play-now/", {"alone": "yes"})
    assert refused.status_code == 403
    assert 'data-code="guest_alone"' in refused.content.decode()
    assert "Play alone" not in client.get("/games/").content.decode()


def test_somebody_with_an_account_presses_the_same_button(anna: User) -> None:
    client = signed_in(anna)
    game = play_now(client)
    assert game.host == anna
    assert not User.objects.filter(guest_until__isnull=False).exists()
    assert "guest" not in client.get(f"/games/{game.pk}/").content.decode()


def test_the_panel_of_a_good_buy_stands_open_when_he_is_asked_first() -> None:
    """So the button on it is the second click; while the bot is asked nothing is open."""
    client, guest, game = guest_at()
    while seat := game.seats.filter(
        bot_due_at__isnull=False
    ).first():  # again, where the guest's only choice was made for him
        assert first_card(load(game.pk), guest) == ""
        answer_for_bot(seat_id=seat.pk, now=now())
    card = first_card(load(game.pk), guest)
    assert card.startswith("upper.")
    page = client.get(f"/games/{game.pk}/?card=first").content.decode()
    assert f'value="{card}"' in page
    assert 'id="move"' in page
    assert f'action="/games/{game.pk}/move/"' in page, "no further question before the move"


def test_his_game_page_invites_to_more_and_to_keep_it() -> None:
    client, _guest, game = guest_at()
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert "Playing as a guest" in page
    assert f"/accounts/signup/?next=/games/{game.pk}/" in page
    assert 'action="/play-now/"' in page
    assert all(f'value="{bot}"' in page for bot in STRENGTHS)
    for open_to_all in ("/archive/", "/lobby/", "/tournaments/", "/ratings/"):
        assert f'href="{open_to_all}"' in page, open_to_all
    for other in ("/profile/", "/players/", "/logout/"):
        assert f'href="{other}' not in page, other


def test_a_visitors_front_page_costs_as_little_as_before(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    Client().get("/")
    with django_assert_num_queries(0):
        page = Client().get("/").content.decode()
    assert page.index('action="/play-now/"') < page.index('id="round"')


def test_a_visitor_plays_against_a_bot_from_the_lobby_too() -> None:
    """The form there goes where he needs no account, and offers nothing that would need one."""
    page = Client().get("/lobby/").content.decode()
    assert 'action="/play-now/"' in page
    assert 'action="/play-a-bot/"' not in page
    assert 'name="alone"' not in page
