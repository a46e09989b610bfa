"""Mails as they arrive: a real SMTP server in the test process, and what it accepted, parsed."""

from __future__ import annotations

import email
import email.policy
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from stpete_site.supervisor.process import wait_until


@dataclass
class Mailbox:
    """What the mail server of a test accepted. `port` is where it listens."""

    port: int = 0
    messages: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)  # of the envelopes
    refuse_with: str | None = None  # such as "451 Try later"; None accepts
    refuse_recipients_with: str | None = None  # such as "550 5.1.1 No such user"
    after_acceptance: Callable[[EmailMessage], None] | None = None  # called before the 250 goes out
    _arrived: threading.Condition = field(default_factory=threading.Condition)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Called by aiosmtpd for each recipient."""
        if self.refuse_recipients_with:
            return self.refuse_recipients_with
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Called by aiosmtpd for each mail."""
        if self.refuse_with:
            return self.refuse_with
        message = email.message_from_bytes(envelope.original_content or b"", policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        with self._arrived:
            self.messages.append(message)
            self.recipients.append(list(envelope.rcpt_tos))
            self.senders.append(str(envelope.mail_from))
        if self.after_acceptance:
            self.after_acceptance(message)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """The mails that went to `address`, oldest first."""
        return [mail for mail, names in zip(self.messages, self.recipients, strict=True) if address in names]

    def wait_for(self, count: int, *, to: str | None = None, seconds: float = 15.0) -> list[EmailMessage]:
        """The mails (to one address) once there are `count` of them; fails after `seconds`."""
        found = wait_until(lambda: len(self.to(to) if to else self.messages) >= count, seconds=seconds)
        mails = self.to(to) if to else list(self.messages)
        assert found, f"{count} mails expected, {len(mails)} came: {[mail['Subject'] for mail in mails]}"
        return mails

    def clear(self) -> None:
        """Forget what came so far."""
        with self._arrived:
            self.messages.clear()
            self.recipients.clear()
            self.senders.clear()


def text_of(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None, "the mail has no text part"
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    """The HTML of a mail."""
    part = mail.get_body(("html",))
    assert part is not None, "the mail has no HTML part"
    return str(part.get_content())


class _AnyPort(Controller):
    """A controller that lets the kernel choose the port."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@pytest.fixture(scope="session")
def _mail_server() -> Iterator[Mailbox]:
    box = Mailbox()
    controller = _AnyPort(box, hostname="127.0.0.1", port=0)
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
