"""An account belongs to whoever proves its address, however it was made before he came."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.timezone import now

from accounts.models import Tries, User
from games.models import Invitation
from tests.accounts.entering import code_to, confirm, sign_up
from tests.games.table_builders import table
from tests.mails import Mailbox, text_of
from tests.people import PASSWORD, signed_in, token_of

pytestmark = pytest.mark.django_db

LURED = "lured in by somebody"
THEIRS = {"email": "olga@example.org", "password": LURED}
"""What a stranger types: Olga's address, and a password that he knows."""


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def password_opens(password: str = LURED, address: str = "olga@example.org") -> bool:
    client = Client()
    client.post("/accounts/login/", {"login": address, "password": password})
    return is_signed_in(client)


def sign_in_by_code(mailbox: Mailbox, address: str = "olga@example.org", client: Client | None = None) -> Client:
    client = client or Client()
    before = len(mailbox.to(address))
    client.post("/accounts/login/", {"login": address, "password": ""})
    client.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, address, count=before + 1)})
    return client


def lure(client: Client | None = None) -> Client:
    """A stranger signs up in Olga's name and leaves."""
    client = client or Client()
    sign_up(client, "Stranger", **THEIRS)
    return client


def test_the_password_of_who_signed_up_does_not_open_the_account_of_who_proves_the_address(mailbox: Mailbox):
    lure()
    olga = sign_in_by_code(mailbox)
    assert is_signed_in(olga)
    page = olga.get("/profile/").content.decode()
    assert (
        "Somebody signed up with your address and a password. That password no longer works. Sign in "
        "with codes by email, or set a new password in your profile. If it was you on another "
        "device, everything is fine." in page
    )
    assert EmailAddress.objects.get(email="olga@example.org").verified
    assert not User.objects.get(email="olga@example.org").has_usable_password()
    assert not password_opens()
    assert olga.get("/profile/").status_code == 200, "her own session goes on"


def test_the_session_that_signed_up_the_codes_it_waits_for_and_tokens_are_ended(mailbox: Mailbox):
    stranger = lure()
    old_code = code_to(mailbox, "olga@example.org")
    program = Client(headers={"authorization": f"Token {token_of(User.objects.get())}"})
    assert program.get("/api/v1/games/").status_code == 200
    olga = sign_in_by_code(mailbox)
    assert program.get("/api/v1/games/").status_code == 401
    confirm(stranger, old_code)
    assert not is_signed_in(stranger)
    assert [row.session_key for row in Session.objects.all() if row.get_decoded()] == [olga.session.session_key]


def test_a_code_that_was_mailed_to_an_earlier_address_of_the_sign_up_opens_nothing(mailbox: Mailbox):
    """The stranger signs up with his own address, has a code for a new password sent, then changes to Olga's."""
    stranger, with_code = Client(), Client()
    sign_up(stranger, "Stranger", email="stranger@evil.example")
    with_code.post("/accounts/password/reset/", {"email": "stranger@evil.example"})
    code = code_to(mailbox, "stranger@evil.example", count=2)
    stranger.post("/accounts/confirm-email/", {"action": "change", "email": "olga@example.org"})
    assert User.objects.get().email == "olga@example.org"

    sign_in_by_code(mailbox)
    with_code.post("/accounts/password/reset/confirm/", {"code": code})
    with_code.post("/accounts/password/reset/complete/", {"password1": LURED, "password2": LURED})
    assert not is_signed_in(with_code)
    assert not password_opens()
    assert User.objects.get().email == "olga@example.org"


def test_a_new_password_set_with_a_mailed_code_takes_the_account_over_as_well(mailbox: Mailbox):
    lure()
    olga = Client()
    olga.post("/accounts/password/reset/", {"email": "olga@example.org"})
    olga.post("/accounts/password/reset/confirm/", {"code": code_to(mailbox, "olga@example.org", count=2)})
    assert not User.objects.get().has_usable_password(), "before the new password is typed, too"
    assert not password_opens()
    olga.post("/accounts/password/reset/complete/", {"password1": PASSWORD, "password2": PASSWORD})
    assert is_signed_in(olga)
    assert password_opens(PASSWORD)


