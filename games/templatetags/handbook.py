"""The players' rules in templates.

{% load handbook %}
{% told text page %}               a stretch of running text with its links
{% exact block.rules %}            a sign for each rule that leads to its exact wording
{% things key page as entries %}   what a row of cards names, to be drawn
{{ page.slug|page_url }}           where a page is read
{% rules_of options %}             links to the pages that explain a game with these options
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engine
from games.handbook import markup
from games.handbook.blocks import Page
from games.handbook.library import page as page_of
from games.handbook.library import pages_of
from games.reference.book import book
from games.reference.facts import Entry, entry_of

register = template.Library()


def _language() -> str:
    return "de" if (get_language() or "").startswith("de") else "en"


@register.simple_tag
def told(text: str, page: Page) -> SafeString:
    return markup.html(text, page, _language())


@register.simple_tag
def exact(rules: Sequence[str]) -> SafeString:
    return markup.rules_as_links(tuple(rules), book(), _("exact wording"))


@register.simple_tag
def things(key: str, page: Page) -> list[Entry]:
    return [entry_of(shelf, thing) for shelf, thing in markup.found_in(key, page)]


@register.filter
def page_url(slug: str) -> str:
    return markup.address(slug)


@register.inclusion_tag("games/handbook/_of_game.html")
def rules_of(options: engine.Options) -> dict[str, Any]:
    return {"pages": [page_of(slug, _language()) for slug in pages_of(options.sets, options.players)]}
