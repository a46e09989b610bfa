"""Where somebody is signed in: the list, signing out elsewhere, and the mail about a device that is new."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import now

from accounts import sessions
from accounts.models import Device, KnownBrowser, User
from accounts.services import pseudonymise
from accounts.tokens import label_of
from stpete_site import retention
from tests.mails import Mailbox, text_of
from tests.people import PASSWORD, signed_in

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Mobile Safari/537.36"
DESK = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PAGE, END = "/profile/devices/", "/profile/devices/end/"


def sign_in(agent: str, client: Client | None = None, password: str = PASSWORD) -> Client:
    client = client or Client()
    client.post("/accounts/login/", {"login": "anna@example.org", "password": password}, headers={"user-agent": agent})
    assert "_auth_user_id" in client.session
    return client


def was_last_used(client: Client, day: date | None) -> None:
    """What its session knows of that."""
    session = client.session
    session.pop(sessions.SEEN_ON, None)
    if day:
        session[sessions.SEEN_ON] = day.isoformat()
    session.save()


def is_in(client: Client) -> bool:
    return client.get("/profile/").status_code == 200


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (PHONE, "Chrome, Android"),
        (DESK, "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        ("curl/8.14", ""),
        ("<script>", ""),
    ],
)
def test_a_browser_is_called_by_names_of_ours(agent: str, label: str):
    assert label_of(agent) == label


def test_the_list_has_every_device_and_one_is_signed_out(anna: User, boris: User):
    desk, phone, third = sign_in(DESK), sign_in(PHONE), sign_in(PHONE)
    page = desk.get(PAGE).content.decode()
    assert page.count("Chrome, Android") == 2
    assert page.count("Firefox, Linux") == 1
    mine = desk.get(PAGE).context["here"]
    other = Device.objects.get(session_key=phone.session.session_key)
    signed_in(boris).post(END, {"device": other.pk})
    desk.post(END, {"device": mine.pk})
    desk.post(END, {"device": "999999"})
    assert [is_in(one) for one in (desk, phone, third)] == [True] * 3
    assert "The device is signed out." in desk.post(END, {"device": other.pk}, follow=True).content.decode()
    assert [is_in(one) for one in (desk, phone, third)] == [True, False, True]
    desk.post(END, {"others": "yes"})
    assert [is_in(one) for one in (desk, phone, third)] == [True, False, False]
    assert "You are not signed in anywhere else." in desk.get(PAGE).content.decode()


def test_a_session_from_before_there_was_a_list_is_ended_too_and_gets_its_row_when_it_is_used(anna: User):
    desk, old, used = sign_in(DESK), signed_in(anna), signed_in(anna)
    Device.objects.exclude(session_key=desk.session.session_key).delete()
    for one in (old, used):
        was_last_used(one, None)
    used.post("/language/", {"language": "en"}, headers={"user-agent": PHONE})
    assert "Chrome, Android" in desk.get(PAGE).content.decode()
    desk.post(END, {"others": "yes"})
    assert not is_in(old)
    assert not is_in(used)


def test_the_day_of_the_last_use_is_written_once(anna: User):
    desk = sign_in(DESK)
    long_ago = now().date() - timedelta(days=3)
    Device.objects.update(seen_on=long_ago)
    was_last_used(desk, long_ago)
    desk.get("/profile/")
    assert Device.objects.get().seen_on == long_ago
    desk.post("/language/", {"language": "en"})
    assert Device.objects.get().seen_on == now().date()
    with CaptureQueriesContext(connection) as asked:
        desk.post("/language/", {"language": "en"})
    assert not [one["sql"] for one in asked if "device" in one["sql"] or "session" in one["sql"]]


def test_with_another_password_and_after_signing_out_the_list_is_short(anna: User):
    desk, phone = sign_in(DESK), sign_in(PHONE)
    new = "quite another password"
    desk.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert is_in(desk)
    assert not is_in(phone)
    assert "You are not signed in anywhere else." in desk.get(PAGE).content.decode()
    assert desk.get(PAGE).context["here"].label == "Firefox, Linux"
    desk.post("/accounts/logout/")
    assert not Device.objects.exists()
    sign_in(DESK, password=new)
    pseudonymise(anna, now=now())
    assert not Device.objects.exists()


def test_rows_of_sessions_that_are_gone_go_at_night(anna: User):
    desk, phone = sign_in(DESK), sign_in(PHONE)
    phone.session.delete()
    assert sessions.forget_ended(now=now()) == 1
    assert Device.objects.get().session_key == desk.session.session_key


@pytest.mark.django_db(transaction=True)
def test_a_new_device_is_told_by_mail_and_a_known_one_is_not(anna: User, mailbox: Mailbox):
    desk = sign_in(DESK)
    assert mailbox.to("anna@example.org") == [], "nobody is told of the very first time"
    desk.post("/accounts/logout/")
    sign_in(DESK, desk)
    assert mailbox.to("anna@example.org") == [], "this browser is known"
    sign_in(PHONE)
    (mail,) = mailbox.wait_for(1, to="anna@example.org")
    assert mail["Subject"] == "Sign-in from a new device"
    assert "Chrome, Android" in text_of(mail)
    assert "/profile/devices/" in text_of(mail)
    assert "127.0.0.1" not in text_of(mail).replace("http://127.0.0.1", "")

    forged = Client()
    forged.cookies["known"] = "0" * 32
    User.objects.update(language="de")
    sign_in(DESK, forged)
    assert mailbox.wait_for(2, to="anna@example.org")[1]["Subject"] == "Anmeldung auf einem neuen Gerät"


@pytest.mark.django_db(transaction=True)
def test_without_a_mail_server_one_is_signed_in_all_the_same(anna: User, mailbox: Mailbox):
    sign_in(DESK)
    mailbox.refuse_with = "451 Try later"
    assert is_in(sign_in(PHONE))


def test_the_cookie_is_another_on_every_browser_and_scripts_do_not_read_it(anna: User):
    desk, phone = sign_in(DESK).cookies["known"], sign_in(PHONE).cookies["known"]
    assert desk["httponly"]
    assert desk["samesite"] == "Lax"
    assert desk.value != phone.value
    for one in KnownBrowser.objects.all():
        assert one.digest not in (desk.value, phone.value), "who reads the database cannot pass for a browser"


def mails_of_new_devices(mailbox: Mailbox) -> int:
    return len([mail for mail in mailbox.to("anna@example.org") if mail["Subject"] == "Sign-in from a new device"])


@pytest.mark.django_db(transaction=True)
def test_a_browser_is_known_again_after_signing_out_and_for_nobody_else(anna: User, boris: User, mailbox: Mailbox):
    desk, phone = sign_in(DESK), sign_in(PHONE)
    assert mails_of_new_devices(mailbox) == 1
    for one in (desk, phone):
        one.post("/accounts/logout/")
        sign_in(DESK, one)
    assert mails_of_new_devices(mailbox) == 1, "both are known"
    User.objects.filter(pk=boris.pk).update(last_login=now())
    desk.post("/accounts/logout/")
    desk.post("/accounts/login/", {"login": "boris@example.org", "password": PASSWORD})
    assert len(mailbox.wait_for(1, to="boris@example.org")) == 1, "what knows Anna does not know Boris"
    desk.post("/accounts/logout/")
    sign_in(DESK, desk)
    assert mails_of_new_devices(mailbox) == 1, "one browser knows several people"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sent", ["that device", "all others"])
def test_a_device_ended_in_the_list_is_known_no_more(anna: User, mailbox: Mailbox, sent: str):
    desk, phone, gone = sign_in(DESK), sign_in(PHONE), sign_in(PHONE)
    gone.post("/accounts/logout/")
    other = Device.objects.get(session_key=phone.session.session_key)
    desk.post(END, {"device": other.pk} if sent == "that device" else {"others": "yes"})
    before = mails_of_new_devices(mailbox)
    sign_in(PHONE, phone)
    assert mails_of_new_devices(mailbox) == before + 1
    sign_in(PHONE, gone)
    assert mails_of_new_devices(mailbox) == before + (1 if sent == "that device" else 2), "also where one is signed out"
    desk.post("/accounts/logout/")
    sign_in(DESK, desk)
    assert mails_of_new_devices(mailbox) == before + (1 if sent == "that device" else 2), "this one stays known"


@pytest.mark.django_db(transaction=True)
def test_a_new_password_leaves_only_the_browser_known_where_it_was_set(anna: User, mailbox: Mailbox):
    desk, phone, gone = sign_in(DESK), sign_in(PHONE), sign_in(PHONE)
    gone.post("/accounts/logout/")
    new = "quite another password"
    desk.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    before = mails_of_new_devices(mailbox)
    for client in (phone, gone):
        sign_in(PHONE, client, new)
    assert mails_of_new_devices(mailbox) == before + 2
    desk.post("/accounts/logout/")
    sign_in(DESK, desk, new)
    assert mails_of_new_devices(mailbox) == before + 2


@pytest.mark.django_db(transaction=True)
def test_a_browser_is_known_for_a_year_after_the_last_sign_in(anna: User, mailbox: Mailbox):
    desk = sign_in(DESK)
    KnownBrowser.objects.update(signed_in_at=now() - timedelta(days=366))
    desk.post("/accounts/logout/")
    sign_in(DESK, desk)
    assert mails_of_new_devices(mailbox) == 1
    assert KnownBrowser.objects.count() == 2
    retention.enforce(now=now())
    assert KnownBrowser.objects.count() == 1
