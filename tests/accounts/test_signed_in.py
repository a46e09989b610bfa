"""Whose session it is: as Django finds it, and nobody's where anything about it is out of order."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.timezone import now

from accounts.middleware import owner_of
from accounts.models import User
from tests.people import PASSWORD, signed_in

pytestmark = pytest.mark.django_db

PROFILE = "/profile/"


def is_let_in(client: Client) -> bool:
    return client.get(PROFILE).status_code == 200


def change_session(client: Client, **values: object) -> None:
    session = client.session
    session.update(values)
    session.save()


@pytest.fixture
def client_of_anna(anna: User) -> Client:
    client = signed_in(anna)
    assert is_let_in(client)
    return client


def test_a_session_in_order_gives_the_whole_row(anna, client_of_anna):
    found = owner_of(client_of_anna.session)
    stored = User.objects.get(pk=anna.pk)
    columns = [field.attname for field in User._meta.concrete_fields]
    assert found == stored
    assert [getattr(found, name) for name in columns] == [getattr(stored, name) for name in columns]
    assert not found.get_deferred_fields()
    assert not found._state.adding


def test_it_is_one_statement_as_django_has_it(anna, client_of_anna, django_assert_num_queries):
    session = client_of_anna.session
    session.load()
    with django_assert_num_queries(1):
        owner_of(session)


def test_somebody_changed_meanwhile_is_read_anew(anna, client_of_anna):
    User.objects.filter(pk=anna.pk).update(display_name="Annette")
    assert "Annette" in client_of_anna.get(PROFILE).content.decode()


def test_nobody_has_an_empty_session():
    client = Client()
    assert owner_of(client.session) is None
    assert not is_let_in(client)


def test_somebody_inactive_is_nobody(anna, client_of_anna):
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert owner_of(client_of_anna.session) is None
    assert not is_let_in(client_of_anna)


def test_a_row_that_is_gone_is_nobody(anna, client_of_anna):
    anna.delete()
    assert owner_of(client_of_anna.session) is None
    assert not is_let_in(client_of_anna)


def test_an_account_that_its_owner_has_deleted_is_nobody(anna, client_of_anna):
    elsewhere = signed_in(anna)
    assert is_let_in(elsewhere)
    client_of_anna.post("/profile/delete/", {"proof": PASSWORD})
    assert User.objects.get(pk=anna.pk).deleted_at
    assert owner_of(elsewhere.session) is None
    assert not is_let_in(elsewhere)


def test_another_password_ends_all_sessions(anna, client_of_anna):
    elsewhere = signed_in(anna)
    anna.set_password("another one, just as long")
    anna.save()
    for client in (client_of_anna, elsewhere):
        assert owner_of(client.session) is None
        key = client.session.session_key
        assert not is_let_in(client)
        assert not Session.objects.filter(session_key=key).exists(), "Django ends a session that is not proved"


@pytest.mark.parametrize("proof", ["", "0" * 64, None])
def test_a_session_with_a_wrong_proof_is_nobodys_and_ends(client_of_anna, proof):
    change_session(client_of_anna, **{HASH_SESSION_KEY: proof})
    assert owner_of(client_of_anna.session) is None
    assert not is_let_in(client_of_anna)
    assert SESSION_KEY not in client_of_anna.session


def test_the_proof_of_somebody_else_is_none(anna, boris, client_of_anna):
    change_session(client_of_anna, **{SESSION_KEY: str(boris.pk)})
    assert owner_of(client_of_anna.session) is None
    assert not is_let_in(client_of_anna)


@pytest.mark.parametrize("backend", ["django.contrib.auth.backends.RemoteUserBackend", "", None])
def test_a_session_of_a_backend_that_is_not_ours_is_nobodys(client_of_anna, backend):
    change_session(client_of_anna, **{BACKEND_SESSION_KEY: backend})
    assert owner_of(client_of_anna.session) is None
    assert not is_let_in(client_of_anna)


@pytest.mark.parametrize("number", [str(2**70), "0", ""])
def test_a_number_that_nobody_has_is_nobodys(client_of_anna, number):
    change_session(client_of_anna, **{SESSION_KEY: number})
    assert owner_of(client_of_anna.session) is None


def test_an_older_key_of_the_site_still_proves_a_session_which_then_has_the_new_one(client_of_anna, settings):
    before = client_of_anna.session
    older, settings.SECRET_KEY = settings.SECRET_KEY, "a new key of the site, long enough for it"
    assert owner_of(before) is None
    settings.SECRET_KEY_FALLBACKS = [older]
    assert is_let_in(client_of_anna)
    assert owner_of(client_of_anna.session) is not None
    assert client_of_anna.session[HASH_SESSION_KEY] != before[HASH_SESSION_KEY]


def test_a_sign_out_leaves_nobody(client_of_anna):
    client_of_anna.post("/accounts/logout/")
    assert not is_let_in(client_of_anna)


@pytest.mark.parametrize("path", settings.AUTHENTICATION_BACKENDS)
def test_all_backends_let_in_whom_owner_of_lets_in(path):
    """Who brings another rule, such as a ban, has to bring it there too."""
    backend = type(load_backend(path))
    assert backend.get_user is ModelBackend.get_user
    assert backend.user_can_authenticate is ModelBackend.user_can_authenticate


def test_the_admin_pages_know_the_same_person(anna, client_of_anna):
    assert client_of_anna.get("/admin/").status_code == 302
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True, active_on=now().date())
    assert client_of_anna.get("/admin/").status_code == 200
