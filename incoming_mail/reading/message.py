"""A mail taken apart: headers as text, and the one body that is read. Bounded before it is parsed, so that no mail costs more
than a moment: what is too strange raises Malformed."""

import email
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses

from incoming_mail.reading.html import text_of_html

MOST_HEADER_BYTES = 256_000
MOST_HEADERS = 1_000
MOST_BOUNDARIES = 40
MOST_PARTS = 2_000
MOST_TEXT = 200_000
"""Signs of a body that are looked at; what somebody wrote himself stands at one of its ends."""

_LINE_END = re.compile(rb"\r\n|\r|\n")


ODD = (MessageError, RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What Python's reader of mails raises for one that nobody's program writes."""


class Malformed(Exception):
    """Not a mail that anybody's program writes."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as far as it matters here. `sender` is the one address of From, in small letters; empty without exactly one."""

    sender: str
    subject: str
    message_id: str
    text: str
    headers: Sequence[tuple[str, str]]
    is_report: bool

    def all(self, name: str) -> list[str]:
        return [value for known, value in self.headers if known == name.lower()]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")


def read(raw: bytes) -> Letter:
    """Raises Malformed."""
    _check(raw)
    try:
        message = email.message_from_bytes(raw, policy=compat32)
        headers = [(str(name).lower(), _unfolded(str(value))) for name, value in message.raw_items()]
        return Letter(
            sender=_sender([value for name, value in headers if name == "from"]),
            subject=_decoded(next((value for name, value in headers if name == "subject"), "")),
            message_id=next((value for name, value in headers if name == "message-id"), ""),
            text=_body(message)[:MOST_TEXT],
            headers=headers,
            is_report=message.get_content_type() == "multipart/report",
        )
    except ODD as error:
        raise Malformed(type(error).__name__) from error


def _check(raw: bytes) -> None:
    """What would make parsing long: headers without end, parts within parts."""
    end = re.search(rb"\r?\n\r?\n", raw[: MOST_HEADER_BYTES + 4])
    if end is None and len(raw) > MOST_HEADER_BYTES:
        raise Malformed("headers without end")
    head = raw[: end.start()] if end else raw[:MOST_HEADER_BYTES]
    if len(_LINE_END.findall(head)) > MOST_HEADERS:
        raise Malformed("too many headers")
    if raw.count(b"\n--") > MOST_PARTS:
        raise Malformed("too many parts")
    lowered = raw.lower()
    if lowered.count(b"boundary") > MOST_BOUNDARIES or lowered.count(b"message/rfc822") > MOST_BOUNDARIES:
        raise Malformed("parts within parts")


def _unfolded(value: str) -> str:
    clean = value.encode("utf-8", "replace").decode()  # bytes that were no ASCII
    return " ".join(clean.replace("\0", "").split())


def _sender(values: Sequence[str]) -> str:
    """The address, where there is one From with one address in it: two are an attempt to look like somebody else."""
    if len(values) != 1 or len(values[0]) > 2_000:
        return ""
    found = [address for _name, address in getaddresses([_decoded_names(values[0])]) if address]
    if len(found) != 1 or found[0].count("@") != 1 or any(sign.isspace() for sign in found[0]):
        return ""
    return found[0].lower()


def _decoded_names(value: str) -> str:
    """Encoded words are names, never addresses: what they decode to must not be read as one."""
    return re.sub(r"=\?[^?\s]*\?[bqBQ]\?[^?\s]*\?=", "name", value)


def _decoded(value: str) -> str:
    """A subject as its reader sees it; one that is no code of anything stands as it is."""
    parts = []
    try:
        found = decode_header(value[:2_000])
    except HeaderParseError:
        found = [(value[:2_000], None)]
    for part, charset in found:
        parts.append(_text(part, charset) if isinstance(part, bytes) else part)
    return " ".join("".join(parts).split())


def _body(message: Message) -> str:
    """The first plain text that is no attachment, else the first HTML as text."""
    html = ""
    for part in message.walk():
        kind = part.get_content_type()
        if part.is_multipart() or kind not in ("text/plain", "text/html"):
            continue
        if part.get_content_disposition() == "attachment":
            continue
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        text = _text(payload, part.get_content_charset())
        if kind == "text/plain" and text.strip():
            flowed = str(part.get_param("format", "")).lower() == "flowed"
            deletes = str(part.get_param("delsp", "")).lower() == "yes"
            return _unflowed(text, deletes) if flowed else text
        html = html or (text if kind == "text/html" else "")
    return text_of_html(html[:MOST_TEXT])


def _text(payload: bytes, charset: str | None) -> str:
    for name in (charset, "utf-8"):
        try:
            if name:
                return _plain(payload.decode(name.strip("\"'")))
        except (LookupError, ValueError):
            continue
    return _plain(payload.decode("latin-1"))


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").replace("\ufeff", "")


def _unflowed(text: str, deletes_space: bool) -> str:
    """Paragraphs of format=flowed (RFC 3676) on one line each; quoted lines and signatures stay as they are."""
    lines: list[str] = []
    goes_on = False
    for line in text.split("\n"):
        is_quoted, is_mark = line.startswith(">"), line == "-- "
        shown = line[1:] if line.startswith(" ") else line
        if goes_on and not is_quoted and not is_mark:
            lines[-1] += shown
        else:
            lines.append(shown)
        goes_on = not is_quoted and not is_mark and line.endswith(" ")
        if goes_on and deletes_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
