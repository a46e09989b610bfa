"""The forms of the rules text as HTML: bold, code, scope tags in words, sources set back, and every id as a link."""

import re

from django.conf import settings
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from . import words
from .book import Book
from .reader import scopes_of
from .references import pieces

_FORMS = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|(?<![\w*])\*(?P<stressed>[^*\s][^*]*)\*(?!\w)"
    r"|\{(?P<tags>[^{}]+)\}|(?P<source>\[[^\[\]]+\])"
)


def address(target: str) -> str:
    """Where a rule, a group of rules or a section can be read."""
    return reverse("games:section" if target.isdecimal() else "games:rule", args=[target])


def full_address(rule: str) -> str:
    """The same with the name of the site, for mails and programs."""
    return f"{settings.SITE_URL}{address(rule)}"


def with_rule(sentence: str, rule: str) -> SafeString:
    """A refusal and, in brackets, the link to the exact wording of the rule that forbids it."""
    if not rule:
        return format_html("{}", sentence)
    return format_html(
        '{} (<a class="rid said" href="{}" title="{}">{}</a>)', sentence, address(rule), rule, _("exact wording")
    )


def inline(text: str, book: Book) -> SafeString:
    """One stretch of the text. Nothing of it is trusted to be HTML."""
    out: list[SafeString] = []
    end = 0
    for found in _FORMS.finditer(text):
        out.append(_linked(text[end : found.start()], book))
        out.append(_form(found, book))
        end = found.end()
    out.append(_linked(text[end:], book))
    return mark_safe("".join(out))  # every part is a SafeString


def _form(found: re.Match[str], book: Book) -> SafeString:
    if found["code"]:
        return format_html("<code>{}</code>", found["code"])
    if found["bold"]:
        return format_html("<b>{}</b>", inline(found["bold"], book))
    if found["stressed"]:
        return format_html("<em>{}</em>", inline(found["stressed"], book))
    if found["tags"]:
        return format_html('<span class="scope">{}:</span>', words.scopes(scopes_of(found["tags"])))
    return format_html('<span class="source">{}</span>', _linked(found["source"], book))


def _linked(text: str, book: Book) -> SafeString:
    return format_html_join(
        "",
        "{}",
        (
            (format_html('<a href="{}">{}</a>', address(piece.target), piece.text) if piece.target else piece.text,)
            for piece in pieces(text, book.is_group)
        ),
    )
