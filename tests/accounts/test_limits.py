"""Wrong passwords lock the password where they came from, not for everybody; a mailed code always opens."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from accounts import limits
from accounts.limits import LONGEST
from accounts.models import Tries, User
from tests.accounts.entering import code_to
from tests.mails import Mailbox
from tests.people import PASSWORD

pytestmark = pytest.mark.django_db

LOCKED = "Too many wrong passwords"
FAR, NEAR = "203.0.113.5", "198.51.100.7"
"""Where a stranger is, and where Anna is."""


def at(network: str) -> Client:
    return Client(REMOTE_ADDR=network)


def tries(client: Client, password: str, address: str = "anna@example.org") -> str:
    """The page that answers a password; empty when it opened."""
    answer = client.post("/accounts/login/", {"login": address, "password": password})
    return "" if answer.status_code == 302 else answer.content.decode()


def asks_for_a_code(client: Client, address: str = "anna@example.org", path: str = "/accounts/login/") -> bool:
    """Whether a code was mailed; by the sign-in page or the page of its own."""
    fields = {"login": address, "password": ""} if path == "/accounts/login/" else {"email": address}
    return client.post(path, fields).status_code == 302


def test_wrong_passwords_of_a_stranger_do_not_lock_out_who_is_elsewhere(anna: User):
    said = [LOCKED in tries(at(FAR), "a guess of mine") for _ in range(7)]
    assert said == [False] * 5 + [True] * 2
    assert LOCKED in tries(at(FAR), PASSWORD), "the right one is no better than a guess there"
    assert tries(at(NEAR), PASSWORD) == ""


def test_a_household_is_one_network_also_with_many_addresses(anna: User):
    for number in range(5):
        tries(at(f"2001:db8:1:2::{number}"), "a guess of mine")
    assert LOCKED in tries(at("2001:db8:1:2::99"), PASSWORD)
    assert tries(at("2001:db8:1:3::1"), PASSWORD) == ""


def test_the_limit_is_for_each_account_and_right_passwords_do_not_count(anna: User, boris: User):
    for _ in range(5):
        tries(at(NEAR), "a guess of mine")
    assert tries(at(NEAR), PASSWORD, "boris@example.org") == ""
    assert [tries(at(FAR), PASSWORD) for _ in range(8)] == [""] * 8


def test_an_unknown_address_is_locked_like_a_known_one(anna: User):
    """Else the lock would tell which address has an account."""
    for address in ("anna@example.org", "nobody@example.org"):
        for _ in range(5):
            assert LOCKED not in tries(at(FAR), "a guess of mine", address)
        assert LOCKED in tries(at(FAR), "a guess of mine", address)
        Tries.objects.all().delete()  # a minute later: ten failures a minute are what one network may have


def test_guessing_from_many_networks_is_limited_too(anna: User, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "password_from_anywhere": "20/h/key"}
    for network in range(1, 5):
        assert [LOCKED in tries(at(f"203.0.113.{network}"), "a guess of mine") for _ in range(6)] == [False] * 5 + [
            True
        ]
    assert LOCKED in tries(at("203.0.113.99"), "a guess of mine")


def test_the_mailed_code_opens_while_the_password_is_locked(anna: User, mailbox: Mailbox):
    client = at(NEAR)
    for _ in range(6):
        tries(client, "a guess of mine")
    assert asks_for_a_code(client)
    client.post("/accounts/login/code/confirm/", {"code": code_to(mailbox, "anna@example.org")})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/login/code/"])
def test_a_stranger_who_asks_for_codes_does_not_stop_the_code_of_who_is_elsewhere(
    anna: User, mailbox: Mailbox, path: str
):
    assert [asks_for_a_code(at(FAR), path=path) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [asks_for_a_code(at(FAR), "nobody@example.org", path) for _ in range(5)] == [True] * 3 + [False] * 2
    assert asks_for_a_code(at(NEAR), path=path)
    assert len(mailbox.wait_for(4, to="anna@example.org")) == 4


def test_a_forgotten_password_that_was_replaced_works_at_once(anna: User, mailbox: Mailbox):
    client = at(NEAR)
    for _ in range(6):
        tries(client, "a guess of mine")
    client.post("/accounts/password/reset/", {"email": "anna@example.org"})
    client.post("/accounts/password/reset/confirm/", {"code": code_to(mailbox, "anna@example.org")})
    new = "quite another password"
    client.post("/accounts/password/reset/complete/", {"password1": new, "password2": new})
    assert tries(at(NEAR), new) == ""


@pytest.mark.parametrize("address", ["anna@example.org", "nobody@example.org"])
@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/accounts/password/reset/", {}),
        ("/accounts/signup/", {"display_name": "Somebody", "password1": PASSWORD}),
    ],
)
def test_nobody_has_many_mails_sent_to_an_address_whoever_owns_it(
    anna: User, mailbox: Mailbox, settings: Settings, path: str, fields: dict[str, str], address: str
):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "confirm_email": "100/s/key"}  # else one in 10 s

    def asks(network: str) -> bool:
        answer = at(network).post(path, {"email": address, **fields})
        if answer.status_code == 302:
            User.objects.filter(display_name="Somebody").delete()
        return answer.status_code == 302

    assert [asks(FAR) for _ in range(6)] == [True] * 5 + [False]
    assert asks(NEAR), "who is elsewhere is not locked out"
    assert len(mailbox.to(address)) == 6


def test_what_is_not_in_order_is_not_counted(anna: User):
    for _ in range(6):
        at(FAR).post("/accounts/signup/", {"email": "new@example.org", "display_name": "Anna", "password1": "x"})
    answer = at(FAR).post("/accounts/signup/", {"email": "new@example.org", "display_name": "Anna", "password1": "x"})
    assert "many codes" not in answer.content.decode()


def test_tries_are_counted_whatever_becomes_of_the_cache(anna: User):
    """Else five more could be made after each start of Redis."""
    for _ in range(5):
        tries(at(FAR), "a guess of mine")
    cache.clear()
    assert LOCKED in tries(at(FAR), PASSWORD)


def test_what_was_tried_is_kept_under_a_fingerprint_and_counts_for_its_time(anna: User):
    for _ in range(6):
        tries(at(FAR), "a guess of mine")
    kept = str(list(Tries.objects.values()))
    assert FAR not in kept
    assert "anna" not in kept
    assert not Tries.objects.filter(ends_at__gt=now() + LONGEST).exists()
    Tries.objects.update(ends_at=now())
    assert tries(at(FAR), PASSWORD) == ""


@pytest.mark.django_db(transaction=True)
def test_of_many_who_count_at_once_one_does():
    together = Barrier(6)

    def ask(_number: int) -> bool:
        together.wait(5)
        try:
            return cache.add("second:1:123456", "used", 60)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        for _turn in range(3):
            assert sum(threads.map(ask, range(6))) == 1
            assert not cache.add("second:1:123456", "used", 60)
            Tries.objects.update(ends_at=now())  # it may be taken over once


def test_every_limit_of_the_settings_is_told_to_who_runs_the_site(settings: Settings):
    told = (Path(__file__).parent.parent.parent / "docs" / "security.md").read_text(encoding="utf-8")
    assert [name for name in settings.ACCOUNT_RATE_LIMITS if f"`{name}`" not in told] == []


def test_a_lock_that_another_request_takes_and_lets_go_meanwhile_is_not_ours() -> None:
    """Two tests of an email at once: the row of the other was neither there before nor after ours could not be written."""

    def twice(execute, sql, *others):
        if sql.startswith("INSERT"):
            execute(sql, *others)
        return execute(sql, *others)

    with connection.execute_wrapper(twice):
        assert not limits.add("lock", value=True, lasts=timedelta(minutes=1), now=now())
    assert limits.add("lock", value=True, lasts=timedelta(minutes=1), now=now())
