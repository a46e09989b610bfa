"""Rules in templates.

{% load reference %}
{{ rule.text|rule_text }}          a stretch of the binding text as HTML, with links
{% rule_link "COST-4" %}           the id as a link; nothing for an empty id, plain text for one that is in no book
{% rule_link "COST-4" "words" %}   the words as a link to it
{% refusal error %}                the sentence of a GameError with a link to the rule that forbids it, if one does
{{ entry.exact|in_book }}          rules and groups by id, each with the rules it stands for
{{ section.number|title_of }}      the title of a section or part in the reader's language
{% tile_icon "piles:market" %}     the icon of a card or tile of icons.toml, or `section:key` for another thing
"""

from collections.abc import Iterable
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.errors import GameError
from games.reference import markup
from games.reference.book import book
from games.reference.reader import Rule

from .icons import icon_of

register = template.Library()


@register.filter
def rule_text(text: str) -> SafeString:
    return markup.inline(text, book())


@register.simple_tag
@lru_cache(maxsize=2048)
def rule_link(rule: str, words: str = "") -> SafeString:
    if rule not in book().entries and not book().is_group(rule):
        return format_html("{}", words or rule or "")
    if words:
        return format_html('<a class="rid said" href="{}" title="{}">{}</a>', markup.address(rule), rule, words)
    return format_html('<a class="rid" href="{}">{}</a>', markup.address(rule), rule)


@register.filter
def in_book(ids: Iterable[str]) -> list[tuple[str, list[Rule]]]:
    the_book = book()
    found = [(id, (the_book.entries[id],) if id in the_book.entries else the_book.group(id)) for id in ids]
    return [(id, [entry.rule for entry in entries]) for id, entries in found if entries]


@register.simple_tag
def refusal(error: GameError) -> SafeString:
    return markup.with_rule(str(error), error.rule)


@register.simple_tag
def tile_icon(key: str) -> SafeString:
    section, _, thing = key.rpartition(":")
    return icon_of(section or "cards", thing)


@register.filter
def title_of(number: str) -> str:
    return markup.title(number)
