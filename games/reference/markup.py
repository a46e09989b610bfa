"""The binding text as HTML: bold, code, scope tags, ids of rules, sources and the words around them."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from games.reference.book import Book
from games.reference.reader import scopes_of
from games.reference.references import SCOPES, pieces

TITLES: Mapping[str, Promise] = {
    "0": pgettext_lazy("rules", "How to read this document"),
    "0.1": pgettext_lazy("rules", "Sources"),
    "0.2": pgettext_lazy("rules", "Scope tags"),
    "0.3": pgettext_lazy("rules", "Precedence"),
    "1": pgettext_lazy("rules", "Glossary"),
    "2": pgettext_lazy("rules", "Editions, sets and combinations"),
    "3": pgettext_lazy("rules", "Setup"),
    "4": pgettext_lazy("rules", "The first Worker phase"),
    "5": pgettext_lazy("rules", "Sequence of play"),
    "6": pgettext_lazy("rules", "Refill"),
    "7": pgettext_lazy("rules", "Turns and actions"),
    "7.1": pgettext_lazy("rules", "Hand"),
    "7.2": pgettext_lazy("rules", "Passing and the end of the action part"),
    "8": pgettext_lazy("rules", "Prices"),
    "9": pgettext_lazy("rules", "Exchange cards"),
    "10": pgettext_lazy("rules", "Scoring at the end of a phase"),
    "11": pgettext_lazy("rules", "End of a round"),
    "12": pgettext_lazy("rules", "End of the game and final scoring"),
    "12.1": pgettext_lazy("rules", "Trigger"),
    "12.2": pgettext_lazy("rules", "Final scoring"),
    "13": pgettext_lazy("rules", "Special cards of the base game"),
    "14": pgettext_lazy("rules", "In Good Company, SP+"),
    "15": pgettext_lazy("rules", "Five players without the Market"),
    "16": pgettext_lazy("rules", "The Market"),
    "17": pgettext_lazy("rules", "Module 2 cards (also used in In Good Company)"),
    "18": pgettext_lazy("rules", "Module 1 - The Banquet"),
    "18.1": pgettext_lazy("rules", "General"),
    "18.2": pgettext_lazy("rules", "Normal cards"),
    "18.3": pgettext_lazy("rules", "Purple cards"),
    "19": pgettext_lazy("rules", "Module 3 - Helpers"),
    "20": pgettext_lazy("rules", "Module 4 - Events"),
    "21": pgettext_lazy("rules", "Module 5 - Orders"),
    "22": pgettext_lazy("rules", "Module 6 - Hurdles"),
    "22.1": pgettext_lazy("rules", "Setup"),
    "22.2": pgettext_lazy("rules", "Bonus hurdles"),
    "22.3": pgettext_lazy("rules", "Real hurdles"),
    "22.4": pgettext_lazy("rules", "Moving"),
    "22.5": pgettext_lazy("rules", "Final scoring"),
    "23": pgettext_lazy("rules", "Solo, information, online play"),
    "23.1": pgettext_lazy("rules", "Solo"),
    "23.2": pgettext_lazy("rules", "Information"),
    "23.3": pgettext_lazy("rules", "Conveniences the product must offer"),
    "24": pgettext_lazy("rules", "Contradictions between the sources"),
    "25": pgettext_lazy("rules", "Worked examples"),
    "25.1": pgettext_lazy("rules", "Flow, refill, tokens"),
    "25.2": pgettext_lazy("rules", "Prices and exchanges"),
    "25.3": pgettext_lazy("rules", "Scoring and special cards"),
    "25.4": pgettext_lazy("rules", "Market"),
    "25.5": pgettext_lazy("rules", "Events"),
    "25.6": pgettext_lazy("rules", "Final scoring and orders"),
    "25.7": pgettext_lazy("rules", "Hurdles"),
    "25.8": pgettext_lazy("rules", "Combinations and other sets"),
    "26": pgettext_lazy("rules", "Where every decision lies"),
    "27": pgettext_lazy("rules", "State the rules refer to"),
}


def title(number: str) -> str:
    return str(TITLES[number])


def scope(tag: str) -> str:
    """One scope tag in words: `E1`, `M2 without M1`, `with PHASE-4 off`."""
    if option := re.fullmatch(r"with (\S+) off", tag):
        return _("with the option %(rule)s turned off") % {"rule": option[1]}
    with_set, _without, other = tag.partition(" without ")
    if other:
        return _("%(set)s without %(other)s") % {"set": scope(with_set), "other": scope(other)}
    return str(SCOPES.get(tag, tag))


def scopes(tags: Iterable[str]) -> str:
    return "; ".join(scope(tag) for tag in tags)


_FORMS = re.compile(
    r"`(?P<code>[^`]+)`|\*\*(?P<bold>.+?)\*\*|(?<![\w*])\*(?P<stressed>[^*\s][^*]*)\*(?!\w)"
    r"|\{(?P<tags>[^{}]+)\}|(?P<source>\[[^\[\]]+\])"
)


@lru_cache(maxsize=2000)
def address(target: str) -> str:
    """Where a rule, a group of rules or a section can be read."""
    return reverse("games:section" if target.isdecimal() else "games:rule", args=[target])


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
        return format_html('<span class="scope">{}:</span>', scopes(scopes_of(found["tags"])))
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
