"""Reads an email: headers as text, the one body that matters, whether a person wrote it, and whether it is forged.

The size is limited before parsing, so that no email takes more than a moment; what is too strange raises Malformed. Of HTML
the text is read, without quotes.
"""

import email
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import compat32
from email.utils import getaddresses, parseaddr
from html.parser import HTMLParser

from notifications.bounces.reports import ODD

_SILENT = frozenset({"script", "style", "head", "title", "blockquote", "template"})
_BREAKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "hr", "table", "pre"})
_VOID = frozenset({"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base"})
_QUOTES = re.compile(
    r"gmail_quote|gmail_attr|gmail_signature|moz-cite-prefix|moz-signature|yahoo_quoted|k9mail|protonmail_quote"
)
_QUOTE_IDS = re.compile(
    r"divrplyfwdmsg|appendonsend|mail-editor-reference-message-container|ms-outlook-mobile-signature"
)
MOST_DEPTH = 500
MOST_HTML = 60_000
"""Longest HTML, in characters without comments and styles: the parser takes quadratic time for tags that never end."""

_UNSEEN = (("<!--", "-->"), ("<style", "</style"), ("<script", "</script"))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[str] = []
        self.silent_from: int | None = None
        self.is_over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self.silent_from is None and _QUOTE_IDS.search(values.get("id", "").lower()):
            self.is_over = True  # Outlook: from here on it is the mail that is answered
        if tag in _BREAKS:
            self.parts.append("\n")
        if tag in _VOID or len(self.open) >= MOST_DEPTH:
            return
        self.open.append(tag)
        if self.silent_from is None and (tag in _SILENT or _QUOTES.search(values.get("class", "").lower())):
            self.silent_from = len(self.open)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "div", "tr", "table", "blockquote"):
            self.parts.append("\n")
        if tag not in self.open:
            return
        while self.open and self.open.pop() != tag:
            pass
        if self.silent_from is not None and len(self.open) < self.silent_from:
            self.silent_from = None

    def handle_data(self, data: str) -> None:
        if self.silent_from is None and not self.is_over:
            self.parts.append(data.replace("\n", " "))


