"""Deleting an account: the proof it asks for, what goes, what stays, and what becomes of running games."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.services import end_sessions, forget_unconfirmed, pseudonymise
from games.models import Invitation, Tenure, TenureEnd
from tests.accounts.entering import code_to, sign_up
from tests.games.play_builders import begun
from tests.mails import Mailbox
from tests.people import PASSWORD, person, signed_in, token_of

ADDRESS = "/profile/delete/"


def everything_stored() -> str:
    """All text and numbers of all tables, as a heap."""
    heap = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            heap += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(heap)


def test_a_deleted_account_leaves_a_name_without_a_person(anna: User, boris: User):
    User.objects.filter(pk=anna.pk).update(display_name="Annabella", name_key="annabella", time_zone="Asia/Tokyo")
    key = token_of(anna, name="secret-token-of-anna")
    game = begun(anna, boris)
    client, phone = signed_in(anna), signed_in(anna)
    page = client.get(ADDRESS).content.decode()
    assert game.title in page
    assert "You are playing one game" in page

    answer = client.post(ADDRESS, {"proof": PASSWORD}, follow=True)
    assert "Your account was deleted." in answer.content.decode()
    assert "_auth_user_id" not in client.session
    assert phone.get("/profile/").status_code == 302
    stored = everything_stored()
    for trace in ("anna@example.org", "Annabella", "annabella", "secret-token-of-anna", "Asia/Tokyo"):
        assert trace not in stored, trace
    assert Client(headers={"authorization": f"Token {key}"}).get("/api/v1/games/").status_code == 401
    anna = User.objects.get(pk=anna.pk)
    assert anna.is_pseudonym
    assert not anna.is_active
    assert not anna.has_usable_password()
    assert anna.name == f"Former player {anna.pk}"
    with translation.override("de"):
        assert anna.name == f"Ehemalige Person {anna.pk}"
    ended = Tenure.objects.get(user=anna)
    assert ended.ended == TenureEnd.DELETED
    assert Tenure.objects.get(seat=ended.seat, until=None).bot
    assert f"Former player {anna.pk}" in Client().get(f"/players/{anna.pk}/").content.decode()


@pytest.mark.parametrize("proof", ["", "wrong", "AAAA-AAAA"])
def test_without_proof_nothing_is_deleted(anna: User, proof: str):
    answer = signed_in(anna).post(ADDRESS, {"proof": proof})
    assert answer.status_code == 422
    assert User.objects.get(pk=anna.pk).deleted_at is None


def test_who_has_no_password_proves_it_with_a_mailed_code(db: None, mailbox: Mailbox):
    clara = person("Clara")
    clara.set_unusable_password()
    clara.save()
    client = signed_in(clara)
    assert "To make sure it is you, we first email you a code." in client.get(ADDRESS).content.decode()
    client.post(ADDRESS, {"send_code": "yes"})
    code = code_to(mailbox, "clara@example.org")
    assert code not in str(dict(client.session)), "the session must not hold the code itself"
    stranger = signed_in(clara)
    assert stranger.post(ADDRESS, {"proof": code}).status_code == 422, "a code proves nothing in another session"
    assert client.post(ADDRESS, {"proof": "AAAA-AAAA"}).status_code == 422
    assert client.post(ADDRESS, {"proof": code})["Location"] == "/"
    assert User.objects.get(pk=clara.pk).is_pseudonym


def test_a_code_for_deletion_holds_three_tries(db: None, mailbox: Mailbox):
    clara = person("Clara")
    clara.set_unusable_password()
    clara.save()
    client = signed_in(clara)
    client.post(ADDRESS, {"send_code": "yes"})
    for _ in range(3):
        client.post(ADDRESS, {"proof": "AAAA-AAAA"})
    assert client.post(ADDRESS, {"proof": code_to(mailbox, "clara@example.org")}).status_code == 422
    assert not User.objects.get(pk=clara.pk).is_pseudonym


def test_guessing_a_password_there_meets_the_rate_limit(anna: User):
    client = signed_in(anna)
    answers = [client.post(ADDRESS, {"proof": f"guess {number}"}).status_code for number in range(11)]
    assert answers == [422] * 10 + [429]


def test_a_visitor_is_asked_to_sign_in(db: None):
    assert Client().get(ADDRESS)["Location"].startswith("/accounts/login/")


def test_the_address_and_the_name_are_free_again(anna: User):
    pseudonymise(anna, now=timezone.now())
    again = person("Anna")
    assert again.pk != anna.pk


def test_several_people_can_leave_and_twice_is_as_once(anna: User, boris: User):
    now = timezone.now()
    pseudonymise(anna, now=now)
    pseudonymise(boris, now=now)
    pseudonymise(boris, now=timezone.now())
    assert User.objects.get(pk=boris.pk).deleted_at == now
    assert not EmailAddress.objects.exists()


def test_nobody_can_take_the_name_of_somebody_who_left(anna: User):
    pseudonymise(anna, now=timezone.now())
    taken = User(email="else@example.org", display_name=f"Former player {anna.pk}")
    with pytest.raises(ValidationError):
        taken.full_clean(exclude=["password"])


def test_ending_the_sessions_of_one_leaves_those_of_others(anna: User, boris: User):
    signed_in(anna), signed_in(anna)
    other = signed_in(boris)
    end_sessions(anna)
    assert [row.session_key for row in Session.objects.all()] == [other.session.session_key]
    assert other.get("/profile/").status_code == 200


def test_a_sign_up_that_is_never_confirmed_is_forgotten_after_a_week(anna: User, boris: User, mailbox: Mailbox):
    """Anna is confirmed, Boris has signed in, Root runs the site, Clara sits at a table by invitation: they stay."""
    sign_up(Client(), "Mistyped")
    sign_up(Client(), "Clara")
    EmailAddress.objects.filter(user=boris).update(verified=False)
    User.objects.filter(pk=boris.pk).update(last_login=timezone.now())
    User.objects.create_superuser("root@example.org", PASSWORD, display_name="Root")
    table = begun(anna, boris)
    clara = User.objects.get(display_name="Clara")
    Invitation.objects.create(game=table, inviter=anna, user=clara)

    assert forget_unconfirmed(now=timezone.now() + timedelta(days=6)) == 0
    later = timezone.now() + timedelta(days=8)
    assert (forget_unconfirmed(now=later), forget_unconfirmed(now=later)) == (1, 0)
    assert set(User.objects.values_list("display_name", flat=True)) == {"Anna", "Boris", "Clara", "Root"}
    assert sign_up(Client(), "Mistyped", email="right@example.org").status_code == 302
