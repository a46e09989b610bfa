"""Turns a letter into subject, text and HTML, for a reader or as a sample. The text part says everything and reads well in
72 columns."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.kinds import Letter, Sample
from notifications.mail.blocks import Block, Button, Written, html, html_of, text_of
from notifications.mail.links import WayOut


@dataclass(frozen=True, slots=True)
class Reader:
    """`user_id` is None and `name` empty for a reader without an account."""

    address: str
    name: str
    language: str
    zone: ZoneInfo
    user_id: int | None = None


def reader_of(user: User) -> Reader:
    return Reader(user.email or "", user.display_name, user.language, user.zone, user.pk)


def reader_at(address: str, language: str) -> Reader:
    """A reader without an account; the language is that of the user who gave us the address."""
    return Reader(address, "", language, ZoneInfo(settings.TIME_ZONE))


WIDTH = 72
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
_ITEM = re.compile(r"( *(?:\d+\. |- |  ))\S")


@dataclass(frozen=True, slots=True)
class Rendered:
    subject: str
    text: str
    html: str


def render(letter: Letter, reader: Reader, way: WayOut) -> Rendered:
    """Put the letter into the frame of all emails. Call it with the reader's language and zone active."""
    values = _frame(letter, reader, way)
    # the part in brackets never changes, so mail programs keep the thread
    tag = letter.about.tag.translate(str.maketrans("[]", "()"))  # what people typed stays inside the brackets
    subject = one_line(f"[{f'St Pete {tag}'.strip()}] {subject_of(letter)}")
    return Rendered(
        subject,
        tidy(render_to_string("notifications/mail/email.txt", values)),
        _inliner().inline(render_to_string("notifications/mail/email.html", values)),
    )


def _frame(letter: Letter, reader: Reader, way: WayOut) -> dict[str, object]:
    has_account = reader.user_id is not None
    why = (
        _("You receive %(what)s.") % {"what": way.category.label}
        if has_account or way.category.is_asked_for
        else _("A player on St Pete gave us your address for this one invitation.")
    )
    return {
        "about": letter.about,
        "reader": reader,
        "category": way.category,
        "why": why,
        "unsubscribe_url": way.url(),
        "preferences_url": settings.SITE_URL + reverse("notifications:preferences") if has_account else "",
        "letter": letter,
        "lead": html(letter.lead),
        "preview": letter.preview or str(letter.lead),
        "text": text_of(letter.body),
        "html": html_of(_button_first(letter.body)),
        "beside": letter.beside,
    }


def _button_first(body: Sequence[Block]) -> list[Block]:
    first = [one for one in body if isinstance(one, Written)] + [one for one in body if isinstance(one, Button)]
    return first + [one for one in body if one not in first]


def subject_of(letter: Letter) -> str:
    return one_line(letter.subject or letter.heading)


def one_line(subject: str) -> str:
    """A subject on one line, without characters that change the direction of reading and without anything that a mail
    program would decode (RFC 2047)."""
    shown = "".join(sign for sign in subject if unicodedata.bidirectional(sign) not in _TURNING)
    return " ".join(shown.replace("=?", "= ?").split())


@cache
def _inliner() -> css_inline.CSSInliner:
    # at-rules stay in the head: the dark colours are a media query
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


def tidy(text: str) -> str:
    """Wrap paragraphs and items, keep single empty lines. Headings (`# ` and `## `) get an empty line before them and no
    rule below, which a screen reader would spell out."""
    lines: list[str] = []
    for line in text.splitlines():
        lines += _lay_out(line.rstrip())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _lay_out(line: str) -> list[str]:
    for mark in ("# ", "## "):
        if line.startswith(mark):
            return ["", *textwrap.wrap(line.removeprefix(mark), WIDTH, break_long_words=False)]
    if len(line) <= WIDTH and line.isprintable():
        return [line]
    if "://" in line and len(line.split()) < 3:  # a link stays on the line of its number
        return [line]
    item = _ITEM.match(line)
    indent = " " * len(item.group(1)) if item else ""
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]


def rendered(sample: Sample, language: str) -> Rendered:
    """The sample as it would be sent to Anna, or to Emil without an account, in Berlin."""
    reader, way = reader_and_way(sample, language)
    with translation.override(language), timezone.override(reader.zone):
        return render(sample.write(), reader, way)


def reader_and_way(sample: Sample, language: str) -> tuple[Reader, WayOut]:
    """The reader and the unsubscribe link of a sample. Nobody has the number 0: trying the link out does no harm."""
    category, zone = sample.kind.category, ZoneInfo("Europe/Berlin")
    if sample.to_stranger:
        return Reader("emil@example.org", "", language, zone), WayOut(category, subject=f"{category.strangers}:0")
    return Reader("anna@example.org", "Anna", language, zone, 1), WayOut(category, user_id=0)
