"""Somebody without an account follows the link of an invitation: one field, and he sits at the table."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils.timezone import now

from accounts.models import User
from games.models import Game, Invitation
from games.tables import invitations, tables
from tests.accounts.entering import code_to, sign_up
from tests.games.guests.builders import guest_at
from tests.games.page_reading import text_of
from tests.games.table_builders import table
from tests.mails import Mailbox
from tests.people import person, signed_in

pytestmark = pytest.mark.django_db

OLGA = "olga@example.org"
SIGN_IN = "Sign in to accept."


@pytest.fixture
def asked(anna: User) -> Invitation:
    """Olga, who is nobody here, is asked to a table of Anna's."""
    return table(anna, OLGA, now=now()).invitations.get()


def url(invitation: Invitation) -> str:
    return f"/invitations/{invitation.token}/"


def accept(invitation: Invitation, client: Client | None = None, name: str = "Olga", **fields: str):
    return (client or Client()).post(url(invitation) + "accept/", {"seen": "first", "display_name": name, **fields})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_name_is_all_that_is_asked(asked: Invitation) -> None:
    olga = Client()
    page = olga.get(url(asked))
    assert "ol…@example.org" in text_of(page)
    assert OLGA not in page.content.decode(), "a link that was passed on tells nobody an address"
    response = accept(asked, olga, time_zone="Europe/Berlin")
    assert response["Location"] == f"/tables/{asked.game_id}/"
    user = User.objects.get(email=OLGA)
    assert (user.name, user.time_zone, user.has_usable_password()) == ("Olga", "Europe/Berlin", False)
    assert EmailAddress.objects.get(user=user).verified
    assert asked.game.participants.filter(user=user).exists()
    assert "The game starts in" in text_of(olga.get(response["Location"]))


def test_looking_makes_nobody(asked: Invitation) -> None:
    """Machines follow the links of mails."""
    before = User.objects.count()
    for look in (Client().get, Client().head):
        assert look(url(asked)).status_code == 200
        assert look(url(asked) + "accept/").status_code == 405
    assert User.objects.count() == before


def test_the_link_opens_nothing_a_second_time(asked: Invitation) -> None:
    accept(asked)
    other = Client()
    for name in ("Olga", "Oleg"):
        response = accept(asked, other, name)
        assert response.status_code == 409
        assert "This invitation was already accepted. Sign in with that account to open the table." in text_of(response)
    assert not is_signed_in(other)
    assert not User.objects.filter(display_name="Oleg").exists()


@pytest.mark.parametrize("how", ["proved", "typed at a sign-up", "proved after the invitation", "a second address"])
def test_a_link_never_opens_an_account_that_exists(anna: User, how: str) -> None:
    """Also one that a stranger has made with her address, which a code decides about (`accounts.email_verification`)."""
    if how == "proved":
        person("Olga")
    elif how == "typed at a sign-up":
        sign_up(Client(), "Stranger", email=OLGA)
    invitation = table(anna, OLGA, now=now()).invitations.get()
    if how == "proved after the invitation":
        person("Olga")
    elif how == "a second address":
        EmailAddress.objects.create(user=person("Oleg"), email=OLGA, verified=True)
    client, before = Client(), User.objects.count()
    page = text_of(client.get(url(invitation)))
    assert SIGN_IN in page
    assert "Your name" not in page
    response = accept(invitation, client, "Mallory")
    assert response["Location"] == f"/accounts/login/?next={url(invitation)}"
    assert not is_signed_in(client)
    assert User.objects.count() == before
    assert invitation.game.participants.count() == 1


def test_an_address_that_somebody_else_only_tries_to_change_to_is_free(asked: Invitation, boris: User) -> None:
    EmailAddress.objects.create(user=boris, email=OLGA, verified=False)
    assert accept(asked).status_code == 302
    assert EmailAddress.objects.get(email=OLGA, verified=True).user == User.objects.get(display_name="Olga")


