"""Templates of jinja/ in pages of Django's templates.

{% jinja "games/page/board.html" %}             sees all that the page sees
{% jinja_only "frame/header.html" frame=frame %}  sees what it is given, and the request
"""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def jinja(context: template.Context, name: str, **values: object) -> SafeString:
    shown = {key: value for key, value in context.flatten().items() if isinstance(key, str)}
    return mark_safe(render_to_string(name, shown | values, context.get("request"), using="jinja2"))


@register.simple_tag(takes_context=True)
def jinja_only(context: template.Context, name: str, **values: object) -> SafeString:
    return mark_safe(render_to_string(name, values, context.get("request"), using="jinja2"))