def text_of_html(html: str) -> str:
    """What its reader sees, one line a paragraph, without quotes of other emails.

    >>> text_of_html("<div>2<br>pass</div><blockquote>1. buy</blockquote>")
    '2\\npass'
    """
    for begin, end in _UNSEEN:
        html = _without(html, begin, end)
    parser = _Text()
    parser.feed(html[:MOST_HTML])
    parser.close()
    lines = [" ".join(line.split()) for line in "".join(parser.parts).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def _without(html: str, begin: str, end: str) -> str:
    """The text without what is between these; an unclosed rest is cut off."""
    lowered, parts, at = html.lower(), [], 0
    if len(lowered) != len(html):  # a sign that has another length in small letters
        lowered = html
    while (found := lowered.find(begin, at)) >= 0:
        parts.append(html[at:found])
        over = lowered.find(end, found)
        if over < 0:
            return "".join(parts)
        at = over + len(end)
    return "".join([*parts, html[at:]])


MOST_HEADER_BYTES = 256_000
MOST_HEADERS = 1_000
MOST_BOUNDARIES = 40
MOST_PARTS = 2_000
MOST_TEXT = 200_000
"""Characters of a body that are read; own words are at one of its ends."""

_LINE_END = re.compile(rb"\r\n|\r|\n")


class Malformed(Exception):
    """No mail program writes such an email."""


@dataclass(frozen=True, slots=True)
class Letter:
    """The parts of an email that matter here. `sender` is the one address of From in lower case, or empty if there is not
    exactly one; `name` is what stands before it."""

    sender: str
    name: str
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
        headers = []
        for name, value in message.raw_items():
            clean = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")  # bytes that were no ASCII
            headers.append((str(name).lower(), " ".join(clean.replace("\0", "").split())))
        first = dict(reversed(headers))
        return Letter(
            sender=_sender([value for name, value in headers if name == "from"]),
            name=parseaddr(_decoded(first.get("from", "")))[0],
            subject=_decoded(first.get("subject", "")),
            message_id=first.get("message-id", ""),
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


def _sender(values: Sequence[str]) -> str:
    """The address, if there is one From with one address in it: two are an attempt to look like another person."""
    if len(values) != 1 or len(values[0]) > 2_000:
        return ""
    # encoded words are names, never addresses: what they decode to must not be read as one
    shown = re.sub(r"=\?[^?\s]*\?[bqBQ]\?[^?\s]*\?=", "name", values[0])
    found = [address for _name, address in getaddresses([shown]) if address]
    if len(found) != 1 or found[0].count("@") != 1 or any(sign.isspace() for sign in found[0]):
        return ""
    return found[0].lower()


def _decoded(value: str) -> str:
    """A subject as its reader sees it; one that cannot be decoded stays as it is."""
    try:
        found = decode_header(value[:2_000])
    except HeaderParseError:
        found = [(value[:2_000], None)]
    parts = (_text(part, charset) if isinstance(part, bytes) else part for part, charset in found)
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


_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"\s*([a-z0-9-]+)(?:/\d+)?\s*=\s*([a-z]+)(.*)", re.IGNORECASE | re.DOTALL)
_HEADER_FROM = re.compile(r"header\.from\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`is_refused`: our own server says that the email is forged. `is_proved`: it says that the domain of From sent it."""

    is_refused: bool = False
    is_proved: bool = False


_OUT_OF_OFFICE = re.compile(
    r"""(?:
    auto(?:mat(?:ic|ed))?[ -]?(?:reply|respon(?:se|der)) | (?:i\ am\ |i'm\ )?out[ -]of[ -](?:the[ -])?office | oo(?:t?o)\b
    | (?:i\ am\ |i'm\ )?(?:on\ (?:(?:annual|parental|sick)\ )?(?:leave|vacation|holidays?)|away)\b | vacation\ (?:reply|response)
    | automat(?:ische|isierte|\.)\ (?:rück)?(?:antwort|abwesenheitsnotiz)
    | (?:abwesenheits|urlaubs)(?:notiz|meldung|nachricht|assistent|agent|benachrichtigung|mitteilung)
    | (?:ich\ bin\ |bin\ )?(?:(?:derzeit|momentan|zurzeit|zur\ zeit|aktuell)\ )?
      (?:abwesend|nicht\ (?:im\ (?:büro|haus)|erreichbar)|außer\ haus|im\ urlaub)\b | abwesenheit\b
    | réponse\ automatique | (?:en\ )?absence?\ (?:du|de)\b | message\ d'absence
    | (?:je\ suis\ )?(?:absente?|en\ (?:congés?|vacances))\b
    | respuesta\ autom[áa]tica | (?:estoy\ )?(?:fuera\ de\ (?:la\ )?oficina|ausente\b|de\ vacaciones)
    | risposta\ automatica | fuori\ (?:sede|ufficio) | assen(?:te|za)\b | (?:sono\ )?in\ ferie\b
    | resposta\ autom[áa]tica | fora\ do\ escritório | (?:estou\ )?de\ férias | ausência\b
    | automatisch\ antwoord | afwezig(?:heid(?:s(?:bericht|melding))?)?\b | op\ vakantie\b
    | auto(?:matiskt?\ )?svar | frånvaro(?:meddelande)? | fravær(?:sbesked|smelding)? | (?:ikke|inte)\ på\ kontoret
    | på\ (?:semester|ferie)\b | automaattinen\ vastaus | poissa\b | lomalla\b
    | (?:odpowiedź\ automatyczna | automatyczna\ odpowiedź | autoodpowiedź) | nieobecność | poza\ biurem | (?:jestem\ )?na\ urlopie
    | automatická\ odpov[eě]ď | mimo\ kancelář | automatikus\ válasz | házon\ kívül | răspuns\ automat
    | автоматический\ ответ | автоответ | вне\ офиса | в\ отпуске | автоматична\ відповідь | автоматичен\ отговор
    | αυτόματη\ απάντηση | otomatik\ yanıt | samodejni\ odgovor | automatski\ odgovor
    | 自動(?:応答|返信|回覆) | 不在 | 自动(?:答复|回复) | 자동\ ?(?:회신|응답) | 부재\ ?중 | رد\ تلقائي | מענה\ אוטומטי
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""How the subject begins that programs write for people who are away: in 24 languages."""


def why_no_person(letter: Letter, envelope_from: str) -> str:
    """Why no person wrote this email, as a code; empty if one may have."""
    if letter.all("x-stpete-event"):
        return "loop"
    if letter.is_report or not envelope_from.strip("<> "):
        return "bounce"
    submitted = letter.first("auto-submitted").lower()
    if submitted and not submitted.startswith("no"):
        return "automatic"
    if letter.first("precedence").lower().replace("-", "_") in ("bulk", "junk", "list", "auto_reply"):
        return "automatic"
    if letter.first("x-auto-response-suppress").lower() not in ("", "none") or _OUT_OF_OFFICE.match(
        letter.subject.replace("’", "'")
    ):
        return "automatic"
    names = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder", "list-id", "x-loop", "feedback-id")
    return "automatic" if any(letter.all(name) for name in names) else ""


def verdict(letter: Letter, authserv: str) -> Verdict:
    """What the server named `authserv` found out (RFC 8601). Results of other servers prove nothing and are ignored.

    DMARC decides if there is a result. Otherwise an email is forged if SPF or DKIM fails and neither passes: a forwarded
    email fails one and passes the other.
    """
    if not authserv:
        return Verdict()
    told: dict[str, set[str]] = {}
    aligned = False
    domain = letter.sender.rpartition("@")[2]
    for value in letter.all("authentication-results"):
        name, _semicolon, rest = _COMMENT.sub(" ", value[:8_000]).partition(";")
        if name.split()[:1] != [authserv]:
            continue
        for part in rest.split(";"):
            found = _RESULT.match(part)
            if not found:
                continue
            method, result, properties = found.group(1).lower(), found.group(2).lower(), found.group(3)
            told.setdefault(method, set()).add(result)
            about = _HEADER_FROM.search(properties)
            if method == "dmarc" and result == "pass" and about and about.group(1).lower() == domain:
                aligned = True
    if "dmarc" in told:
        is_refused = "fail" in told["dmarc"]
        return Verdict(is_refused, aligned and not is_refused)
    fails = any("fail" in told.get(method, ()) for method in ("spf", "dkim"))
    passes = any("pass" in told.get(method, ()) for method in ("spf", "dkim"))
    return Verdict(is_refused=fails and not passes)
