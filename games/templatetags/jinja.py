"""Templates of jinja/ in pages of Django's templates.

{% jinja "games/page/board.html" %}             sees all that the page sees
{% jinja_only "frame/header.html" frame=frame %}  sees what it is given, and the request
{% window_sheet %}                              the style sheet of the reader's window settings, if they have any (UI-23)
{% way "games:log" game.id %}                   as {% url %} says it, its pattern worked out once in the life of a process

And what other apps add to pages (`games.extensions`):

{% panels_of_game game %}      on the page of a game
{% panels_of_player player %}  on the page of a player
{% panels_of_front as added %} on the front page: {{ added.top }} and {{ added.rest }}
{% panels_of_mine %}           on My games
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any, Protocol

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import engines
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from accounts.window import sheet_address
from games.extensions import Panel, extensions
from games.models import Game

register = template.Library()
NUMBER = 7_000_000_000
"""Stands for numbers in the pattern of an address."""


@register.simple_tag(takes_context=True)
def jinja(context: template.Context, name: str, **values: object) -> SafeString:
    shown = {key: value for key, value in context.flatten().items() if isinstance(key, str)}
    return _rendered(name, shown | values, context.get("request"))


@register.simple_tag(takes_context=True)
def jinja_only(context: template.Context, name: str, **values: object) -> SafeString:
    return _rendered(name, values, context.get("request"))


class Token:
    """The hidden field with the request's token, drawn once for all forms of a template: each drawing takes 32 random
    letters. A page without forms draws none."""

    def __init__(self, request: HttpRequest) -> None:
        self._request, self._field = request, SafeString()

    def __html__(self) -> SafeString:
        field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        self._field = self._field or format_html(field, get_token(self._request))
        return self._field


def token_of(request: HttpRequest) -> Token:
    """One for all templates of a page."""
    token: Token = request.META.setdefault("csrf_field", Token(request))
    return token


def _rendered(name: str, values: dict[str, object], request: HttpRequest | None) -> SafeString:
    given = {"request": request, "csrf_input": token_of(request)} if request else {}
    found: Any = engines["jinja2"].get_template(name)
    drawn: str = found.template.render(values | given)
    return mark_safe(drawn)


@register.simple_tag
def way(name: str, *arguments: int | str) -> str:
    if arguments and all(type(one) is int for one in arguments):
        return _pattern(name, len(arguments)).format(*arguments)
    return _address(name, *arguments)


@lru_cache(maxsize=2048)
def _address(name: str, *arguments: int | str) -> str:
    return reverse(name, args=arguments)


@cache
def _pattern(name: str, many: int) -> str:
    """An address with places for so many numbers."""
    marks = [NUMBER + at for at in range(many)]
    address = reverse(name, args=marks)
    for mark in marks:
        address = address.replace(str(mark), "{}")
    return address


@register.simple_tag(takes_context=True)
def window_sheet(context: template.Context) -> SafeString | str:
    user, request = context.get("user"), context.get("request")
    if user is None or request is None or not user.is_authenticated:
        return ""
    address = sheet_address(user.window_ratio, request)
    return format_html('<link rel="stylesheet" href="{}">', address) if address else ""


class Context(Protocol):
    """What Django's templates and Jinja2's both give to such a tag."""

    def get(self, key: str) -> Any: ...


@register.simple_tag(takes_context=True)
def panels_of_game(context: Context, game: Game) -> SafeString:
    return _drawn(context, (panel for one in extensions() for panel in one.panels_of_game(game, _reader(context))))


@register.simple_tag(takes_context=True)
def panels_of_player(context: Context, player: User) -> SafeString:
    return _drawn(context, (panel for one in extensions() for panel in one.panels_of_player(player, _reader(context))))


@register.simple_tag(takes_context=True)
def panels_of_front(context: Context) -> dict[str, SafeString]:
    """What other apps add to the front page: above all else, and farther down."""
    panels = [panel for one in extensions() for panel in one.panels_of_front(_reader(context))]
    top, rest = ([one for one in panels if one.leads is leads] for leads in (True, False))
    return {"top": _drawn(context, top), "rest": _drawn(context, rest)}


@register.simple_tag(takes_context=True)
def panels_of_mine(context: Context) -> SafeString:
    reader = _reader(context)
    return _drawn(context, (panel for one in extensions() for panel in one.panels_of_mine(reader)) if reader else ())


def _reader(context: Context) -> User | None:
    user = context.get("user")
    return user if isinstance(user, User) else None


def _drawn(context: Context, panels: Iterable[Panel]) -> SafeString:
    """Each panel by its template, which escapes what it shows."""
    request: HttpRequest | None = context.get("request")
    return mark_safe("".join(render_to_string(one.template, {"shown": one.values}, request) for one in panels))
