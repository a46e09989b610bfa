"""Signing up, in and out, with real mails: the code is read from what arrived at the mail server."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.core.context import request_context
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.hashers import get_hasher
from django.test import Client
from django.utils.timezone import now

from accounts.entrance import SignupForm
from accounts.models import User
from accounts.services import CONFIRM_WITHIN, forget_unconfirmed
from tests.accounts.entering import CODE, code_to, confirm, sign_up
from tests.mails import Mailbox, text_of
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_new_player_confirms_the_address_and_lands_where_he_wanted_to_go(mailbox: Mailbox):
    client = Client()
    answer = sign_up(client, "Anna", next="/lobby/?players=3")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/confirm-email/")
    assert not is_signed_in(client)
    assert not EmailAddress.objects.get(email="anna@example.org").verified

    answer = confirm(client, code_to(mailbox, "anna@example.org"))
    assert (answer.status_code, answer["Location"]) == (302, "/lobby/?players=3")
    assert is_signed_in(client)
    assert EmailAddress.objects.get(email="anna@example.org").verified


def test_who_asked_for_a_closed_page_gets_there_after_signing_up_and_confirming(mailbox: Mailbox):
    client = Client()
    answer = client.get("/profile/")
    assert answer.status_code == 302
    login = client.get(answer["Location"])
    assert "/accounts/signup/?next=%2Fprofile%2F" in login.content.decode()
    sign_up(client, "Boris", next="/profile/")
    assert confirm(client, code_to(mailbox, "boris@example.org"))["Location"] == "/profile/"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_site(mailbox: Mailbox, elsewhere: str):
    client = Client()
    sign_up(client, "Anna", next=elsewhere)
    assert confirm(client, code_to(mailbox, "anna@example.org"))["Location"] == "/games/"


def test_without_the_code_there_is_no_way_in(mailbox: Mailbox):
    client = Client()
    sign_up(client, "Anna")
    answer = client.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    assert answer["Location"].startswith("/accounts/confirm-email/")
    assert not is_signed_in(client)
    assert confirm(client, "AAAA-AAAA").status_code == 200
    assert not is_signed_in(client)


def test_three_wrong_codes_end_the_attempt(mailbox: Mailbox):
    client = Client()
    sign_up(client, "Anna")
    code = code_to(mailbox, "anna@example.org")
    for _ in range(3):
        confirm(client, "AAAA-AAAA")
    confirm(client, code)
    assert not is_signed_in(client)
    assert not EmailAddress.objects.get(email="anna@example.org").verified


def test_an_account_without_a_password_signs_in_by_code(mailbox: Mailbox):
    client = Client()
    sign_up(client, "Clara", password="")
    confirm(client, code_to(mailbox, "clara@example.org"))
    assert not User.objects.get(email="clara@example.org").has_usable_password()

    other = Client()
    answer = other.post("/accounts/login/", {"login": "Clara@Example.org", "password": "", "next": "/archive/"})
    assert answer["Location"] == "/accounts/login/code/confirm/?next=%2Farchive%2F"
    code = code_to(mailbox, "clara@example.org", count=2)
    answer = other.post("/accounts/login/code/confirm/", {"code": code.lower().replace("-", " "), "next": "/archive/"})
    assert answer["Location"] == "/archive/"
    assert is_signed_in(other)


def test_the_password_signs_in_whatever_capitals_the_address_is_typed_with(anna: User):
    client = Client()
    answer = client.post("/accounts/login/", {"login": "ANNA@example.ORG", "password": PASSWORD})
    assert answer["Location"] == "/games/"
    assert is_signed_in(client)


def test_signing_out_takes_a_post(anna: User):
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/accounts/logout/").status_code == 200
    assert is_signed_in(client)
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert not is_signed_in(client)


def test_a_forgotten_password_is_replaced_with_a_mailed_code(anna: User, mailbox: Mailbox):
    client = Client()
    answer = client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    assert answer["Location"] == "/accounts/password/reset/confirm/"
    code = code_to(mailbox, "anna@example.org")
    answer = client.post("/accounts/password/reset/confirm/", {"code": code})
    assert answer["Location"] == "/accounts/password/reset/complete/"
    new = "quite another password"
    client.post("/accounts/password/reset/complete/", {"password1": new, "password2": new})
    anna.refresh_from_db()
    assert anna.check_password(new)
    notification = text_of(mailbox.wait_for(2, to="anna@example.org")[-1])
    assert "your account's password was changed." in notification


def test_nobody_learns_whether_an_address_has_an_account(anna: User, mailbox: Mailbox):
    """Known and unknown addresses get the same answers; only the mail to the address itself tells."""
    for path, fields in [
        ("/accounts/password/reset/", {"email": "{}"}),
        ("/accounts/login/code/", {"email": "{}"}),
        ("/accounts/signup/", {"email": "{}", "display_name": "Some {}", "password1": PASSWORD}),
    ]:
        answers = []
        for address in ("anna@example.org", "nobody@example.org"):
            client = Client()
            answer = client.post(
                path,
                {name: value.format(address if name == "email" else address[:4]) for name, value in fields.items()},
            )
            page = client.get(answer["Location"]).content.decode().replace(address, "ADDRESS")
            answers.append((answer.status_code, answer["Location"], CODE.sub("", page).count("<p")))
        assert answers[0] == answers[1], path
    assert "You already have one" in text_of(mailbox.to("anna@example.org")[-1])
    assert "but it has no account" in text_of(mailbox.to("nobody@example.org")[0])


def test_the_mail_address_changes_only_after_the_new_one_is_confirmed(anna: User, mailbox: Mailbox):
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    answer = client.post("/accounts/email/", {"email": "Anna@New.example", "action_add": ""})
    assert answer["Location"].startswith("/accounts/reauthenticate/?next=")
    assert client.post(answer["Location"], {"password": "wrong"}).status_code == 200
    assert mailbox.to("anna@new.example") == []
    answer = client.post(answer["Location"], {"password": PASSWORD})
    assert answer["Location"].startswith("/accounts/confirm-email/")
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    confirm(client, code_to(mailbox, "anna@new.example"))
    anna.refresh_from_db()
    assert anna.email == "anna@new.example"
    assert [row.email for row in EmailAddress.objects.filter(user=anna)] == ["anna@new.example"]
    told = text_of(mailbox.wait_for(1, to="anna@example.org")[-1])
    assert "from anna@example.org to anna@new.example" in told


def test_a_password_is_changed_and_set(anna: User, mailbox: Mailbox):
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    new = "quite another password"
    form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", {**form, "password2": "other"}).status_code == 200
    assert client.post("/accounts/password/change/", form).status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(new)
    anna.set_unusable_password()
    anna.save()
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": ""})
    client.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, "anna@example.org", count=2)})
    assert client.get("/accounts/password/change/")["Location"] == "/accounts/password/set/"
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


@pytest.mark.parametrize("password", ["short", "password123", "anna@example.org"])
def test_a_weak_password_is_refused_with_a_reason(password: str):
    answer = sign_up(Client(), "Anna", password=password)
    assert answer.status_code == 200
    assert answer.context["form"].errors["password1"]
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("quicker", "said"), [({"display_name": "anna"}, "username is taken"), ({"email": "anna@example.org"}, "")]
)
def test_who_is_second_by_a_moment_is_answered_as_if_the_other_had_come_first(
    mailbox: Mailbox, quicker: dict[str, str], said: str
):
    """The form was checked before the other one's row was there; then the database refuses, and the page says why."""
    form = SignupForm({"display_name": "Anna", "email": "anna@example.org", "password1": PASSWORD})
    request = Client().get("/accounts/signup/").wsgi_request
    with request_context(request):
        assert form.is_valid()
    User.objects.create_user(**{"email": "quick@example.org", "display_name": "Quick", **quicker})
    with request_context(request):
        if said:
            with pytest.raises(ImmediateHttpResponse) as answer:
                form.try_save(request)
            assert said in answer.value.response.content.decode()
        else:
            user, response = form.try_save(request)
            assert user is None
            assert response.status_code == 302
            assert "You already have one" in text_of(mailbox.wait_for(1, to="anna@example.org")[0])
    assert User.objects.count() == 1


