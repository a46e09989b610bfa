"""Mails as a player's program writes them, and the way they take into the site in a test."""

from __future__ import annotations

import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP as SMTP_LINES
from email.utils import make_msgid

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from tests.mail_server import text_of


def reply_to(mail: EmailMessage, text: str, *, sender: str = "", **headers: str) -> EmailMessage:
    """An answer above the quoted mail, as most programs write it; `sender` is who the mail went to unless said."""
    made = EmailMessage()
    made["From"] = sender or str(mail["To"])
    made["To"] = str(mail["Reply-To"])
    made["Subject"] = "Re: " + str(mail["Subject"])
    made["Message-ID"] = make_msgid(domain="player.example")
    made["In-Reply-To"] = str(mail["Message-ID"])
    quoted = "\n".join(f"> {line}" for line in text_of(mail).splitlines())
    made.set_content(f"{text}\n\nOn Fri, 20 Nov 2026 at 12:00, St Pete <{mail['Reply-To']}>\nwrote:\n\n{quoted}\n")
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    return made


def letter(sender: str, to: str, text: str, subject: str = "", **headers: str) -> EmailMessage:
    """A mail that answers none."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Message-ID"] = make_msgid(domain="player.example")
    made.set_content(text)
    for name, value in headers.items():
        made[name.replace("_", "-")] = value
    return made


def odd(number: int = 0, size: int = 1_990_000) -> bytes:
    """A mail of empty lines; no two numbers are the same mail."""
    head = b"From: nobody@example.net\r\nTo: play@stpete.localhost\r\nSubject: %d\r\n\r\n" % number
    return head.ljust(size, b"\n")


def post(mail: EmailMessage, port: int, *, envelope_from: str | None = None, lmtp: bool = False) -> None:
    """Hand it over as a mail server does. Raises what smtplib raises."""
    kind = smtplib.LMTP if lmtp else smtplib.SMTP
    with kind("127.0.0.1", port) as server:
        sender = str(mail["From"]) if envelope_from is None else envelope_from
        server.sendmail(sender, [str(mail["To"])], mail.as_bytes(policy=SMTP_LINES))


class _Door(Controller):
    def __init__(self, way: str, most_bytes: int) -> None:
        self.way, self.most_bytes = way, most_bytes
        super().__init__(None, hostname="127.0.0.1", port=0)

    def factory(self) -> SMTP:
        from incoming_mail.listener import protocol

        return protocol(self.way, self.most_bytes)

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def listening(way: str = "smtp", most_bytes: int = 2_000_000) -> Iterator[int]:
    """The door of the site in a thread of this process; gives its port."""
    door = _Door(way, most_bytes)
    door.start()
    try:
        yield door.port
    finally:
        door.stop()
        assert threading.active_count() < 50
