"""Jinja2 as the site's pages of games use it: what a template in jinja/ finds beside the values that it is given.

A name that nobody gave is an error, so that a wrong word in a template is seen and not left out.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

import jinja2
from django.forms.renderers import DjangoTemplates
from django.template import engines
from django.template.backends.jinja2 import Template
from django.template.defaultfilters import truncatechars
from django.templatetags.static import static
from django.utils import formats, timezone, translation
from django.utils.text import slugify

from games.board.parts import part, steady
from games.handbook import markup
from games.handbook.library import pages_about
from games.lobby.forms import quick_fields
from games.reference.markup import scopes
from games.templatetags import cards, extensions, icons, reference
from games.templatetags.jinja import way

GLOBALS = {
    "card_art": icons.card_art,
    "card_class": cards.card_class,
    "card_face": cards.card_face,
    "emblem": cards.emblem,
    "goods_said": cards.goods_said,
    "icon_of": icons.icon_of,
    "language": translation.get_language,
    "large_face": cards.large_face,
    "moment": cards.moment,
    "named_tile": cards.named_tile,
    "panels_of_game": jinja2.pass_context(extensions.panels_of_game),
    "panels_of_mine": jinja2.pass_context(extensions.panels_of_mine),
    "part": part,
    "refusal": reference.refusal,
    "rule_link": reference.rule_link,
    "page_url": markup.address,
    "quick_fields": quick_fields,
    "rules_of": pages_about,
    "shape": icons.shape,
    "static": static,
    "steady": steady,
    "tile": cards.tile,
    "tile_icon": reference.tile_icon,
    "url": way,
}


def date(moment: datetime, format: str) -> str:
    """The moment in the reader's time zone, in one of Django's formats (`DATETIME_FORMAT`, `D H:i`)."""
    return formats.date_format(timezone.localtime(moment), format)


FILTERS = {
    "date": date,
    "figure": cards.figure,
    "in_book": reference.in_book,
    "pile_group": cards.pile_group,
    "rule_text": reference.rule_text,
    "scopes": scopes,
    "slugify": slugify,
    "title_of": reference.title_of,
    "token_icon": cards.token_icon,
    "truncatechars": truncatechars,
}


def environment(**options: Any) -> jinja2.Environment:
    """The environment of Django's backend. `options` are those of TEMPLATES: loader, autoescape, and the like."""
    options |= {"undefined": jinja2.StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    made = jinja2.Environment(extensions=["jinja2.ext.i18n"], **options)
    made.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    made.globals.update(GLOBALS)
    made.filters.update(FILTERS)
    return made


class Widgets(DjangoTemplates):
    """Renders forms with the Jinja2 templates that Django brings for its widgets, since a list of four hundred time zones took
    longer than the rest of its page. What has none, such as the widgets of the admin pages, is rendered by Django's."""

    def get_template(self, template_name: str) -> Any:
        site: Any = engines["jinja2"]
        try:
            return Template(_of_django().get_template(template_name), site)
        except jinja2.TemplateNotFound:
            return super().get_template(template_name)


@cache
def _of_django() -> jinja2.Environment:
    """The environment for Django's own templates, which ask for attributes that a widget may not have."""
    site: Any = engines["jinja2"]
    lenient: jinja2.Environment = site.env.overlay(undefined=jinja2.ChainableUndefined)
    return lenient