def test_while_the_mail_server_is_away_the_page_says_so_and_nothing_is_lost(mailbox: Mailbox):
    mailbox.refuse_with = "451 Try later"
    client = Client()
    answer = sign_up(client, "Anna")
    assert answer.status_code == 503
    assert "cannot send emails right now" in answer.content.decode()
    mailbox.refuse_with = None
    later = Client()
    later.post("/accounts/login/", {"login": "anna@example.org", "password": ""})
    code = code_to(mailbox, "anna@example.org")
    assert later.post("/accounts/login/code/confirm/", {"code": code})["Location"] == "/games/"
    assert EmailAddress.objects.get(email="anna@example.org").verified


def test_signing_up_takes_as_long_for_an_address_that_has_an_account(anna: User, monkeypatch: pytest.MonkeyPatch):
    """The hash of a password is what takes its time: as many are made, whosever the address is."""
    hasher, made = type(get_hasher()), []
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda *args, **more: made.append(1) or encode(*args, **more))
    counted = []
    for name, address in (("Zoe", anna.email), ("Zadie", "zadie@example.org")):
        made.clear()
        answer = sign_up(Client(), name=name, email=address, password1=PASSWORD)
        counted.append((answer.status_code, len(made)))
    assert counted[0] == counted[1]
    assert counted[0][1] == 1


def test_a_name_is_taken_by_a_sign_up_whosever_the_address_is(anna: User, mailbox: Mailbox):
    """Or whoever signs up with somebody's address would learn from the name whether it has an account."""
    taken = []
    for name, address in (("Zoe", anna.email), ("Zadie", "zadie@example.org")):
        sign_up(Client(), name=name, email=address)
        answer = sign_up(Client(), name=name, email=f"other-{address}")
        taken.append((answer.status_code, "This username is taken" in answer.content.decode()))
    assert taken == [(200, True)] * 2
    nobody = User.objects.get(display_name="Zoe")
    assert (nobody.email, nobody.has_usable_password()) == (None, False)
    assert forget_unconfirmed(now=now() + CONFIRM_WITHIN + timedelta(hours=1)) == 2
    assert not User.objects.filter(display_name="Zoe").exists()
