"""Mails as they arrive: the SMTP server of the tests, as fixtures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.mail_server import AnyPort, Mailbox, html_of, text_of

__all__ = ["Mailbox", "html_of", "text_of"]


@pytest.fixture(scope="session")
def _mail_server() -> Iterator[Mailbox]:
    box = Mailbox()
    controller = AnyPort(box, hostname="127.0.0.1", port=0)
    controller.start()
    box.port = controller.port
    yield box
    controller.stop()


@pytest.fixture
def mailbox(_mail_server: Mailbox, settings: object) -> Mailbox:
    """Mails that this test sends, in this process or another, go through SMTP into this box."""
    _mail_server.clear()
    _mail_server.refuse_with = _mail_server.after_acceptance = _mail_server.refuse_recipients_with = None
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", _mail_server.port  # type: ignore[attr-defined]
    return _mail_server