def test_who_came_by_a_link_signs_in_elsewhere_with_a_code(asked: Invitation, mailbox: Mailbox) -> None:
    accept(asked)
    desk = Client()
    desk.post("/accounts/login/", {"login": OLGA, "password": ""})
    desk.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, OLGA)})
    assert is_signed_in(desk)


def test_a_name_that_somebody_has_is_said_at_the_field_and_nothing_is_made(asked: Invitation) -> None:
    for name, sentence in (("anna", "This username is taken"), ("", "required"), ("a@b.c", "email address")):
        response = accept(asked, name=name)
        assert response.status_code == 422
        assert sentence in text_of(response)
    assert User.objects.count() == 1
    asked.refresh_from_db()
    assert asked.state == "open"


def test_options_that_have_changed_since_are_looked_at_again(asked: Invitation, anna: User) -> None:
    from tests.games.table_builders import terms

    tables.change_table(game_id=asked.game_id, host=anna, terms=terms(open_hands=False), now=now())
    response = accept(asked)
    assert response.status_code == 409
    assert "The table&#x27;s options have changed. Check them and decide again." in text_of(response)
    assert not User.objects.filter(email=OLGA).exists()


@pytest.mark.parametrize("end", ["revoke", "close", "decline"])
def test_an_invitation_that_is_over_makes_no_account_and_says_why(asked: Invitation, anna: User, end: str) -> None:
    if end == "revoke":
        invitations.revoke_invitation(game_id=asked.game_id, host=anna, invitation_id=asked.pk, now=now())
    elif end == "close":
        tables.close_table(game_id=asked.game_id, host=anna, now=now())
    else:
        invitations.decline_invitation(token=asked.token, user=None, now=now())
    response = accept(asked)
    assert response.status_code == 409
    said = {
        "revoke": "The host revoked this invitation.",
        "close": "This invitation is no longer valid because the host closed the table.",
        "decline": "was declined",
    }
    assert said[end] in text_of(response)
    assert "View open tables" in text_of(response)
    assert User.objects.count() == 1


def test_a_guest_of_this_device_becomes_the_account_and_keeps_his_games(asked: Invitation) -> None:
    cache.clear()
    device, guest, game = guest_at()
    assert "Your name" in text_of(device.get(url(asked)))
    assert accept(asked, device).status_code == 302
    guest.refresh_from_db()
    assert (guest.name, guest.email, guest.is_guest) == ("Olga", OLGA, False)
    assert device.get(f"/games/{game.pk}/").status_code == 200
    assert device.get("/lobby/").status_code == 200
    assert asked.game.participants.filter(user=guest).exists()


def test_no_page_tells_the_host_or_staff_the_token(asked: Invitation, anna: User) -> None:
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    host = signed_in(anna)
    for path in (
        f"/tables/{asked.game_id}/",
        "/games/",
        "/lobby/",
        f"/api/v1/games/{asked.game_id}/",
        f"/admin/games/invitation/{asked.pk}/change/",
        f"/admin/games/game/{asked.game_id}/change/",
        "/admin/notifications/notification/",
    ):
        assert asked.token not in host.get(path, follow=True).content.decode(), path


def test_a_word_from_the_host_stands_on_the_page_as_plain_text(anna: User) -> None:
    host = signed_in(anna)
    game = table(anna, players=3, now=now())
    word = "It's <b>me</b> from work, remember the tea?"
    host.post(f"/tables/{game.pk}/invite/", {"whom": OLGA, "word": word})
    invitation = game.invitations.get()
    page = Client().get(url(invitation))
    assert "It&#x27;s &lt;b&gt;me&lt;/b&gt; from work" in page.content.decode()
    for bad in (
        "see http://evil.example",
        "www.evil.example",
        "evil.example/prize",
        "write to me@evil.example",
        "x" * 241,
    ):
        response = host.post(f"/tables/{game.pk}/invite/", {"whom": "oleg@example.org", "word": bad})
        assert response.status_code == 422, bad
    assert Game.objects.get().invitations.count() == 1
