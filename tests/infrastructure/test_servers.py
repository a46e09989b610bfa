"""The servers tests talk to are real ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import connection

from tests.mails import Mailbox, text_of
from tests.processes_of_the_site import Site
from tests.web_server import answers

if TYPE_CHECKING:
    from accounts.models import User


@pytest.mark.django_db
def test_the_database_is_the_one_asked_for(settings: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select sqlite_version()" if settings.TEST_DATABASE == "sqlite" else "show server_version")  # type: ignore[attr-defined]
        assert cursor.fetchone()[0]


def test_the_cache_is_a_redis_server_in_a_database_of_its_own() -> None:
    cache.set("question", "answer", 5)
    assert cache.get("question") == "answer"


def test_a_mail_goes_over_the_wire(mailbox: Mailbox) -> None:
    send_mail("Grüße", "Zum Wohl, Петербург", None, ["anna@example.org"])
    (mail,) = mailbox.to("anna@example.org")
    assert mail["Subject"] == "Grüße"
    assert "Петербург" in text_of(mail)


def test_a_web_process_sees_the_rows_of_the_test(site: Site, anna: User) -> None:
    site.web()
    assert answers(site.url + "/accounts/login/")
