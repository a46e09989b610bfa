"""The players' rules in templates.

{% load handbook %}
{% linked_text text page %}        a stretch of running text with its links
{% exact block.rules %}            a sign for each rule that leads to its exact wording
{% things key page as entries %}   what a row of cards names, to be drawn
{{ page.slug|page_url }}           where a page is read
"""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.handbook import markup
from games.handbook.reader import Page
from games.names.words import content_language
from games.reference.book import book
from games.reference.facts import CardEntry, entry_of

register = template.Library()


@register.simple_tag
def linked_text(text: str, page: Page) -> SafeString:
    return markup.as_html(text, page, content_language())


@register.simple_tag
def exact(rules: Sequence[str]) -> SafeString:
    return markup.rules_as_links(tuple(rules), book(), _("exact wording"))


@register.simple_tag
def things(key: str, page: Page) -> list[CardEntry]:
    return [entry_of(shelf, thing) for shelf, thing in markup.find_things(key, page)]


@register.filter
def page_url(slug: str) -> str:
    return markup.address(slug)
