"""{% jinja "games/page/board.html" %}: a template of jinja/ in a page of Django's templates. It sees all that the page sees,
and escapes it."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def jinja(context: template.Context, name: str, **values: object) -> SafeString:
    shown = {key: value for key, value in context.flatten().items() if isinstance(key, str)}
    return mark_safe(render_to_string(name, shown | values, context.get("request"), using="jinja2"))
