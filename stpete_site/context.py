"""What templates find beside the values of their page: the frame of every page, and the Jinja2 environment of the pages of
games.

A name that nobody gave is an error there, so that a wrong word in a template is seen and not left out.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import urlencode

import jinja2
from django.conf import settings
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.template import engines
from django.template.backends.jinja2 import Template
from django.template.defaultfilters import truncatechars
from django.templatetags.static import static
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy

from games.board.parts import marked, part, steady
from games.handbook import markup
from games.handbook.library import pages_about
from games.lobby.forms import quick_fields
from games.names import words
from games.reference.markup import scopes
from games.selectors.chain import waiting_games
from games.templatetags import cards, extensions, icons, reference
from games.templatetags.jinja import token_of, way

from .jinja import Environment

MINE = "games:mine"
PLACES = (
    (
        gettext_lazy("Lobby"),
        *("games:lobby", "games:play", "games:new", "games:table", "games:link", "games:invitation", "games:quick"),
        *("games:seats", "games:seat"),
    ),
    (gettext_lazy("Tournaments"), "tournaments:tournaments", "tournaments:calendar", "tournaments:tournament"),
    (gettext_lazy("Archive"), "games:archive", "games:replay"),
    (
        gettext_lazy("Ratings"),
        *("tournaments:ladder", "tournaments:ladder-of", "tournaments:ratings", "tournaments:against"),
    ),
    (
        gettext_lazy("Rules"),
        *("rules", "games:handbook", "games:exact", "games:section", "games:rule", "games:rules-search"),
    ),
    (gettext_lazy("Cards"), "games:cards", "games:card"),
)
"""Entries of the header: what each says, where it leads, and the other pages that belong to it."""


@cache
def address_of(name: str) -> str:
    return reverse(name)


@dataclass(frozen=True)
class NavigationLink:
    """One entry of the header: where it leads, what it says, whether we are there, and a number to show beside it."""

    url: str
    label: str
    is_here: bool
    badge: int = 0


class Frame:
    """What the header says, each part reckoned when it is drawn. One statement for somebody signed in, none for a visitor.

    `reader` is who is signed in, also a guest whom the page itself takes for a visitor. `mine` stands alone on a phone; `here`
    is the name of this page, `next` leads back to it after signing in.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.reader = getattr(request, "guest", None) or getattr(request, "user", None)
        self.here = request.resolver_match.view_name if request.resolver_match else ""

    @cached_property
    def mine(self) -> NavigationLink | None:
        if self.reader is None or not self.reader.is_authenticated:
            return None
        waiting = waiting_games(self._request, self.reader)
        return NavigationLink(address_of(MINE), gettext("My games"), self.here == MINE, waiting)

    @cached_property
    def places(self) -> tuple[NavigationLink, ...]:
        places = (NavigationLink(address_of(names[0]), str(label), self.here in names) for label, *names in PLACES)
        return (*([self.mine] if self.mine else []), *places)

    @property
    def next(self) -> str:
        """`?next=…` for the sign-in link; nothing where one is signing in already or the page answers only a POST."""
        if self._request.method != "GET" or self._request.path.startswith(
            reverse("account_login").rpartition("login/")[0]
        ):
            return ""
        return f"?{urlencode({'next': self._request.get_full_path()})}" if self._request.path != "/" else ""

    @property
    def token(self) -> SafeString:
        """The hidden field of every form that posts."""
        return token_of(self._request).__html__()

    @property
    def site(self) -> str:
        """How addresses begin that are read elsewhere."""
        return str(settings.SITE_URL)

    @property
    def mailbox(self) -> str:
        """Where caught mails are read; empty on a site that sends them."""
        return reverse("mailbox") if settings.SHOWS_MAILBOX else ""

    @property
    def operator(self) -> str:
        """Who runs the site; empty where nobody has said so, as on a laptop: then no page leads to imprint and terms."""
        return str(settings.OPERATOR_NAME)


def frame(request: HttpRequest) -> dict[str, Any]:
    """Context processor. A fragment that draws no header asks nothing of the database."""
    return {"frame": Frame(request)}


GLOBALS = {
    "card_art": icons.card_art,
    "card_class": cards.card_class,
    "card_face": cards.card_face,
    "hyphenated": cards.hyphenated,
    "card_link": cards.card_link,
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


def decimal(number: float) -> str:
    return str(formats.number_format(round(number, 1), 1))


FILTERS = {
    "date": date,
    "decimal": decimal,
    "figure": words.figure,
    "in_book": reference.in_book,
    "marked": marked,
    "pile_group": cards.pile_group,
    "rule_text": reference.rule_text,
    "scopes": scopes,
    "slugify": slugify,
    "title_of": reference.title_of,
    "token_icon": cards.token_icon,
    "truncatechars": truncatechars,
}


def environment(**options: Any) -> Environment:
    """The environment of Django's backend. `options` are those of TEMPLATES: loader, autoescape, and the like."""
    made = Environment(**options)
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
