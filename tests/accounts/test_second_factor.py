"""A second factor, once it is set up, is asked for on every way to sign in; and it goes where the account goes."""

from __future__ import annotations

import json
import time

import pytest
from allauth.mfa import app_settings as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts import second_factor
from accounts.models import ApiToken, User
from accounts.second_factor import ONCE
from accounts.services import disown, pseudonymise
from tests.accounts.entering import code_to
from tests.mails import Mailbox, text_of
from tests.people import PASSWORD, signed_in

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
NEXT_STEP = "/accounts/2fa/authenticate/"


def code_of(secret: str = SECRET, *, steps: int = 0) -> str:
    """What an app shows, or showed so many half minutes ago."""
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30 + steps))


def protect(user: User, secret: str = SECRET) -> None:
    TOTP.activate(user, secret)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def with_password(client: Client, address: str = "anna@example.org") -> str:
    return client.post("/accounts/login/", {"login": address, "password": PASSWORD, "next": "/archive/"})["Location"]


@pytest.mark.django_db(transaction=True)
def test_an_app_is_set_up_asked_for_and_taken_away(anna: User, mailbox: Mailbox):
    client = Client()
    with_password(client)
    asked = client.get("/accounts/2fa/totp/activate/")
    assert asked["Location"].startswith("/accounts/reauthenticate/?next=")
    client.post(asked["Location"], {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    assert secret in page.content.decode()
    assert 'href="otpauth://totp/' in page.content.decode(), "for who has the app on the phone he sits at"
    assert 'src="data:image/svg+xml' in page.content.decode()
    assert client.post("/accounts/2fa/totp/activate/", {"code": "000000"}).status_code == 200
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert answer["Location"] == "/accounts/2fa/recovery-codes/"
    codes = client.get(answer["Location"]).context["unused_codes"]
    assert len(codes) == 10
    file = client.get("/accounts/2fa/recovery-codes/download/").content.decode()
    assert all(code in file for code in codes)
    assert "an authenticator app was set up for two-factor sign-in to your account." in text_of(
        mailbox.wait_for(1, to="anna@example.org")[0]
    )
    row = Authenticator.objects.get(user=anna, type="totp")
    assert secret not in str(row.data), "a copy of the database opens nothing"

    other = Client()
    assert with_password(other) == NEXT_STEP
    assert not is_signed_in(other)
    assert "Two-factor sign-in" in other.get(NEXT_STEP).content.decode()
    assert other.get("/profile/").status_code == 302
    assert other.post(NEXT_STEP, {"code": "000000"}).status_code == 200
    assert not is_signed_in(other)
    assert other.post(NEXT_STEP, {"code": code_of(secret, steps=1)})["Location"] == "/archive/"
    assert is_signed_in(other)

    third = Client()
    with_password(third)
    assert third.post(NEXT_STEP, {"code": codes[3]})["Location"] == "/archive/"
    fourth = Client()
    with_password(fourth)
    assert fourth.post(NEXT_STEP, {"code": codes[3]}).status_code == 200, "each recovery code opens once"

    assert "9 codes are left" in client.get("/accounts/2fa/").content.decode()
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists(), "recovery codes alone are nothing"
    assert with_password(Client()) == "/archive/"


def test_a_mailed_code_is_not_enough_either(anna: User, mailbox: Mailbox):
    protect(anna)
    client = Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": ""})
    code = code_to(mailbox, "anna@example.org")
    assert client.post("/accounts/login/code/confirm/", {"code": code})["Location"] == NEXT_STEP
    assert not is_signed_in(client)
    assert client.post(NEXT_STEP, {"code": code_of()})["Location"] == "/games/"


def test_nor_is_a_new_password(anna: User, mailbox: Mailbox):
    protect(anna)
    client = Client()
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    client.post("/accounts/password/reset/confirm/", {"code": code_to(mailbox, "anna@example.org")})
    new = "quite another password"
    answer = client.post("/accounts/password/reset/complete/", {"password1": new, "password2": new})
    assert answer["Location"] == NEXT_STEP
    assert not is_signed_in(client)


def test_nor_the_door_of_the_admin_pages(anna: User):
    User.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    protect(anna)
    client = Client()
    form = {"username": "anna@example.org", "password": PASSWORD, "next": "/admin/"}
    right, wrong = (client.post("/admin/login/", {**form, "password": one}) for one in (PASSWORD, "a guess"))
    assert [one.context["form"].errors for one in (right, wrong)] == [wrong.context["form"].errors] * 2
    assert "the account uses two-factor sign-in" in right.content.decode()
    assert not is_signed_in(client)
    Authenticator.objects.all().delete()
    for _ in range(5):  # what is right does not count
        assert Client().post("/admin/login/", form)["Location"] == "/admin/"
    other = Client()
    for number in range(4):
        other.post("/accounts/login/", {"login": "anna@example.org", "password": f"guess {number}"})
    assert "Too many wrong passwords" in other.post("/admin/login/", form).content.decode()


def test_a_new_token_takes_a_proof_from_who_has_a_second_factor(anna: User):
    client = signed_in(anna)
    form = {"name": "Program", "may": ["read"], "days": "30"}
    assert client.post("/profile/token/make/", form).status_code == 200
    ApiToken.objects.all().delete()
    protect(anna)
    answer = client.post("/profile/token/make/", form)
    assert answer["Location"].startswith("/accounts/reauthenticate/?next=")
    page = client.get(answer["Location"]).content.decode()
    assert "With an app code or a recovery code" in page
    assert not ApiToken.objects.exists()
    made = client.post(answer["Location"], {"password": PASSWORD})
    assert made.status_code == 200, "what was sent is done now"
    assert ApiToken.objects.count() == 1


def test_a_code_of_an_app_is_taken_once(anna: User):
    protect(anna)
    code = code_of()
    one, two = Client(), Client()
    with_password(one)
    with_password(two)
    assert one.post(NEXT_STEP, {"code": code}).status_code == 302
    assert two.post(NEXT_STEP, {"code": f" {code}"}).status_code == 200


def test_many_wrong_codes_are_refused_from_wherever_they_come(anna: User, settings: Settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "second_from_anywhere": "7/h/key"}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    protect(anna)

    def tries(network: int) -> list[bool]:
        client = Client(headers={"x-forwarded-for": f"203.0.113.{network}"})
        with_password(client)
        answers = [client.post(NEXT_STEP, {"code": "000000"}) for _ in range(6)]
        return ["Too many attempts. Wait a few minutes and try again." in answer.content.decode() for answer in answers]

    assert tries(1) == [False] * 5 + [True]
    assert tries(2) == [False] * 2 + [True] * 4, "and altogether"


def test_an_account_that_may_be_anothers_gets_none(anna: User):
    """Whoever followed a link that was passed on could lock out the owner of the address."""
    User.objects.filter(pk=anna.pk).update(came_by_link=True)
    client = Client()
    with_password(client)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    secret = client.get("/accounts/2fa/totp/activate/").context["form"].secret
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert "Confirm your email address first: sign out, then sign in with a code by email." in answer.content.decode()
    assert (
        "Confirm your email address first: sign out, then sign in with a code by email."
        in client.post("/accounts/2fa/webauthn/add/", {"credential": "{}"}).content.decode()
    )
    assert not Authenticator.objects.exists()


def test_it_goes_with_the_account_and_when_somebody_else_proves_the_address(anna: User, boris: User):
    for user, ends in ((anna, lambda: pseudonymise(anna, now=now())), (boris, lambda: disown(boris, but_for=None))):
        protect(user)
        ends()
        assert not second_factor.is_protected(user)


def test_who_runs_the_site_can_take_it_away(anna: User, capsys: pytest.CaptureFixture[str]):
    protect(anna)
    client = signed_in(anna)
    call_command("drop_second_factor", "Anna@example.org")
    assert not second_factor.is_protected(anna)
    assert client.get("/profile/").status_code == 302
    with pytest.raises(CommandError):
        call_command("drop_second_factor", "nobody@example.org")


def test_with_another_key_of_the_site_no_code_is_right_and_with_an_older_one_every(anna: User, settings: Settings):
    protect(anna)
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another key of this site, as long as one should be, and longer"
    with_password(client := Client())
    assert "That did not work. Try again." in client.post(NEXT_STEP, {"code": code_of()}).content.decode()
    settings.SECRET_KEY_FALLBACKS = [old]
    with_password(client := Client())
    assert client.post(NEXT_STEP, {"code": code_of()}).status_code == 302


PAGES = (
    "/accounts/2fa/",
    "/accounts/2fa/totp/deactivate/",
    "/accounts/2fa/recovery-codes/",
    "/accounts/2fa/recovery-codes/generate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/webauthn/reauthenticate/",
    "/accounts/2fa/reauthenticate/",
)


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_pages_are_ours_and_run_nothing_inline(anna: User, language: str):
    User.objects.filter(pk=anna.pk).update(language=language)
    protect(anna)
    Authenticator.objects.create(user=anna, type="webauthn", data={"name": "Key ring", "credential": {}})
    client = Client()
    with_password(client)
    client.post(NEXT_STEP, {"code": code_of()})
    client.post("/accounts/2fa/reauthenticate/", {"code": code_of(steps=1)})
    client.post("/accounts/2fa/recovery-codes/generate/")
    Authenticator.objects.filter(type="webauthn").delete()
    for path in PAGES:
        if "reauthenticate" in path and "webauthn" in path:
            continue  # takes a key that a browser made
        answer = client.get(path)
        assert answer.status_code == 200, path
        page = answer.content.decode()
        assert "<script>" not in page
        assert ' style="' not in page
        assert 'class="wrap page' in page
        if "webauthn/add" in path:
            assert "mfa/js/webauthn" in page
            options = json.loads(page.partition('id="js_data" type="application/json">')[2].partition("</script>")[0])
            assert options["creation_options"]["publicKey"]["rp"] == {"id": "testserver", "name": "St Pete"}
    if language == "de":
        assert "Anmeldung in zwei Schritten und Passkeys" in client.get("/accounts/2fa/").content.decode()


@pytest.mark.parametrize(
    "credential",
    [
        "",
        "1",
        "[]",
        "{}",
        '{"response": []}',
        '{"response": {"userHandle": "MQ"}}',
        '{"rawId": 1, "response": {}}',
        "null",
    ],
)
def test_what_no_browser_says_of_a_key_is_refused_and_nothing_breaks(anna: User, credential: str):
    client = Client()
    assert client.get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"}).json()["request_options"]
    assert client.post("/accounts/2fa/webauthn/login/", {"credential": credential})["Location"] == "/accounts/login/"
    protect(anna)
    with_password(client)
    assert client.post(NEXT_STEP, {"credential": credential}).status_code == 200
    client.post(NEXT_STEP, {"code": code_of()})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/2fa/webauthn/add/")
    assert client.post("/accounts/2fa/webauthn/add/", {"credential": credential}).status_code == 200
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_a_code_is_the_same_however_it_is_typed(anna: User):
    assert ONCE > (2 * mfa.TOTP_TOLERANCE + 1) * mfa.TOTP_PERIOD, "longer than it holds"
    protect(anna)
    code = code_of()
    for typed, goes_on in ((code, True), (f"{code[:3]}-{code[3:]}", False), (f"{code[:3]} {code[3:]} ", False)):
        cache.delete(f"allauth.mfa.totp.used?user={anna.pk}&code={code}")  # allauth's mark ends with half a minute
        client = Client()
        with_password(client)
        client.post(NEXT_STEP, {"code": typed})
        assert is_signed_in(client) == goes_on, typed
