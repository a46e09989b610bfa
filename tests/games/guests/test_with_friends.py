"""A friend without an account opens the link of a table, types a name and plays; what becomes of the seat later."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

from accounts import separation
from accounts.guests import key_of
from accounts.models import User
from games.chat.services import say
from games.due import counts
from games.guests.services import forget_due_guests, forget_guest, sit_down, take_along
from games.models import Game, Line, Status, TenureStart, Visibility
from games.play.positions import load
from games.selectors import queries
from games.tables.errors import BadOptions, CannotSit
from games.tables.gathering import Terms
from games.tables.sitting import leave_table
from games.tables.tables import change_table, rematch
from tests.games.play_builders import play_on
from tests.games.table_builders import agreed_over, table
from tests.mails import Mailbox
from tests.people import signed_in

from .builders import guest_at

pytestmark = pytest.mark.django_db
DAYS = timedelta(days=31)
WORDS = {"edition": "2", "players": "2", "pace": "2d", "friend": "yes"}


@pytest.fixture(autouse=True)
def no_tries_yet() -> None:
    cache.clear()


def friendly(host: User, **wish: object) -> Game:
    return table(host, now=now(), **{"visibility": Visibility.LINK, "rated": False, **wish})


def sit(game: Game, name: str = "Boris", client: Client | None = None) -> tuple[Client, User]:
    """Somebody with the link types a name; their device and who they are."""
    client = client or Client()
    answer = client.post(f"/t/{game.link_token}/sit/", {"display_name": name})
    assert answer.status_code == 302, answer.content.decode()
    return client, User.objects.get(pk=client.session["_auth_user_id"])


def test_two_clicks_on_each_side_and_one_field(anna: User) -> None:
    host = signed_in(anna)
    assert 'href="/play/"' in host.get("/").content.decode()
    page = host.post("/play/", WORDS, follow=True)
    link = re.search(r"/t/[\w-]+/", page.content.decode())
    assert link is not None
    assert "No account needed" in page.content.decode()

    friend = Client()
    page = friend.get(link[0]).content.decode()
    assert "Anna invites you to play" in page
    assert f'action="{link[0]}sit/"' in page
    answer = friend.post(f"{link[0]}sit/", {"display_name": "Boris"})
    game = Game.objects.get()
    assert (game.status, answer.url) == (Status.RUNNING, game.get_absolute_url())
    assert (game.rated, game.visibility) == (False, Visibility.LINK)
    assert friend.get(answer.url).status_code == 200
    assert "Boris (guest)" in host.get(game.get_absolute_url()).content.decode()
    for path in ("/", "/lobby/", "/archive/"):
        assert game.get_absolute_url() not in Client().get(path).content.decode()
    assert not queries.finished_games().exists()


TERMS = {"edition": "2", "players": "2", "pace": "2d"}


def test_both_play_without_an_account(anna: User) -> None:
    host, friend = Client(), Client()
    assert 'href="/play/friend/"' in host.get("/").content.decode()
    assert host.get("/play/friend/").status_code == 200
    page = unescape(host.post("/play/friend/", {"display_name": "Anna", **TERMS}, follow=True).content.decode())
    link = re.search(r"/t/[\w-]+/", page)
    assert link is not None
    game = Game.objects.get()
    assert (game.visibility, game.rated, game.host.name) == (Visibility.LINK, False, "Anna (guest)")
    assert f"/guest/{key_of(game.host)}/" in page, "the way back on another device"
    for act in ("invite", "bot", "change", "prolong"):
        assert f"/tables/{game.pk}/{act}/" not in page
    assert "Anna (guest) invites you to play" in friend.get(link[0]).content.decode()
    _client, guest = sit(game, "Boris", friend)
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert host.get(game.get_absolute_url()).context["page"].viewer == load(game.pk).eyes_of(game.host)
    assert forget_guest(game.host.pk, now=now())
    assert load(game.pk).eyes_of(guest) is not None, "the friend's game stays"
    assert signed_in(anna).get("/play/friend/").url == "/play/"


def test_a_guest_hosts_few_tables_and_closes_them(anna: User, settings) -> None:
    settings.MOST_GAMES_OF_A_GUEST = 1
    host = Client()
    assert host.post("/play/friend/", {"display_name": "", **TERMS}).status_code == 422
    assert not User.objects.filter(guest_until__isnull=False).exists()
    host.post("/play/friend/", {"display_name": "Clara", **TERMS})
    game = Game.objects.get()
    answer = host.post("/play/friend/", {"display_name": "Clara", **TERMS, "pace": "3d"})
    assert answer.status_code == 429
    assert "Close one first" in answer.content.decode()
    assert host.post(f"/tables/{game.pk}/invite/", {"whom": "Anna"}).status_code == 403
    assert host.post(f"/tables/{game.pk}/close/").status_code == 302
    assert Client().post(f"/t/{game.link_token}/sit/", {"display_name": "Boris"}).status_code == 302
    assert game.participants.count() == 1
    assert host.post("/play/friend/", {"display_name": "Clara", **TERMS, "pace": "7d"}).status_code == 302


def test_a_second_click_leads_to_the_game(anna: User) -> None:
    game = friendly(anna)
    client, guest = sit(game)
    again = client.post(f"/t/{game.link_token}/sit/", {"display_name": "Boris"})
    assert again.url == game.get_absolute_url()
    assert client.get(f"/t/{game.link_token}/").url == game.get_absolute_url()
    assert User.objects.filter(guest_until__isnull=False).get() == guest


def test_the_name_is_checked_as_any_other_and_marked(anna: User) -> None:
    game = friendly(anna)
    for wrong in ("", "x", "me@example.org", "Admin"):
        answer = Client().post(f"/t/{game.link_token}/sit/", {"display_name": wrong})
        assert answer.status_code == 422, wrong
    assert not User.objects.filter(guest_until__isnull=False).exists()
    _client, guest = sit(game, "Anna")
    assert guest.name == "Anna (guest)"
    _other, second = sit(friendly(anna), "Anna")
    assert (second.name, second == guest) == ("Anna (guest)", False)
    assert guest not in User.objects.players()


@pytest.mark.parametrize("wish", [{"rated": True}, {"visibility": Visibility.PUBLIC}])
def test_rated_and_public_tables_are_for_accounts(anna: User, wish: dict[str, object]) -> None:
    game = friendly(anna, **wish)
    assert Client().get(f"/t/{game.link_token}/").url == f"/tables/{game.pk}/"
    answer = Client().post(f"/t/{game.link_token}/sit/", {"display_name": "Boris"})
    assert answer.status_code == 403
    assert game.participants.count() == 1


def test_a_table_with_a_guest_stays_private_and_unrated(anna: User) -> None:
    game = friendly(anna, players=3)
    client, guest = sit(game)
    assert "Boris (guest)" in client.get(f"/tables/{game.pk}/").content.decode()
    wanted = Terms.of(game)
    for wish in ({"rated": True}, {"visibility": Visibility.PUBLIC}):
        with pytest.raises(BadOptions, match="A guest sits at this table"):
            change_table(
                game_id=game.pk,
                host=anna,
                terms=Terms(
                    wanted.title,
                    wanted.options,
                    wanted.clock,
                    2,
                    **{"visibility": Visibility.LINK, "rated": False, **wish},
                ),
                now=now(),
            )  # type: ignore[arg-type]
    assert client.post(f"/tables/{game.pk}/leave/").status_code == 302
    assert not game.participants.filter(user=guest).exists()


def test_the_seat_has_a_secret_link_that_is_shown_once_and_opens_it_on_another_device(anna: User) -> None:
    game = friendly(anna)
    client, guest = sit(game)
    page = unescape(client.get(game.get_absolute_url()).content.decode())
    key = key_of(guest)
    assert f"/guest/{key}/" in page
    assert game.link_token not in key
    assert key not in client.get(game.get_absolute_url()).content.decode()

    phone = Client()
    assert "Open my games" in phone.get(f"/guest/{key}/").content.decode()
    assert "_auth_user_id" not in phone.session, "looking signs nobody in"
    assert phone.post(f"/guest/{key}/").url == "/games/"
    assert phone.get(game.get_absolute_url()).context["page"].viewer == load(game.pk).eyes_of(guest)
    for wrong in (f"{guest.pk}-{'A' * 22}", f"{anna.pk}-{key.partition('-')[2]}", "x", str(guest.pk)):
        assert Client().get(f"/guest/{wrong}/").status_code == 404
    User.objects.filter(pk=guest.pk).update(guest_until=None)  # an account signs in as accounts do
    assert phone.post(f"/guest/{key}/").status_code == 404


def test_they_talk_at_their_table_and_nowhere_else(anna: User) -> None:
    game = friendly(anna)
    client, guest = sit(game)
    client.post(f"/games/{game.pk}/chat/say/", {"room": "seats", "text": "Hello Anna"})
    assert Line.objects.get().author == guest
    assert "Hello Anna" in signed_in(anna).get(game.get_absolute_url()).content.decode()
    say(game_id=game.pk, user=anna, text="Hello Boris", now=now())
    assert "Hello Boris" in client.get(game.get_absolute_url()).content.decode()
    assert client.get(f"/games/{game.pk}/chat/").status_code == 200

    alone, _guest, with_bots = guest_at()
    assert alone.post(f"/games/{with_bots.pk}/chat/say/", {"room": "seats", "text": "Hello?"}).status_code == 403
    agreed_over(game, now=now())
    Game.objects.filter(pk=game.pk).update(link_token="known")
    assert client.post(f"/games/{game.pk}/chat/say/", {"room": "watchers", "text": "Hi"}).status_code == 403


def test_a_game_with_an_account_is_kept_and_the_seat_has_no_name(anna: User) -> None:
    game, other = friendly(anna), guest_at()[2]
    client, guest = sit(game)
    say(game_id=game.pk, user=guest, text="A secret of Boris", now=now())
    client.post("/play-now/")
    own = Game.objects.exclude(pk__in=[game.pk, other.pk]).get()
    agreed_over(game, now=now())
    forget_guest(guest.pk, now=now())
    assert not Game.objects.filter(pk=own.pk).exists()
    page = signed_in(anna).get(game.get_absolute_url()).content.decode()
    assert "Boris" not in page
    assert f"Former player {guest.pk}" in page
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_pseudonym, guest.is_guest) == ("", True, False)
    assert Line.objects.get().text == ""
    assert signed_in(anna).get(f"/games/{game.pk}/replay/").status_code == 200
    assert counts(now())["guests"] == 0


def test_a_running_game_goes_on_with_a_bot_when_the_guest_has_gone(anna: User) -> None:
    game = friendly(anna)
    client, _guest = sit(game)
    client.post("/guest/forget/")
    play = load(game.pk)
    assert play.game.is_running
    seat = next(seat.index for seat in play.seats if play.owner(seat.index) != anna)
    assert play.holder(seat).began == TenureStart.DELETED
    play_on(game, now=now())
    assert load(game.pk).game.is_finished


def test_a_guest_is_kept_while_a_game_with_a_friend_goes_on(anna: User) -> None:
    game = friendly(anna)
    _client, guest = sit(game)
    assert forget_due_guests(now=now() + DAYS) == 0
    assert load(game.pk).seat_of(guest) is not None
    agreed_over(game, now=now() + DAYS)
    assert forget_due_guests(now=now() + 2 * DAYS) == 1
    assert Game.objects.get(pk=game.pk).is_finished


def test_a_guest_who_only_waited_is_deleted_and_the_table_stays(anna: User) -> None:
    game = friendly(anna, players=3)
    _client, guest = sit(game)
    assert forget_due_guests(now=now() + DAYS) == 1
    assert not User.objects.filter(pk=guest.pk).exists()
    assert game.participants.get().user == anna


def test_who_signs_in_takes_the_game_along_but_not_where_they_sit_or_are_kept_apart(
    anna: User, boris: User, clara: User
) -> None:
    own, apart, free = friendly(boris), friendly(anna), friendly(clara)
    separation.block(blocker=anna, blocked=boris, now=now())
    _client, guest = sit(own)
    for game in (apart, free):
        sit_down(guest=guest, token=game.link_token, now=now())
    say(game_id=free.pk, user=guest, text="It is me", now=now())
    assert take_along(guest=guest, user=boris, now=now()) == 1
    assert load(free.pk).seat_of(boris) is not None
    assert Line.objects.get().author == boris
    for game in (own, apart):
        assert guest.pk in {one.user_id for held in load(game.pk).tenures.values() for one in held}
    guest.refresh_from_db()
    assert guest.is_pseudonym


def test_blocks_hold_for_who_is_signed_in(anna: User, boris: User) -> None:
    separation.block(blocker=anna, blocked=boris, now=now())
    game = friendly(anna)
    client = signed_in(boris)
    assert client.get(f"/t/{game.link_token}/").url == f"/tables/{game.pk}/"
    assert client.post(f"/t/{game.link_token}/sit/", {"display_name": "Nobody"}).url == f"/t/{game.link_token}/"
    assert client.post(f"/tables/{game.pk}/join/").status_code == 403
    assert game.participants.count() == 1


def test_a_guest_joins_no_table_without_its_link(anna: User) -> None:
    game = friendly(anna)
    _client, guest, _own = guest_at()
    with pytest.raises(CannotSit):
        sit_down(guest=guest, token=friendly(anna, rated=True).link_token, now=now())
    assert game.participants.count() == 1


def test_a_rematch_keeps_a_seat_free_for_the_link(anna: User) -> None:
    game = friendly(anna)
    client, guest = sit(game)
    agreed_over(game, now=now())
    again = rematch(game_id=game.pk, user=anna, now=now())
    assert not again.invitations.exists()
    sit(again, client=client)
    assert load(again.pk).seat_of(guest) is not None


def test_a_proved_address_makes_an_account_with_the_game(anna: User, mailbox: Mailbox) -> None:
    from tests.accounts.entering import code_to, confirm, sign_up

    game = friendly(anna)
    client, guest = sit(game)
    assert sign_up(client, "Olga", next=game.get_absolute_url()).status_code == 302
    confirm(client, code_to(mailbox, "olga@example.org"))
    guest.refresh_from_db()
    assert (guest.name, guest.is_guest, guest.name_key) == ("Olga", False, "olga")
    assert load(game.pk).seat_of(guest) is not None


def test_leaving_before_the_start_frees_the_seat(anna: User) -> None:
    game = friendly(anna, players=3)
    _client, guest = sit(game)
    leave_table(game_id=game.pk, user=guest, now=now())
    assert Client().get(f"/t/{game.link_token}/").status_code == 200
