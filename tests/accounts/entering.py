"""Coming in as a person does: fill in the pages and type the codes that arrive."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.test import Client

from tests.mails import Mailbox, text_of
from tests.people import PASSWORD

CODE = re.compile(r"\b[A-Z]{4}-[A-Z]{4}\b")


def code_to(mailbox: Mailbox, address: str, *, count: int = 1) -> str:
    """The code in the newest of `count` mails to an address."""
    found = CODE.search(text_of(mailbox.wait_for(count, to=address)[-1]))
    assert found, "the mail has no code"
    return found.group()


def sign_up(
    client: Client, name: str = "Anna", *, password: str = PASSWORD, next: str = "", **fields: str
) -> HttpResponse:
    """Send the sign-up form."""
    form = {"display_name": name, "email": f"{name.lower()}@example.org", "password1": password, **fields}
    return client.post("/accounts/signup/", {**form, **({"next": next} if next else {})})


def confirm(client: Client, code: str) -> HttpResponse:
    """Type the code that confirms an address."""
    return client.post("/accounts/confirm-email/", {"code": code})
