"""The first account of a site: one command makes it, with language and a confirmed address."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command

from accounts.models import User
from tests.people import signed_in
from tests.web_server import ROOT

pytestmark = pytest.mark.django_db


def test_an_operator_has_all_rights_a_language_and_a_confirmed_address(monkeypatch):
    monkeypatch.setenv("OPERATOR_PASSWORD", "a long and good one")
    call_command("add_operator", "Olga@Example.org", name="Olga", language="de", time_zone="Europe/Berlin")
    olga = User.objects.get()
    assert (olga.email, olga.name, olga.language, olga.time_zone) == ("olga@example.org", "Olga", "de", "Europe/Berlin")
    assert EmailAddress.objects.get(user=olga, primary=True, verified=True).email == "olga@example.org"
    assert olga.check_password("a long and good one")
    assert signed_in(olga).get("/admin/accounts/user/").status_code == 200


def test_without_a_password_one_signs_in_by_emailed_code(monkeypatch, mailoutbox, client):
    monkeypatch.delenv("OPERATOR_PASSWORD", raising=False)
    call_command("add_operator", "olga@example.org", name="Olga")
    assert not User.objects.get().has_usable_password()
    client.post("/accounts/login/code/", {"email": "olga@example.org"})
    assert [one.to for one in mailoutbox] == [["olga@example.org"]]


@pytest.mark.parametrize(
    ("address", "wrong", "said"),
    [
        ("nobody", {"name": "Olga"}, "valid email address"),
        ("anna@example.org", {"name": "Olga"}, "already exists"),
        ("olga@example.org", {"name": "anna"}, "taken"),
        ("olga@example.org", {"name": "Olga", "time_zone": "Moon"}, "time zone"),
        ("olga@example.org", {}, "Name is missing"),
    ],
)
def test_what_is_wrong_is_said_and_nobody_is_made(monkeypatch, anna, address, wrong, said):
    monkeypatch.delenv("OPERATOR_PASSWORD", raising=False)
    with pytest.raises(CommandError, match=said):
        call_command("add_operator", address, **wrong)
    assert list(User.objects.all()) == [anna]


def test_a_weak_password_is_refused(monkeypatch):
    monkeypatch.setenv("OPERATOR_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        call_command("add_operator", "olga@example.org", name="Olga")


def test_the_command_of_django_says_what_to_use_whatever_it_is_given():
    command = [sys.executable, "manage.py", "createsuperuser", "--noinput", "--email", "olga@example.org"]
    environment = os.environ | {"STPETE_TEST_CHILD": "yes"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, "add_operator ADDRESS" in done.stderr, "Traceback" in done.stderr) == (1, True, False)
