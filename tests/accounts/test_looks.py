"""Every page of allauth that can be reached stands in our frame, with our words; every account mail has its text."""

from __future__ import annotations

from pathlib import Path

import allauth
import pytest
from allauth.account import urls as allauth_urls
from django.template.loader import get_template, render_to_string
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.accounts.entering import sign_up
from tests.mails import Mailbox
from tests.people import PASSWORD, signed_in

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
THEIRS = Path(allauth.__file__).parent / "templates" / "account"
MAILS = sorted(path.name.removesuffix("_subject.txt") for path in (THEIRS / "email").glob("*_subject.txt"))
BY_LINK = {"password_reset_key"}  # mails with links instead of codes, which we do not send
STANDING = {"email_confirmation", "email_confirmation_signup", "login_code", "password_reset_code"}


def pages_of(client: Client) -> dict[str, list[str]]:
    """Address and template files of all pages of allauth that this client gets to see without a form."""
    seen = {}
    for pattern in allauth_urls.urlpatterns:
        path = f"/accounts/{pattern.pattern}"
        answer = client.get(path, follow=True)
        seen[path] = [template.origin.name for template in answer.templates if template.name]
    return seen


def test_no_page_is_left_in_the_look_of_the_library(anna: User, mailbox: Mailbox):
    passwordless = signed_in(anna)
    waiting = Client()
    sign_up(waiting, "Boris")
    resetting = Client()
    resetting.post("/accounts/password/reset/", {"email": "anna@example.org"})
    coding = Client()
    coding.post("/accounts/login/", {"login": "anna@example.org", "password": ""})
    fresh = Client()
    fresh.post("/accounts/login/", {"login": "anna@example.org", "password": PASSWORD})
    for client in (Client(), passwordless, waiting, resetting, coding, fresh):
        for path, files in pages_of(client).items():
            theirs = [file for file in files if "/allauth/" in file and "/widgets/" not in file]
            assert theirs == [], path


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("mail", [name for name in MAILS if name not in BY_LINK])
def test_every_mail_is_ours_and_has_subject_and_text_in_both_languages(mail: str, language: str):
    for end in ("subject", "message"):
        assert str(ROOT) in str(get_template(f"account/email/{mail}_{end}.txt").origin)
    values = {"code": "ABCD-EFGH", "site_url": "https://pete.example", "reset_url": "https://pete.example/reset/"}
    with translation.override(language):
        subject = render_to_string(f"account/email/{mail}_subject.txt", values).strip()
        text = render_to_string(f"account/email/{mail}_message.txt", values)
    assert subject
    assert "\n" not in subject
    assert text.startswith("Hallo," if language == "de" else "Hello,")
    assert "https://pete.example" in text
    if mail in STANDING:
        assert "ABCD-EFGH" in text
        assert "ABCD-EFGH" in subject
