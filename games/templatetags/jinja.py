"""Templates of jinja/ in pages of Django's templates.

{% jinja "games/page/board.html" %}             sees all that the page sees
{% jinja_only "frame/header.html" frame=frame %}  sees what it is given, and the request
{% window_sheet %}                              the style sheet of the reader's window settings, if they have any (UI-23)
{% way "games:log" game.id %}                   as {% url %} says it, its pattern worked out once in the life of a process
"""

from functools import cache, lru_cache
from typing import Any

from django import template
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import engines
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.window import sheet_address

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
