"""Who signs in with mailed codes alone shows once more that it is he, before anything that matters."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from accounts import entrance
from accounts.models import User
from tests.accounts.entering import code_to
from tests.mails import Mailbox
from tests.people import PASSWORD

GUARDED = (
    ("/profile/export/", {}),
    ("/accounts/2fa/totp/activate/", {"code": "000000"}),
    ("/accounts/2fa/webauthn/add/", {"name": "Key"}),
    ("/accounts/email/", {"email": "thief@example.org", "action_add": ""}),
    ("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD}),
)


@pytest.mark.django_db(transaction=True)
def test_an_old_sign_in_by_code_proves_nothing_and_a_new_one_does(anna: User, mailbox: Mailbox):
    anna.set_unusable_password()
    anna.save()
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": ""})
    client.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, "anna@example.org")})
    session = client.session
    session[entrance.SIGNED_IN_AT] = time.time() - entrance.HOLDS - 1
    session.save()
    for address, sent in GUARDED:
        assert client.post(address, sent).headers.get("Location") == "/accounts/logout/", address
    assert "sign in with a new code" in client.get("/accounts/logout/").content.decode()
    anna.refresh_from_db()
    assert not anna.has_usable_password()
    session[entrance.SIGNED_IN_AT] = time.time()
    session.save()
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200
    assert client.post("/profile/export/")["Content-Type"] == "application/zip"
