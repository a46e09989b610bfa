"""Parts of pages that are drawn once for what they show, as `games.board.parts` does it for Jinja2.

{% load parts %}
{% part "games/reference/_rule.html" rule=rule %}

A part is an include that sees the values it is given and nothing else of the page: no reader, no request, no token. So what it
looks like follows from its template, the language and these values, and a process that has drawn it before gives that again.
What somebody may not see is not in the values that presenters make for his eyes, and so in no part that he gets.

Values are those of presenters: frozen, without markup, and equal only if they look alike. Nothing in a part may depend on the
clock or the reader's time zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST = 8192
"""How many parts are kept; those that nobody has seen for longest go first. On average they have a kilobyte."""


@register.tag
def part(parser: Parser, token: Token) -> Part:
    return Part(*_asked(parser, token))


def _asked(parser: Parser, token: Token) -> tuple[FilterExpression, Mapping[str, FilterExpression]]:
    _tag, *bits = token.split_contents()
    if not bits:
        raise template.TemplateSyntaxError(
            '{% part %} needs the name of a template: {% part "name.html" value=value %}'
        )
    name, *given = bits
    values = token_kwargs(given, parser)
    if given:
        raise template.TemplateSyntaxError(f"{{% part {name} %}} takes values by name, not {given[0]!r}")
    return parser.compile_filter(name), values


class Part(template.Node):
    """A part with the values it is given."""

    child_nodelists = ()

    def __init__(self, name: FilterExpression, values: Mapping[str, FilterExpression]) -> None:
        self.name, self.values = name, dict(values)

    def render(self, context: template.Context) -> SafeString:
        values = [(name, value.resolve(context)) for name, value in self.values.items()]
        return drawn(self.name.resolve(context), get_language(), *values)


@lru_cache(maxsize=MOST)
def drawn(template_name: str, language: str | None, *values: tuple[str, object]) -> SafeString:
    """The part in the active language, which is `language`, without the space around it.

    Numbers stand as Python writes them: they are whole, or places in a drawing. What a reader should find with the comma of his
    language is a text when it comes here.
    """
    shown = template.Context(dict(values), use_l10n=False)
    return mark_safe(template.Engine.get_default().get_template(template_name).render(shown).strip())
