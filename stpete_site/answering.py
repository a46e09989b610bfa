"""An answer to a caught mail, written and sent as a mail program does: the embedded default can be played by mail as well."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from urllib.parse import urlsplit

from django.conf import settings

from stpete_site.dev_mailbox import CaughtMail


class NotTaken(Exception):
    """The site's own door did not take the mail; says what it said."""


def answer_to(mail: CaughtMail, text: str) -> EmailMessage:
    """`text` above the quoted mail, from whoever it was sent to."""
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = mail.to, mail.reply_to, f"Re: {mail.subject}"
    made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain="mailbox.localhost")
    made["In-Reply-To"] = str(mail.message.get("Message-ID") or "")
    made.set_content(f"{text}\n\nOn {mail.at:%d %B %Y at %H:%M}, St Pete <{mail.reply_to}> wrote:\n\n{quoted}\n")
    return made


def send_answer(mail: CaughtMail, text: str) -> None:
    """Raises NotTaken."""
    url = urlsplit(settings.INBOUND_LISTEN)
    kind = smtplib.LMTP if url.scheme == "lmtp" else smtplib.SMTP
    try:
        with kind(url.hostname or "127.0.0.1", url.port or 0) as server:
            server.sendmail(mail.to, [mail.reply_to], answer_to(mail, text).as_bytes(policy=SMTP))
    except (OSError, smtplib.SMTPException) as error:
        raise NotTaken(str(error)) from error
