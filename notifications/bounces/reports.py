"""Reads reports of other mail servers: DSN (RFC 3464), ARF (RFC 5965), and plain sentences of servers that know neither.

Only a token says which email a report is about: that of the return address, or the Message-ID of the email that came back.
Only the servers on the way and the reader know these, so nobody can stop the emails of others with an invented report.

What a refusal means for the address follows from the codes of RFC 3463 (`5.1.1`) or, where a server gives none, of RFC 5321
(`550`).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message

from flufl.bounce import all_failures

from notifications.mail import compose
from notifications.mail.compose import host
from notifications.models import Trouble

_ENHANCED = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_PLAIN = re.compile(r"^\s*([45])\d\d\b")
_ABOUT_US = re.compile(
    r"\brelay|\bspam\b|blacklist|block ?list|\bblocked\b|reputation|\bdmarc\b|\bdkim\b|\bspf\b", re.I
)

FOR_NOW = ("2.2", "4.4", "4.7", "3.2", "3.1")
"""What passes although it is said with a 5: a full mailbox, a name that does not resolve just now, expired, a full system."""


def status_in(said: str) -> str:
    """The enhanced status code in what a server said; empty if it gave none."""
    found = _ENHANCED.search(said)
    return found[1] if found else ""


def severity(status: str, said: str = "") -> Trouble:
    """What a refusal with this enhanced status and these words means.

    >>> severity("5.1.1"), severity("5.2.2"), severity("5.7.1"), severity("", "550 no such user")
    (Trouble.HARD, Trouble.SOFT, Trouble.BLOCKED, Trouble.HARD)
    """
    if status:
        family, _dot, detail = status.partition(".")
        if family != "5":
            return Trouble.SOFT
        if detail.startswith("7."):
            return Trouble.BLOCKED
        if detail in FOR_NOW or detail.startswith("6."):
            return Trouble.SOFT
        return Trouble.BLOCKED if detail == "0.0" and _ABOUT_US.search(said) else Trouble.HARD
    plain = _PLAIN.match(said)
    if plain and plain[1] == "4":
        return Trouble.SOFT
    if _ABOUT_US.search(said):
        return Trouble.BLOCKED
    return Trouble.SOFT if said.lstrip().startswith("552") else Trouble.HARD


WHERE_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To")
"""Headers that may name our return address, if the envelope is not known."""

COMPLAINTS = frozenset({"abuse", "fraud", "virus", "opt-out", "opt-out-list", "other"})


ODD = (MessageError, RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What Python's email parser raises for emails that no mail program writes."""


@dataclass(frozen=True, slots=True)
class FoundReport:
    """What a report says. `tokens` are those of the deliveries it may speak of, the most certain first. `fingerprint` is the same
    for the same bytes, or for an event that is reported twice."""

    trouble: Trouble
    tokens: tuple[str, ...]
    status: str = ""
    said: str = ""
    fingerprint: str = ""


def read_report(raw: bytes, recipients: Iterable[str] = ()) -> FoundReport | None:
    """What a raw email reports; None if it is no report. `recipients` are those of its envelope, if known. Raises
    RecursionError for parts nested deeper than any server writes."""
    mail = message_from_bytes(raw)
    own = [token for token in map(compose.token_in, _recipients(mail, recipients)) if token]
    if not own and not _is_automatic(mail):
        return None
    tokens = tuple(dict.fromkeys([*own, *_message_ids(mail, raw)]))
    return _complaint(mail, tokens) or _status(mail, tokens) or _prose(mail, tokens)


def _recipients(mail: Message, recipients: Iterable[str]) -> Iterator[str]:
    yield from recipients
    for name in WHERE_TO:
        yield from map(str, mail.get_all(name, []))


def _is_automatic(mail: Message) -> bool:
    """Whether a server wrote it: what people write, and quote, is never read as a report."""
    if mail.get_content_type() == "multipart/report":
        return True
    if str(mail.get("Return-Path", "")).strip() == "<>":
        return True
    sender = str(mail.get("From", "")).lower()
    return "mailer-daemon" in sender or "postmaster@" in sender


def _message_ids(mail: Message, raw: bytes) -> Iterator[str]:
    """The tokens of our Message-IDs: in the email that came back with the report, else anywhere in it."""
    ours = re.compile(rf"<([A-Za-z0-9_-]{{16,32}})@{re.escape(host())}>")
    for part in mail.walk():
        if part is not mail and part.get("Message-ID"):
            yield from ours.findall(str(part["Message-ID"]))
    yield from ours.findall(raw.decode("ascii", "replace"))


def _complaint(mail: Message, tokens: tuple[str, ...]) -> FoundReport | None:
    for part in mail.walk():
        if part.get_content_type() == "message/feedback-report":
            fields = _fields(part)
            kind = str(fields[0].get("Feedback-Type", "")).strip().lower() if fields else ""
            return FoundReport(Trouble.COMPLAINT, tokens, said=kind) if kind in COMPLAINTS else None
    return None


def _status(mail: Message, tokens: tuple[str, ...]) -> FoundReport | None:
    for part in mail.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in _fields(part):
            action = str(fields.get("Action", "")).strip().lower()
            if action not in ("failed", "delayed"):
                continue
            said = " ".join(str(fields.get("Diagnostic-Code", "")).split())
            said = said.partition(";")[2].strip() or said  # `smtp; 550 5.1.1 …`
            status = status_in(str(fields.get("Status", "")))
            precise = status_in(said)
            if precise and (not status or status.endswith(".0.0")):
                status = precise
            trouble = Trouble.DELAYED if action == "delayed" else severity(status, said)
            return FoundReport(trouble, tokens, status, said)
    return None


def _fields(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


def _prose(mail: Message, tokens: tuple[str, ...]) -> FoundReport | None:
    """Servers with words of their own, which flufl.bounce knows."""
    for_now, for_good = all_failures(mail)
    if for_good:
        return FoundReport(Trouble.HARD, tokens)
    return FoundReport(Trouble.SOFT, tokens) if for_now else None