def test_who_signs_in_with_the_password_of_a_stranger_does_not_keep_it(mailbox: Mailbox):
    """He was told it, perhaps in a friendly mail: "your account is ready"."""
    lure()
    Tries.objects.all().delete()  # a minute later, for the limit of mails
    olga = Client()
    olga.post("/accounts/login/", {"login": "olga@example.org", "password": LURED})
    confirm(olga, code_to(mailbox, "olga@example.org", count=2))
    assert is_signed_in(olga)
    assert olga.get("/profile/").status_code == 200
    assert not password_opens()


def test_an_invited_person_whose_address_was_taken_gets_the_account_alone(anna: User, mailbox: Mailbox):
    lure()
    game = table(anna, "olga@example.org", players=2, now=now())
    invitation = Invitation.objects.get(game=game)
    olga = Client()
    page = olga.get(f"/invitations/{invitation.token}/").content.decode()
    assert "/accounts/login/" in page
    sign_in_by_code(mailbox, client=olga)
    assert not password_opens()
    assert olga.get(f"/invitations/{invitation.token}/").status_code == 200


def test_the_link_of_an_invitation_that_was_passed_on_keeps_nothing_from_the_owner_of_the_address(
    anna: User, mailbox: Mailbox
):
    """Somebody else has made Olga's account with it, set a password and made a token. She comes with a mailed code."""
    invitation = Invitation.objects.get(game=table(anna, "olga@example.org", players=2, now=now()))
    other = Client()
    other.post(f"/invitations/{invitation.token}/accept/", {"seen": "first", "display_name": "Other"})
    other.post("/accounts/password/set/", {"password1": LURED, "password2": LURED})
    program = Client(headers={"authorization": f"Token {token_of(User.objects.get(email='olga@example.org'))}"})
    assert password_opens()
    before = len(mailbox.to("olga@example.org"))
    olga = Client()
    olga.post("/accounts/login/", {"login": "olga@example.org", "password": ""})
    olga.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, "olga@example.org", count=before + 1)})
    assert "yours alone" in olga.get("/profile/").content.decode()
    assert other.get("/profile/").status_code == 302
    assert program.get("/api/v1/games/").status_code == 401
    assert not password_opens()
    desk = sign_in_by_code(mailbox)
    assert olga.get("/profile/").status_code == desk.get("/profile/").status_code == 200, "once is enough"


def test_who_signs_up_and_types_the_code_in_the_same_browser_keeps_the_password(mailbox: Mailbox):
    client = Client()
    sign_up(client, "Olga")
    confirm(client, code_to(mailbox, "olga@example.org"))
    assert password_opens(PASSWORD)


def test_who_signs_up_and_then_asks_for_a_code_to_sign_in_in_the_same_browser_keeps_it_too(mailbox: Mailbox):
    client = Client()
    sign_up(client, "Olga")
    client.post("/accounts/logout/")  # "another way": it forgets the code, not who signed up
    sign_in_by_code(mailbox, client=client)
    assert is_signed_in(client)
    assert password_opens(PASSWORD)


def test_a_change_of_address_leaves_the_password(anna: User, mailbox: Mailbox):
    client = signed_in(anna)
    answer = client.post("/accounts/email/", {"email": "anna@new.example", "action_add": ""})
    client.post(answer["Location"], {"password": PASSWORD})
    confirm(client, code_to(mailbox, "anna@new.example"))
    assert User.objects.get(pk=anna.pk).email == "anna@new.example"
    assert password_opens(PASSWORD, "anna@new.example")


def test_who_runs_the_site_keeps_the_password_given_at_the_command_line(mailbox: Mailbox):
    User.objects.create_superuser("root@example.org", PASSWORD, display_name="Root")
    root = Client()
    root.post("/accounts/login/", {"login": "root@example.org", "password": PASSWORD})
    confirm(root, code_to(mailbox, "root@example.org"))
    assert is_signed_in(root)
    assert password_opens(PASSWORD, "root@example.org")
    assert "Somebody signed up" not in text_of(mailbox.to("root@example.org")[0])
