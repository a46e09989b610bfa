"""What other apps add to pages (`games.extensions`).

{% load extensions %}
{% panels_of_game game %}      on the page of a game
{% panels_of_player player %}  on the page of a player
{% panels_of_front as added %} on the front page: {{ added.top }} and {{ added.rest }}
{% panels_of_mine %}           on My games
"""

from collections.abc import Iterable
from typing import Any, Protocol

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from games.extensions import Panel, extensions
from games.models import Game

register = template.Library()


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
