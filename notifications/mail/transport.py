"""A connection to the mail server, and what its refusals mean for the email: later, or never.

A server that does not answer must not hold up every worker: after a failure nobody tries for a while, then one does.
"""

import logging
import smtplib
from datetime import datetime, timedelta
from typing import Any

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives, get_connection

PAUSE = timedelta(seconds=60)
"""How long nobody tries a server that was away."""

_KEY = "mail:away-until"


def may_try(now: datetime) -> bool:
    """Whether to try the server now. After a pause the first caller may, and the others wait for the result."""
    until = cache.get(_KEY)
    if until is None:
        return True
    if now < until:
        return False
    note_away(now)
    return True


def note_away(now: datetime) -> None:
    cache.set(_KEY, now + PAUSE, timeout=600)


def note_back() -> None:
    cache.delete(_KEY)


logger = logging.getLogger("notifications")


class NotNow(Exception):
    """The email was not accepted this time; it may be later."""


class ServerAway(NotNow):
    pass


class Hopeless(Exception):
    """The server will never accept this email."""


class RecipientRefused(Hopeless):
    """The server will never accept an email to this recipient."""


class Transport:
    """A connection of Django's mail backend (EMAIL_URL, or MAIL_SERVICE), opened for the first email and kept for the next
    ones.

    Closing it never raises: by then the server has said 250, and an error would send the email twice. The next email opens a new
    one.
    """

    def __init__(self) -> None:
        self._connection: Any = None

    def send(self, message: EmailMultiAlternatives) -> None:
        """Return once the server has accepted the email. Raises NotNow, ServerAway, Hopeless or RecipientRefused."""
        try:
            self._open()
        except (OSError, smtplib.SMTPException) as error:
            # nothing was said about this mail yet: a server that is down, full or does not like our password
            self.close()
            raise ServerAway(_told(error)) from error
        try:
            taken = self._connection.send_messages([message])
        except Exception as error:
            self.close()  # whatever state the conversation is in: the next mail begins a new one
            if (meant := _meaning(error)) is None:
                raise
            raise meant from error
        if not taken:
            raise Hopeless("nobody to send it to")

    def _open(self) -> None:
        """Open the connection, again if the server has closed it since the last email."""
        if self._connection is None:
            self._connection = get_connection()
        elif (line := getattr(self._connection, "connection", None)) is not None:
            try:
                is_there = line.rset()[0] == 250
            except (OSError, smtplib.SMTPException):
                is_there = False
            if not is_there:
                self.close()
                self._connection = get_connection()
        self._connection.open()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
        except (OSError, smtplib.SMTPException) as trouble:
            logger.info("mail server left without goodbye: %s", trouble)


def _meaning(error: Exception) -> NotNow | Hopeless | None:
    """What an error means for the email; None for an error of ours."""
    match error:
        case AnymailError():
            return _by_service(error)
        case smtplib.SMTPRecipientsRefused():
            codes = [code for code, _text in error.recipients.values()]
            return (RecipientRefused if min(codes, default=0) >= 500 else NotNow)(_told(error))
        case smtplib.SMTPDataError():
            return (Hopeless if error.smtp_code >= 500 else NotNow)(_told(error))
        case smtplib.SMTPNotSupportedError() | ValueError():  # an address or a header nobody can write
            return Hopeless(_told(error))
        case smtplib.SMTPResponseException():
            return NotNow(_told(error))
        case OSError() | smtplib.SMTPException():  # silence, or a connection that broke
            return ServerAway(_told(error))
    return None


PATIENT = frozenset({408, 425, 429})
"""Answers of a service that ask to come again, of those that else are for good."""

KEYS = frozenset({401, 402, 403})
"""Answers about us, not about an email: a wrong key, a closed account."""


def _by_service(error: AnymailError) -> NotNow | Hopeless:
    said = " ".join(str(error).split())
    if isinstance(error, AnymailRecipientsRefused):
        return RecipientRefused(said)
    if not isinstance(error, AnymailAPIError):
        return Hopeless(said)  # an address or a mail that cannot be put into its words
    code = error.status_code
    if code is None or code in KEYS:
        return ServerAway(said)
    return NotNow(said) if code >= 500 or code in PATIENT else Hopeless(said)


def _told(error: BaseException) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "; ".join(f"{code} {_text(text)}" for code, text in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return f"{type(error).__name__}: {error}"


def _text(answer: bytes | str) -> str:
    return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
