"""The token for programs: made, shown once, replaced and revoked on a page."""

import re

import pytest
from django.test import Client
from rest_framework.authtoken.models import Token

from tests.people import signed_in

pytestmark = pytest.mark.django_db


def opens(key):
    return Client(headers={"authorization": f"Token {key}"}).get("/api/v1/games/").status_code


def make(client):
    return re.search(r"<code class=\"any\">(\w+)</code>", client.post("/profile/token/make/").content.decode())[1]


def test_a_token_is_shown_once_and_opens_the_api(anna):
    client = signed_in(anna)
    key = make(client)
    assert opens(key) == 200
    assert key not in client.get("/profile/token/").content.decode()


def test_a_new_token_ends_the_old_one_and_revoking_ends_all(anna):
    client = signed_in(anna)
    old, new = make(client), make(client)
    assert (opens(old), opens(new)) == (401, 200)
    client.post("/profile/token/revoke/")
    assert opens(new) == 401
    assert not Token.objects.exists()


def test_looking_makes_no_token_and_strangers_are_asked_to_sign_in(anna, client):
    assert signed_in(anna).get("/profile/token/make/").status_code == 405
    assert not Token.objects.exists()
    assert client.get("/profile/token/").url.startswith("/accounts/login/")
