"""A real SMTP server in this process, and what it accepted, parsed. Benchmarks use it where there is no pytest."""

from __future__ import annotations

import email
import email.policy
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage

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

    def wait_for(self, count: int, *, to: str | None = None, seconds: float = 200.0) -> list[EmailMessage]:
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


class AnyPort(Controller):
    """A controller that lets the kernel choose the port."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()
